/** Focuses the subject of a page: its question, or else its main part. */
export function focusMain(): void {
  const found = document.querySelector<HTMLElement>("main .ask") ?? document.querySelector("main");
  if (!found) return;
  found.tabIndex = -1;
  found.focus({ preventScroll: true });
}
