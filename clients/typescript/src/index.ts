/**
 * A client of the Podestà game master over REST.
 *
 * @packageDocumentation
 */
export { type Authorized, Calls, type Command, type Looking, newCommand, type Taking } from "./calls.js";
export * from "./generated/problems.js";
export { type BotSeated, type Claimed, connect, type Opened, Podesta } from "./podesta.js";
export { type Rematch, Seat } from "./seat.js";
export type { Followed } from "./streams/cursor.js";
export type { Listening } from "./streams/line.js";
export { type Shared, SharedStream } from "./streams/shared.js";
export type { Following } from "./streams/stream.js";
export { type Given, Turn } from "./turn.js";
export type { Playing } from "./turns.js";
export type * from "./types.js";
export { checkSigned, fitting, headsOf, signaturesOf, signedEnd, signedHead, verify } from "./verify/later.js";
export type { Lot } from "./verify/lottery.js";
export { Tampered } from "./verify/record.js";
export type { BadSignature, KeyChanged, Signatures, Signed, SignedHead } from "./verify/signatures.js";
export type { Known, Verified } from "./verify/verify.js";
export type { Body, Chains } from "./wire/chains.js";
export { Heads, LogChanged, type Seen } from "./wire/heads.js";
export { Patience, type Pauses, pause } from "./wire/patience.js";
export { Problem, Unreachable } from "./wire/problem.js";
export type { ProblemType } from "./wire/problems.js";
export { anyOf } from "./wire/signals.js";
export type { Call, Settings } from "./wire/transport.js";
export { type Label, labels, named } from "./words.js";
