import assert from "node:assert/strict";
import { test } from "node:test";
import { IllegalAnswer, UnknownGame, Unreachable, verify } from "@podesta/client";
import { bearer, connectGrpc, play } from "@podesta/client/grpc";
import { GRPC } from "./kit.js";

const SEATS = [
  { name: "Ada", claim: true },
  { name: "Bice", claim: true },
];
const NEW = { ruleset: "golden-horn", seats: SEATS, options: { start_seat: 0, round_limit: 2 } };

test("a game is played over gRPC on plain HTTP/2, and its record is sound", async () => {
  const { master } = connectGrpc(GRPC);
  const { game, tokens } = await master.createGame(NEW);
  const channel = connectGrpc(GRPC);
  const ended = await Promise.all(
    tokens.map(({ token }) => play(channel, token, (at) => at.questions[0]?.options[0]?.word ?? "")),
  );
  assert.equal(ended[0]?.result?.standings.length, 2);
  const { lines } = await master.getRecord({ game: game?.game ?? "" });
  assert.equal((await verify(lines.map((line) => `${line}\n`).join(""))).rules, "golden-horn/1");
});

test("refusals are of the same classes as over REST, in the language of the channel", async () => {
  const { master } = connectGrpc(GRPC, { language: "it" });
  await assert.rejects(master.getGame({ game: "aaaaaaaaaaaaaaaaaaaaa" }), UnknownGame);
  const { game, tokens } = await master.createGame(NEW);
  const answers = [{ question: "place_ships", option: "atlantis" }];
  const wrong = { game: game?.game ?? "", revision: game?.revision ?? 0n, commandId: "a-wrong-answer-here", answers };
  await assert.rejects(master.answer(wrong, bearer(tokens[0]?.token ?? "")), (error) => {
    return (
      error instanceof IllegalAnswer && error.legal.length > 0 && error.title === "Questa scelta ora non è possibile"
    );
  });
  const first = await master
    .watch({ game: "aaaaaaaaaaaaaaaaaaaaa" })
    [Symbol.asyncIterator]()
    .next()
    .catch((error: unknown) => error);
  assert.ok(first instanceof UnknownGame);
});

test("a position is drawn and played on by the simulator", async () => {
  const { master, simulator } = connectGrpc(GRPC);
  const { game, tokens } = await master.createGame(NEW);
  const drawn = await simulator.determinize({ game: game?.game ?? "", count: 2 }, bearer(tokens[0]?.token ?? ""));
  assert.equal(drawn.positions.length, 2);
});

test("the lobby is followed, a seat handed over, somebody's games listed, and a game played once more", async () => {
  const { master } = connectGrpc(GRPC);
  const { game, tokens } = await master.createGame(NEW);
  const [ada, bice] = tokens.map(({ token }) => token);
  assert.ok(game && ada && bice);
  const { ticket } = await master.issueSeatTicket({ game: game.game, share: true }, bearer(ada));
  const shared = await master.useSeatTicket({ game: game.game, ticket, commandId: "the-telephone-of-ada" });
  const mine = await master.listMyGames({}, bearer([shared.token?.token, bice].join(",")));
  assert.deepEqual(
    mine.games.map(({ seat, yourTurn }) => [seat, yourTurn]),
    [
      [0, true],
      [1, false],
    ],
  );
  const stop = new AbortController();
  for await (const { response } of master.watchLobby({ ruleset: NEW.ruleset }, { signal: stop.signal }))
    if (response.case === "page") {
      assert.ok(response.value.games.some((each) => each.game === game.game));
      break;
    }
  stop.abort();
  await master.resign({ game: game.game, commandId: "bice-has-had-enough" }, bearer(bice));
  const rematch = await master.rematch({ game: game.game }, bearer(ada));
  assert.equal(rematch.token?.seat, 1);
});

test("nobody answers: the channel gives up after its patience", async () => {
  await assert.rejects(connectGrpc("http://127.0.0.1:9", { patience: 200 }).master.listRulesets({}), Unreachable);
});
