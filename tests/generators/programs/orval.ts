// A game is opened and an answer given with the types and calls of Orval.

import { answer, createGame, getGame } from "../out/orval/podesta";
import type { GoldenHornNote, GoldenHornQuestion } from "../out/orval/podesta.schemas";
import { bearer, command, never, report, wanted } from "./table";

const opened = await createGame({ ...wanted, seats: [...wanted.seats] });
if (opened.status !== 201) throw new Error(opened.data.detail);
const { game: before, tokens } = opened.data;
const asked = tokens[before.waiting[0].seat];

const looked = await getGame(before.game, undefined, { headers: bearer(asked.token) });
if (looked.status !== 200 || looked.data.ruleset !== "golden-horn") throw new Error("not a game of Golden Horn");
const game = looked.data;
const { answers, port } = choose(game.questions[0]);

const headers = { ...command(game.revision), ...bearer(asked.token) };
const taken = await answer(game.game, { answers }, { headers });
if (taken.status !== 200 || taken.data.update.ruleset !== "golden-horn") throw new Error("not taken");
const { after, notes } = taken.data.update;
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
