import { language } from "../../store/service";

const en = {
  board: "The table of Golden Horn",
  goods: (count: number, colour: string) => `${count} ${colour} ${count === 1 ? "good" : "goods"}`,
  cards: (count: number, colour: string) => `${count} ${colour} ${count === 1 ? "card" : "cards"}`,
  holds: (count: number) => (count === 1 ? "1 card in hand" : `${count} cards in hand`),
  bag: (count: number) => `Goods in the bag: ${count}`,
  deck: (count: number) => `Cards in the deck: ${count}`,
  discard: "Discard pile",
  hand: "Your cards: wind or pirates",
  warehouse: "Warehouse",
  hidden: "behind the screen",
  points: (count: number | string) => `Points: ${count}`,
  fleet: (letter: string) => `Fleet ${letter}`,
  ship: (ship: string, owner: string) => `${ship} of ${owner}`,
  heads: (port: string) => `bound for ${port}`,
  aboard: (goods: string) => `${goods} aboard`,
  place: (ship: string, port: string) => `${ship}: start in ${port}`,
  sail: (space: string) => `sail to ${space}`,
  price: (count: number) => (count === 1 ? "for 1 wind card" : `for ${count} wind cards`),
  free: "free",
  berths: (count: number) => `${count} berths`,
  last: "Last round",
  starts: "Start player",
};

const it: typeof en = {
  board: "Il tavolo di Golden Horn",
  goods: (count, colour) => `${count === 1 ? "1 merce" : `${count} merci`}: ${colour}`,
  cards: (count, colour) => `${count === 1 ? "1 carta" : `${count} carte`}: ${colour}`,
  holds: (count) => (count === 1 ? "1 carta in mano" : `${count} carte in mano`),
  bag: (count) => `Merci nel sacchetto: ${count}`,
  deck: (count) => `Carte nel mazzo: ${count}`,
  discard: "Scarti",
  hand: "Le tue carte: vento o pirati",
  warehouse: "Magazzino",
  hidden: "dietro lo schermo",
  points: (count) => `Punti: ${count}`,
  fleet: (letter) => `Flotta ${letter}`,
  ship: (ship, owner) => `${ship} di ${owner}`,
  heads: (port) => `diretta a ${port}`,
  aboard: (goods) => `a bordo ${goods}`,
  place: (ship, port) => `${ship}: comincia a ${port}`,
  sail: (space) => `naviga fino a ${space}`,
  price: (count) => (count === 1 ? "per 1 carta Vento" : `per ${count} carte Vento`),
  free: "gratis",
  berths: (count) => `${count} ormeggi`,
  last: "Ultimo round",
  starts: "Giocatore iniziale",
};

/** What the board says itself. */
export const texts = { en, it }[language];
