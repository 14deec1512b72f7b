// Begins the document of a key that has none: prices it, opens its secrets, reserves the key, and hands it to the driver.
// The fingerprint of the request tells a later replay from a conflict.

import { Buffer } from "node:buffer";
import { findSuspension } from "../domain/company/choice.ts";
import type { Document } from "../domain/document/document.ts";
import type { NoteDraft } from "../domain/draft/note-draft.ts";
import { Refusal } from "../domain/refusal/refusal.ts";
import { isJsonList, JsonNumber, type JsonValue } from "../domain/value/json.ts";
import { BusyError } from "../store/base/gate.ts";
import { describeError } from "../telemetry/describe-error.ts";
import type { IssueCommand, IssueResult } from "./contract/command.ts";
import type { Corrected, IssueRecord, Ports, Priced } from "./contract/ports.ts";
import type { Driver } from "./driver.ts";
import { loadCorrected, type ReadFiles } from "./price/load-corrected.ts";
import { areSecretsOpen, type Ending, readInstant } from "./record/journal.ts";
import { type Instant, reserveRecord, toIso } from "./record/transition.ts";
import { beginAdopted, findWholeRow } from "./repair/adoption.ts";
import { answerKnown, toResult } from "./replay.ts";

/** How long the caller waits (epoch milliseconds), and the signed files that its earlier looks have read. */
export interface Patience {
  readonly untilMs: number;
  readonly read: ReadFiles;
}

/** D1 or R2 does not answer, and operators were told: nothing is known, and nothing was done. */
export class OutOfReachError extends Error {}

/** A document that may be begun, or why not. */
type Checked =
  | { readonly priced: Priced; readonly hasSecrets: boolean; readonly instant: Instant }
  | { readonly refused: IssueResult };

/**
 * Begins a document and answers its caller.
 * @returns undefined when another call, or another note of the same document, came first: the caller looks at the key again.
 * @throws OutOfReachError when D1 or R2 does not answer before anything is reserved.
 */
export async function reserve(
  ports: Ports,
  driver: Driver,
  command: IssueCommand,
  { untilMs, read }: Patience,
): Promise<IssueResult | undefined> {
  const checked = await check(ports, command, read);
  if ("refused" in checked) return refuse(ports, driver, command, checked.refused);
  const { priced, hasSecrets, instant } = checked;
  const record = reserveRecord(command, priced, ports.world.newUuid(), instant);
  if (!ports.journal.reserve(record)) return undefined;
  const ending = await driver.driveForCaller({ company: command.company, hasSecrets }, untilMs);
  return answer(ports, driver, command, { reservationId: record.reservationId, ending });
}

async function check(ports: Ports, command: IssueCommand, read: ReadFiles): Promise<Checked> {
  const { draft, company } = command;
  const suspension = findSuspension(company);
  if (suspension !== undefined) return toRefused(suspension);
  const corrected = draft.kind === "note" ? await loadOrRefuse(ports, { ...command, draft }, read) : undefined;
  if (corrected !== undefined && "refused" in corrected) return corrected;
  const instant = readInstant(ports);
  const priced = priceOrRefuse(ports, command, instant.nowMs, corrected);
  if ("refused" in priced) return priced;
  // A new isolate asks both at once, and no longer than for one.
  const [hasSecrets] = await Promise.all([
    checkSecrets(ports, command, priced.document, instant.nowMs),
    ports.brake.learn(company.environment, instant.nowMs),
  ]);
  return hasSecrets === false
    ? { refused: { type: "unavailable" } }
    : { priced, hasSecrets: hasSecrets === true, instant };
}

/** @throws OutOfReachError when D1 or R2 does not answer. */
async function loadOrRefuse(
  ports: Ports,
  command: IssueCommand & { readonly draft: NoteDraft },
  read: ReadFiles,
): Promise<Corrected | { readonly refused: IssueResult }> {
  try {
    return await loadCorrected(ports, command.draft, command.company, { read });
  } catch (cause) {
    return cause instanceof Refusal ? toRefused(cause) : reach(ports, command, () => Promise.reject(cause));
  }
}

function priceOrRefuse(
  ports: Ports,
  command: IssueCommand,
  nowMs: number,
  corrected: Corrected | undefined,
): Priced | { readonly refused: IssueResult } {
  try {
    return ports.price(command, nowMs, corrected);
  } catch (cause) {
    return toRefused(cause);
  }
}

/** @throws the cause itself, where it is no refusal. */
function toRefused(cause: unknown): { readonly refused: IssueResult } {
  if (!(cause instanceof Refusal)) throw cause;
  return { refused: { type: "refused", ...cause.facts } };
}

/**
 * Whether the secrets of a new document open: asked before the reservation, so that one that does not leaves the key free.
 * @returns undefined when D1 does not say; the allocation asks again.
 * @throws OutOfReachError when D1 has too much to do to be asked.
 */
async function checkSecrets(
  ports: Ports,
  { company }: IssueCommand,
  document: Document,
  nowMs: number,
): Promise<boolean | undefined> {
  try {
    return await areSecretsOpen(ports, { company, document, reservedAt: toIso(nowMs), numbering: null });
  } catch (cause) {
    ports.world.alert("ledger_unreachable", { companyId: company.id, error: describeError(cause) });
    if (cause instanceof BusyError) throw new OutOfReachError("the database is behind", { cause });
    return undefined;
  }
}

/** Today's rules, or a secret, refuse it; but the key may have a document of another day whose journal is lost. */
async function refuse(
  ports: Ports,
  driver: Driver,
  command: IssueCommand,
  refused: IssueResult,
): Promise<IssueResult | undefined> {
  const owner = await findOwner(ports, command);
  return owner === undefined ? refused : answerKnown(ports, driver, command, owner);
}

async function findOwner(ports: Ports, command: IssueCommand): Promise<IssueRecord | undefined> {
  const { key, name } = command;
  const row = key === null ? undefined : await reach(ports, command, () => findWholeRow(ports, name));
  // Another call may have reserved while D1 answered.
  return ports.journal.read() ?? (row && beginAdopted(ports, name, row));
}

/** @throws OutOfReachError when the work fails. */
async function reach<Found>({ world }: Ports, { companyId }: IssueCommand, work: () => Promise<Found>): Promise<Found> {
  try {
    return await work();
  } catch (cause) {
    world.alert("ledger_unreachable", { companyId, error: describeError(cause) });
    throw new OutOfReachError("the ledger or the archive does not answer", { cause });
  }
}

/** The answer to the caller of a new reservation, after its drive or at its 25 s. */
function answer(
  ports: Ports,
  driver: Driver,
  command: IssueCommand,
  { reservationId, ending }: { readonly reservationId: string; readonly ending: Ending | undefined },
): IssueResult | undefined {
  if (ending !== undefined && ending.type !== "retired") return ending.type === "stale" ? undefined : ending;
  const record = ending?.record ?? ports.journal.read();
  if (record !== undefined && record.reservationId !== reservationId) {
    return answerKnown(ports, driver, command, record);
  }
  return record === undefined || record.documentId === null ? { type: "unavailable" } : toResult(record, false);
}

/** Grows when the canonical form changes; old fingerprints keep the version that they were taken with. */
const VERSION = "1";
/** Texts that normalising and quoting leave as they are: ASCII without controls, quotes and backslashes. */
const PLAIN = /^[ !#-[\]-~]*$/;

const encoder = new TextEncoder();

/**
 * Fingerprint of a payload, taken before defaults are filled (`docs/design.md`, Fingerprint).
 * @param payload aliases already resolved at every level.
 * @param keyNames members of the payload itself that carry the idempotency key; they do not count.
 * @returns `1:` and 64 hexadecimal digits.
 */
export function computeFingerprint(payload: JsonValue, keyNames: readonly string[]): Promise<string> {
  // Printed at once, so that nothing holds the payload while its text is digested.
  return digestPrinted(encoder.encode(printCanonical(payload, keyNames)));
}

async function digestPrinted(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return `${VERSION}:${Buffer.from(digest).toString("hex")}`;
}

/**
 * Canonical JSON (RFC 8785 style): members sorted by code unit, no blanks, texts in NFC, numbers by exact decimal value.
 * @param leftOut members of the outermost object to skip.
 */
export function printCanonical(value: JsonValue, leftOut: readonly string[] = []): string {
  if (typeof value === "string") return printText(value);
  if (value instanceof JsonNumber) return value.text;
  if (value === null || typeof value === "boolean") return String(value);
  let printed = "";
  if (isJsonList(value)) {
    for (const element of value) printed += `${printed === "" ? "" : ","}${printCanonical(element)}`;
    return `[${printed}]`;
  }
  for (const name of sortNames(Object.keys(value))) {
    if (leftOut.includes(name)) continue;
    printed += `${printed === "" ? "" : ","}${printText(name)}:${printCanonical(value[name] ?? null)}`;
  }
  return `{${printed}}`;
}

/** By their NFC. Plain names are their own: nearly all, and sorting them so takes half the time. */
function sortNames(names: string[]): readonly string[] {
  if (names.every((name) => PLAIN.test(name))) return names.sort();
  return names
    .map((name) => [name.normalize("NFC"), name] as const)
    .sort(([one], [other]) => (one < other ? -1 : Number(one > other)))
    .map(([, name]) => name);
}

function printText(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text.normalize("NFC"));
}
