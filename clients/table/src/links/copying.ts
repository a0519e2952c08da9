/** Copies a text, and returns whether that worked. Without a clipboard, as over plain HTTP, copies a selection. */
export async function copy(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copySelected(text);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copySelected(text),
  );
}

/** Copies a text as a keyboard shortcut would: from a temporarily selected field, inside any open dialog. */
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
