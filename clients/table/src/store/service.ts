import { connect, type Podesta } from "@podesta/client";
import { language } from "../texts/files";
import { storage } from "./storage.svelte";

/** The address of the service: the page's own, unless the page names another. */
function address(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="podesta-service"]')?.content;
  return named || location.origin;
}

/** The client of the service; it stores catalogues in the browser. */
export const podesta: Podesta = connect(address(), { language, storage });
