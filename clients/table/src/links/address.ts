/** The address that the service says others reach it under; empty where the page's own serves them, too. */
const named = document.querySelector<HTMLMetaElement>('meta[name="podesta-address"]')?.content;

/** What links to this table begin with. */
export const origin: string = named || location.origin;

/** Whether an address is one that no other machine reaches. */
export function onThisMachine(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname);
}
