// Lists companies, and shows one: what it issues with, what it has left, and who may call for it.
import { and, asc, count, desc, eq, gt } from "drizzle-orm";
import { html } from "hono/html";
import { REPORT_WORDS } from "../../operator/command/report-words.ts";
import { describeAddress } from "../../operator/data/address.ts";
import { isNamedLike } from "../../operator/data/company-search.ts";
import { listHeard } from "../../operator/data/heard.ts";
import { listRanges } from "../../operator/data/range-list.ts";
import { readStanding, type Standing } from "../../operator/data/standing.ts";
import { COMPANY_STATES, type Company, type StateOfCompany } from "../../src/domain/company.ts";
import { build, type Database, isAmong, run, runNamed } from "../../src/store/base/db.ts";
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
import type { Warning } from "../../src/store/watch/health.ts";
import { type Cell, facts, type Html, link, section, table, toned } from "../html.ts";
import {
  addressOf,
  formatAmount,
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
import { showReported } from "./reported.ts";
import { listWarnings, showWarnings } from "./warning.ts";

/** So many newest events and documents of a company are shown. */
const NEWEST = 20;

export async function showCompanies(view: View): Promise<Shown> {
  const { words, ledger } = view;
  const [directory] = ledger.databases;
  const after = readNumber(view.query("after")) ?? 0;
  const name = (view.query("name") ?? "").trim();
  const state = COMPANY_STATES.find((one) => one === view.query("state"));
  const isWarned = view.query("warned") === "1";
  const { heard } = await listWarnings(view);
  const wanted: Wanted = { text: name, state, among: isWarned ? heard.map(({ companyId }) => companyId) : undefined };
  const [found, [counted]] = await Promise.all([
    findCompanies(directory, wanted, { after, limit: ROWS + 1 }),
    run(directory, build.select({ total: count() }).from(companies).where(isWanted(wanted))),
  ]);
  const rows = found.slice(0, ROWS);
  const last = found.length > ROWS ? rows.at(-1)?.id : undefined;
  const asked = { ...(name !== "" && { name }), ...(state && { state }), ...(isWarned && { warned: 1 }) };
  const next = last === undefined ? [] : [addressOf(view, "/companies", { after: last, ...asked })];
  return {
    title: words.companies,
    body: [
      writeFilter(view, name, state, isWarned),
      html`<p>${words.companyCount(counted?.total ?? 0)}</p>`,
      await tableCompanies(view, rows, heard),
      ...next.map((address) => html`<p class="more">${link(address, words.more)}</p>`),
      section(
        words.commands,
        ...["company list", "company setup", "company import FILE --dry-run"].map((line) => operator(view, line)),
      ),
    ],
  };
}

function writeFilter(view: View, name: string, state: StateOfCompany | undefined, isWarned: boolean): Html {
  const { words, language } = view;
  const states = COMPANY_STATES.map(
    (one) =>
      html`<option value="${one}"${one === state ? html` selected` : ""}>${REPORT_WORDS[language].companyStates[one]}</option>`,
  );
  const checked = isWarned ? html` checked` : "";
  return html`<form action="${addressOf(view, "/companies")}"><label>${words.name}, ${words.nit}<input name="name" value="${name}"></label>
<label>${words.state}<select name="state"><option value="">${words.anyState}</option>${states}</select></label>
<label>${words.warned}<input type="checkbox" name="warned" value="1"${checked}></label><button>${words.search}</button></form>`;
}

/** Which companies of the directory are looked for. */
interface Wanted {
  /** A NIT or words of the name; all of them for no text. */
  readonly text: string;
  readonly state?: StateOfCompany | undefined;
  /** These alone. */
  readonly among?: readonly number[] | undefined;
}

function isWanted({ text, state, among }: Wanted) {
  return and(
    text === "" ? undefined : isNamedLike(text),
    state === undefined ? undefined : eq(companies.state, state),
    among === undefined ? undefined : isAmong(companies.id, among),
  );
}

/** Companies of the directory, a page at a time. */
export function findCompanies(
  db: Database,
  wanted: Wanted,
  { after = 0, limit }: { readonly after?: number; readonly limit: number },
) {
  const { id, nit, name, environment, state } = companies;
  const listed = build.select({ id, nit, name, environment, state }).from(companies);
  return run(
    db,
    listed
      .where(and(gt(id, after), isWanted(wanted)))
      .orderBy(asc(id))
      .limit(limit),
  );
}

/** With the number of the warnings of each, in the tone of the worst. */
export async function tableCompanies(
  view: View,
  rows: Awaited<ReturnType<typeof findCompanies>>,
  heard: readonly Warning[],
): Promise<Html> {
  const { words, language } = view;
  const warned = Map.groupBy(heard, ({ companyId }) => companyId);
  const drawCount = (id: number) => {
    const own = warned.get(id) ?? [];
    const isCritical = own.some(({ severity }) => severity === "critical");
    return toned(own.length === 0 ? "good" : isCritical ? "bad" : "warn", own.length);
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

export async function showCompany(view: View, id: number): Promise<Shown | undefined> {
  const { words, ledger, nowMs } = view;
  const db = ledger.open(id);
  const company = await loadCompany(db, id);
  if (company === undefined) return undefined;
  const reached = { db, nowMs: () => nowMs, shards: ledger.databases.map((one) => ({ db: one })) };
  const [heard, standing, ranges, own] = await Promise.all([
    listHeard(reached, id),
    readStanding(reached, id),
    listRanges(reached, id),
    readOwn(db, id),
  ]);
  const quiet = heard.quiet.length;
  return {
    title: `${company.name} · ${company.nit}-${company.checkDigit}`,
    body: [
      showProfile(view, company),
      ...showStanding(view, standing),
      section(
        words.warnings,
        await showWarnings(
          view,
          heard.warnings.map(({ warning }) => warning),
        ),
        quiet === 0 ? html`` : html`<p class="faint">${words.quietCount(quiet)}</p>`,
      ),
      section(words.reported, await showReported(view, heard)),
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

/** What `status` says of a company that is not active. */
function showStanding(view: View, standing: Standing | undefined): readonly Html[] {
  if (standing === undefined) return [];
  const { lacks, nameMissing } = REPORT_WORDS[view.language];
  const { state, since, actor, reason, missing } = standing;
  const who = actor === null ? "" : `, ${view.words.by(actor)}`;
  const said = `${REPORT_WORDS[view.language].companyStates[state]}: ${moment(view, since)}${who}${reason === null ? "" : ` («${reason}»)`}`;
  const lacking =
    missing.length === 0 ? [] : [html`<p>${toned("warn", lacks(missing.map(nameMissing).join(", ")))}</p>`];
  return [html`<p>${toned(standing.issues ? "warn" : "bad", said)}</p>`, ...lacking];
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
