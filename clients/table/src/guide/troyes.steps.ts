import type { Guide } from "./guide";

/** A first game, step by step. */
export const guide: Guide = [
  {
    at: "",
    look: [],
    text: {
      en: "Troyes builds its cathedral. Your citizens work in three buildings and bring you dice each round. With one to three dice of a colour you act; you may buy those of others.",
      it: "Troyes costruisce la cattedrale. I tuoi cittadini lavorano in tre edifici e ti portano dadi a ogni round. Agisci con uno, due o tre dadi di un colore; puoi comprare quelli altrui.",
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
      it: "Gli eventi tirano dadi neri. Vanno respinti prima che si agisca, e l'influenza può aiutare.",
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
      en: "Dice of your own are free; those of others, and grey ones, are paid for each: two deniers for a group of one, four for two, six for three.",
      it: "I tuoi dadi sono gratis; quelli altrui, e i grigi, si pagano l'uno: due denari per un gruppo da uno, quattro da due, sei da tre.",
    },
  },
  {
    at: "hire_from",
    look: ["building"],
    text: {
      en: "A tradesman opens an activity for the rest of the game. He leaves his building, and with him a die of every round.",
      it: "Un commerciante apre un'attività per tutta la partita. Lascia il suo edificio, e con lui un dado a ogni round.",
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
