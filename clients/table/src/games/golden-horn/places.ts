import { type Point, within } from "../../board/drawing/boxes";
import type { Placed } from "../../board/identity";
import type { Layout } from "./layout";
import { COLOURS, docked, type Good, hold, type Port, type Ship, type View } from "./pieces";

/** The position of a ship. */
export function shipAt(ship: Ship, view: View, table: Layout): Point {
  const { space } = ship;
  const place = docked(view, space ?? "").indexOf(ship.id);
  if (!space) return atHome(ship, view, table);
  const free = table.spaces.get(space);
  if (free) return free;
  const docks = space === "modone" ? table.station?.docks : table.harbours[space as Port]?.docks;
  const box = docks?.[place];
  return within(box);
}

function atHome(ship: Ship, { ships }: View, { panels }: Layout): Point {
  const fleet = ships.filter(({ seat }) => seat === ship.seat);
  const box = panels.find(({ seat }) => seat === ship.seat)?.fleet[fleet.indexOf(ship)];
  return within(box);
}

/** Whether a ship faces right. */
export function looksRight({ space, heading }: Ship, { forth }: Layout): boolean {
  return (heading !== "venice") === (forth.get(space ?? "") ?? true);
}

/** The position of a good: a few of each colour are visible, the others are stacked below them. */
export function goodAt(good: Placed<Good>, view: View, table: Layout): Point {
  const [first = "", second = ""] = good.zone.split(".");
  const colour = COLOURS.indexOf(good.colour);
  const ship = view.ships.find((each) => hold(each) === good.zone);
  if (ship) {
    const { x, y } = shipAt(ship, view, table);
    return { x: x - 13 * table.scale, y: y + 13 * table.scale };
  }
  const box =
    first === "port"
      ? table.harbours[second as Port]?.goods[colour]
      : table.panels.find(({ seat }) => `s${seat}` === first)?.bins[colour];
  const raised = Math.min(good.index, 4) * 2.5;
  return box ? { x: box.x + Math.min(16, box.w * 0.34), y: box.y + box.h / 2 + 6 - raised } : { x: 0, y: 0 };
}
