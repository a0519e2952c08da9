/** Copy a text; whether it is copied. Over plain HTTP browsers have no clipboard to write to: a selection is copied. */
export async function copy(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copySelected(text);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copySelected(text),
  );
}

/** Copy a text as a key does: from a field that is selected for a moment, within the dialog that is open. */
function copySelected(text: string): boolean {
  const field = document.createElement("textarea");
  const before = document.activeElement;
  field.value = text;
  field.style.cssText = "position: fixed; opacity: 0";
  (before?.closest("dialog") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}
