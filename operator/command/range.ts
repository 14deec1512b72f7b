// range add, edit and status: numbering as the authority granted it, number by number.
import { dateInBogota } from "../../src/domain/calendar.ts";
import type { RangeKind } from "../../src/domain/company.ts";
import { readAll, readOne } from "../../src/store/database.ts";
import { updateRange } from "../../src/store/registry.ts";
import { type Command, type Context, commit } from "../command.ts";
import { OperatorError } from "../error.ts";
import { readBoolean, readChoice, readDate, readId, readInteger, readText } from "../reader.ts";
import { NEVER } from "../secret-flag.ts";
import { printTable } from "../table.ts";
import { getCompany } from "./company.ts";
import { type Cut, findLastNumber, type RangeRow, refuseMeeting } from "./range-overlap.ts";
import {
  againIfChanged,
  type GrantedRange,
  guardDeeds,
  listNeighbours,
  readDeeds,
  refuseDocuments,
  takeOver,
} from "./range-takeover.ts";

const NUMBER_MAX = 999_999_999;
const DAY_MS = 86_400_000;
const readNumber = readInteger(1, NUMBER_MAX);
export const readKind = readChoice<RangeKind>("fe", "contingency", "dse");

const add: Command = {
  name: "range add",
  about: "registers a numbering range by hand, exactly as the authority's resolution says",
  flags: {
    company: "*id of the company",
    kind: "*fe, contingency or dse",
    resolution: "*number of the resolution",
    "resolution-date": "*date of the resolution",
    prefix: "prefix, up to 4 capitals or digits; none when the range has none",
    from: "*first number",
    to: "*last number",
    "valid-from": "*first day",
    "valid-to": "*last day",
    "technical-key": "technical key; FE ranges have one",
    next: "number of the next document: the first one, unless the range was used elsewhere; needed unless it renews another",
  },
  secretFlags: { "technical-key": NEVER },
  run: async (context) => {
    const { input } = context;
    const company = await getCompany(context);
    const granted: GrantedRange = {
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
    const { next, cuts } = await takeOver(context, company.id, granted, input.find("next", readNumber), () =>
      input.get("next", readNumber),
    );
    const { technicalKey: _secret, ...data } = granted;
    const text = `range ${granted.prefix} ${granted.from}-${granted.to}, next ${next}${tellCuts(cuts)}`;
    return { data: { ...data, next, cuts }, text };
  },
};

/** Ranges that end earlier for a new one, as a tail of what is told. */
export function tellCuts(cuts: readonly Cut[]): string {
  return cuts.map(({ range, last }) => `; range ${range} ends with ${last}`).join("");
}

const edit: Command = {
  name: "range edit",
  about: "moves a range's next number forward, ends it earlier, or takes it in or out of use",
  flags: {
    range: "*id of the range, see `range status`",
    next: "number of the next document; only forward, past every number given",
    last: "last number to give, when that is not the last one granted",
    active: "true or false",
  },
  run: async (context) => {
    const { binding, input } = context;
    const id = await input.get("range", readId);
    const next = input.find("next", readNumber);
    const last = input.find("last", readInteger(0, NUMBER_MAX));
    const isActive = input.find("active", readBoolean);
    if (next === undefined && last === undefined && isActive === undefined)
      throw new OperatorError("nothing to change", "give --next, --last or --active");
    return againIfChanged(async () => {
      const range = await getRange(context, id);
      const deeds = await readDeeds(context, range.company_id);
      const changed = { ...range, next_number: next ?? range.next_number, last_number: readLast(range, last) };
      checkNext(range, changed);
      const isMore = isActive === true || findLastNumber(changed) > findLastNumber(range);
      if (isMore) {
        refuseMeeting(changed, await listNeighbours(context, range.company_id, range.kind, id));
        await refuseDocuments(context, range.company_id, changed);
      }
      const change = {
        ...(next === undefined ? {} : { nextNumber: next }),
        ...(last === undefined ? {} : { lastNumber: changed.last_number }),
        ...(isActive === undefined ? {} : { isActive }),
      };
      const before = { next: range.next_number, last: findLastNumber(range), active: range.is_active === 1 };
      const detail = { range: id, before, ...change };
      await commit(context, { companyId: range.company_id, action: "range.edit", detail }, [
        ...(next === undefined ? [] : [guardNext(context, id, next)]),
        ...(last === undefined ? [] : [guardNext(context, id, last + 1)]),
        updateRange(binding, id, change),
        guardDeeds(context, range.company_id, deeds, { ...range, fromNumber: range.from_number }),
      ]);
      return { data: detail, text: `range ${id} changed` };
    });
  },
};

async function getRange({ binding }: Context, id: number): Promise<RangeRow> {
  const range = await readOne<RangeRow>(binding.prepare("SELECT * FROM ranges WHERE id = ?1").bind(id));
  if (range === undefined) throw new OperatorError(`there is no range ${id}`, "see `operator range status`");
  return range;
}

function readLast(range: RangeRow, last: number | undefined): number | null {
  if (last === undefined) return range.last_number;
  if (last > range.to_number) throw new OperatorError(`--last: ${last} is past ${range.to_number}, as it was granted`);
  return last === range.to_number ? null : last;
}

function checkNext(range: RangeRow, changed: RangeRow): void {
  const next = changed.next_number;
  if (next < range.next_number || next > range.to_number + 1) {
    throw new OperatorError(
      `--next: ${next} is not from ${range.next_number} to ${range.to_number + 1}`,
      "numbers only go forward",
    );
  }
  if (changed.last_number !== null && changed.last_number !== range.last_number && changed.last_number < next - 1) {
    throw new OperatorError(`--last: ${changed.last_number} is before ${next - 1}, which is given`);
  }
}

/** Fails the transaction when the next number is past `most` by now. */
function guardNext({ binding }: Context, id: number, most: number): D1PreparedStatement {
  const sql = "UPDATE ranges SET next_number = iif(next_number <= ?2, next_number, -1) WHERE id = ?1";
  return binding.prepare(sql).bind(id, most);
}

const status: Command = {
  name: "range status",
  about: "shows every range with the numbers and the days it has left",
  flags: { company: "id of the company; all of them unless given" },
  run: async (context) => {
    const companyId = context.input.find("company", readId) ?? null;
    if (companyId !== null) await getCompany(context);
    const data = await readRangeStatus(context, companyId);
    return { data, text: printTable(data, "no range yet: `operator range add`") };
  },
};

/** Ranges with what they have left; of one company, or of all. */
export async function readRangeStatus({ binding, nowMs }: Context, companyId: number | null) {
  const sql = "SELECT * FROM ranges WHERE ?1 IS NULL OR company_id = ?1 ORDER BY company_id, kind, id";
  const rows = await readAll<RangeRow>(binding.prepare(sql).bind(companyId));
  const today = Date.parse(dateInBogota(nowMs()));
  return rows.map((row) => ({
    id: row.id,
    company: row.company_id,
    kind: row.kind,
    prefix: row.prefix,
    from: row.from_number,
    to: row.to_number,
    next: row.next_number,
    last: findLastNumber(row),
    numbers_left: Math.max(0, findLastNumber(row) - row.next_number + 1),
    valid_from: row.valid_from,
    valid_to: row.valid_to,
    days_left: (Date.parse(row.valid_to) - today) / DAY_MS,
    active: row.is_active === 1,
    stopped_by: row.stopped_by,
  }));
}

export function readPrefix(text: string): string {
  if (!/^[A-Z0-9]{0,4}$/.test(text)) throw new OperatorError(`"${text}" is not a prefix`, "up to 4 capitals or digits");
  return text;
}

export function readResolution(text: string): string {
  if (!/^\d{8,14}$/.test(text))
    throw new OperatorError(`"${text}" is not the number of a resolution`, "8 to 14 digits");
  return text;
}

/** The text is a secret and never repeated. */
function readTechnicalKey(text: string): string {
  if (!/^[0-9A-Za-z]{10,80}$/.test(readText(text)))
    throw new OperatorError("the technical key is 10 to 80 letters and digits");
  return text;
}

export const RANGE_COMMANDS: readonly Command[] = [add, edit, status];
