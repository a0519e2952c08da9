import { language } from "../../store/service";

const en = {
  board: "The table of Notre Dame",
  city: "The city",
  tile: (value: number) => `Notre Dame, worth ${value} prestige`,
  rats: (count: number) => (count === 1 ? "1 rat" : `${count} rats`),
  plague: (count: number) => `Plague: ${count}`,
  pieces: (count: number) => (count === 1 ? "1 piece" : `${count} pieces`),
  supply: "Markers at hand",
  general: "General supply",
  gold: "Gold",
  treasury: (gold: number) => `${gold} gold in the supply`,
  deck: (count: number) => (count === 1 ? "1 card in the deck" : `${count} cards in the deck`),
  holds: (count: number) => (count === 1 ? "1 card in hand" : `${count} cards in hand`),
  space: (space: number) => `Rat on ${space}`,
  carriages: (names: string) => `carriage of ${names}`,
  message: "message",
  bell: "Bell-ringer",
  you: "you",
};

const it: typeof en = {
  board: "Il tavolo di Notre Dame",
  city: "La città",
  tile: (value) => `Notre Dame, vale ${value} punti prestigio`,
  rats: (count) => (count === 1 ? "1 topo" : `${count} topi`),
  plague: (count) => `Peste: ${count}`,
  pieces: (count) => (count === 1 ? "1 pezzo" : `${count} pezzi`),
  supply: "Segnalini a disposizione",
  general: "Riserva generale",
  gold: "Oro",
  treasury: (gold) => `${gold} monete nella riserva`,
  deck: (count) => (count === 1 ? "1 carta nel mazzo" : `${count} carte nel mazzo`),
  holds: (count) => (count === 1 ? "1 carta in mano" : `${count} carte in mano`),
  space: (space) => `Topo sul ${space}`,
  carriages: (names) => `carrozza di ${names}`,
  message: "messaggio",
  bell: "Campanaro",
  you: "tu",
};

/** What the board says itself. */
export const texts = { en, it }[language];
