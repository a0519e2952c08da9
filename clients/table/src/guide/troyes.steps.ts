import type { Guide } from "./guide";

/** A first game, step by step. */
export const guide: Guide = [
  {
    at: "",
    look: [],
    text: {
      en: "Troyes builds its cathedral. Your citizens work in three buildings and bring you dice each round. With one to three dice of a colour you act; you may buy those of others.",
      it: "Troyes costruisce la cattedrale. I tuoi cittadini lavorano in tre edifici e ti portano dadi a ogni round. Per agire usi da uno a tre dadi di un colore, e puoi comprare quelli degli altri.",
    },
  },
  {
    at: "place_first",
    look: ["building"],
    text: {
      en: "First you place citizens. Red dice come from the Palace, white ones from the Bishopric, yellow ones from the City Hall.",
      it: "Prima piazzi i cittadini. I dadi rossi vengono dal Palazzo, i bianchi dal Vescovado, i gialli dal Municipio.",
    },
  },
  {
    at: "prepare",
    look: ["event"],
    text: {
      en: "Events roll black dice. They must be countered before anybody acts, and influence can help.",
      it: "Gli eventi tirano dadi neri. Vanno respinti prima di agire, e l'influenza può aiutare.",
    },
  },
  {
    at: "counter_with",
    look: ["s0."],
    text: {
      en: "Choose dice that beat the black ones. Red dice count double against them.",
      it: "Scegli dadi che battano quelli neri. I rossi contro di loro valgono doppio.",
    },
  },
  {
    at: "act",
    look: ["activity", "event", "cathedral"],
    text: {
      en: "Your turn: choose what to do first (an activity, an event, the cathedral, a building, money), then the dice. Each die shows whose it is and what it costs.",
      it: "Tocca a te: prima scegli che cosa fare (un'attività, un evento, la cattedrale, un edificio, il denaro), poi i dadi. Ogni dado mostra di chi è e quanto costa.",
    },
  },
  {
    at: "group_die",
    look: ["s0."],
    text: {
      en: "Your own dice are free. Those of others, and neutral ones, cost two deniers each in a group of one, four each in a group of two, six each in a group of three.",
      it: "I tuoi dadi sono gratis. Quelli degli altri, e quelli neutrali, si pagano ciascuno due denari in un gruppo da uno, quattro in uno da due, sei in uno da tre.",
    },
  },
  {
    at: "hire_from",
    look: ["building"],
    text: {
      en: "A tradesman opens an activity for the rest of the game. He leaves his building, and with him a die of every round.",
      it: "Un commerciante ti apre un'attività per tutta la partita. Ma lascia il suo edificio, e con lui perdi un dado a ogni round.",
    },
  },
  {
    at: "how_often",
    look: ["activity"],
    text: {
      en: "The sum of your dice, divided by the number on the card, is how often you may activate it.",
      it: "La somma dei dadi, divisa per il numero sulla carta, dice quante volte puoi attivarla.",
    },
  },
];
