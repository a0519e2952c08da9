import { language } from "../store/service";

const en = {
  title: "Your games",
  none: "You have no seat anywhere yet.",
  sideBySide: "Side by side",
  list: "As a list",
  yourTurn: "your turn",
  until: (time: string) => `until ${time}`,
  open: "Open",
  statuses: { open: "waiting for players", running: "running", ended: "over" } as Record<string, string>,
  home: "All games",
};

const it: typeof en = {
  title: "Le tue partite",
  none: "Non hai ancora un posto da nessuna parte.",
  sideBySide: "Una accanto all'altra",
  list: "In elenco",
  yourTurn: "tocca a te",
  until: (time) => `fino alle ${time}`,
  open: "Apri",
  statuses: { open: "in attesa di giocatori", running: "in corso", ended: "finita" },
  home: "Tutti i giochi",
};

/** What is said of one's own games. */
export const texts = { en, it }[language];
