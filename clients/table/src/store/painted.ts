/** Milliseconds after which nobody waits any longer for a picture: a window that is covered paints none. */
const LONGEST = 500;

/** Once the page has been painted as it is now; at once where nobody sees it. */
export function painted(): Promise<void> {
  return new Promise((done) => {
    if (document.hidden) return done();
    setTimeout(done, LONGEST);
    requestAnimationFrame(() => setTimeout(done));
  });
}
