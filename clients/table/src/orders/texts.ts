import { language } from "../store/service";

const en = {
  title: "Standing orders",
  about:
    "Say now what you will answer later: the service gives it for you the moment you are asked. Nobody else sees your orders.",
  when: "When you are asked",
  choose: "Choose a question",
  give: "answer with the first of these that is open",
  add: "Add an answer",
  remove: (what: string) => `Remove: ${what}`,
  once: "once",
  always: "each time",
  times: "How often",
  more: "Another question",
  drop: "Remove this rule",
  only: "Where there is only one answer, give it",
  round: "Stop when the round ends",
  strict: "Stop when I am asked anything else",
  leave: "Leave these orders",
  withdraw: "Withdraw them",
  standing: "Your orders stand.",
  used: (times: number) => (times === 1 ? "answered once" : `answered ${times} times`),
  ended: (why: string) => `Your last orders have ended: ${why}.`,
  reasons: {
    withdrawn: "you withdrew them",
    until: "what ends them has happened",
    done: "all is done",
    unanswered: "you were asked something else",
    overruled: "you answered otherwise yourself",
    retracted: "the game went back",
    ended: "the game is over",
  } as Record<string, string>,
  close: "Close",
};

const it: typeof en = {
  title: "Ordini permanenti",
  about:
    "Di' ora che cosa risponderai più tardi: il servizio risponde per te appena tocca a te. Nessun altro vede i tuoi ordini.",
  when: "Quando ti si chiede",
  choose: "Scegli una domanda",
  give: "rispondi con la prima possibile tra queste",
  add: "Aggiungi una risposta",
  remove: (what) => `Togli: ${what}`,
  once: "una volta",
  always: "ogni volta",
  times: "Quante volte",
  more: "Un'altra domanda",
  drop: "Togli questa regola",
  only: "Se la risposta possibile è una sola, dai quella",
  round: "Fermati alla fine del round",
  strict: "Fermati se mi si chiede altro",
  leave: "Lascia questi ordini",
  withdraw: "Ritirali",
  standing: "I tuoi ordini sono in vigore.",
  used: (times) => (times === 1 ? "usata una volta" : `usata ${times} volte`),
  ended: (why) => `I tuoi ultimi ordini non valgono più: ${why}.`,
  reasons: {
    withdrawn: "li hai ritirati",
    until: "è successo ciò che li chiude",
    done: "è tutto fatto",
    unanswered: "ti è stato chiesto altro",
    overruled: "hai risposto tu diversamente",
    retracted: "la partita è tornata indietro",
    ended: "la partita è finita",
  },
  close: "Chiudi",
};

/** What is said of standing orders. */
export const texts = { en, it }[language];
