/** How much larger than its units a drawing can be; the narrowest width that is made larger, and what is worth a change. */
const [LARGEST, NARROWEST, WORTH] = [1.5, 720, 0.15];
const STEP = 0.05;

/**
 * How much larger than its units a board is drawn, so that it fills a width and a height and all of it is seen: 1 where
 * it does not fit anyway. What fits already stays as it is until much can be gained: boards grow and shrink as games go.
 */
export function fitting(height: (width: number) => number, width: number, room: number, now: number): number {
  const fits = (scale: number): boolean => width / scale >= NARROWEST && height(width / scale) * scale <= room;
  if (now > 1 && fits(now) && !fits(Math.min(LARGEST, now + WORTH))) return now;
  for (let scale = LARGEST; scale > 1; scale -= STEP) if (fits(scale)) return scale;
  return 1;
}
