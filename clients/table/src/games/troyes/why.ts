import type { Pointed } from "../reasons";
import type { View } from "./pieces";

type Reasoning = (view: View, pointed: Pointed) => string | undefined;

const ACT: Readonly<Record<string, Reasoning>> = {
  card: activity,
  event: combat,
  building: (_, { said }) => said.noWayIn,
  space: entry,
  cathedral: (_, { said }) => said.noPlace,
};

/** Explains why a thing cannot be touched, where a reason is known. */
export function why(view: View, pointed: Pointed): string | undefined {
  if (pointed.asked === "act") return ACT[pointed.kind]?.(view, pointed);
  const place = pointed.asked === "place_first" && pointed.kind === "space" ? pointed.word : "";
  const spaces = view.buildings.flatMap((each) => each.spaces);
  return spaces.some(({ id, citizen }) => id === place && citizen) ? pointed.said.stands : undefined;
}

/** A space is entered through its building, which may be open. */
function entry({ buildings }: View, { word, open, said }: Pointed): string | undefined {
  const building = buildings.find(({ spaces }) => spaces.some(({ id }) => id === word));
  return building && !open.has(`building.${building.id}`) ? said.noWayIn : undefined;
}

function combat({ queue }: View, { word, said }: Pointed): string | undefined {
  const found = queue.find(({ event }) => event === word);
  return found && said.fight({ need: found.divisor });
}

interface Prices {
  readonly id: string;
  readonly pay_deniers: number;
  readonly pay_influence: number;
}

function activity({ activities, edition, players }: View, pointed: Pointed): string | undefined {
  const { word, seat, said } = pointed;
  const [me, found] = [players[seat], activities.find(({ card }) => card === word)];
  if (!me || !found) return undefined;
  const posted = [found.first, found.second, ...found.crowd].some((owner) => owner === `seat_${seat}`);
  const prices = pointed.tables<{ activities: readonly Prices[] }>(edition).activities?.find(({ id }) => id === word);
  const deniers = (posted ? 0 : found.cost) + (prices?.pay_deniers ?? 0);
  return (
    pointed.short(prices?.pay_influence, me.influence, said.influence) ??
    pointed.short(deniers, me.deniers, said.deniers) ??
    (posted ? said.dice({ need: found.divisor }) : said.diceAndCitizen({ need: found.divisor }))
  );
}
