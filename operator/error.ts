/** Something that the operator can put right: what is wrong, and what to do. Nothing was changed unless the hint says otherwise. */
export class OperatorError extends Error {
  readonly hint: string;

  constructor(message: string, hint = "") {
    super(message);
    this.name = "OperatorError";
    this.hint = hint;
  }
}

/** It is not known whether the database wrote. */
export class UnclearError extends OperatorError {}

/** Something ended a line among many rows. */
export class BrokenOff extends Error {
  /** How far it came: `20 of 306 companies (20 issued)`. */
  readonly done: string;

  constructor(cause: unknown, done: string) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "BrokenOff";
    this.done = done;
  }
}

/** What a line would add is there already. */
export class AlreadyThere extends OperatorError {}

/** Everything that is refused of what is tried, each by itself. @throws what was no refusal. */
export async function collectFaults(tries: readonly (() => unknown)[]): Promise<readonly OperatorError[]> {
  const tried = await Promise.allSettled(tries.map(async (attempt) => attempt()));
  return tried.flatMap((one) => {
    if (one.status === "fulfilled") return [];
    const reason: unknown = one.reason;
    if (reason instanceof OperatorError) return [reason];
    throw reason;
  });
}
