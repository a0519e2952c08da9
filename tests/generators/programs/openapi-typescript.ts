// A game is opened and an answer given with the types of openapi-typescript.

import createClient from "openapi-fetch";

import type { components, paths } from "../out/openapi-typescript/schema";
import { address, bearer, command, never, report, wanted } from "./table";

type Question = components["schemas"]["GoldenHornQuestion"];

const podesta = createClient<paths>({ baseUrl: address });
const opened = await podesta.POST("/v1/games", { body: { ...wanted, seats: [...wanted.seats] } });
if (opened.error) throw new Error(opened.error.detail);
const { game: before, tokens } = opened.data;
const asked = tokens[before.waiting[0].seat];
const path = { game: before.game };

const { data: game } = await podesta.GET("/v1/games/{game}", { params: { path }, headers: bearer(asked.token) });
if (game?.ruleset !== "golden-horn") throw new Error(`not a game of Golden Horn: ${game?.ruleset}`);
const { answers, port } = choose(game.questions[0]);

const { data: taken } = await podesta.POST("/v1/games/{game}/answers", {
  params: { path, header: command(game.revision) },
  headers: bearer(asked.token),
  body: { answers },
});
if (taken?.update.ruleset !== "golden-horn") throw new Error("not an update of Golden Horn");
const { after, notes } = taken.update;
report({ kind: kinds(notes), port, revision: after.revision, ships: after.view.ships.map((ship) => ship.id) });

function choose(question: Question) {
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

function kinds(notes: components["schemas"]["GoldenHornNote"][]) {
  return notes.map((note) => (note.kind === "placed" ? [note.args.three, note.args.two, note.args.one].join("+") : note.kind)).join(" ");
}
