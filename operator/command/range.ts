// `range`, add, edit and list, keeps numbering as the authority granted it.
import { eq, sql } from "drizzle-orm";
import { RANGE_KINDS } from "../../src/domain/company.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { build } from "../../src/store/base/db.ts";
import { ranges } from "../../src/store/base/schema.ts";
import { type Command, type Context, commit } from "../command.ts";
import { CSV } from "../csv.ts";
import { listRanges } from "../data/range-list.ts";
import { OperatorError } from "../error.ts";
import { optional, required } from "../flag.ts";
import type { Input } from "../input.ts";
import { type Done, doMany, readManyRows, rowsFlag, VERBOSE } from "../many.ts";
import { readBoolean, readChoice, readDate, readId, readInteger, readText } from "../reader.ts";
import { answerRows } from "../table.ts";
import { getCompany } from "./company.ts";
import { type Cut, findLastNumber, type RangeRow, refuseMeeting } from "./range-overlap.ts";
import {
  againIfChanged,
  findRange,
  type GrantedRange,
  getRangeAndNewest,
  guardNewestEntry,
  listNeighbours,
  NEXT,
  refuseDocuments,
  takeOver,
} from "./range-takeover.ts";

const NUMBER_MAX = 999_999_999;
export const readNumber = readInteger(1, NUMBER_MAX);
export const readKind = readChoice(...RANGE_KINDS);

/** What becomes of a range that a row finds there. */
export const TAKEN_OVER = "a range that is there goes on with its numbers, and what a row changes of it is said";

export const addRange: Command = {
  name: "range add",
  seals: true,
  about: "registers a numbering range by hand, exactly as the authority's resolution says",
  flags: [
    required("company", "id of the company; not with --rows"),
    required("kind", "fe, contingency, dse or pos"),
    required("resolution", "number of the resolution"),
    required("resolution-date", "date of the resolution"),
    optional("prefix", "prefix, up to 4 capitals or digits; none when the range has none"),
    required("from", "first number"),
    required("to", "last number"),
    required("valid-from", "first day"),
    required("valid-to", "last day"),
    optional(
      "technical-key",
      "technical key, 40 to 96 hexadecimal digits; FE ranges have one, and `range import` brings it",
    ).secret(),
    NEXT,
    rowsFlag(TAKEN_OVER),
    VERBOSE,
    CSV,
  ],
  isOfMany: (has) => has("rows"),
  run: async (context) => {
    if (context.input.has("rows")) {
      return doMany(context, addRange, "range", await readManyRows(context, addRange), addRow);
    }
    const { input } = context;
    const company = await getCompany(context);
    const granted = await readGranted(input);
    const { next, cuts } = await takeOver(context, company.id, granted, input.find("next", readNumber), () =>
      input.get("next", readNumber),
    );
    const { technicalKey: _secret, ...data } = granted;
    const over = describeEnd(context, granted);
    const text = `range ${granted.prefix} ${granted.from}-${granted.to}, next ${next}${describeCuts(cuts)}${over}`;
    const step = `operator range list --company ${company.id}`;
    return {
      data: { ...data, next, cuts },
      text,
      next: [context.isRemote ? step : `${step}; operator stand register --company ${company.id}`],
    };
  },
};

/** A row of a file: a range that is there goes on where it is, whatever number the row would begin with. */
async function addRow(context: Context): Promise<Done> {
  const { input } = context;
  const [company, granted] = [await getCompany(context), await readGranted(input)];
  const isKnown = (await findRange(context, company.id, granted)) !== undefined;
  const given = isKnown ? undefined : input.find("next", readNumber);
  const { done, next, cuts } = await takeOver(context, company.id, granted, given, () => input.get("next", readNumber));
  const { prefix, from, to } = granted;
  const note = `${prefix} ${from}-${to}, next ${next}${describeCuts(cuts)}${describeEnd(context, granted)}`;
  return { result: done, note, isShown: done === "updated" };
}

function describeEnd({ nowMs }: Context, { validTo }: GrantedRange): string {
  return validTo < dateInBogota(nowMs()) ? `; it ended on ${validTo} and gives no number` : "";
}

async function readGranted(input: Input): Promise<GrantedRange> {
  return {
    kind: await input.get("kind", readKind),
    resolution: await input.get("resolution", readResolution),
    resolutionDate: await input.get("resolution-date", readDate),
    prefix: input.find("prefix", readPrefix) ?? "",
    from: await input.get("from", readNumber),
    to: await input.get("to", readNumber),
    validFrom: await input.get("valid-from", readDate),
    validTo: await input.get("valid-to", readDate),
    technicalKey: input.find("technical-key", readTechnicalKey) ?? null,
  };
}

/** What a range gives from now on: `(FE) gives 12 next, 15 last: 4 numbers left`. */
function describeRange(range: RangeRow, isActive: boolean): string {
  const last = findLastNumber(range);
  const left = Math.max(last - range.nextNumber + 1, 0);
  if (!isActive) return `(${range.prefix}) is out of use and gives no number`;
  return `(${range.prefix}) gives ${range.nextNumber} next, ${last} last: ${left} numbers left`;
}

/** Ranges that end earlier for a new one, as a tail of the answer. */
export function describeCuts(cuts: readonly Cut[]): string {
  return cuts.map(({ range, last }) => `; range ${range} ends with ${last}`).join("");
}

const edit: Command = {
  name: "range edit",
  about: "moves a range's next number forward, ends it earlier, or takes it in or out of use",
  flags: [
    required("range", "id of the range, see `range list`"),
    optional("next", "number of the next document; only forward, past every number given"),
    optional("last", "last number to give, when that is not the last one granted"),
    optional("active", "true or false"),
  ],
  run: async (context) => {
    const { input } = context;
    const id = await input.get("range", readId);
    const next = input.find("next", readNumber);
    const last = input.find("last", readInteger(0, NUMBER_MAX));
    const isActive = input.find("active", readBoolean);
    if (next === undefined && last === undefined && isActive === undefined)
      throw new OperatorError("nothing to change", "give --next, --last or --active");
    return againIfChanged(async () => {
      const { range, newest } = await getRangeAndNewest(context, id);
      const changed = { ...range, nextNumber: next ?? range.nextNumber, lastNumber: readLast(range, last) };
      checkNext(range, changed);
      const isMore = isActive === true || findLastNumber(changed) > findLastNumber(range);
      if (isMore) {
        refuseMeeting(changed, await listNeighbours(context, range.companyId, range.kind, id));
        await refuseDocuments(context, range.companyId, changed);
      }
      const change = {
        ...(next === undefined ? {} : { nextNumber: next }),
        ...(last === undefined ? {} : { lastNumber: changed.lastNumber }),
        ...(isActive === undefined ? {} : { isActive }),
      };
      const before = { next: range.nextNumber, last: findLastNumber(range), active: range.isActive };
      const detail = { range: id, before, ...change };
      await commit(context, { companyId: range.companyId, action: "range.edit", detail }, [
        ...(next === undefined ? [] : [guardNext(id, next)]),
        ...(last === undefined ? [] : [guardNext(id, last + 1)]),
        build.update(ranges).set(change).where(eq(ranges.id, id)),
        guardNewestEntry(range.companyId, newest, range),
      ]);
      return { data: detail, text: `range ${id} ${describeRange(changed, isActive ?? range.isActive)}` };
    });
  },
};

function readLast(range: RangeRow, last: number | undefined): number | null {
  if (last === undefined) return range.lastNumber;
  if (last > range.toNumber) throw new OperatorError(`--last: ${last} is past ${range.toNumber}, as it was granted`);
  return last === range.toNumber ? null : last;
}

function checkNext(range: RangeRow, changed: RangeRow): void {
  const next = changed.nextNumber;
  if (next < range.nextNumber || next > range.toNumber + 1) {
    throw new OperatorError(
      `--next: ${next} is not from ${range.nextNumber} to ${range.toNumber + 1}`,
      "numbers only go forward",
    );
  }
  if (changed.lastNumber !== null && changed.lastNumber !== range.lastNumber && changed.lastNumber < next - 1) {
    throw new OperatorError(`--last: ${changed.lastNumber} is before ${next - 1}, which is given`);
  }
}

/** Fails the transaction when the next number is past `most` by now. */
export function guardNext(id: number, most: number) {
  const { nextNumber } = ranges;
  const guarded = sql`iif(${nextNumber} <= ${most}, ${nextNumber}, -1)`;
  return build.update(ranges).set({ nextNumber: guarded }).where(eq(ranges.id, id));
}

const list: Command = {
  name: "range list",
  reads: true,
  isOfAll: true,
  about: "shows every range with the numbers and the days it has left",
  flags: [
    optional("company", "id of the company; all of them unless given"),
    optional(
      "ends-by",
      "YYYY-MM-DD: only those that still give numbers, and whose last day is this one or an earlier one",
    ),
    CSV,
  ],
  run: async (context) => {
    const companyId = context.input.find("company", readId) ?? null;
    const endsBy = context.input.find("ends-by", readDate);
    if (companyId !== null) await getCompany(context);
    const all = await listRanges(context, companyId);
    if (endsBy === undefined) return answerRows(all, "no range yet: `operator range add`");
    const ending = all.filter(
      (range) => range.active && range.numbers_left > 0 && range.days_left >= 0 && range.valid_to <= endsBy,
    );
    return answerRows(ending, `no range that gives numbers ends by ${endsBy}`);
  },
};

export function readPrefix(text: string): string {
  if (!/^[A-Z0-9]{0,4}$/.test(text)) throw new OperatorError(`"${text}" is not a prefix`, "up to 4 capitals or digits");
  return text;
}

export function readResolution(text: string): string {
  if (!/^\d{8,14}$/.test(text))
    throw new OperatorError(`"${text}" is not the number of a resolution`, "8 to 14 digits");
  return text;
}

/**
 * A technical key in the lower case in which the authority grants it: it is hashed into every CUFE as it stands. The text is a
 * secret and never repeated.
 */
export function readTechnicalKey(text: string): string {
  const key = readText(text).toLowerCase();
  if (/^[0-9a-f]{40,96}$/.test(key)) return key;
  const foreign = /[^0-9a-f]/.test(key) ? "; some of these are others, such as the letter o for a zero" : "";
  throw new OperatorError(
    `the technical key is 40 to 96 digits and letters from a to f, not ${key.length} characters${foreign}`,
    "`operator range import` takes it from the authority",
  );
}

export const RANGE_COMMANDS: readonly Command[] = [addRange, edit, list];
