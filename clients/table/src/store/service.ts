import { connect, type Podesta } from "@podesta/client";
import { language } from "../texts/files";
import { storage } from "./storage.svelte";

/** The address of the service: that of the page, unless the page names another. */
function address(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="podesta-service"]')?.content;
  return named || location.origin;
}

/** The client of the service that everything here is built on; catalogues stay in the browser. */
export const podesta: Podesta = connect(address(), { language, storage });
