// A game is opened and an answer given with the types and calls of Kubb; its fetch sets no Content-Type.

import { answer, createGame, getGame } from "../out/kubb";
import type { AnswersTaken, GoldenHornNote, GoldenHornQuestion } from "../out/kubb";
import { address, bearer, command, never, report, wanted } from "./table";

const json = { "Content-Type": "application/json" };
const opened = await createGame({ ...wanted, seats: [...wanted.seats] }, undefined, { baseURL: address, headers: json });
const { game: before, tokens } = opened;
const asked = tokens[before.waiting[0].seat];
const mine = { baseURL: address, headers: { ...json, ...bearer(asked.token) } };

const game = await getGame(before.game, undefined, undefined, mine);
if (game.ruleset !== "golden-horn") throw new Error(`not a game of Golden Horn: ${game.ruleset}`);
const { answers, port } = choose(game.questions[0]);

const { update }: AnswersTaken = await answer(game.game, { answers }, command(game.revision), mine);
if (update.ruleset !== "golden-horn") throw new Error("not an update of Golden Horn");
const { after, notes } = update;
report({ kind: kinds(notes), port, revision: after.revision, ships: after.view.ships.map((ship) => ship.id) });

function choose(question: GoldenHornQuestion) {
  switch (question.kind) {
    case "place_ships": {
      const [option] = question.options;
      const port: "venice" | "constantinople" = option.parts.three;
      return { answers: [{ question: question.kind, option: option.word }], port };
    }
    case "act":
    case "sail":
    case "turn_ship":
    case "declare_end":
      throw new Error(`not yet: ${question.kind}`);
    default:
      return never(question);
  }
}

function kinds(notes: GoldenHornNote[]) {
  return notes.map((note) => (note.kind === "placed" ? [note.args.three, note.args.two, note.args.one].join("+") : note.kind)).join(" ");
}
