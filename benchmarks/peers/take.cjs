// The toy that boardgame.io plays: 200 counters, of which each in turn takes one to three.
exports.take = {
  name: "take",
  setup: () => ({ left: 200 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G }, count) => {
      G.left -= count;
    },
  },
  endIf: ({ G, ctx }) => (G.left <= 0 ? { winner: ctx.currentPlayer } : undefined),
};
