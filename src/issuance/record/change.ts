// Changes the record: reads it, makes the next one and writes it by compare-and-set, in one turn of the event loop.

import type { Company } from "../../domain/company.ts";
import { isTerminal } from "../../domain/document/state.ts";
import { dateInBogota } from "../../domain/value/calendar.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import type { AllocateResult, IssueRecord, JournalFiles, Ports, SigningInput } from "../contract/ports.ts";
import { isAsking } from "./schedule.ts";
import { delayRecord, failRecord, type Instant, postponeQuestion } from "./transition.ts";

type Refused = Omit<Extract<AllocateResult, { readonly type: "refused" }>, "heldNumber">;

/** What a drive knows beside the record, so that no later step asks again. */
export interface Knowledge {
  /** The issuer. */
  readonly company?: Company;
  /** D1 knew no later state of the document when this drive asked. */
  readonly isConfirmed?: boolean;
  /** The secrets of the document opened. */
  readonly hasSecrets?: boolean;
}

/** How a reservation ended without a number: the journal is empty again. */
export type Ending =
  | Refused
  /** Other notes came between: the note is to be resolved again. */
  | { readonly type: "stale" }
  /** What is known of the key's document is out of reach: nothing was done. */
  | { readonly type: "unavailable" }
  /** The key's document was settled long ago, and its journal retired: what D1 knows of it. */
  | { readonly type: "retired"; readonly record: IssueRecord };

/** What a step learned. What it made of the document is in the journal, which other calls change meanwhile. */
export interface Learned extends Knowledge {
  readonly ending?: Ending;
  /** It failed, and is not tried again before the next wake; without a cause it has noted that by itself. */
  readonly failure?: { readonly cause?: unknown };
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

/**
 * Notes that a step failed: its error for the operator, its next try by the schedule; a question keeps its place in it.
 * @param isUpkeep of a settled document alone its failure plans another wake: an open one wakes for its next question anyway.
 */
export function noteFailure(
  ports: Ports,
  { name: step, isUpkeep = false }: { readonly name: string; readonly isUpkeep?: boolean },
  cause: unknown,
): void {
  const detail = describeError(cause);
  const record = change(ports, (present) => {
    if (isTerminal(present.state) !== isUpkeep) return undefined;
    if (isUpkeep) return delayRecord(present, readInstant(ports));
    const fail = isAsking(present.state) ? postponeQuestion : failRecord;
    return fail(present, { step, reason: "step-failed", detail }, readInstant(ports));
  });
  ports.world.alert("issuance_step_failed", {
    step,
    error: isUpkeep ? detail : `${step}: ${detail}`,
    companyId: record?.companyId ?? null,
    documentId: record?.documentId ?? null,
  });
}

/**
 * The issuer as it is now, loaded once per drive, in the environment of the document: a company that moves on leaves its
 * open documents where they are.
 * @throws Error when D1 fails or has no such company.
 */
export async function getCompany(ports: Ports, record: IssueRecord, known: Knowledge = {}): Promise<Company> {
  const company = known.company ?? (await ports.ledger.loadCompany(record.companyId));
  if (company === undefined) throw new Error(`company ${record.companyId} is not configured`);
  return { ...company, environment: record.environment };
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
