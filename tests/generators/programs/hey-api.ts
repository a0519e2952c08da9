// A game is opened and an answer given with the types and calls of hey-api.

import { answer, createGame, getGame } from "../out/hey-api";
import { client } from "../out/hey-api/client.gen";
import type { GoldenHornNote, GoldenHornQuestion } from "../out/hey-api";
import { address, bearer, command, never, report, wanted } from "./table";

client.setConfig({ baseUrl: address });

const opened = await createGame({ body: { ...wanted, seats: [...wanted.seats] }, throwOnError: true });
const { game: before, tokens } = opened.data;
const asked = tokens[before.waiting[0].seat];
const path = { game: before.game };

const { data: game } = await getGame({ path, headers: bearer(asked.token), throwOnError: true });
if (game.ruleset !== "golden-horn") throw new Error(`not a game of Golden Horn: ${game.ruleset}`);
const { answers, port } = choose(game.questions[0]);

const taken = await answer({
  path,
  headers: { ...command(game.revision), ...bearer(asked.token) },
  body: { answers },
  throwOnError: true,
});
const { update } = taken.data ?? {};
if (update?.ruleset !== "golden-horn") throw new Error("not an update of Golden Horn");
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
