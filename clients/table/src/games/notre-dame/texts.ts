import { language } from "../../store/service";

const en = {
  board: "The table of Notre Dame",
  city: "City",
  tile: (value: number) => `Notre Dame, worth ${value} prestige`,
  rats: (count: number) => (count === 1 ? "1 rat" : `${count} rats`),
  plague: (count: number) => `Plague: ${count}`,
  pieces: (count: number) => (count === 1 ? "1 piece" : `${count} pieces`),
  supply: "Markers at hand",
  general: "General supply",
  gold: "Gold",
  treasury: (gold: number) => `${gold} gold in the supply`,
  holds: (count: number) => (count === 1 ? "1 card in hand" : `${count} cards in hand`),
  space: (space: number) => `Rat marker on ${space}`,
  carriages: (names: string) => `carriage of ${names}`,
  message: "message",
};

const it: typeof en = {
  board: "Il tavolo di Notre Dame",
  city: "Città",
  tile: (value) => `Notre Dame, vale ${value} punti prestigio`,
  rats: (count) => (count === 1 ? "1 topo" : `${count} topi`),
  plague: (count) => `Pestilenza: ${count}`,
  pieces: (count) => (count === 1 ? "1 pezzo" : `${count} pezzi`),
  supply: "Cubetti a disposizione",
  general: "Riserva generale",
  gold: "Oro",
  treasury: (gold) => `${gold} monete nella riserva`,
  holds: (count) => (count === 1 ? "1 carta in mano" : `${count} carte in mano`),
  space: (space) => `Segnalino topi sul ${space}`,
  carriages: (names) => `carrozza di ${names}`,
  message: "messaggio",
};

/** What the board says itself. */
export const texts = { en, it }[language];
