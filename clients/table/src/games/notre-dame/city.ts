import type { Point } from "../../board/drawing/boxes";
import type { View } from "./pieces";

/** The city: squares in rings around the Notre-Dame tile, with a wedge for each borough, clockwise in order. */
export interface City {
  readonly middle: Point;
  readonly radius: number;
  /** The width of the whole city, and its bottom left corner. */
  readonly size: number;
  readonly low: Point;
  /** The borough at the bottom. */
  readonly first: number;
  readonly squares: ReadonlyMap<string, Point>;
  /** The paths of the streets. */
  readonly streets: readonly string[];
  readonly wedges: readonly { readonly colour: string; readonly path: string; readonly mark: Point }[];
}

/** The radii of rings, and the angles of squares from the middle of their borough, by number of boroughs. */
const SHAPES: Readonly<Record<number, Shape>> = {
  3: { inner: 60, centre: 111, outer: 150, inside: 0.2, outside: 0.1 },
  4: { inner: 64, centre: 114, outer: 150, inside: 0.24, outside: 0.14 },
  5: { inner: 76, centre: 117, outer: 150, inside: 0.24, outside: 0.18 },
};
/** Half the width of the city, in the units of the rings. */
const HALF = 176;
/** The number of segments of a street: it curves around the centre, so that streets do not cross. */
const BENDS = 10;

interface Shape {
  readonly inner: number;
  readonly centre: number;
  readonly outer: number;
  readonly inside: number;
  readonly outside: number;
}

/** A position in a ring: its distance from the centre, and its angle, with 1 for a borough. */
interface Polar {
  readonly far: number;
  readonly turn: number;
}

/** Lays out the city in a square, with the borough of the seat in front at the bottom. */
export function city({ boroughs }: View, { x, y }: Point, size: number, front: number): City {
  const [count, scale] = [boroughs.length, size / 2 / HALF];
  const shape = SHAPES[count] ?? (SHAPES[5] as Shape);
  const first = Math.max(
    0,
    boroughs.findIndex(({ seat }) => seat === front),
  );
  const middle = { x: x + size / 2, y: y + size / 2 };
  const at = ({ far, turn }: Polar): Point => {
    const angle = ((turn - first) * 2 * Math.PI) / count;
    return { x: round(middle.x - far * scale * Math.sin(angle)), y: round(middle.y + far * scale * Math.cos(angle)) };
  };
  const spots = new Map(
    boroughs.flatMap(({ squares }, index) => squares.map(({ id }) => [id, polar(id, index, shape)] as const)),
  );
  const squares = new Map([...spots].map(([id, spot]) => [id, at(spot)]));
  const joined = boroughs
    .flatMap((borough) => borough.squares)
    .flatMap(({ id, streets }) => streets.filter((to) => id < to).map((to) => [id, to] as const));
  const streets = joined.map(([from, to]) => street(spots.get(from), spots.get(to), count, at));
  const wedges = boroughs.map(({ colour }, index) => ({
    colour,
    path: wedge(index, at),
    mark: at({ far: HALF - 9, turn: index + 0.36 }),
  }));
  return { middle, radius: 38 * scale, size, low: { x, y: y + size }, first, squares, streets, wedges };
}

function polar(id: string, borough: number, shape: Shape): Polar {
  const [, ring, side] = /^b\d_([a-z]+)_?(\w*)$/.exec(id) ?? [];
  const sign = side === "left" ? 1 : -1;
  if (ring === "inner") return { far: shape.inner, turn: borough + sign * shape.inside };
  return ring === "outer"
    ? { far: shape.outer, turn: borough + sign * shape.outside }
    : { far: shape.centre, turn: borough };
}

/** A street between two squares, the shorter way around. */
function street(from: Polar | undefined, to: Polar | undefined, count: number, at: (spot: Polar) => Point): string {
  if (!from || !to) return "";
  const turned = to.turn - from.turn;
  const turn = turned > count / 2 ? turned - count : turned < -count / 2 ? turned + count : turned;
  const points = Array.from({ length: BENDS + 1 }, (_, step) => {
    const part = step / BENDS;
    return at({ far: from.far + (to.far - from.far) * part, turn: from.turn + turn * part });
  });
  return `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`;
}

function wedge(borough: number, at: (spot: Polar) => Point): string {
  const edge = (far: number, part: number): string => {
    const { x, y } = at({ far, turn: borough - 0.485 + part * 0.97 });
    return `${x} ${y}`;
  };
  const parts = Array.from({ length: 13 }, (_, step) => step / 12);
  return `M${parts.map((part) => edge(HALF - 2, part)).join("L")}L${parts
    .reverse()
    .map((part) => edge(44, part))
    .join("L")}Z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The positions of houses in a borough: between the streets, along the river. */
const LOTS: readonly Polar[] = [-0.44, -0.4, -0.36, -0.32, 0.28, 0.4, 0.44].map((turn) => ({ far: 163, turn }));

/** The houses of each borough as one path, each with a gable. */
export function roofs(town: City): { colour: string; path: string }[] {
  const [count, scale] = [town.wedges.length, town.size / 2 / HALF];
  return town.wedges.map(({ colour }, index) => ({
    colour,
    path: LOTS.map(({ far, turn }) => {
      const angle = ((index + turn - town.first) * 2 * Math.PI) / count;
      const [x, y] = [town.middle.x - far * scale * Math.sin(angle), town.middle.y + far * scale * Math.cos(angle)];
      return `M${round(x - 5)} ${round(y + 5)}v-6l5-6 5 6v6z`;
    }).join(""),
  }));
}
