// A range as the authority holds it into a row: registered with what it renews cut for it, or brought up to date.
import { dateInBogota } from "../../src/domain/calendar.ts";
import type { RangeKind } from "../../src/domain/company.ts";
import { readAll, readOne } from "../../src/store/database.ts";
import { insertRange, updateRange } from "../../src/store/registry.ts";
import { type RangeIdentity, technicalKeyContext } from "../../src/store/sealed-secret.ts";
import { open } from "../../src/store/vault.ts";
import { type Context, commit } from "../command.ts";
import { OperatorError } from "../error.ts";
import { sealSecret } from "../sealing.ts";
import {
  type Cut,
  findLastNumber,
  findRenewedNext,
  type Numbers,
  planCuts,
  type RangeRow,
  refuseMeeting,
} from "./range-overlap.ts";

/** A range as the authority holds it. */
export interface GrantedRange {
  readonly kind: RangeKind;
  readonly resolution: string;
  readonly resolutionDate: string;
  readonly prefix: string;
  readonly from: number;
  readonly to: number;
  readonly validFrom: string;
  readonly validTo: string;
  readonly technicalKey: string | null;
}

/** What became of a granted range. */
export interface TakenOver {
  readonly done: "added" | "updated" | "unchanged";
  /** Number of its next document. */
  readonly next: number;
  readonly cuts: readonly Cut[];
}

/** Numbers are given, and ranges changed, while a command looks at them: then it looks again. */
const TRIES = 3;
/** Statements that find their grounds changed fail by this constraint, and the whole transaction with them. */
const GUARD = /ranges_next_within/;

/**
 * Registers a granted range, or brings a known one up to date: a changed technical key, longer validity.
 * @param given number of the next document.
 * @param ask for that number, when a new range renews none and nobody gave it.
 */
export async function takeOver(
  context: Context,
  companyId: number,
  granted: GrantedRange,
  given: number | undefined,
  ask: () => Promise<number>,
): Promise<TakenOver> {
  checkGranted(granted);
  return againIfChanged(async () => {
    const known = await findRange(context, companyId, granted);
    if (known === undefined) return register(context, companyId, granted, given, ask);
    return update(context, known, granted, given);
  });
}

/**
 * Runs a change of ranges whose statements are guarded, again when its grounds changed meanwhile.
 * @throws OperatorError when they go on changing.
 */
export async function againIfChanged<Result>(change: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await change();
    } catch (cause) {
      if (!(cause instanceof OperatorError) || !GUARD.test(cause.message)) throw cause;
      if (tries === TRIES) {
        throw new OperatorError("the company's ranges change while this command looks at them", "run it again");
      }
    }
  }
}

/** What the operators of a company have done so far: whoever reads ranges after it, and writes while it is so, saw them all. */
export async function readDeeds({ binding }: Context, companyId: number): Promise<number> {
  const sql = "SELECT coalesce(max(sequence), 0) AS sequence FROM events WHERE company_id = ?1";
  return (await readOne<{ sequence: number }>(binding.prepare(sql).bind(companyId)))?.sequence ?? 0;
}

/** Fails the transaction when an operator did something to the company since `readDeeds`; `range` is any range of it. */
export function guardDeeds({ binding }: Context, companyId: number, deeds: number, identity: RangeIdentity) {
  const { kind, resolution, prefix, fromNumber } = identity;
  const sql = `UPDATE ranges SET next_number = iif(
      (SELECT coalesce(max(sequence), 0) FROM events WHERE company_id = ?1) = ?2, next_number, -1)
    WHERE company_id = ?1 AND kind = ?3 AND resolution = ?4 AND prefix = ?5 AND from_number = ?6`;
  return binding.prepare(sql).bind(companyId, deeds, kind, resolution, prefix, fromNumber);
}

/** Ends a range earlier; fails the transaction when it has given a later number by now. */
function cutRange({ binding }: Context, { range, last }: Cut): D1PreparedStatement {
  const sql =
    "UPDATE ranges SET last_number = ?2, next_number = iif(next_number <= ?2 + 1, next_number, -1) WHERE id = ?1";
  return binding.prepare(sql).bind(range, last);
}

function checkGranted({ from, to, validFrom, validTo, kind, technicalKey }: GrantedRange): void {
  if (from < 1) throw new OperatorError(`the first number ${from} is before 1`);
  if (to < from) throw new OperatorError(`the last number ${to} is before the first ${from}`);
  if (validTo < validFrom) throw new OperatorError(`the last day ${validTo} is before the first ${validFrom}`);
  if (kind === "fe" && technicalKey === null) {
    throw new OperatorError(
      "an FE range has a technical key",
      "it goes into the CUFE; read it from the authority's portal",
    );
  }
}

async function register(
  context: Context,
  companyId: number,
  granted: GrantedRange,
  given: number | undefined,
  ask: () => Promise<number>,
): Promise<TakenOver> {
  const { binding, nowMs } = context;
  const { kind, resolution, resolutionDate, prefix, from, to, validFrom, validTo, technicalKey } = granted;
  const deeds = await readDeeds(context, companyId);
  const others = await listNeighbours(context, companyId, kind);
  const renewedNext = findRenewedNext(toNumbers(granted, from), others);
  const next = given ?? renewedNext ?? (await ask());
  if (next < from || next > to + 1) throw new OperatorError(`--next: ${next} is outside ${from} to ${to}`);
  const fresh = toNumbers(granted, next);
  const cuts = planCuts(fresh, others, dateInBogota(nowMs()));
  await refuseDocuments(context, companyId, fresh);
  const identity = { kind, resolution, prefix, fromNumber: from };
  const subject = technicalKeyContext(companyId, identity);
  const sealedTechnicalKey = technicalKey === null ? null : await sealSecret(context, subject, technicalKey);
  const dates = { toNumber: to, validFrom, validTo };
  const row = { companyId, ...identity, ...dates, resolutionDate, sealedTechnicalKey, nextNumber: next };
  const detail = { ...identity, ...dates, next, ...(cuts.length === 0 ? {} : { cuts }) };
  await commit(context, { companyId, action: "range.add", detail }, [
    ...cuts.map((cut) => cutRange(context, cut)),
    insertRange(binding, row),
    guardDeeds(context, companyId, deeds, identity),
  ]);
  return { done: "added", next, cuts };
}

async function update(
  context: Context,
  known: RangeRow,
  granted: GrantedRange,
  next: number | undefined,
): Promise<TakenOver> {
  const { binding, keyring } = context;
  const { company_id: companyId, next_number: present } = known;
  const { kind, resolution, prefix, from, to, validFrom, validTo, technicalKey } = granted;
  const deeds = await readDeeds(context, companyId);
  if (next !== undefined && next !== present) {
    throw new OperatorError(`the range is in use, its next number is ${present}`, "use `operator range edit --next`");
  }
  if (to < present - 1) {
    throw new OperatorError(`the range has given ${present - 1}, past its last number ${to}`, "check the numbers");
  }
  const identity = { kind, resolution, prefix, fromNumber: from };
  const subject = technicalKeyContext(companyId, identity);
  const sealed = known.sealed_technical_key;
  const key = sealed === null ? null : await open(await keyring.vaultKeys(), subject, sealed);
  const isNewKey = technicalKey !== null && technicalKey !== key;
  const isSameSpan = known.to_number === to && known.valid_from === validFrom && known.valid_to === validTo;
  if (!isNewKey && isSameSpan) return { done: "unchanged", next: present, cuts: [] };
  if (!isSameSpan) {
    const others = await listNeighbours(context, companyId, kind, known.id);
    refuseMeeting({ ...known, to_number: to, valid_from: validFrom, valid_to: validTo }, others);
  }
  const dates = { toNumber: to, validFrom, validTo };
  const sealedKey = isNewKey ? { sealedTechnicalKey: await sealSecret(context, subject, technicalKey) } : {};
  const detail = { ...identity, ...dates, range: known.id, technical_key_changed: isNewKey };
  await commit(context, { companyId, action: "range.update", detail }, [
    updateRange(binding, known.id, { ...dates, ...sealedKey }),
    guardDeeds(context, companyId, deeds, identity),
  ]);
  return { done: "updated", next: present, cuts: [] };
}

function toNumbers({ kind, prefix, from, to, validFrom, validTo }: GrantedRange, next: number): Numbers {
  const span = { from_number: from, to_number: to, next_number: next, last_number: null };
  return { kind, prefix, ...span, valid_from: validFrom, valid_to: validTo };
}

/** `documents.type_code` of each kind of range. */
const TYPE_CODES: Readonly<Record<RangeKind, string>> = { fe: "01", contingency: "03", dse: "05" };

/**
 * Ranges that must not share a full number with one of `kind`: those of its module, but for those that numbered documents
 * of the company's other environment alone.
 */
export async function listNeighbours(
  { binding }: Context,
  companyId: number,
  kind: RangeKind,
  except = 0,
): Promise<RangeRow[]> {
  const typeCode = `CASE r.kind ${Object.entries(TYPE_CODES)
    .map(([name, code]) => `WHEN '${name}' THEN '${code}'`)
    .join(" ")} END`;
  const numbered = (comparison: string) => `EXISTS (SELECT 1 FROM documents d WHERE d.company_id = r.company_id
    AND d.environment = iif(c.environment ${comparison} 'produccion', 'produccion', 'habilitacion')
    AND d.type_code = ${typeCode} AND d.prefix = r.prefix AND d.number BETWEEN r.from_number AND r.to_number
    AND d.range_id = r.id)`;
  const sql = `SELECT r.* FROM ranges r JOIN companies c ON c.id = r.company_id
    WHERE r.company_id = ?1 AND (r.kind = 'dse') = (?2 = 'dse') AND r.id <> ?3
      AND NOT (${numbered("<>")} AND NOT ${numbered("=")})
    ORDER BY r.id`;
  return readAll<RangeRow>(binding.prepare(sql).bind(companyId, kind, except));
}

/**
 * What the ranges do not tell, their documents do: a database that was set back may lack the range that gave their numbers.
 * @throws OperatorError when a number that the range may give is a document's.
 */
export async function refuseDocuments({ binding }: Context, companyId: number, range: Numbers): Promise<void> {
  const types = range.kind === "dse" ? [TYPE_CODES.dse] : [TYPE_CODES.fe, TYPE_CODES.contingency];
  const sql = `SELECT max(d.number) AS number FROM companies c JOIN documents d ON d.company_id = c.id
      AND d.environment = c.environment AND d.type_code IN (SELECT value FROM json_each(?2))
      AND d.prefix = ?3 AND d.number BETWEEN ?4 AND ?5
    WHERE c.id = ?1`;
  const { prefix, next_number: next } = range;
  const bound = binding.prepare(sql).bind(companyId, JSON.stringify(types), prefix, next, findLastNumber(range));
  const number = (await readOne<{ number: number | null }>(bound))?.number ?? null;
  if (number === null) return;
  throw new OperatorError(`there is a document ${prefix}${number} already`, `--next must be past it: ${number + 1}`);
}

async function findRange(
  { binding }: Context,
  companyId: number,
  granted: GrantedRange,
): Promise<RangeRow | undefined> {
  const sql = `SELECT * FROM ranges WHERE company_id = ?1 AND kind = ?2 AND resolution = ?3 AND prefix = ?4 AND from_number = ?5`;
  const { kind, resolution, prefix, from } = granted;
  return readOne<RangeRow>(binding.prepare(sql).bind(companyId, kind, resolution, prefix, from));
}
