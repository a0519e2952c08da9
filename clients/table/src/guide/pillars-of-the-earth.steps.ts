import type { Guide } from "./guide";

/** A first game, step by step. */
export const guide: Guide = [
  {
    at: "",
    look: [],
    text: {
      en: "Kingsbridge builds its cathedral in six rounds. You gather resources, hire craftsmen who turn them into victory points, and send master builders where they help most.",
      it: "Kingsbridge costruisce la cattedrale in sei round. Raccogli risorse, ingaggi artigiani che le trasformano in punti vittoria, e mandi i capomastri dove servono di più.",
    },
  },
  {
    at: "choose",
    look: ["card"],
    text: {
      en: "Phase I: take a resource card, which needs workers, or hire a craftsman for gold. Workers who are left go to the wool mill and earn gold.",
      it: "Fase I: prendi una carta risorsa, che richiede operai, o ingaggia un artigiano con l'oro. Gli operai rimasti vanno al lanificio e rendono oro.",
    },
  },
  {
    at: "place",
    look: ["space"],
    text: {
      en: "Phase II: builders are drawn from the bag. The first ones may choose any space, but at a price: pay, or pass and place free of charge later.",
      it: "Fase II: i capomastri si estraggono dal sacchetto. I primi scelgono ogni spazio, ma a caro prezzo: paga, oppure passa e piazzalo dopo senza spesa.",
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
      it: "Al mercato compri e vendi risorse con l'oro, quanto vuoi finché ci sei.",
    },
  },
  {
    at: "use",
    look: ["craftsman"],
    text: {
      en: "At the end of the round your craftsmen work: each turns resources into victory points. Better craftsmen come later.",
      it: "A fine round lavorano gli artigiani: ognuno trasforma risorse in punti vittoria. I migliori arrivano più tardi.",
    },
  },
  {
    at: "keep",
    look: ["s0."],
    text: {
      en: "Only five cubes may be kept for the next round. Keep what your craftsmen need most.",
      it: "Per il round dopo si tengono solo cinque cubi. Tieni quelli che servono di più agli artigiani.",
    },
  },
];
