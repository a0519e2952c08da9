export default {
  input: process.env.DESCRIPTION,
  output: `${process.env.OUT}/hey-api`,
  plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
};
