import { STAR } from "./marks";

/** Things of many games: paths in a square of 24 units, filled by the even-odd rule. */
export const COMMON: Readonly<Record<string, string>> = {
  star: STAR,
  card: "M6.5 2h11A1.5 1.5 0 0 1 19 3.5v17a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 20.5v-17A1.5 1.5 0 0 1 6.5 2z",
  deck: "M9 1.5h10a2 2 0 0 1 2 2V17h-2V4.5a1 1 0 0 0-1-1H9zM5 5.5h10.5A1.5 1.5 0 0 1 17 7v14a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 21V7A1.5 1.5 0 0 1 5 5.5z",
  bag: "M8.5 2.5h7L14 6c4 2 7 6.5 7 11 0 3.5-3 5-9 5s-9-1.5-9-5c0-4.5 3-9 7-11z",
};
