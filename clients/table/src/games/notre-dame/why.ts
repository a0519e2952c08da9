import type { Pointed } from "../reasons";
import type { View } from "./pieces";

/** Questions about pieces that leave a sector. */
const FROM = new Set(["place_marker", "minstrel_pieces", "fool_piece", "lose_marker"]);

/** Explains why a thing cannot be touched, where a reason is known. */
export function why({ players }: View, pointed: Pointed): string | undefined {
  const { kind, word, asked, seat, said } = pointed;
  const me = players[seat];
  if (!me) return undefined;
  if (asked === "hire_person" && kind === "person") return pointed.short(1, me.gold, said.gold) ?? said.idle;
  if (asked === "drive" && kind === "square") return me.carriage === word ? said.here : said.road;
  if (kind !== `s${seat}`) return undefined;
  if (FROM.has(asked) && me.markers[word] === 0 && me.friend !== word) return said.nothing;
  if (asked === "bishop_to" && me.markers[word]) return said.settled;
  return asked === "move_friend" && me.friend === word ? said.here : undefined;
}
