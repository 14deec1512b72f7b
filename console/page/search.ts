// Finds documents: in all companies by what names one exactly, in one company by all that its own clients search by.
import { html } from "hono/html";
import {
  type FoundDocument,
  type FoundParty,
  findExact,
  findInCompany,
  findNamedParties,
  findParties,
  findTests,
  LOOKED_AT,
} from "../../operator/data/document-search.ts";
import { type Cell, link, section, table, toned } from "../html.ts";
import {
  addressOf,
  fromEach,
  linkCompany,
  linkDocument,
  type Names,
  nameCompanies,
  ROWS,
  readNumber,
  type Shown,
  stateOf,
  type View,
} from "../view.ts";
import { findCompanies, tableCompanies } from "./company.ts";

/** Companies that are shown beside documents; `/companies` lists the others. */
const COMPANIES = 10;
/** Of each module, in one company. */
const OF_MODULE = 20;
const LONGEST = 300;

export async function showSearch(view: View): Promise<Shown> {
  const { words, ledger } = view;
  const text = (view.query("q") ?? "").trim().slice(0, LONGEST);
  const company = readNumber(view.query("company"));
  const title = text === "" ? words.search : `${words.search}: ${text}`;
  if (text === "" && company === undefined)
    return { title, body: [html`<p class="faint">${words.looked(LOOKED_AT.companies)}</p>`] };
  const isOne = company !== undefined;
  const exact = text === "" ? [] : await fromEach(ledger, (db) => findExact(db, text, ROWS));
  const own = isOne ? await findOwn(view, company, text) : [];
  const wanted = [...exact.filter(({ companyId }) => !isOne || companyId === company), ...own];
  const found = [...new Map(wanted.map((row) => [row.id, row])).values()].toSorted((one, other) => other.id - one.id);
  const { parties: all, isWhole } = isOne ? { parties: [], isWhole: true } : await findCounterparties(view, text);
  const [shown, parties] = [found.slice(0, ROWS), all.slice(0, ROWS)];
  const names = await nameCompanies(
    view,
    [...shown, ...parties].map(({ companyId }) => companyId),
  );
  const companies = isOne ? [] : await findCompanies(ledger.databases[0], text, { limit: COMPANIES + 1 });
  const others = link(addressOf(view, "/companies", { name: text }), words.more);
  const more = companies.length > COMPANIES ? [html`<p class="more">${others}</p>`] : [];
  return {
    title,
    body: [
      ...(companies.length === 0
        ? []
        : [section(words.companies, tableCompanies(view, companies.slice(0, COMPANIES)), ...more)]),
      section(words.documents, showFound(view, shown, names)),
      ...(parties.length === 0 ? [] : [section(words.parties, showParties(view, parties, names))]),
      ...(isWhole ? [] : [html`<p>${toned("warn", words.notAllNames)}</p>`]),
      html`<p class="faint">${words.looked(LOOKED_AT.companies)}</p>`,
    ],
  };
}

function showFound(view: View, found: readonly FoundDocument[], names: Names) {
  const { words } = view;
  const rows: readonly (readonly Cell[])[] = found.map((row) => [
    linkDocument(view, row.id, row.fullNumber),
    row.typeCode,
    linkCompany(view, row.companyId, names),
    row.environment,
    row.issueDate,
    `${row.currency} ${row.total}`,
    stateOf(view, row.state),
  ]);
  const titles = [words.number, words.type, words.company, words.environment, words.issued, words.total, words.state];
  return table(titles, rows, words.noneFound);
}

/** By their number, or by their name in every company. */
async function findCounterparties({ ledger }: View, text: string) {
  const [numbered, named] = await Promise.all([
    fromEach(ledger, (db) => findParties(db, text, ROWS)),
    fromEach(ledger, async (db) => [await findNamedParties(db, text, ROWS)]),
  ]);
  const each = [...numbered, ...named.flatMap(({ parties }) => parties)];
  const parties = [...new Map(each.map((one) => [`${one.companyId} ${one.id}`, one])).values()];
  return { parties, isWhole: named.every(({ isWhole }) => isWhole) };
}

function showParties(view: View, parties: readonly FoundParty[], names: Names) {
  const { words } = view;
  const rows = parties.map((row) => [
    link(addressOf(view, "/search", { company: row.companyId, q: row.number }), row.name),
    `${row.type} ${row.number}`,
    linkCompany(view, row.companyId, names),
    row.module,
  ]);
  return table([words.name, words.identification, words.company, words.modules], rows, words.none);
}

/** Production documents as the company's clients find them, and the newest tests. */
async function findOwn({ ledger }: View, companyId: number, text: string): Promise<readonly FoundDocument[]> {
  const db = ledger.open(companyId);
  const listed = await findInCompany(db, companyId, text, OF_MODULE);
  return text === "" ? [...listed, ...(await findTests(db, companyId, OF_MODULE))] : listed;
}
