/** The lit thing that a click means: the one clicked on, or the topmost one under it. */
export function reached({ target, clientX, clientY }: MouseEvent, board: Element): Element | undefined {
  const direct = target instanceof Element ? target.closest(LIT) : null;
  if (direct) return direct;
  const under = document.elementsFromPoint(clientX, clientY).map((each) => each.closest(LIT));
  return under.find((each): each is Element => !!each && board.contains(each));
}

const LIT = ".lit[data-id]";
