// Registers a range as the authority holds it, and cuts the one that it renews, or brings a known one up to date.
import { and, between, eq, exists, getTableColumns, inArray, max, ne, not, type SQL, sql } from "drizzle-orm";
import type { RangeKind } from "../../src/domain/company.ts";
import { codeOfRange, isCorrectable, KINDS, listCodes } from "../../src/domain/kind.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { build, findOne, run } from "../../src/store/base/db.ts";
import { runAcross } from "../../src/store/base/home.ts";
import { environmentOfType } from "../../src/store/base/module-environment.ts";
import { companies, documents, events, ranges } from "../../src/store/base/schema.ts";
import { open, type RangeIdentity, technicalKeyContext } from "../../src/store/secret/vault.ts";
import { type Context, commit } from "../command.ts";
import { OperatorError } from "../error.ts";
import { optional } from "../flag.ts";
import { openCompany } from "../home.ts";
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

/** The flag of every line that registers a range. */
export const NEXT = optional(
  "next",
  "number of the next document: the first one, or past the last that other software used; needed unless the range renews another of its prefix, after whose last number it goes on",
);

/** Numbers are given, and ranges changed, while a command looks at them: then it looks again. */
const TRIES = 3;
/** Statements that find their grounds changed fail by this constraint, and the whole transaction with them. */
const GUARD = /ranges_next_within/;

/**
 * Registers a granted range, or brings a known one up to date: a changed technical key, longer validity.
 * @param given number of the next document.
 * @param ask for that number, when a new range renews none and no flag gave it.
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

/** The range of an id. @throws OperatorError when there is none. */
export async function getRange({ db }: Context, id: number): Promise<RangeRow> {
  const range = await findOne(db, build.select().from(ranges).where(eq(ranges.id, id)));
  if (range === undefined) throw refuseUnknown(id);
  return range;
}

const newestSequence = sql<number>`coalesce(${max(events.sequence)}, 0)`;

/** The newest audit entry of a company: what reads its ranges after this, and writes while it is the newest, saw them all. */
async function findNewestEntry({ db }: Context, companyId: number): Promise<number> {
  const newest = build.select({ sequence: newestSequence }).from(events).where(eq(events.companyId, companyId));
  return (await findOne(db, newest))?.sequence ?? 0;
}

/** The range of an id with the newest audit entry of its company, as they were at one moment. @throws OperatorError when there is none. */
export async function getRangeAndNewest({ db }: Context, id: number) {
  const owner = build.select({ companyId: ranges.companyId }).from(ranges).where(eq(ranges.id, id));
  const [[range], [entry]] = await db.batch([
    build.select().from(ranges).where(eq(ranges.id, id)),
    build
      .select({ sequence: newestSequence })
      .from(events)
      .where(eq(events.companyId, sql`(${owner})`)),
  ]);
  if (range === undefined) throw refuseUnknown(id);
  return { range, newest: entry?.sequence ?? 0 };
}

function refuseUnknown(id: number): OperatorError {
  return new OperatorError(`there is no range ${id}`, "see `operator range list`");
}

/** Fails the transaction when the company has a newer audit entry than `newest`; `range` is any range of it. */
export function guardNewestEntry(companyId: number, newest: number, range: RangeIdentity) {
  const present = build.select({ sequence: newestSequence }).from(events).where(eq(events.companyId, companyId));
  const nextNumber = sql`iif((${present}) = ${newest}, ${ranges.nextNumber}, -1)`;
  return build.update(ranges).set({ nextNumber }).where(isRange(companyId, range));
}

function isRange(companyId: number, { kind, resolution, prefix, fromNumber }: RangeIdentity): SQL | undefined {
  return and(
    eq(ranges.companyId, companyId),
    eq(ranges.kind, kind),
    eq(ranges.resolution, resolution),
    eq(ranges.prefix, prefix),
    eq(ranges.fromNumber, fromNumber),
  );
}

/** Ends a range earlier; fails the transaction when it has given a later number by now. */
function cutRange({ range, last }: Cut) {
  const nextNumber = sql`iif(${ranges.nextNumber} <= ${last + 1}, ${ranges.nextNumber}, -1)`;
  return build.update(ranges).set({ lastNumber: last, nextNumber }).where(eq(ranges.id, range));
}

function checkGranted({ from, to, validFrom, validTo, kind, technicalKey }: GrantedRange): void {
  if (from < 1) throw new OperatorError(`the first number ${from} is before 1`);
  if (to < from) throw new OperatorError(`the last number ${to} is before the first ${from}`);
  if (validTo < validFrom) throw new OperatorError(`the last day ${validTo} is before the first ${validFrom}`);
  if (kind === "fe" && technicalKey === null) {
    throw new OperatorError(
      "an FE range has a technical key",
      "it goes into the CUFE: `operator range import` takes it from the authority; the portal shows that of the newest resolution only",
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
  const { nowMs } = context;
  const { kind, resolution, resolutionDate, prefix, from, to, validFrom, validTo, technicalKey } = granted;
  const newest = await findNewestEntry(context, companyId);
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
    ...cuts.map(cutRange),
    build.insert(ranges).values(row),
    guardNewestEntry(companyId, newest, identity),
  ]);
  return { done: "added", next, cuts };
}

async function update(
  context: Context,
  known: RangeRow,
  granted: GrantedRange,
  next: number | undefined,
): Promise<TakenOver> {
  const { keyring } = context;
  const { companyId, nextNumber: present } = known;
  const { kind, resolution, prefix, from, to, validFrom, validTo, technicalKey } = granted;
  const newest = await findNewestEntry(context, companyId);
  if (next !== undefined && next !== present) {
    throw new OperatorError(`the range is in use, its next number is ${present}`, "use `operator range edit --next`");
  }
  if (to < present - 1) {
    throw new OperatorError(`the range has given ${present - 1}, past its last number ${to}`, "check the numbers");
  }
  const identity = { kind, resolution, prefix, fromNumber: from };
  const subject = technicalKeyContext(companyId, identity);
  const sealed = known.sealedTechnicalKey;
  const key = sealed === null ? null : await open(await keyring.vaultKeys(), subject, sealed);
  const isNewKey = technicalKey !== null && technicalKey !== key;
  const isSameSpan = known.toNumber === to && known.validFrom === validFrom && known.validTo === validTo;
  if (!isNewKey && isSameSpan) return { done: "unchanged", next: present, cuts: [] };
  if (!isSameSpan) {
    const others = await listNeighbours(context, companyId, kind, known.id);
    refuseMeeting({ ...known, toNumber: to, validFrom, validTo }, others);
  }
  const dates = { toNumber: to, validFrom, validTo };
  const sealedKey = isNewKey ? { sealedTechnicalKey: await sealSecret(context, subject, technicalKey) } : {};
  const detail = { ...identity, ...dates, range: known.id, technical_key_changed: isNewKey };
  await commit(context, { companyId, action: "range.update", detail }, [
    build
      .update(ranges)
      .set({ ...dates, ...sealedKey })
      .where(eq(ranges.id, known.id)),
    guardNewestEntry(companyId, newest, identity),
  ]);
  return { done: "updated", next: present, cuts: [] };
}

function toNumbers({ kind, prefix, from, to, validFrom, validTo }: GrantedRange, next: number): Numbers {
  return { kind, prefix, fromNumber: from, toNumber: to, nextNumber: next, lastNumber: null, validFrom, validTo };
}

/** Kinds of documents that a range numbers. */
const RANGED = listCodes({}).filter(isCorrectable);

/** Those whose numbers a range of this kind must not share: all of its module. */
function listCodesBeside(kind: RangeKind) {
  const { module } = KINDS[codeOfRange(kind)];
  return RANGED.filter((code) => KINDS[code].module === module);
}

/** The environment in which the company of a row issues what a range of this kind numbers. */
function environmentOfKind(kind: RangeKind): SQL {
  return environmentOfType(sql.raw(`'${codeOfRange(kind)}'`));
}

/**
 * Ranges that must not share a full number with one of `kind`: those of its module, but for those that numbered documents
 * of the company's other environment alone.
 */
export function listNeighbours({ db }: Context, companyId: number, kind: RangeKind, except = 0): Promise<RangeRow[]> {
  const kinds = listCodesBeside(kind).map((code) => KINDS[code].range);
  const isOfModule = inArray(ranges.kind, kinds);
  const own = environmentOfKind(kind);
  const other = sql`iif(${own} = 'produccion', 'habilitacion', 'produccion')`;
  const isOfOther = and(hasNumbered(other), not(hasNumbered(own)));
  const isNeighbour = and(
    eq(ranges.companyId, companyId),
    isOfModule,
    ne(ranges.id, except),
    isOfOther && not(isOfOther),
  );
  const neighbours = build
    .select(getTableColumns(ranges))
    .from(ranges)
    .innerJoin(companies, eq(companies.id, ranges.companyId));
  return run(db, neighbours.where(isNeighbour).orderBy(ranges.id));
}

/** Whether a document of an environment has a number of the row's range. */
function hasNumbered(environment: SQL): SQL {
  const isNumbered = and(
    eq(documents.companyId, ranges.companyId),
    eq(documents.environment, environment),
    inArray(documents.typeCode, RANGED),
    eq(documents.prefix, ranges.prefix),
    between(documents.number, ranges.fromNumber, ranges.toNumber),
    eq(documents.rangeId, ranges.id),
  );
  return exists(build.select({ id: documents.id }).from(documents).where(isNumbered));
}

/**
 * What the ranges do not show, their documents do: a database that was set back may lack the range that gave their numbers.
 * @throws OperatorError when a number that the range may give is a document's.
 */
export async function refuseDocuments(context: Context, companyId: number, range: Numbers): Promise<void> {
  const { prefix, nextNumber } = range;
  const isIn = and(
    eq(documents.companyId, companyId),
    eq(documents.environment, environmentOfKind(range.kind)),
    inArray(documents.typeCode, listCodesBeside(range.kind)),
    eq(documents.prefix, prefix),
    between(documents.number, nextNumber, findLastNumber(range)),
  );
  const highest = build
    .select({ number: max(documents.number) })
    .from(companies)
    .innerJoin(documents, isIn);
  const ofCompany = highest.where(eq(companies.id, companyId));
  const found = await runAcross(await openCompany(context, companyId), ofCompany);
  const number = Math.max(...found.map((row) => row.number ?? 0));
  if (number === 0) return;
  throw new OperatorError(`there is a document ${prefix}${number} already`, `--next must be past it: ${number + 1}`);
}

/** The range that was granted, where it is registered. */
export function findRange({ db }: Context, companyId: number, granted: GrantedRange): Promise<RangeRow | undefined> {
  const identity = { ...granted, fromNumber: granted.from };
  return findOne(db, build.select().from(ranges).where(isRange(companyId, identity)));
}
