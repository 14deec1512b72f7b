// Changes the record: reads it, makes the next one and writes it by compare-and-set, in one turn of the event loop.
import { dateInBogota } from "../domain/calendar.ts";
import type { Company } from "../domain/company.ts";
import { isTerminal } from "../domain/state.ts";
import { describeError } from "../telemetry/describe-error.ts";
import type { AllocateResult, IssueRecord, JournalFiles, Ports, SigningInput } from "./ports.ts";
import { isAsking } from "./schedule.ts";
import { failRecord, type Instant, postponeQuestion } from "./transition.ts";

type Unheld<Result> = Result extends unknown ? Omit<Result, "heldNumber"> : never;
export type Refused = Unheld<Extract<AllocateResult, { readonly type: "refused" | "note-refused" }>>;

/** One run of the driver over a record: what it learned on the way, and how long a caller waits for it. */
export interface Run {
  /** The issuer, once known: from the command, else from D1. */
  company: Company | undefined;
  /** Why no number was given: the first caller's answer. */
  refusal: Refused | undefined;
  /** Other notes came between: nothing was numbered, and the note is to be resolved again. */
  isStale: boolean;
  /** What D1 knows of the key's document, whose journal retired. */
  retired: IssueRecord | undefined;
  /** D1 confirmed within this run that it knows no later state of the document. */
  isConfirmed: boolean;
  /** The secrets of the document opened within this run. */
  hasSecrets: boolean;
  /** Name of the step in hand. */
  step: string;
  /** Names of steps that failed and are not tried again before the next wake. */
  readonly failed: Set<string>;
  /** Epoch milliseconds until which a caller waits; 0 when none does. */
  readonly callerUntilMs: number;
}

/** A run that has learned nothing yet. @param callerUntilMs epoch milliseconds; 0 when there is no caller. */
export function createRun(company: Company | undefined, callerUntilMs: number): Run {
  const learned = {
    company,
    refusal: undefined,
    retired: undefined,
    isStale: false,
    isConfirmed: false,
    hasSecrets: false,
  };
  return { ...learned, step: "", failed: new Set(), callerUntilMs };
}

/** The present instant, with the randomness and the scale that plans of waits need. */
export function readInstant({ world, pollScale }: Ports): Instant {
  return { nowMs: world.nowMs(), random: world.random(), pollScale };
}

/**
 * Reads the record, lets `make` build the next one, and writes it by compare-and-set: one turn, one transaction.
 * @returns the record as it now stands; undefined when there is none, or when `make` wanted no change.
 */
export function change(
  { journal }: Ports,
  make: (record: IssueRecord) => IssueRecord | undefined,
  files?: JournalFiles,
): IssueRecord | undefined {
  const record = journal.read();
  if (record === undefined) return undefined;
  const next = make(record);
  if (next === undefined) return undefined;
  if (!journal.replace(record.version, next, files)) throw new Error("the journal changed within one turn");
  return next;
}

/** Notes that the step in hand failed: its error for the operator, its next try by the schedule; a question keeps its place in it. */
export function noteFailure(ports: Ports, run: Run, cause: unknown): void {
  const { step } = run;
  run.failed.add(step);
  const detail = describeError(cause);
  const record = change(ports, (present) => {
    // Settled meanwhile: nothing of it is to be tried again.
    if (isTerminal(present.state)) return undefined;
    const fail = isAsking(present.state) ? postponeQuestion : failRecord;
    return fail(present, { step, reason: "step-failed", detail }, readInstant(ports));
  });
  ports.world.alert("issuance_step_failed", {
    step,
    error: `${step}: ${detail}`,
    companyId: record?.companyId ?? null,
    documentId: record?.documentId ?? null,
  });
}

/**
 * The issuer as it is now, loaded once per run, in the environment of the document: a company that moves on leaves its
 * open documents where they are.
 * @throws Error when D1 fails or has no such company.
 */
export async function getCompany(ports: Ports, run: Run, record: IssueRecord): Promise<Company> {
  run.company ??= await ports.ledger.loadCompany(record.companyId);
  if (run.company === undefined) throw new Error(`company ${record.companyId} is not configured`);
  return { ...run.company, environment: record.environment };
}

/**
 * Whether every secret that a document takes opens; one that does not is reported to the operator.
 * @throws Error when D1 fails.
 */
export async function areSecretsOpen({ signer, world }: Ports, input: SigningInput): Promise<boolean> {
  const fault = await signer.findFault(input);
  if (fault === undefined) return true;
  const day = dateInBogota(world.nowMs());
  world.alert("secret_unopened", { companyId: input.company.id, secret: fault.secret, day });
  return false;
}
