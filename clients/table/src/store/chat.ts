import { everySeat } from "./calling";
import { podesta } from "./service";
import { asText, membersOf, read, storage, write } from "./storage.svelte";

export const FORMATS = ["ntfy", "discord", "slack", "apprise"] as const;
const CHAT = "podesta chat";

/** Where notifications are sent in addition to browsers: an address, and the format of its requests. */
export interface Chat {
  readonly format: (typeof FORMATS)[number];
  readonly url: string;
}

export function chat(): Chat | undefined {
  return read(CHAT, (found) => {
    const { format, url } = membersOf(found);
    const fits = FORMATS.some((each) => each === format) && asText(url) !== undefined;
    return fits ? (found as Chat) : undefined;
  });
}

/**
 * Sends the notifications of every game played here to a chat, or to none if undefined. Returns why the chat refused
 * the first one; empty if it did not. Throws if the service sends no notifications, or none to that address.
 */
export async function callAt(wanted: Chat | undefined): Promise<string> {
  const before = chat();
  if (before) await everySeat((game, token) => remove(before, game, token)).catch(() => {});
  storage.removeItem(CHAT);
  if (!wanted) return "";
  const added: (() => Promise<string>)[] = [];
  await everySeat(async (game, token) => {
    const webhook = await add(wanted, game, token);
    added.push(async () => (await podesta.pingWebhook(token, webhook, game)).why);
  });
  write(CHAT, wanted);
  return (await added[0]?.()) ?? "";
}

/** Adds a webhook for a seat's turns to the chat, if one is set, unless there is one. */
export async function tell(game: string, token: string | undefined): Promise<void> {
  const wanted = chat();
  if (wanted && token && !(await ofGame(wanted, game, token)).length) await add(wanted, game, token);
}

async function add({ format, url }: Chat, game: string, token: string): Promise<string> {
  const { webhook } = await podesta.addWebhook(token, { url, format }, game);
  return webhook.webhook;
}

async function remove(from: Chat, game: string, token: string): Promise<void> {
  for (const webhook of await ofGame(from, game, token)) await podesta.removeWebhook(token, webhook, game);
}

async function ofGame({ url }: Chat, game: string, token: string): Promise<string[]> {
  const known = await podesta.webhooks(token, game);
  return known.filter((each) => each.url === url).map(({ webhook }) => webhook);
}
