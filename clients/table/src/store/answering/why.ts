import type { Game } from "@podesta/client";
import { texts as page } from "../../texts";
import { why as texts } from "../../texts/more";
import type { Table } from "../game.svelte";
import type { Words } from "../words";

/** Why a thing cannot be touched now, and the number of a rule that explains it. */
export interface Reason {
  readonly text: string;
  readonly rule: string;
}

/** Explains why a thing on the board cannot be touched; undefined if nothing is asked at all or the past is shown. */
export function whyNot(id: string, table: Table, words: Words): Reason | undefined {
  const { head, question } = table;
  if (!head || head.status !== "running" || table.past || table.sketch) return undefined;
  if (!question) return awaited(head, words);
  return { text: reason(id, table, words), rule: question.rule };
}

function awaited({ waiting }: Game, words: Words): Reason | undefined {
  const [first] = waiting;
  const names = waiting.map(({ seat }) => words.seat(seat));
  return first?.rule ? { text: page.waitingFor({ names }), rule: first.rule } : undefined;
}

function reason(id: string, { options, touched, question, lit }: Table, words: Words): string {
  const targets = options.flatMap((option) => option.targets);
  if (touched.length && targets.some((target) => target.id === id))
    return texts.apart({ things: touched.map((each) => words.about(each.id).name) });
  const [kind, owner] = kindOf(id);
  if (owner !== undefined && owner !== question?.seat) return texts.others({ name: words.seat(owner) });
  if (owner === undefined && [...lit].some((each) => kindOf(each)[0] === kind)) return texts.kin;
  return texts.asked;
}

/** The kind of thing that an id names, and its owner. */
function kindOf(id: string): [kind: string, owner: number | undefined] {
  const [kind = ""] = id.split(".");
  const owner = /^s(\d+)$/.exec(kind)?.[1];
  return [kind, owner === undefined ? undefined : Number(owner)];
}
