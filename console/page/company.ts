// Lists companies, and shows one: what it issues with, what it has left, and who may call for it.
import { and, asc, desc, eq, gt } from "drizzle-orm";
import { html } from "hono/html";
import { REPORT_WORDS } from "../../operator/command/report-words.ts";
import { isNamedLike } from "../../operator/data/company-search.ts";
import { listRanges } from "../../operator/data/range-list.ts";
import type { Company } from "../../src/domain/company.ts";
import { build, type Database, run, runNamed } from "../../src/store/base/db.ts";
import {
  apiClients,
  certificates,
  companies,
  documents,
  events,
  plans,
  series,
  webhooks,
} from "../../src/store/base/schema.ts";
import { loadCompany } from "../../src/store/company/companies.ts";
import { IDS_OF_LOOK, judgeLook, selectLook } from "../../src/store/watch/health.ts";
import { type Cell, facts, type Html, link, section, table, toned } from "../html.ts";
import {
  addressOf,
  describeAddress,
  formatAmount,
  fromEach,
  linkCompany,
  linkDocument,
  moment,
  nameEnvironment,
  nameKind,
  operator,
  ROWS,
  readNumber,
  type Shown,
  stateOf,
  type View,
} from "../view.ts";
import { COMPANY_VERBS } from "../words.ts";
import { showWarnings } from "./warning.ts";

/** So many newest events and documents of a company are shown. */
const NEWEST = 20;

export async function showCompanies(view: View): Promise<Shown> {
  const { words, ledger } = view;
  const after = readNumber(view.query("after")) ?? 0;
  const named = (view.query("name") ?? "").trim();
  const found = await findCompanies(ledger.databases[0], named, { after, limit: ROWS + 1 });
  const rows = found.slice(0, ROWS);
  const last = found.length > ROWS ? rows.at(-1)?.id : undefined;
  const next =
    last === undefined ? [] : [addressOf(view, "/companies", { after: last, ...(named !== "" && { name: named }) })];
  return {
    title: words.companies,
    body: [
      html`<form action="${addressOf(view, "/companies")}"><label>${words.name}, ${words.nit}<input name="name" value="${named}"></label><button>${words.search}</button></form>`,
      await tableCompanies(view, rows),
      ...next.map((address) => html`<p class="more">${link(address, words.more)}</p>`),
      section(
        words.commands,
        ...["company list", "company setup", "company import FILE --dry-run"].map((line) => operator(view, line)),
      ),
    ],
  };
}

/** Companies of the directory by NIT or a part of their name; all of them for no text. */
export function findCompanies(
  db: Database,
  text: string,
  { after = 0, limit }: { readonly after?: number; readonly limit: number },
) {
  const { id, nit, name, environment, state } = companies;
  const isWanted = and(gt(id, after), text === "" ? undefined : isNamedLike(text));
  const listed = build.select({ id, nit, name, environment, state }).from(companies).where(isWanted);
  return run(db, listed.orderBy(asc(id)).limit(limit));
}

/** With the number of its configuration's warnings, which companies that lie close together get in one look. */
export async function tableCompanies(view: View, rows: Awaited<ReturnType<typeof findCompanies>>): Promise<Html> {
  const { words, language } = view;
  const warned = await countWarnings(view, rows);
  const drawCount = (id: number) => {
    if (warned === undefined) return null;
    const count = warned.get(id) ?? 0;
    return toned(count === 0 ? "good" : "warn", count);
  };
  const cells = rows.map((row) => [
    row.id,
    linkCompany(view, row.id, row.name),
    row.nit,
    nameEnvironment(view, row.environment),
    REPORT_WORDS[language].companyStates[row.state],
    drawCount(row.id),
  ]);
  const titles = [words.company, words.name, words.nit, words.environment, words.state, words.warnings];
  return table(titles, cells, words.noneFound);
}

/** By company; undefined where they lie too far apart for one look. */
async function countWarnings({ ledger, nowMs }: View, rows: readonly { readonly id: number }[]) {
  const [from = 0, to = 0] = [rows[0]?.id, rows.at(-1)?.id];
  if (to - from >= IDS_OF_LOOK) return undefined;
  const states = ["active"] as const;
  const found = await fromEach(ledger, async (db) =>
    judgeLook(await runNamed(db, selectLook({ from, to, states }, nowMs)), nowMs),
  );
  return new Map([...Map.groupBy(found, ({ companyId }) => companyId)].map(([id, own]) => [id, own.length]));
}

export async function showCompany(view: View, id: number): Promise<Shown | undefined> {
  const { words, ledger, nowMs } = view;
  const db = ledger.open(id);
  const company = await loadCompany(db, id);
  if (company === undefined) return undefined;
  const [configuration, ranges, own] = await Promise.all([
    runNamed(db, selectLook({ from: id, to: id }, nowMs)),
    listRanges({ db, nowMs: () => nowMs }, id),
    readOwn(db, id),
  ]);
  return {
    title: `${company.name} · ${company.nit}-${company.checkDigit}`,
    body: [
      showProfile(view, company),
      section(words.warnings, await showWarnings(view, judgeLook(configuration, nowMs))),
      section(words.ranges, showRanges(view, ranges)),
      ...showOwn(view, own),
      section(words.latest, ...showNewest(view, id, own.documents)),
      section(words.commands, ...showCommands(view, company)),
    ],
  };
}

/** What hangs on a company beside its profile; of what grows without end the newest alone. */
function readOwn(db: Database, id: number) {
  const { typeCode, environment, prefix, nextNumber, stoppedBy } = series;
  const certificate = { serial: certificates.serialNumber, from: certificates.notBefore, to: certificates.notAfter };
  const document = { id: documents.id, fullNumber: documents.fullNumber, state: documents.state };
  return runNamed(db, {
    series: build
      .select({ typeCode, environment, prefix, nextNumber, stoppedBy })
      .from(series)
      .where(eq(series.companyId, id))
      .limit(ROWS),
    certificates: build
      .select({ ...certificate, disabledAt: certificates.disabledAt })
      .from(certificates)
      .where(eq(certificates.companyId, id))
      .orderBy(desc(certificates.notBefore))
      .limit(ROWS),
    plans: build
      .select()
      .from(plans)
      .where(eq(plans.companyId, id))
      .orderBy(desc(plans.year), plans.module)
      .limit(ROWS),
    clients: build
      .select({ id: apiClients.id, name: apiClients.name, scopes: apiClients.scopes })
      .from(apiClients)
      .where(eq(apiClients.companyId, id))
      .limit(ROWS),
    webhooks: build
      .select({ url: webhooks.url, id: webhooks.id, disabledAt: webhooks.disabledAt })
      .from(webhooks)
      .where(eq(webhooks.companyId, id))
      .limit(ROWS),
    events: build.select().from(events).where(eq(events.companyId, id)).orderBy(desc(events.sequence)).limit(NEWEST),
    documents: build
      .select({ ...document, issueDate: documents.issueDate, total: documents.total, currency: documents.currency })
      .from(documents)
      .where(eq(documents.companyId, id))
      .orderBy(desc(documents.id))
      .limit(NEWEST),
  });
}

type Own = Awaited<ReturnType<typeof readOwn>>;

function showProfile(view: View, company: Company): Html {
  const { words } = view;
  const { state = "active" } = company;
  const software = Object.entries(company.software).map(([module, one]) => {
    return `${module}: ${one.id} (${nameEnvironment(view, one.environment ?? company.environment)})`;
  });
  const rows: readonly (readonly [string, Cell])[] = [
    [words.company, company.id],
    [words.environment, nameEnvironment(view, company.environment)],
    [words.state, REPORT_WORDS[view.language].companyStates[state]],
    [words.address, describeAddress(company.address)],
    [words.mailbox, company.email],
    [words.software, software.join(", ")],
  ];
  return facts(rows);
}

function showRanges(view: View, ranges: Awaited<ReturnType<typeof listRanges>>): Html {
  const { words } = view;
  const rows = ranges.slice(0, ROWS).map((one) => {
    const isStopped = one.stopped_by !== null;
    const use = one.active ? toned("good", words.yes) : toned("faint", words.no);
    return [
      one.id,
      `${one.kind} ${one.prefix} ${one.from}–${one.last}`,
      one.next,
      one.numbers_left,
      one.valid_to,
      isStopped ? toned("bad", words.stopped) : use,
    ];
  });
  return table([words.range, words.kind, words.next, words.left, words.validTo, words.active], rows, words.none);
}

function showOwn(view: View, own: Own): readonly Html[] {
  const { words, nowMs } = view;
  const use = ({ disabledAt, from, to }: Own["certificates"][number]) => {
    if (disabledAt !== null) return toned("faint", words.disabled);
    const isValid = Date.parse(from) <= nowMs && nowMs <= Date.parse(to);
    return isValid ? toned("good", words.signsNow) : toned("warn", words.signsNot);
  };
  const certified = own.certificates.map((one) => [
    one.serial,
    moment(view, toIso(one.from)),
    moment(view, toIso(one.to)),
    use(one),
  ]);
  const numbered = own.series.map((one) => [
    nameKind(view, one.typeCode),
    nameEnvironment(view, one.environment),
    `${one.prefix}${one.nextNumber}`,
    one.stoppedBy === null ? toned("good", words.yes) : toned("bad", words.stopped),
  ]);
  const planned = own.plans.map((one) => [one.module, one.year, one.used, one.allowance]);
  const calling = own.clients.map((one) => [one.id, one.name, one.scopes.join(", ")]);
  const posted = own.webhooks.map((one) => [
    one.id,
    new URL(one.url).host,
    one.disabledAt === null ? words.yes : toned("bad", words.disabled),
  ]);
  const done = own.events.map((one) => [moment(view, one.at), one.action, one.actor, one.reason]);
  return [
    section(words.certificates, table([words.serial, words.from, words.until, words.use], certified, words.none)),
    section(words.plans, table([words.modules, words.year, words.used, words.allowance], planned, words.none)),
    section(
      words.series,
      table([words.type, words.environment, words.next, words.active], numbered, words.noneFeminine),
    ),
    section(words.clients, table([words.number, words.name, words.scopes], calling, words.none)),
    section(words.webhooks, table([words.number, words.host, words.active], posted, words.none)),
    section(words.events, table([words.at, words.action, words.person, words.reason], done, words.none)),
  ];
}

/** Certificates have their instants with and without milliseconds. */
function toIso(text: string): string {
  return new Date(text).toISOString();
}

function showNewest(view: View, id: number, rows: Own["documents"]): readonly Html[] {
  const { words } = view;
  const cells = rows.map((row) => [
    linkDocument(view, row.id, row.fullNumber),
    row.issueDate,
    formatAmount(view, row.currency, row.total),
    stateOf(view, row.state),
  ]);
  return [
    table([words.number, words.issued, words.total, words.state], cells, words.none),
    html`<p class="more">${link(addressOf(view, "/search", { company: id }), words.allDocuments)}</p>`,
  ];
}

function showCommands(view: View, { id, state = "active" }: Company): readonly Html[] {
  const lines = [
    ...COMPANY_VERBS[state].map((verb) => `company ${verb}`),
    "company show",
    "company edit",
    "range import",
    "certificate import",
    "plan set",
    "client add",
    "payment-method add",
    "webhook add",
    "ledger verify",
  ];
  return lines.map((line) => operator(view, `${line} --company ${id}`));
}
