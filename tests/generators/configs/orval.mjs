export default {
  podesta: {
    input: { target: process.env.DESCRIPTION },
    output: {
      mode: "split",
      client: "fetch",
      target: `${process.env.OUT}/orval/podesta.ts`,
      override: { mutator: { path: "../programs/orval-call.ts", name: "call" } },
    },
  },
};
