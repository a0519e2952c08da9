import { fromBinary } from "@bufbuild/protobuf";
import { DurationSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import { Problem, Unreachable } from "../wire/problem.js";
import { problem } from "../wire/problems.js";
import { ProblemSchema, type Problem as Told } from "./generated/podesta/v1/game_master_pb.js";

const LOST = new Set([Code.Unavailable, Code.DeadlineExceeded, Code.Canceled, Code.Aborted]);

/** Return the exception for a problem sent over gRPC, of the same class as over REST. */
export function told({ revision, rule, ruleText, ...wire }: Told, retryAfter = 0): Problem {
  const { title, status, detail, asked, answered, legal, field } = wire;
  const place = { rule, rule_text: ruleText, revision: revision === undefined ? null : Number(revision) };
  const found = { title, status, detail, asked, answered, legal, field, ...place };
  return problem({ ...found, type: `/problems/${wire.type}` }, retryAfter);
}

/** Return the exception for a failed call: a Problem, Unreachable if the connection was lost, else the gRPC error. */
export function raised(error: unknown): unknown {
  if (error instanceof Problem || error instanceof Unreachable) return error;
  const failed = ConnectError.from(error);
  const [details] = failed.findDetails(ProblemSchema);
  if (details) return told(details, retryAfter(failed));
  return LOST.has(failed.code) || broken(failed.cause)
    ? new Unreachable("the service cannot be reached", { cause: error })
    : failed;
}

/** Whether Node reports a broken connection. gRPC has no code for that, so the call fails with `internal`. */
function broken(cause: unknown): boolean {
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === "string" && /^(ERR_HTTP2_|ERR_STREAM_|ECONN|EPIPE)/.test(code);
}

/** The delay in milliseconds from `google.rpc.RetryInfo`: its only field is a Duration, after its tag and length. */
function retryAfter(failed: ConnectError): number {
  for (const detail of failed.details)
    if ("type" in detail && detail.type === "google.rpc.RetryInfo" && detail.value instanceof Uint8Array) {
      const { seconds, nanos } = fromBinary(DurationSchema, detail.value.subarray(2));
      return Number(seconds) * 1000 + nanos / 1e6;
    }
  return 0;
}
