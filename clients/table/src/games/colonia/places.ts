import { type Box, type Point, within } from "../../board/drawing/boxes";
import type { Placed } from "../../board/identity";
import type { Layout } from "./layout";
import { type Member, STREETS, type View } from "./pieces";

const HOMES = ["home", "town_hall", ...STREETS] as const;

/** The position of a family member; members in one place are stacked. */
export function memberAt({ zone, seat }: Placed<Member>, view: View, table: Layout): Point {
  const [first = "", second = ""] = zone.split(".");
  if (first === "stall") return at(table.stalls[view.stalls.findIndex(({ id }) => id === second)], 0.36, 0.56);
  if (first === "relic") return corner(displayed(second, view, table));
  if (first === "hold") {
    const [berth = "", id = ""] = second.split("_");
    const ship = view.harbour.findIndex((each) => each.berth === berth);
    return at(table.berths[ship]?.holds[view.harbour[ship]?.holds.findIndex((each) => each.id === id) ?? 0], 0.5, 0.36);
  }
  const craft = view.craftsmen.findIndex(({ id }) => zone.startsWith(`${id}_`));
  if (craft >= 0) return at(table.crafts[craft]?.spaces[Number(zone.split("_").at(-1)) - 1], 0.5, 0.31);
  const panel = table.panels.find((each) => each.seat === seat);
  const box = panel?.places[HOMES.indexOf((second || first) as (typeof HOMES)[number])];
  return box ? { x: box.x + box.w * 0.5 - 4, y: box.y + box.h - 13 } : { x: 0, y: 0 };
}

/** The box of a relic on display. */
export function displayed(relic: string, { relics }: View, { display }: Layout): Box | undefined {
  return display[(relics.find(({ id }) => id === relic)?.space ?? 0) - 1];
}

function at(box: Box | undefined, across: number, down: number): Point {
  return within(box, across, down);
}

function corner(box: Box | undefined): Point {
  return box ? { x: box.x + box.w - 13, y: box.y + box.h - 14 } : { x: 0, y: 0 };
}
