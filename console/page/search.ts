// Finds documents: in all companies by what names one exactly, in one company by all that its own clients search by.
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { html } from "hono/html";
import { isShown } from "../../operator/left-behind.ts";
import { listIdentificationTypes } from "../../src/domain/catalogue/catalogue.ts";
import { nameKey, nameNoteKey } from "../../src/domain/company/issuance-name.ts";
import { MODULES } from "../../src/domain/company.ts";
import { listCodes } from "../../src/domain/kind.ts";
import { build, type Database, isAmong, run } from "../../src/store/base/db.ts";
import { apiClients, companies, documents, ranges, series, thirdParties } from "../../src/store/base/schema.ts";
import { listDocuments } from "../../src/store/document/document-list.ts";
import { type Cell, link, section, table } from "../html.ts";
import {
  addressOf,
  fromEach,
  linkCompany,
  linkDocument,
  ROWS,
  readNumber,
  type Shown,
  stateOf,
  type View,
} from "../view.ts";

/** Companies in which a number, a key or a counterparty is looked for, at most. */
const COMPANIES = 1_000;
/** Of each module, in one company. */
const OF_MODULE = 20;
const FISCAL_ID = /^[0-9a-f]{96}$/;
const LONGEST = 300;
const ENVIRONMENTS = ["produccion", "habilitacion"] as const;

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
};
const select = () => build.select(columns).from(documents);
type Found = Awaited<ReturnType<typeof findById>>[number];

export async function showSearch(view: View): Promise<Shown> {
  const { words, ledger } = view;
  const text = (view.query("q") ?? "").trim().slice(0, LONGEST);
  const company = readNumber(view.query("company"));
  const title = text === "" ? words.search : `${words.search}: ${text}`;
  if (text === "" && company === undefined)
    return { title, body: [html`<p class="faint">${words.looked(COMPANIES)}</p>`] };
  const isOne = company !== undefined;
  const exact = text === "" ? [] : await fromEach(ledger, (db) => findExact(db, text));
  const own = isOne ? await findInCompany(view, company, text) : [];
  const wanted = [...exact.filter(({ companyId }) => !isOne || companyId === company), ...own];
  const found = [...new Map(wanted.map((row) => [row.id, row])).values()].toSorted((one, other) => other.id - one.id);
  const parties = isOne || text === "" ? [] : await fromEach(ledger, (db) => findParties(db, text));
  return {
    title,
    body: [
      section(words.documents, showFound(view, found)),
      ...(parties.length === 0 ? [] : [section(words.parties, showParties(view, parties))]),
      html`<p class="faint">${words.looked(COMPANIES)}</p>`,
    ],
  };
}

function showFound(view: View, found: readonly Found[]) {
  const { words } = view;
  const rows: readonly (readonly Cell[])[] = found
    .slice(0, ROWS)
    .map((row) => [
      linkDocument(view, row.id, row.fullNumber),
      row.typeCode,
      linkCompany(view, row.companyId),
      row.environment,
      row.issueDate,
      `${row.currency} ${row.total}`,
      stateOf(row.state),
    ]);
  const titles = [words.number, words.type, words.company, words.environment, words.issued, words.total, words.state];
  return table(titles, rows, words.noneFound);
}

function showParties(view: View, parties: readonly Awaited<ReturnType<typeof findParties>>[number][]) {
  const { words } = view;
  const rows = parties
    .slice(0, ROWS)
    .map((row) => [
      link(addressOf(view, "/search", { company: row.companyId, q: row.number }), row.name),
      `${row.type} ${row.number}`,
      linkCompany(view, row.companyId),
      row.module,
    ]);
  return table([words.name, words.identification, words.company, words.modules], rows, words.none);
}

/** Each of these walks an index to one document, or to one in each company. */
async function findExact(db: Database, text: string): Promise<readonly Found[]> {
  const lower = text.toLowerCase();
  if (FISCAL_ID.test(lower))
    return run(db, select().where(and(eq(documents.fiscalId, lower), isShown(documents.companyId))));
  const id = readNumber(text);
  const found = await Promise.all([
    id === undefined ? [] : findById(db, id),
    findByNumber(db, text.toUpperCase()),
    findByKey(db, text),
  ]);
  return found.flat();
}

function findById(db: Database, id: number) {
  return run(db, select().where(and(eq(documents.id, id), isShown(documents.companyId))));
}

/** In the companies that number with a prefix with which the text begins. */
async function findByNumber(db: Database, text: string): Promise<readonly Found[]> {
  if (!/^[A-Z0-9]{1,20}$/.test(text)) return [];
  const isPrefix = (column: typeof ranges.prefix | typeof series.prefix) =>
    sql`substr(${text}, 1, length(${column})) = ${column}`;
  const owners = sql`(SELECT ${ranges.companyId} FROM ${ranges} WHERE ${isPrefix(ranges.prefix)}
    UNION SELECT ${series.companyId} FROM ${series} WHERE ${isPrefix(series.prefix)} LIMIT ${sql.raw(String(COMPANIES))})`;
  const isIt = and(
    sql`${documents.companyId} IN ${owners}`,
    inArray(documents.environment, [...ENVIRONMENTS]),
    inArray(documents.typeCode, [...listCodes({})]),
    eq(documents.fullNumber, text),
    isShown(documents.companyId),
  );
  return run(db, select().where(isIt).limit(ROWS));
}

/** By the names of the objects that a key may have given: those of companies, and of support documents those of clients. */
async function findByKey(db: Database, key: string): Promise<readonly Found[]> {
  const { id, companyId } = apiClients;
  const [first, calling] = await db.batch([
    build.select({ id: companies.id }).from(companies).orderBy(asc(companies.id)).limit(COMPANIES),
    build.select({ id, companyId }).from(apiClients).orderBy(asc(id)).limit(COMPANIES),
  ]);
  const names = [
    ...first.flatMap((company) => ENVIRONMENTS.flatMap((environment) => nameOfCompany(company.id, environment, key))),
    ...calling.flatMap((client) =>
      ENVIRONMENTS.map((environment) =>
        nameKey({ module: "dse", companyId: client.companyId, clientId: client.id, environment }, key),
      ),
    ),
  ];
  const found: Found[] = [];
  for (let start = 0; start < names.length; start += NAMES_AT_ONCE) {
    const some = names.slice(start, start + NAMES_AT_ONCE);
    found.push(
      ...(await run(
        db,
        select()
          .where(and(isAmong(documents.issuanceName, some), isShown(documents.companyId)))
          .limit(ROWS),
      )),
    );
  }
  return found;
}

/** As JSON they stay far below what D1 binds, however long the key. */
const NAMES_AT_ONCE = 4_000;

function nameOfCompany(companyId: number, environment: (typeof ENVIRONMENTS)[number], key: string): readonly string[] {
  const owner = { companyId, environment };
  const sold = MODULES.filter((module) => module !== "dse").map((module) =>
    nameKey({ ...owner, module, clientId: 0 }, key),
  );
  return [...sold, ...listCodes({ shape: "note" }).map((code) => nameNoteKey(code, owner, key))];
}

/** Counterparties with this number, by the index that begins with the company. */
function findParties(db: Database, text: string) {
  const { companyId, module, identificationType, identificationNumber, name } = thirdParties;
  const owners = sql`(SELECT ${companies.id} FROM ${companies} ORDER BY ${companies.id} LIMIT ${sql.raw(String(COMPANIES))})`;
  const isIt = and(
    sql`${companyId} IN ${owners}`,
    inArray(module, [...MODULES]),
    inArray(identificationType, [...listIdentificationTypes().map(({ code }) => code)]),
    eq(identificationNumber, text),
    isShown(companyId),
  );
  const shown = { companyId, module, name, type: identificationType, number: identificationNumber };
  return run(db, build.select(shown).from(thirdParties).where(isIt).limit(ROWS));
}

/** Production documents as the company's clients find them, and the newest tests. */
async function findInCompany({ ledger }: View, companyId: number, text: string): Promise<readonly Found[]> {
  const db = ledger.open(companyId);
  const slice = { order: "DESC", limit: OF_MODULE, offset: 0, after: null } as const;
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
  const search = text === "" ? null : text;
  const lists = await Promise.all(MODULES.map((module) => listDocuments(db, { ...filter, module, search }, slice)));
  const listed = lists.flatMap(({ rows }) => rows.map((row) => ({ ...row, fullNumber: `${row.prefix}${row.number}` })));
  if (text !== "") return listed;
  const isTest = and(eq(documents.companyId, companyId), sql`${documents.environment} = 'habilitacion'`);
  return [...listed, ...(await run(db, select().where(isTest).orderBy(desc(documents.id)).limit(OF_MODULE)))];
}
