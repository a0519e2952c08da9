// Plays a game and checks its record, wherever this runs: Deno, Bun, Node.
import { IllegalAnswer, connect, verify } from "../../dist/index.js";

const podesta = connect((globalThis.Deno?.args ?? process.argv.slice(2))[0], { language: "it" });
const seats = [{ name: "Ada", claim: true }, { name: "Bice", claim: true }];
const opened = await podesta.create({ ruleset: "golden-horn", seats, options: { round_limit: 3, start_seat: 0 } });
const [ada] = opened.seats;
const wrong = await ada.answer(1, [{ question: "place_ships", option: "atlantis" }]).catch((error) => error);
const [ended] = await Promise.all(opened.seats.map((seat) => seat.play((turn) => turn.question.options[0])));
const { revisions } = await verify(await podesta.record(ended.game));
console.log(wrong instanceof IllegalAnswer, ended.status, revisions === ended.revision);
