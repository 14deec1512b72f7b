// Finds documents by what somebody has of them: over all companies by what an index leads to, and of amounts in a bounded number of rows.
import { and, asc, between, count, desc, eq, gte, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { listIdentificationTypes, listNumbers } from "../../src/domain/catalogue/catalogue.ts";
import { ENVIRONMENTS, MODULES } from "../../src/domain/company.ts";
import { STATES } from "../../src/domain/document/state.ts";
import { listCodes, listKeyMarks } from "../../src/domain/kind.ts";
import { addDays, dateInBogota } from "../../src/domain/value/calendar.ts";
import { build, type Database, run } from "../../src/store/base/db.ts";
import {
  apiClients,
  companies,
  documentDays,
  documents,
  ranges,
  series,
  thirdParties,
} from "../../src/store/base/schema.ts";
import { foldText } from "../../src/store/base/stored-form.ts";
import { listDocuments } from "../../src/store/document/document-list.ts";
import { hasThatThirdParty, signedThirdParty } from "../../src/store/document/documents.ts";
import { indexedBy, readSearch, selectNameCandidates } from "../../src/store/document/search.ts";
import { isShown } from "../left-behind.ts";

/** What a search over all companies looks at in each database, at most. */
export const LOOKED_AT = {
  /** Companies, and API clients, in which a number, a key or a counterparty is looked for. */
  companies: 1_000,
  /** Counterparties of one number, or with one text in their names. */
  parties: 1_000,
  /** Of each company the newest names that may have a text. */
  names: 50,
  /** Documents of the days in which an amount is looked for. */
  documents: 20_000,
} as const;

const FISCAL_ID = /^[0-9a-f]{96}$/;
/** Anywhere: in the address or the text of a QR code, behind its name, over several lines. */
const FISCAL_ID_WITHIN = /(?<![0-9a-z])(?:[0-9a-f]\s*){96}(?![0-9a-z])/i;
/** As callers read one out: fewer digits would fit many. */
const FISCAL_ID_BEGINNING = /^[0-9a-f]{8,95}$/;
/** Companies whose names one statement reads, so that the database answers others in between. */
const COMPANIES_AT_ONCE = 50;
const FIRST_COMPANIES = sql`(SELECT ${companies.id} FROM ${companies} ORDER BY ${companies.id} LIMIT ${sql.raw(String(LOOKED_AT.companies))})`;

const columns = {
  id: documents.id,
  companyId: documents.companyId,
  typeCode: documents.typeCode,
  environment: documents.environment,
  fullNumber: documents.fullNumber,
  issueDate: documents.issueDate,
  currency: documents.currency,
  total: documents.total,
  state: documents.state,
  /** Called as the document was signed. */
  counterparty: sql<string | null>`${signedThirdParty.name.sql}`.as("counterparty"),
};
const select = () => build.select(columns).from(documents).leftJoin(thirdParties, hasThatThirdParty);

/** A document as a search shows it. */
export type FoundDocument = Awaited<ReturnType<typeof findById>>[number];

/** The CUFE or CUDE that a text has anywhere, else the text. */
function readWanted(text: string): string {
  return FISCAL_ID_WITHIN.exec(text)?.[0].replaceAll(/\s/g, "") ?? text;
}

/**
 * By CUFE or CUDE, id, full number or the client's key; each of these walks an index to one document, or to one in each company.
 * @param most of one number or key: the newest.
 */
export async function findExact(db: Database, text: string, most: number): Promise<readonly FoundDocument[]> {
  const lower = readWanted(text).toLowerCase();
  if (FISCAL_ID.test(lower))
    return run(db, select().where(and(eq(documents.fiscalId, lower), isShown(documents.companyId))));
  const found = await Promise.all([
    /^\d{1,12}$/.test(text) ? findById(db, Number(text)) : [],
    // As it is written by hand: FE-4, fe 4.
    findByNumber(db, text.toUpperCase().replaceAll(/[\s-]/g, ""), most),
    findByKey(db, text, most),
    FISCAL_ID_BEGINNING.test(lower) ? findByBeginning(db, lower, most) : [],
  ]);
  return found.flat();
}

function findById(db: Database, id: number) {
  return run(db, select().where(and(eq(documents.id, id), isShown(documents.companyId))));
}

/** A range of the index, whose values are bytes. */
function findByBeginning(db: Database, beginning: string, most: number): Promise<readonly FoundDocument[]> {
  const span = between(documents.fiscalId, beginning.padEnd(96, "0"), beginning.padEnd(96, "f"));
  return run(
    db,
    select()
      .where(and(span, isShown(documents.companyId)))
      .orderBy(desc(documents.id))
      .limit(most),
  );
}

/** The companies that number with a prefix with which a text begins. */
export function selectNumberOwners(text: string) {
  return build.select({ company: sql<number>`company_id` }).from(sql`${numberOwners(text)}`);
}

function numberOwners(text: string): SQL {
  const isPrefix = (column: typeof ranges.prefix | typeof series.prefix) =>
    sql`substr(${text}, 1, length(${column})) = ${column}`;
  return sql`(SELECT ${ranges.companyId} FROM ${ranges} WHERE ${isPrefix(ranges.prefix)}
    UNION SELECT ${series.companyId} FROM ${series} WHERE ${isPrefix(series.prefix)} LIMIT ${sql.raw(String(LOOKED_AT.companies))})`;
}

async function findByNumber(db: Database, text: string, most: number): Promise<readonly FoundDocument[]> {
  if (!/^[A-Z0-9]{1,20}$/.test(text)) return [];
  const isIt = and(
    sql`${documents.companyId} IN ${numberOwners(text)}`,
    inArray(documents.environment, [...ENVIRONMENTS]),
    inArray(documents.typeCode, [...listCodes({})]),
    eq(documents.fullNumber, text),
    isShown(documents.companyId),
  );
  return run(db, select().where(isIt).orderBy(desc(documents.id)).limit(most));
}

/** Words of a key of which each may be spelled in its own way; of more, all are in one. */
const FREE_WORDS = 2;

/** A key as it may have been written where its letters were not kept: the index tells capitals apart. */
function listSpellings(key: string): readonly string[] {
  const parts = key.split(/([a-z]+)/i);
  const lower = (word: string) => word.toLowerCase();
  const upper = (word: string) => word.toUpperCase();
  const capital = (word: string) => `${upper(word.slice(0, 1))}${lower(word.slice(1))}`;
  const spell = (how: readonly ((word: string) => string)[]) =>
    parts.map((part, place) => (place % 2 === 0 ? part : (how[(place - 1) / 2] ?? how.at(-1))?.(part))).join("");
  const alike = [[lower], [upper], [capital], [capital, lower]];
  const words = (parts.length - 1) / 2;
  let each: readonly (readonly ((word: string) => string)[])[] = words > FREE_WORDS ? alike : [[]];
  for (let word = 0; word < words && words <= FREE_WORDS; word += 1) {
    each = each.flatMap((how) => [lower, upper, capital].map((one) => [...how, one]));
  }
  return [...new Set([key, ...each.map(spell)])];
}

/** By the names of the objects that a key may have given: those of companies, and of support documents those of clients. */
function findByKey(db: Database, key: string, most: number): Promise<readonly FoundDocument[]> {
  const { id, companyId } = apiClients;
  const marks = listKeyMarks();
  const keys = JSON.stringify(listSpellings(key));
  // Written by the database: over wrangler a statement has its values in its text, of which D1 takes 100 KB.
  const names = sql`(SELECT mark.value || company.id || ':' || key.value
      FROM ${FIRST_COMPANIES} AS company, json_each(${JSON.stringify(marks.ofCompanies)}) AS mark, json_each(${keys}) AS key
    UNION ALL SELECT mark.value || client.company_id || ':' || client.id || ':' || key.value
      FROM (SELECT ${companyId}, ${id} FROM ${apiClients} ORDER BY ${id} LIMIT ${sql.raw(String(LOOKED_AT.companies))}) AS client,
        json_each(${JSON.stringify(marks.ofClients)}) AS mark, json_each(${keys}) AS key)`;
  const isIt = and(sql`${documents.issuanceName} IN ${names}`, isShown(documents.companyId));
  return run(db, select().where(isIt).orderBy(desc(documents.id)).limit(most));
}

/** A number as an identity card prints it, without its points: 52.123.456. */
function stripPoints(text: string): string {
  return /^\d{1,3}(?:\.\d{3})+$/.test(text) ? text.replaceAll(".", "") : text;
}

const partyColumns = {
  id: thirdParties.id,
  companyId: thirdParties.companyId,
  module: thirdParties.module,
  name: thirdParties.name,
  type: thirdParties.identificationType,
  number: thirdParties.identificationNumber,
};
/** A counterparty as a search shows it. */
export type FoundParty = Awaited<ReturnType<typeof findParties>>[number];

/** Counterparties with this number, by the index that begins with the company. */
export function findParties(db: Database, text: string, most: number) {
  const { companyId, module, identificationType, identificationNumber } = thirdParties;
  const isIt = and(
    sql`${companyId} IN ${FIRST_COMPANIES}`,
    inArray(module, [...MODULES]),
    inArray(identificationType, [...listIdentificationTypes().map(({ code }) => code)]),
    inArray(identificationNumber, [...new Set([...listNumbers(text), stripPoints(text)])]),
    isShown(companyId),
  );
  return run(db, build.select(partyColumns).from(thirdParties).where(isIt).limit(most));
}

/** What a name has: all of `parts`, and by the index `match`. */
interface NameParts {
  readonly match: string;
  readonly parts: readonly string[];
}

/** What a text may be in a name: all of it as it stands, or its words in any order, surnames first. */
function listNameParts(text: string): readonly NameParts[] {
  const { shape, values } = readSearch(readWanted(text));
  if (shape.isFiscalId || shape.isNumber) return [];
  // Lists write a comma behind the surnames.
  const words = foldText(text)
    .split(/[\s,;.]+/)
    .filter((word) => word !== "");
  const match = words.flatMap((word) => readSearch(word).values.match || []).join(" AND ");
  const whole = { match: String(values.match), parts: [foldText(text)] };
  return [whole, ...(words.length > 1 || words[0] !== foldText(text) ? [{ match, parts: words }] : [])].filter(
    (one) => one.match !== "",
  );
}

/**
 * Counterparties with a text in their present name, or all of its words, by the index of names. `isWhole`: no company had more such
 * names than were looked at. A text that is too short for the index, or is no name, finds none.
 */
export async function findNamedParties(
  db: Database,
  text: string,
  most: number,
): Promise<{ readonly parties: readonly FoundParty[]; readonly isWhole: boolean }> {
  const [whole, ...inAnyOrder] = listNameParts(text);
  if (whole === undefined) return { parties: [], isWhole: true };
  const first = await run(
    db,
    build.select({ id: companies.id }).from(companies).orderBy(asc(companies.id)).limit(LOOKED_AT.companies),
  );
  const parties = new Map<string, FoundParty>();
  let isWhole = true;
  for (let start = 0; start < first.length; start += COMPANIES_AT_ONCE) {
    const ids = first.slice(start, start + COMPANIES_AT_ONCE).map(({ id }) => id);
    const room = most - parties.size;
    if (room <= 0) return { parties: [...parties.values()], isWhole: false };
    const select = (one: NameParts) => selectNamedParties(ids, one, room);
    // One call for both.
    for (const rows of await db.batch([select(whole), ...inAnyOrder.map(select)])) {
      for (const { party } of rows) if (party !== null) parties.set(`${party.companyId} ${party.id}`, party);
      if (rows.length >= room || rows.some(({ looked }) => looked >= LOOKED_AT.names)) isWhole = false;
    }
  }
  return { parties: [...parties.values()], isWhole };
}

/** With each how many names of its company were looked at; a company that has more than that also where none of them fits. */
function selectNamedParties(ids: readonly number[], { match, parts }: NameParts, most: number) {
  const { id, companyId, foldedName } = thirdParties;
  const newest = selectNameCandidates(sql`first.value`, sql`${match}`, LOOKED_AT.names);
  // Kept, so that the names of a company are read once.
  const walked = sql`(WITH own(company, ids) AS MATERIALIZED (
      SELECT first.value, (SELECT json_group_array(found) FROM (${newest})) FROM json_each(${JSON.stringify(ids)}) AS first)
    SELECT * FROM own) AS walked`;
  const looked = sql<number>`json_array_length(walked.ids)`;
  const isIt = and(
    sql`${id} IN (SELECT value FROM json_each(walked.ids))`,
    sql`${companyId} = walked.company`,
    ...parts.map((part) => sql`instr(${foldedName}, ${part}) > 0`),
    isShown(companyId),
  );
  const isTold = or(isNotNull(id), gte(looked, LOOKED_AT.names));
  return build
    .select({ party: partyColumns, looked })
    .from(walked)
    .leftJoin(thirdParties, isIt)
    .where(isTold)
    .limit(most);
}

/** Production documents of counterparties with this number, or with this in their names, the newest of each. */
export async function findOfParties(db: Database, text: string, most: number) {
  const [numbered, named] = await Promise.all([
    findParties(db, text, LOOKED_AT.parties),
    findNamedParties(db, text, LOOKED_AT.parties),
  ]);
  return { found: await findNewest(db, [...numbered, ...named.parties], most), isWhole: named.isWhole };
}

async function findNewest(
  db: Database,
  parties: readonly FoundParty[],
  most: number,
): Promise<readonly FoundDocument[]> {
  if (parties.length === 0) return [];
  const pairs = JSON.stringify(parties.map((party) => [party.companyId, party.id]));
  const newest = sql`SELECT ${documents.id} FROM ${indexedBy(documents, "documents_party")} WHERE ${documents.companyId} = party.value ->> 0
    AND ${documents.thirdPartyId} = party.value ->> 1 AND ${documents.environment} = 'produccion' ORDER BY ${documents.id} DESC LIMIT ${sql.raw(String(most))}`;
  const ids = sql`(SELECT found.value FROM json_each(${pairs}) AS party, json_each((SELECT json_group_array(id) FROM (${newest}))) AS found)`;
  return run(db, select().where(sql`${documents.id} IN ${ids}`).orderBy(desc(documents.id)).limit(most));
}

/** Days in which an amount is looked for, at most. */
export const AMOUNT_DAYS = 31;

/** The days of a search for an amount: yesterday and today in Bogotá unless given. `fault`: these are none, or too many. */
export function chooseDays(
  given: { readonly from?: string | undefined; readonly to?: string | undefined },
  nowMs: number,
) {
  const { to = dateInBogota(nowMs), from = addDays(to, -1) } = given;
  const fault = from > to ? "reversed" : addDays(from, AMOUNT_DAYS) <= to ? "many" : undefined;
  return { from, to, ...(fault === undefined ? {} : { fault }) } as const;
}

/** In which documents an amount is looked for. */
export interface AmountSearch {
  /** As documents have it, with two decimals. */
  readonly total: string;
  /** Of one company, or of all. */
  readonly companyId: number | null;
  /** Days of issue, both counted. */
  readonly from: string;
  readonly to: string;
}

/** Production documents with a total. `isWhole`: no more documents were issued in these days than are looked at. */
export async function findByAmount(db: Database, { total, companyId, from, to }: AmountSearch, most: number) {
  const { id, typeCode, state, issueDate, dueAt } = documents;
  const whose: SQL = companyId === null ? sql`IN ${FIRST_COMPANIES}` : sql`= ${companyId}`;
  const codes = JSON.stringify(listCodes({}));
  const isOfDays = sql`${documents.environment} = 'produccion' AND ${between(issueDate, from, to)}`;
  // Those at rest between the ids that their days have, and the open ones, as a closing finds them.
  const first = sql`(WITH numbered(company, prefix) AS (
      SELECT ${ranges.companyId}, ${ranges.prefix} FROM ${ranges} WHERE ${ranges.companyId} ${whose}
      UNION SELECT ${series.companyId}, ${series.prefix} FROM ${series} WHERE ${series.companyId} ${whose}),
    span(company, type, least, most) AS MATERIALIZED (
      SELECT company, each_type.value, min(${documentDays.firstId}), max(${documentDays.lastId})
      FROM numbered CROSS JOIN json_each(${codes}) AS each_type CROSS JOIN ${documentDays}
      ON ${documentDays.companyId} = company AND ${documentDays.typeCode} = each_type.value AND ${documentDays.prefix} = numbered.prefix
        AND ${between(documentDays.day, from, to)} GROUP BY 1, 2)
    SELECT ${id} FROM span CROSS JOIN json_each(${JSON.stringify(STATES)}) AS each_state
      CROSS JOIN ${indexedBy(documents, "documents_listed")} ON ${documents.companyId} = company AND ${typeCode} = span.type
        AND ${state} = each_state.value AND ${id} BETWEEN least AND most WHERE ${isOfDays} AND ${dueAt} IS NULL
    UNION ALL SELECT ${id} FROM ${indexedBy(documents, "documents_overdue")}
      WHERE ${documents.companyId} ${whose} AND ${isOfDays} AND ${dueAt} IS NOT NULL
    LIMIT ${sql.raw(String(LOOKED_AT.documents + 1))})`;
  const isIt = and(sql`${id} IN ${first}`, eq(documents.total, total), isShown(documents.companyId));
  const [found, [looked]] = await db.batch([
    select().where(isIt).orderBy(desc(id)).limit(most),
    build.select({ rows: count() }).from(sql`${first}`),
  ]);
  return { found, isWhole: (looked?.rows ?? 0) <= LOOKED_AT.documents };
}

/** Production documents of one company as its own clients find them: also by a part of a counterparty's name. */
export async function findInCompany(db: Database, companyId: number, text: string, most: number) {
  const slice = { order: "DESC", limit: most, offset: 0, after: null } as const;
  const filter = {
    companyId,
    typeCodes: [],
    status: null,
    from: null,
    to: null,
    correctedId: null,
    establishment: null,
    till: null,
  };
  const search = text === "" ? null : readWanted(text);
  const lists = await Promise.all(MODULES.map((module) => listDocuments(db, { ...filter, module, search }, slice)));
  return lists.flatMap(({ rows }) =>
    rows.map(
      (row): FoundDocument => ({
        ...row,
        fullNumber: `${row.prefix}${row.number}`,
        counterparty: row.thirdParty?.name ?? null,
      }),
    ),
  );
}

/** The newest documents that a company sent to the authority's tests. */
export function findTests(db: Database, companyId: number, most: number) {
  const isTest = and(eq(documents.companyId, companyId), sql`${documents.environment} = 'habilitacion'`);
  return run(db, select().where(isTest).orderBy(desc(documents.id)).limit(most));
}
