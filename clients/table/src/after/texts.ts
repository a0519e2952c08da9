import { language } from "../store/service";

const en = {
  again: "Once more",
  againAbout: "The same table, and the second seat begins.",
  waits: (names: string) => `${names} would like to play once more.`,
  scores: "Scores over time",
  scoresOf: (name: string, points: number) => `${name}: ${points}`,
  secret: "Scores are hidden while the game runs.",
  atMove: (move: number) => `after move ${move}`,
  proof: "Was everything fair?",
  check: "Check the record here",
  checking: "Checking …",
  sound: "The record is sound.",
  proved: (revisions: number, answers: number, draws: number) =>
    `All ${revisions} entries stand in one chain of hashes, with ${answers} answers and ${draws} draws. The seed that the game revealed at its end is the one it was bound to before the first draw.`,
  same: "It is also the one that this browser was shown while the game ran.",
  practised: "A practice game: whoever opened it had chosen the deal, so the record proves nothing of being fair.",
  unproved:
    "That the draws follow from the seed, and that the rules were kept, is checked by “podesta verify” on the downloaded record.",
  tampered: (line: number) => `Line ${line} is not what was played:`,
  commitment: "Bound to",
  seed: "Seed",
  download: "Download the record",
  here: "From here",
  playOn: "Play on from here",
  playAs: "You are",
  advice: "What would the bot have done?",
  thinking: "The bot is thinking …",
  advised: "The bot would have chosen:",
  chosen: "What happened:",
  nobody: "Nobody is asked here.",
  nothing: "It found nothing to do.",
};

const it: typeof en = {
  again: "Ancora una",
  againAbout: "Lo stesso tavolo, e comincia il secondo posto.",
  waits: (names) => `${names} vorrebbe giocare ancora.`,
  scores: "I punti nel tempo",
  scoresOf: (name, points) => `${name}: ${points}`,
  secret: "I punti restano nascosti finché si gioca.",
  atMove: (move) => `dopo la mossa ${move}`,
  proof: "È stato tutto regolare?",
  check: "Verifica qui il verbale",
  checking: "Verifico …",
  sound: "Il verbale è integro.",
  proved: (revisions, answers, draws) =>
    `Tutte le ${revisions} voci stanno in un'unica catena di hash, con ${answers} risposte e ${draws} estrazioni. Il seme rivelato alla fine è quello a cui la partita si era vincolata prima della prima estrazione.`,
  same: "Ed è quello che questo browser ha visto durante la partita.",
  practised: "Partita di prova: chi l’ha aperta aveva scelto i sorteggi, perciò il verbale non ne prova l’equità.",
  unproved:
    "Che le estrazioni seguano dal seme, e che le regole siano rispettate, lo verifica «podesta verify» sul verbale scaricato.",
  tampered: (line) => `La riga ${line} non è ciò che si è giocato:`,
  commitment: "Vincolo",
  seed: "Seme",
  download: "Scarica il verbale",
  here: "Da qui",
  playOn: "Gioca da qui",
  playAs: "Tu sei",
  advice: "Che cosa avrebbe fatto il bot?",
  thinking: "Il bot ci pensa …",
  advised: "Il bot avrebbe scelto:",
  chosen: "È andata così:",
  nobody: "Qui non tocca a nessuno.",
  nothing: "Non ha trovato nulla da fare.",
};

/** What is said about a game that one looks back on. */
export const texts = { en, it }[language];
