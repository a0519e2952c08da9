import type { Guide } from "./guide";

/** A first game, step by step. */
export const guide: Guide = [
  {
    at: "",
    look: [],
    text: {
      en: "Kingsbridge builds its cathedral in six rounds. You gather resources, hire craftsmen who turn them into victory points, and send master builders where they help most.",
      it: "Kingsbridge costruisce la cattedrale in sei turni. Raccogli risorse, assoldi artigiani che le trasformano in punti vittoria e mandi i tuoi Maestri Costruttori dove servono di più.",
    },
  },
  {
    at: "choose",
    look: ["card"],
    text: {
      en: "Phase I: take a resource card, which needs workers, or hire a craftsman for gold. Workers who are left go to the mill and earn gold.",
      it: "Fase I: prendi una carta risorsa, che richiede lavoratori, o assolda un artigiano con l'oro. I lavoratori rimasti vanno al mulino e rendono oro.",
    },
  },
  {
    at: "place",
    look: ["space"],
    text: {
      en: "Phase II: builders are drawn from the bag. The first ones may choose any space, but at a price: pay, or pass and place free of charge later.",
      it: "Fase II: i Maestri Costruttori si pescano dal sacchetto. I primi possono scegliere qualsiasi spazio, ma a caro prezzo: paga, oppure passa e piazza più tardi senza spendere.",
    },
  },
  {
    at: "place_passed",
    look: ["space"],
    text: {
      en: "Whoever passed places now, without paying, where there is still room. The numbers tell the order in which the spaces are used.",
      it: "Chi ha passato piazza ora, senza pagare, dove c'è ancora posto. I numeri dicono in che ordine si usano gli spazi.",
    },
  },
  {
    at: "market",
    look: ["market"],
    text: {
      en: "At the market you buy and sell resources for gold, as often as you like while you stand there.",
      it: "Al mercato compri e vendi risorse in cambio di oro, quante volte vuoi, finché tocca a te.",
    },
  },
  {
    at: "use",
    look: ["craftsman"],
    text: {
      en: "At the end of the round your craftsmen work: each turns resources into victory points. Better craftsmen come later.",
      it: "Alla fine del turno lavorano gli artigiani: ognuno trasforma risorse in punti vittoria. I migliori arrivano più tardi.",
    },
  },
  {
    at: "keep",
    look: ["s0."],
    text: {
      en: "Only five cubes may be kept for the next round. Keep what your craftsmen need most.",
      it: "Per il turno dopo puoi tenere solo cinque cubi. Tieni quelli che servono di più ai tuoi artigiani.",
    },
  },
];
