const PLUS = "M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z";

/** A mark for each player colour, about 10 units wide around its centre, so that colour alone is never needed. */
export const MARKS: Readonly<Record<string, string>> = {
  blue: "M0-4a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  green: "M0-4.5L4.5 3.5h-9z",
  red: "M0-5L5 0 0 5-5 0z",
  violet: PLUS,
  purple: PLUS,
  pink: PLUS,
  yellow: "M0-5l1.5 3.3 3.5.4-2.6 2.4.7 3.5L0 2.8l-3.1 1.8.7-3.5L-5-1.3l3.5-.4z",
  natural: "M-3.8-3.8h7.6v7.6h-7.6z",
  orange: "M-4.6-2.2h3V-4.6h3.2v2.4h3L0 4.6z",
  neutral: "M-4.5-1.4h9v2.8h-9z",
};

/** Money and points: paths in a square of 24 units. */
export const COIN =
  "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zm0 2.3a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4zM10.8 8h2.4v8h-2.4z";
export const STAR = "M12 2l3 6.6 7.2.8-5.4 4.8 1.5 7.1L12 17.7l-6.3 3.6 1.5-7.1L1.8 9.4 9 8.6z";

/** Things of many games: paths in a square of 24 units, filled by the even-odd rule. */
export const COMMON: Readonly<Record<string, string>> = {
  star: STAR,
  card: "M6.5 2h11A1.5 1.5 0 0 1 19 3.5v17a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 20.5v-17A1.5 1.5 0 0 1 6.5 2z",
  deck: "M9 1.5h10a2 2 0 0 1 2 2V17h-2V4.5a1 1 0 0 0-1-1H9zM5 5.5h10.5A1.5 1.5 0 0 1 17 7v14a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 21V7A1.5 1.5 0 0 1 5 5.5z",
  bag: "M8.5 2.5h7L14 6c4 2 7 6.5 7 11 0 3.5-3 5-9 5s-9-1.5-9-5c0-4.5 3-9 7-11z",
};
