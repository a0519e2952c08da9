import type { Pointed } from "../reasons";
import type { View } from "./pieces";

/** Explains why a thing cannot be touched, where a reason is known. */
export function why({ ships }: View, { kind, word, asked, seat, words, said }: Pointed): string | undefined {
  const ship = ships.find(({ id }) => kind === "ship" && id === word);
  if (!ship || ship.seat === seat) return undefined;
  return asked === "act" ? said.raid : said.others({ name: words.seat(ship.seat) });
}
