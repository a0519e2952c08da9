import type { Guide } from "./guide";

/** A first game, step by step. */
export const guide: Guide = [
  {
    at: "",
    look: [],
    text: {
      en: "You are a merchant between Venice and Constantinople. Your three ships carry goods from one port to the other, and every good that arrives is a point.",
      it: "Sei un mercante tra Venezia e Costantinopoli. Le tue tre navi portano merci da un porto all'altro; ogni merce che arriva vale un punto.",
    },
  },
  {
    at: "place_ships",
    look: ["ship"],
    text: {
      en: "Each of your ships starts in one of the two ports. A ship with three sail colours sails far for free; a ship with one earns more cards when it arrives.",
      it: "Ogni tua nave parte da uno dei due porti. Quella con tre colori di vele va lontano gratis; quella con uno solo dà più carte quando arriva.",
    },
  },
  {
    at: "act",
    look: ["ship", "port"],
    text: {
      en: "Now a ship must move. Setting out from a main port, it may load all goods of one colour that is not on its sails. Touch the ship, then the goods.",
      it: "Ora una nave deve muoversi. Partendo da un porto principale può caricare tutte le merci di un colore che non ha sulle vele. Tocca la nave, poi le merci.",
    },
  },
  {
    at: "sail",
    look: ["space"],
    text: {
      en: "On a space of its own colours your ship may sail on for free. Elsewhere one card of the space's colour takes it one step further, or it stops.",
      it: "Su uno spazio dei suoi colori la nave prosegue gratis. Altrove una carta del colore dello spazio la porta un passo più in là, oppure si ferma.",
    },
  },
  {
    at: "act",
    look: ["ship"],
    text: {
      en: "Ships at sea can be raided. Two cards in the target's sail colours bring one of its goods straight into your warehouse: before you move, and once a turn.",
      it: "Le navi in mare si possono assalire. Due carte nei colori delle loro vele portano una merce dritta nel tuo magazzino: prima di muovere, e una volta per turno.",
    },
  },
  {
    at: "turn_ship",
    look: ["ship"],
    text: {
      en: "Pirates have emptied your ship. You may turn it round at once, to load again sooner.",
      it: "I pirati hanno svuotato la tua nave. Puoi girarla subito, per ricaricare prima.",
    },
  },
  {
    at: "declare_end",
    look: ["s0."],
    text: {
      en: "You own a good of every colour, so you may declare the end. Sets of four, five or six colours are worth extra points: see whether you are ahead.",
      it: "Hai una merce di ogni colore e puoi dichiarare la fine. Le serie di quattro, cinque o sei colori valgono punti in più: guarda prima se sei in vantaggio.",
    },
  },
];
