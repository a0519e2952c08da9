import type { Guide } from "./guide";

/** A first game, step by step. */
export const guide: Guide = [
  {
    at: "",
    look: [],
    text: {
      en: "You run a borough of Paris for nine rounds. In each you choose three action cards, play two, and may hire a person. Whoever has most prestige wins.",
      it: "Sei a capo di un quartiere di Parigi per nove round. In ognuno scegli tre carte azione, ne giochi due e puoi ingaggiare una persona. Vince chi ha più prestigio.",
    },
  },
  {
    at: "keep_first",
    look: ["card"],
    text: {
      en: "Three cards from your own pile: keep one, the other two go to your left. So you also decide what your neighbour gets.",
      it: "Tre carte dal tuo mazzo: una la tieni, due vanno a sinistra. Così decidi anche che cosa riceve il tuo vicino.",
    },
  },
  {
    at: "keep_second",
    look: ["card"],
    text: {
      en: "Two cards from your right: keep one. The last one comes to you without a choice. You will play two of your three.",
      it: "Due carte arrivano da destra: tienine una. L'ultima arriva senza che tu possa scegliere. Delle tre ne giocherai due.",
    },
  },
  {
    at: "play_card",
    look: ["s0"],
    text: {
      en: "A card puts a marker into its sector. The sector then works as strongly as the markers that lie there: the second one in the bank brings two gold.",
      it: "Una carta mette un cubetto nel suo settore, che rende tanto più quanti più cubetti contiene: il secondo nella banca porta due monete.",
    },
  },
  {
    at: "drive",
    look: ["square"],
    text: {
      en: "Your carriage drives along the streets, one market square for each marker in the carriage house. It collects messages, worth prestige and more.",
      it: "La carrozza percorre le strade: una piazza del mercato per ogni cubetto nella rimessa. Raccoglie messaggi, che valgono prestigio e altro ancora.",
    },
  },
  {
    at: "donate",
    look: ["notre_dame"],
    text: {
      en: "Markers in Notre Dame share its prestige at the end of a pass, and a donation brings prestige at once: the more gold, the better the rate.",
      it: "I cubetti su Notre Dame si dividono il suo prestigio alla fine del passaggio, e una donazione ne porta subito: più oro doni, più rende ogni moneta.",
    },
  },
  {
    at: "hire_person",
    look: ["person"],
    text: {
      en: "For one gold, one of the three persons works for you this round. Touch one to read what it does. Their rats come for everybody.",
      it: "Per una moneta, una delle tre persone lavora per te in questo round. Tocca una persona per leggere che cosa fa. I topi che porta arrivano per tutti.",
    },
  },
  {
    at: "lose_marker",
    look: ["s0"],
    text: {
      en: "Too many rats: the plague has struck. Hospital and park hold it back, so look after them before the counter reaches its end.",
      it: "Troppi topi: è arrivata la pestilenza. Ospedale e parco la frenano: pensaci prima che il segnalino arrivi in fondo.",
    },
  },
];
