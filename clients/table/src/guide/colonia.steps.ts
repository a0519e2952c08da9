import type { Guide } from "./guide";

/** A first game, step by step. */
export const guide: Guide = [
  {
    at: "",
    look: [],
    text: {
      en: "You are a family of merchants in Cologne. Every week turns members into resources, resources into goods, goods into money, and money into relics, which are points.",
      it: "Siete una famiglia di mercanti a Colonia. Ogni settimana i membri della famiglia procurano materie prime, le materie prime diventano merci, le merci denaro e il denaro reliquie, cioè punti.",
    },
  },
  {
    at: "play_family_card",
    look: ["family_card"],
    text: {
      en: "Everybody plays a family card in secret. It says how many members go to the town hall, and so the order of this week.",
      it: "Ognuno gioca in segreto una carta famiglia. Dice quanti membri vanno in Consiglio, e da lì viene l'ordine di gioco della settimana.",
    },
  },
  {
    at: "vote",
    look: ["ordinance"],
    text: {
      en: "The council votes on an ordinance. Read its text: if it is passed, it takes effect on its day.",
      it: "Il Consiglio vota un'ordinanza. Leggine il testo: se è approvata, vale nel suo giorno.",
    },
  },
  {
    at: "take_stall",
    look: ["stall"],
    text: {
      en: "Market: send members to a stall and take all its resources. The members are busy until they come home.",
      it: "Mercato: manda dei membri a una bancarella e prendi tutte le sue materie prime. Restano occupati finché non tornano a casa.",
    },
  },
  {
    at: "place_contract",
    look: ["craftsman"],
    text: {
      en: "Pay a craftsman two resources and he will make you goods. Contracts are served in the order in which they came.",
      it: "Dai due materie prime a un artigiano e ti farà delle merci. Gli incarichi si eseguono nell'ordine in cui arrivano.",
    },
  },
  {
    at: "load_hold",
    look: ["ship"],
    text: {
      en: "Load a hold with exactly the goods it shows. When the ship sails, it pays you in the currency of its city.",
      it: "Carica una stiva con le merci indicate, né una di più né una di meno. Quando la nave salpa, paga nella valuta della sua città.",
    },
  },
  {
    at: "exchange",
    look: ["s0."],
    text: {
      en: "Before buying you may change up to five coins of one currency, once.",
      it: "Prima di comprare puoi cambiare fino a cinque monete di una valuta, una volta sola.",
    },
  },
  {
    at: "buy_relic",
    look: ["relic"],
    text: {
      en: "Relics are bought in the currency of their city. A shrine doubles what the relics in it are worth.",
      it: "Le reliquie si comprano nella valuta della loro città. Uno scrigno raddoppia il valore di quelle che contiene.",
    },
  },
  {
    at: "safeguard",
    look: ["relic"],
    text: {
      en: "A member on a card keeps it for you until next week: nobody else may buy it.",
      it: "Un membro su una carta la tiene in serbo per te fino alla settimana prossima: nessun altro può comprarla.",
    },
  },
];
