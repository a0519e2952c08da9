import { language } from "../store/service";

const en = {
  title: "First game",
  next: "Next",
  enough: "No more explanations",
  step: (number: number, all: number) => `${number} of ${all}`,
};

const it: typeof en = {
  title: "Prima partita",
  next: "Avanti",
  enough: "Niente più spiegazioni",
  step: (number, all) => `${number} di ${all}`,
};

/** What is said around a first game. */
export const texts = { en, it }[language];
