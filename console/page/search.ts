// Finds documents: in all companies by what names one exactly or by their total, in one company by all that its own clients search by.
import { html } from "hono/html";
import { readAmount } from "../../operator/data/amount.ts";
import {
  AMOUNT_DAYS,
  type AmountSearch,
  chooseDays,
  type FoundDocument,
  type FoundParty,
  findByAmount,
  findExact,
  findInCompany,
  findNamedParties,
  findParties,
  findTests,
  LOOKED_AT,
} from "../../operator/data/document-search.ts";
import { isCalendarDate } from "../../src/domain/value/calendar.ts";
import { type Cell, type Html, link, section, table, toned } from "../html.ts";
import {
  addressOf,
  formatAmount,
  fromEach,
  linkCompany,
  linkDocument,
  type Names,
  nameCompanies,
  nameEnvironment,
  nameKind,
  ROWS,
  readNumber,
  type Shown,
  stateOf,
  type View,
} from "../view.ts";
import { findCompanies, tableCompanies } from "./company.ts";
import { listWarnings } from "./warning.ts";

/** Companies that are shown beside documents; `/companies` lists the others. */
const COMPANIES = 10;
/** Of each module, in one company. */
const OF_MODULE = 20;
/** The text of a QR code fits. */
const LONGEST = 1_000;

export async function showSearch(view: View): Promise<Shown> {
  const { title, body } = (view.query("amount") ?? "").trim() === "" ? await showText(view) : await showAmount(view);
  return { title, body: [...body, writeAmountForm(view)] };
}

/** Documents with a total, within a few days: of one company, or of all. */
async function showAmount(view: View): Promise<Shown> {
  const { words, nowMs } = view;
  const text = (view.query("amount") ?? "").trim().slice(0, LONGEST);
  const title = `${words.total}: ${text}`;
  const refuse = (why: string) => ({ title, body: [html`<p>${toned("bad", why)}</p>`] });
  const amount = readAmount(text);
  if (amount === undefined) return refuse(words.noAmount(text));
  const readDay = (name: string) => {
    const day = (view.query(name) ?? "").trim();
    return isCalendarDate(day) ? day : undefined;
  };
  const { from, to, fault } = chooseDays({ from: readDay("from"), to: readDay("to") }, nowMs);
  if (fault !== undefined) return refuse(words.wrongDays(from, to, AMOUNT_DAYS));
  const asked = { total: amount.total, companyId: readNumber(view.query("company")) ?? null, from, to };
  const { found: shown, isWhole } = await findTotal(view, asked);
  const names = await nameCompanies(
    view,
    shown.map(({ companyId }) => companyId),
  );
  return {
    title,
    body: [
      html`<p>${words.amountRead(amount.total, from, to)} ${amount.isDoubtful ? toned("warn", words.readAs(text, amount.total)) : ""}</p>`,
      ...(isWhole ? [] : [html`<p>${toned("warn", words.notAllDocuments(LOOKED_AT.documents))}</p>`]),
      section(words.documents, showFound(view, shown, names)),
    ],
  };
}

/** The newest of all databases. */
async function findTotal({ ledger }: View, asked: AmountSearch) {
  const each = await Promise.all(ledger.databases.map((db) => findByAmount(db, asked, ROWS)));
  const found = each.flatMap((one) => one.found).toSorted((one, other) => other.id - one.id);
  return { found: found.slice(0, ROWS), isWhole: each.every((one) => one.isWhole) };
}

function writeAmountForm(view: View): Html {
  const { words, query } = view;
  const day = (name: string, label: string) =>
    html`<label>${label}<input type="date" name="${name}" value="${query(name) ?? ""}"></label>`;
  return section(
    words.byAmount,
    html`<form action="${addressOf(view, "/search")}"><label>${words.total}<input name="amount" inputmode="decimal" maxlength="40" value="${query("amount") ?? ""}"></label>${day("from", words.from)}${day("to", words.until)}<label>${words.companyId}<input name="company" inputmode="numeric" pattern="[0-9]*" value="${query("company") ?? ""}"></label><button>${words.search}</button></form>
<p class="faint">${words.amountDays(AMOUNT_DAYS)}</p>`,
  );
}

async function showText(view: View): Promise<Shown> {
  const { words, ledger, nowMs } = view;
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
  const read = readAmount(text);
  // Digits alone are more often a number or an id.
  const amount = found.length === 0 || /\D/.test(text) ? read : undefined;
  const asked = { companyId: company ?? null, ...chooseDays({}, nowMs) };
  const totals = amount === undefined ? [] : (await findTotal(view, { ...asked, total: amount.total })).found;
  const names = await nameCompanies(
    view,
    [...shown, ...parties, ...totals].map(({ companyId }) => companyId),
  );
  const companies = isOne ? [] : await findCompanies(ledger.databases[0], { text }, { limit: COMPANIES + 1 });
  const others = link(addressOf(view, "/companies", { name: text }), words.more);
  const more = companies.length > COMPANIES ? [html`<p class="more">${others}</p>`] : [];
  return {
    title,
    body: [
      ...(amount === undefined
        ? []
        : [
            section(
              words.asAmount(amount.total),
              showFound(view, totals, names),
              html`<p class="more">${link(addressOf(view, "/search", { amount: text, ...(isOne && { company }) }), words.otherDays)}</p>`,
            ),
          ]),
      ...(companies.length === 0
        ? []
        : [
            section(
              words.companies,
              await tableCompanies(view, companies.slice(0, COMPANIES), (await listWarnings(view)).heard),
              ...more,
            ),
          ]),
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
    nameKind(view, row.typeCode),
    linkCompany(view, row.companyId, names),
    row.counterparty ?? "",
    nameEnvironment(view, row.environment),
    row.issueDate,
    formatAmount(view, row.currency, row.total),
    stateOf(view, row.state),
  ]);
  const whose = [words.company, words.counterparty];
  const titles = [words.number, words.type, ...whose, words.environment, words.issued, words.total, words.state];
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
