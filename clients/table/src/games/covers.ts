import colonia from "./colonia/cover.svg";
import goldenHorn from "./golden-horn/cover.svg";
import notreDame from "./notre-dame/cover.svg";
import pillars from "./pillars-of-the-earth/cover.svg";
import troyes from "./troyes/cover.svg";

/** The pictures of the rulesets, drawn for this table. */
export const COVERS: Readonly<Record<string, string>> = {
  colonia,
  "golden-horn": goldenHorn,
  "notre-dame": notreDame,
  "pillars-of-the-earth": pillars,
  troyes,
};
