// Plays a seat over REST until its game has ended: PODESTA_URL=http://localhost:8080 PODESTA_GAME=… PODESTA_TOKEN=… node rest_bot.mjs
import process from "node:process";
import { connect } from "@podesta/client";

const { PODESTA_URL: url = "http://localhost:8080", PODESTA_GAME: game = "", PODESTA_TOKEN: token = "" } = process.env;

/** Any of the options of the question. */
const choose = ({ question: { options } }) => options[Math.floor(Math.random() * options.length)];

const { result } = await connect(url).seat(game, token).play(choose);
for (const { rank, seat, score } of result.standings) console.log(`${rank}. seat ${seat}: ${score} points`);
process.exit(0);
