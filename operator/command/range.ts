// range add, import, edit and status: numbering as the authority granted it, number by number.
import { dateInBogota } from "../../src/domain/calendar.ts";
import type { RangeKind } from "../../src/domain/company.ts";
import { readAll, readOne } from "../../src/store/database.ts";
import { insertRange, updateRange } from "../../src/store/registry.ts";
import { technicalKeyContext } from "../../src/store/sealed-secret.ts";
import { open } from "../../src/store/vault.ts";
import { type Command, type Context, commit } from "../command.ts";
import { OperatorError } from "../error.ts";
import { readBoolean, readChoice, readDate, readId, readInteger, readText } from "../reader.ts";
import { sealSecret } from "../sealing.ts";
import { printTable } from "../table.ts";
import { getCompany } from "./company.ts";

const NUMBER_MAX = 999_999_999;
const DAY_MS = 86_400_000;
const readNumber = readInteger(1, NUMBER_MAX);
export const readKind = readChoice<RangeKind>("fe", "contingency", "dse");

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

/** A row of `ranges`. */
export interface RangeRow {
  readonly id: number;
  readonly company_id: number;
  readonly kind: RangeKind;
  readonly resolution: string;
  readonly prefix: string;
  readonly from_number: number;
  readonly to_number: number;
  readonly valid_from: string;
  readonly valid_to: string;
  readonly sealed_technical_key: string | null;
  readonly next_number: number;
  readonly is_active: number;
}

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
    next: "*number of the next document: the first one, unless the range was used elsewhere",
  },
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
    const next = await input.get("next", readNumber);
    await takeOver(context, company.id, granted, next);
    const { technicalKey: _secret, ...data } = granted;
    return { data: { ...data, next }, text: `range ${granted.prefix} ${granted.from}-${granted.to}, next ${next}` };
  },
};

/**
 * Registers a granted range, or brings a known one up to date: a changed technical key, longer validity.
 * @param next needed for a new range only.
 * @returns what was done.
 */
export async function takeOver(
  context: Context,
  companyId: number,
  granted: GrantedRange,
  next: number | undefined,
): Promise<"added" | "updated" | "unchanged"> {
  const { db, keyring } = context;
  checkGranted(granted);
  const { kind, resolution, prefix, from, to, validFrom, validTo, technicalKey } = granted;
  const identity = { kind, resolution, prefix, fromNumber: from };
  const subject = technicalKeyContext(companyId, identity);
  const known = await findRange(context, companyId, granted);
  const sealedKey = technicalKey === null ? null : await sealSecret(context, subject, technicalKey);
  const dates = { toNumber: to, validFrom, validTo };
  if (known === undefined) {
    if (next === undefined)
      throw new OperatorError("--next is missing", "say the number of the next document on first use");
    if (next < from || next > to + 1) throw new OperatorError(`--next: ${next} is outside ${from} to ${to}`);
    await refuseOverlap(context, companyId, granted);
    const { resolutionDate } = granted;
    const row = { companyId, ...identity, ...dates, resolutionDate, sealedTechnicalKey: sealedKey, nextNumber: next };
    await commit(context, { companyId, action: "range.add", detail: { ...identity, ...dates, next } }, [
      insertRange(db, row),
    ]);
    return "added";
  }
  if (next !== undefined && next !== known.next_number) {
    throw new OperatorError(
      `the range is in use, its next number is ${known.next_number}`,
      "use `operator range edit --next`",
    );
  }
  const sealed = known.sealed_technical_key;
  const present = sealed === null ? null : await open(await keyring.vaultKeys(), subject, sealed);
  const isNewKey = technicalKey !== null && technicalKey !== present;
  const isSameSpan = known.to_number === to && known.valid_from === validFrom && known.valid_to === validTo;
  if (!isNewKey && isSameSpan) return "unchanged";
  const change = { ...dates, ...(isNewKey ? { sealedTechnicalKey: sealedKey } : {}) };
  const detail = { ...identity, ...dates, range: known.id, technical_key_changed: isNewKey };
  await commit(context, { companyId, action: "range.update", detail }, [updateRange(db, known.id, change)]);
  return "updated";
}

function checkGranted({ from, to, validFrom, validTo, kind, technicalKey }: GrantedRange): void {
  if (to < from) throw new OperatorError(`the last number ${to} is before the first ${from}`);
  if (validTo < validFrom) throw new OperatorError(`the last day ${validTo} is before the first ${validFrom}`);
  if (kind === "fe" && technicalKey === null) {
    throw new OperatorError(
      "an FE range has a technical key",
      "it goes into the CUFE; read it from the authority's portal",
    );
  }
}

/** Two ranges of one prefix that share numbers would give two documents one number. */
async function refuseOverlap(
  context: Context,
  companyId: number,
  { prefix, from, to, kind }: GrantedRange,
): Promise<void> {
  const sql = `SELECT * FROM ranges WHERE company_id = ?1 AND prefix = ?2 AND from_number <= ?4 AND to_number >= ?3
    AND (kind = 'dse') = (?5 = 'dse')`;
  const found = await readOne<RangeRow>(context.db.prepare(sql).bind(companyId, prefix, from, to, kind));
  if (found === undefined) return;
  const span = `${found.prefix} ${found.from_number}-${found.to_number}`;
  throw new OperatorError(
    `range ${found.id} (${span}) holds some of these numbers already`,
    "check prefix and numbers",
  );
}

async function findRange({ db }: Context, companyId: number, granted: GrantedRange): Promise<RangeRow | undefined> {
  const sql = `SELECT * FROM ranges WHERE company_id = ?1 AND kind = ?2 AND resolution = ?3 AND prefix = ?4 AND from_number = ?5`;
  const { kind, resolution, prefix, from } = granted;
  return readOne<RangeRow>(db.prepare(sql).bind(companyId, kind, resolution, prefix, from));
}

const edit: Command = {
  name: "range edit",
  about: "moves a range's next number forward, or takes the range in or out of use",
  flags: {
    range: "*id of the range, see `range status`",
    next: "number of the next document; only forward, past every number given",
    active: "true or false",
  },
  run: async (context) => {
    const { db, input } = context;
    const id = await input.get("range", readId);
    const range = await readOne<RangeRow>(db.prepare("SELECT * FROM ranges WHERE id = ?1").bind(id));
    if (range === undefined) throw new OperatorError(`there is no range ${id}`, "see `operator range status`");
    const next = input.find("next", readNumber);
    const isActive = input.find("active", readBoolean);
    if (next === undefined && isActive === undefined)
      throw new OperatorError("nothing to change", "give --next or --active");
    if (next !== undefined && (next < range.next_number || next > range.to_number + 1)) {
      throw new OperatorError(
        `--next: ${next} is not from ${range.next_number} to ${range.to_number + 1}`,
        "numbers only go forward",
      );
    }
    const change = {
      ...(next === undefined ? {} : { nextNumber: next }),
      ...(isActive === undefined ? {} : { isActive }),
    };
    const detail = { range: id, before: { next: range.next_number, active: range.is_active === 1 }, ...change };
    await commit(context, { companyId: range.company_id, action: "range.edit", detail }, [updateRange(db, id, change)]);
    return { data: detail, text: `range ${id} changed` };
  },
};

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
export async function readRangeStatus({ db, nowMs }: Context, companyId: number | null) {
  const sql = "SELECT * FROM ranges WHERE ?1 IS NULL OR company_id = ?1 ORDER BY company_id, kind, id";
  const rows = await readAll<RangeRow>(db.prepare(sql).bind(companyId));
  const today = Date.parse(dateInBogota(nowMs()));
  return rows.map((row) => ({
    id: row.id,
    company: row.company_id,
    kind: row.kind,
    prefix: row.prefix,
    from: row.from_number,
    to: row.to_number,
    next: row.next_number,
    numbers_left: row.to_number - row.next_number + 1,
    valid_from: row.valid_from,
    valid_to: row.valid_to,
    days_left: (Date.parse(row.valid_to) - today) / DAY_MS,
    active: row.is_active === 1,
  }));
}

export function readPrefix(text: string): string {
  if (!/^[A-Z0-9]{0,4}$/.test(text)) throw new OperatorError(`"${text}" is not a prefix`, "up to 4 capitals or digits");
  return text;
}

function readResolution(text: string): string {
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
