import { fromBinary } from "@bufbuild/protobuf";
import { DurationSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import { Problem, Unreachable } from "../wire/problem.js";
import { problem } from "../wire/problems.js";
import { ProblemSchema, type Problem as Told } from "./generated/podesta/v1/game_master_pb.js";

const LOST = new Set([Code.Unavailable, Code.DeadlineExceeded, Code.Canceled, Code.Aborted]);

/** The exception for a problem as gRPC tells it: of the same classes as over REST. */
export function told({ revision, rule, ruleText, ...wire }: Told, retryAfter = 0): Problem {
  const { title, status, detail, asked, answered, legal, field } = wire;
  const place = { rule, rule_text: ruleText, revision: revision === undefined ? null : Number(revision) };
  const found = { title, status, detail, asked, answered, legal, field, ...place };
  return problem({ ...found, type: `/problems/${wire.type}` }, retryAfter);
}

/** The exception for a call that failed: a Problem, or Unreachable where the connection was lost. */
export function raised(error: unknown): unknown {
  if (error instanceof Problem || error instanceof Unreachable) return error;
  const failed = ConnectError.from(error);
  const [details] = failed.findDetails(ProblemSchema);
  if (details) return told(details, retryAfter(failed));
  return LOST.has(failed.code) || broken(failed.cause)
    ? new Unreachable("the service cannot be reached", { cause: error })
    : failed;
}

/** Whether Node says that the connection broke: it has no gRPC code of its own for that, and `internal` is what comes of it. */
function broken(cause: unknown): boolean {
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === "string" && /^(ERR_HTTP2_|ERR_STREAM_|ECONN|EPIPE)/.test(code);
}

/** Milliseconds that `google.rpc.RetryInfo` asks for: its only field, of one byte each for tag and length, is a Duration. */
function retryAfter(failed: ConnectError): number {
  for (const detail of failed.details)
    if ("type" in detail && detail.type === "google.rpc.RetryInfo" && detail.value instanceof Uint8Array) {
      const { seconds, nanos } = fromBinary(DurationSchema, detail.value.subarray(2));
      return Number(seconds) * 1000 + nanos / 1e6;
    }
  return 0;
}
