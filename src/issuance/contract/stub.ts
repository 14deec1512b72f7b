// Calls the object that owns a key, and calls again when the platform moves the object.
import { DeadlineError, withDeadline } from "../../deadline.ts";
import { type Env, OBJECT_LOCATION } from "../../env.ts";
import { writeWarning } from "../../telemetry/alert.ts";
import type { IssuanceCalls } from "./calls.ts";
import type { IssueCommand, IssueResult } from "./command.ts";

const TRIES = 3;
/** An object always answers within 25 s; one that does not say anything for longer is out of reach. */
const ANSWER_WITHIN_MS = 30_000;

/** The object of a name. */
export function getIssuance(env: Env, name: string): DurableObjectStub<IssuanceCalls> {
  return env.ISSUANCE.getByName(name, { locationHint: OBJECT_LOCATION });
}

/**
 * Issues through the key's object. Safe to repeat because the key decides: a reset object is asked again twice, with a fresh stub each
 * time, an overloaded or a silent one never.
 * @throws Error when the object met a bug of ours: nothing in the platform's error says that a repeat could help.
 */
export async function issueThroughObject(env: Env, command: IssueCommand): Promise<IssueResult> {
  for (let tries = 1; ; tries += 1) {
    try {
      const object = getIssuance(env, command.name);
      const answer = object.issue(command) as Promise<IssueResult>;
      return await withDeadline(answer, ANSWER_WITHIN_MS, "issue");
    } catch (cause) {
      const kind = classifyFailure(cause);
      if (kind === "bug") throw cause;
      writeWarning("object_unreachable", { kind, tries });
      if (kind === "overloaded" || kind === "silent" || tries === TRIES) return { type: "unavailable" };
    }
  }
}

/** Marks that the platform puts on errors of a call to an object. */
interface ObjectError {
  readonly remote?: boolean;
  readonly retryable?: boolean;
  readonly overloaded?: boolean;
  readonly durableObjectReset?: boolean;
}

function classifyFailure(cause: unknown): "overloaded" | "silent" | "gone" | "bug" {
  if (cause instanceof DeadlineError) return "silent";
  const { remote, retryable, overloaded, durableObjectReset } = cause as ObjectError;
  if (overloaded === true) return "overloaded";
  if (retryable === true || durableObjectReset === true || remote !== true) return "gone";
  return "bug";
}
