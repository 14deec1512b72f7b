// `series`, add, list and edit, keeps the company's own numbers of its notes: no range is authorised for them.
import { and, eq, gte, sql } from "drizzle-orm";
import { type Environment, inModule } from "../../src/domain/company.ts";
import { KINDS, listCodes } from "../../src/domain/kind.ts";
import { build, findOne, run } from "../../src/store/base/db.ts";
import { runAcross } from "../../src/store/base/home.ts";
import { documents, series } from "../../src/store/base/schema.ts";
import { type Command, type Context, commit } from "../command.ts";
import { CSV } from "../csv.ts";
import { OperatorError } from "../error.ts";
import { optional, required } from "../flag.ts";
import { openCompany } from "../home.ts";
import { isNotLeftBehind } from "../left-behind.ts";
import { readChoice, readInteger } from "../reader.ts";
import { answerRows } from "../table.ts";
import { findCompanyId, getCompany } from "./company.ts";

const readNumber = readInteger(1, 999_999_999);
const readType = readChoice(...listCodes({ shape: "note" }));
const readEnvironment = readChoice<Environment>("produccion", "habilitacion");

const WHICH = [
  required("company", "id of the company"),
  required("type", "91 credit notes, 92 debit notes, 95 adjustment notes, 94 and 93 credit and debit notes of tickets"),
  optional("environment", "produccion or habilitacion; where the company issues them unless given"),
];

type SeriesRow = typeof series.$inferSelect;
type SeriesKey = Pick<SeriesRow, "companyId" | "typeCode" | "environment">;

const add: Command = {
  name: "series add",
  about: "gives a company a series of notes of a type that has none; new companies have one of each",
  flags: [
    ...WHICH,
    required("prefix", "prefix, up to 10 capitals or digits"),
    optional("next", "number of the next note; 1 unless given, or the one after the last that other software gave"),
  ],
  run: async (context) => {
    const { input } = context;
    const key = await readKey(context);
    const present = await findSeries(context, key);
    if (present !== undefined) {
      throw new OperatorError(`${describe(key)} has the series ${present.prefix}`, "change it with `series edit`");
    }
    const prefix = await input.get("prefix", readPrefix);
    const next = input.find("next", readNumber) ?? 1;
    await refuseGiven(context, key, prefix, next);
    const detail = { type: key.typeCode, environment: key.environment, prefix, next };
    await commit(context, { companyId: key.companyId, action: "series.add", detail }, [
      build.insert(series).values({ ...key, prefix, firstNumber: next, nextNumber: next }),
    ]);
    return { data: detail, text: `${describe(key)}: ${prefix}${next} comes next` };
  },
};

const edit: Command = {
  name: "series edit",
  about: "changes prefix or next number of a series of notes, and lets one go on that another system's number stopped",
  flags: [
    ...WHICH,
    optional("prefix", "another prefix, up to 10 capitals or digits"),
    optional("next", "number of the next note: only forward under the same prefix; 1 under another one unless given"),
  ],
  run: async (context) => {
    const { input } = context;
    const key = await readKey(context);
    const present = await findSeries(context, key);
    if (present === undefined) throw new OperatorError(`${describe(key)} has no series`, "give it one: `series add`");
    const prefix = input.find("prefix", readPrefix) ?? present.prefix;
    const isOther = prefix !== present.prefix;
    const given = input.find("next", readNumber);
    if (!isOther && given === undefined) throw new OperatorError("nothing to change", "give --prefix or --next");
    const next = given ?? 1;
    if (!isOther && next < present.nextNumber) {
      throw new OperatorError(`--next: ${next} is before ${present.nextNumber}`, "numbers only go forward");
    }
    await refuseGiven(context, key, prefix, next);
    const before = { prefix: present.prefix, next: present.nextNumber, stopped_by: present.stoppedBy };
    const detail = { type: key.typeCode, environment: key.environment, before, prefix, next };
    await commit(context, { companyId: key.companyId, action: "series.edit", detail }, [
      guardSeries(key, present),
      build
        .update(series)
        .set({
          ...{ prefix, nextNumber: next, stoppedBy: null, stopsFrom: next },
          ...(isOther ? { firstNumber: next } : {}),
        })
        .where(isSeries(key)),
    ]);
    return { data: detail, text: `${describe(key)}: ${prefix}${next} comes next` };
  },
};

const list: Command = {
  name: "series list",
  reads: true,
  isOfAll: true,
  about: "shows every series of notes with the number that comes next",
  flags: [optional("company", "id of the company; all of them unless given"), CSV],
  run: async (context) => {
    const companyId = await findCompanyId(context);
    const { companyId: company, typeCode: type, environment, prefix, nextNumber: next, stoppedBy } = series;
    const which = companyId === null ? isNotLeftBehind(company) : eq(company, companyId);
    const rows = build.select({ company, type, environment, prefix, next, stopped_by: stoppedBy }).from(series);
    const data = await run(context.db, rows.where(which).orderBy(company, environment, type));
    return answerRows(data, "no series yet: `operator series add`");
  },
};

async function readKey(context: Context): Promise<SeriesKey> {
  const company = await getCompany(context);
  const typeCode = await context.input.get("type", readType);
  const environment =
    context.input.find("environment", readEnvironment) ?? inModule(company, KINDS[typeCode].module).environment;
  return { companyId: company.id, typeCode, environment };
}

function isSeries({ companyId, typeCode, environment }: SeriesKey) {
  return and(eq(series.companyId, companyId), eq(series.typeCode, typeCode), eq(series.environment, environment));
}

function findSeries({ db }: Context, key: SeriesKey): Promise<SeriesRow | undefined> {
  return findOne(db, build.select().from(series).where(isSeries(key)));
}

/** Fails the transaction when a note took a number meanwhile, or somebody else changed the series. */
function guardSeries(key: SeriesKey, { prefix, nextNumber }: SeriesRow) {
  const isSame = sql`${series.prefix} = ${prefix} AND ${series.nextNumber} = ${nextNumber}`;
  return build
    .update(series)
    .set({ nextNumber: sql`iif(${isSame}, ${series.nextNumber}, 0)` })
    .where(isSeries(key));
}

/**
 * Walks every note of its type: the index has numbers as text, in which 2 comes after 1999, and an index by number would be a row
 * more for each document, for a command that is given once in years.
 * @throws OperatorError when a note of this prefix has the next number, or a later one.
 */
async function refuseGiven(context: Context, key: SeriesKey, prefix: string, next: number): Promise<void> {
  const isGiven = and(
    eq(documents.companyId, key.companyId),
    eq(documents.typeCode, key.typeCode),
    eq(documents.environment, key.environment),
    eq(documents.prefix, prefix),
    gte(documents.number, next),
  );
  const last = build.select({ number: sql<number | null>`max(${documents.number})`.as("lastNumber") }).from(documents);
  const found = await runAcross(await openCompany(context, key.companyId), last.where(isGiven));
  const number = Math.max(...found.map((row) => row.number ?? 0));
  if (number === 0) return;
  throw new OperatorError(`${prefix}${number} is given already`, `--next is at least ${number + 1}`);
}

function describe({ companyId, typeCode, environment }: SeriesKey): string {
  return `type ${typeCode} of company ${companyId} in ${environment}`;
}

function readPrefix(text: string): string {
  if (!/^[A-Z0-9]{1,10}$/.test(text)) {
    throw new OperatorError(`"${text}" is not a prefix of notes`, "1 to 10 capitals or digits");
  }
  return text;
}

export const SERIES_COMMANDS: readonly Command[] = [add, edit, list];
