// Shows one document: what it is, what became of it and why, its files, and the commands that change something.
import { and, desc, eq, gte, sql } from "drizzle-orm";
import { html } from "hono/html";
import { adviseDocument, explainWaiting, isHeld } from "../../operator/command/document-advice.ts";
import { isTerminal } from "../../src/domain/document/state.ts";
import { answerPath } from "../../src/store/archive/files.ts";
import { build, run } from "../../src/store/base/db.ts";
import { runAcross } from "../../src/store/base/home.ts";
import { documents, events } from "../../src/store/base/schema.ts";
import type { StoredDocument } from "../../src/store/document/documents.ts";
import { listOrdersOf } from "../../src/store/watch/resend.ts";
import { ADVICE_IN_SPANISH } from "../advice.ts";
import { sayCode } from "../code-words.ts";
import { type Cell, facts, type Html, link, section, table, toned } from "../html.ts";
import {
  addressOf,
  complete,
  formatAmount,
  kindOf,
  linkCompany,
  linkDocument,
  meaningOf,
  moment,
  type Names,
  nameCompanies,
  nameEnvironment,
  nameKind,
  operator,
  ROWS,
  type Shown,
  stateOf,
  troubleOf,
  type View,
} from "../view.ts";

/** Of a company's events so many, the newest, are looked through for those of one document. */
const EVENTS_LOOKED_AT = 2_000;

export async function showDocument(view: View, row: StoredDocument): Promise<Shown> {
  const { words } = view;
  const { document, damage } = await complete(view, row);
  const [life, notes, files, names] = await Promise.all([
    listLife(view, document),
    listNotes(view, document),
    showFiles(view, document),
    nameCompanies(view, [document.companyId]),
  ]);
  return {
    title: `${document.fullNumber} · ${kindOf(view, document.typeCode)}`,
    body: [
      ...(damage === undefined
        ? []
        : [html`<p>${toned("bad", `${words.damaged}: ${damage} (${row.fileSha256})`)}</p>`]),
      showFacts(view, document, names),
      showAdvice(view, document),
      showVerdict(view, document),
      section(words.life, table([words.at, words.what, words.detail], life, words.none)),
      ...notes,
      section(words.files, ...files),
      section(words.commands, ...showCommands(view, document)),
    ],
  };
}

function showFacts(view: View, document: StoredDocument, names: Names): Html {
  const { words } = view;
  const { thirdParty, correctedId, state } = document;
  const isSaid = words.codes.states[state] === state;
  const party =
    thirdParty === null
      ? null
      : `${thirdParty.name} · ${thirdParty.identificationType} ${thirdParty.identificationNumber}`;
  const rows: readonly (readonly [string, Cell])[] = [
    [words.state, isSaid ? stateOf(view, state) : html`${stateOf(view, state)} <code>${state}</code>`],
    [words.company, linkCompany(view, document.companyId, names)],
    [words.type, nameKind(view, document.typeCode)],
    [words.environment, nameEnvironment(view, document.environment)],
    [words.issued, `${document.issueDate} ${document.issueTime.slice(0, 8)}`],
    [words.total, formatAmount(view, document.currency, document.total)],
    [words.counterparty, party],
    [words.key, document.idempotencyKey],
    [words.corrects, correctedId === null ? null : linkDocument(view, correctedId)],
    [words.document, document.id],
    [words.fiscalId, document.fiscalId === null ? null : html`<code>${document.fiscalId}</code>`],
  ];
  return facts(rows);
}

function showAdvice(view: View, document: StoredDocument): Html {
  const { words, nowMs, language } = view;
  const said = language === "es" ? ADVICE_IN_SPANISH : undefined;
  const { state, dueAt, lastStatusError } = document;
  const standing = { state, due_at: dueAt, error: lastStatusError };
  const advice = adviseDocument(document, { words: said });
  const isOpen = !isTerminal(state);
  return section(
    words.meaning,
    html`<p>${meaningOf(view, document)}</p>`,
    facts([
      [words.waits, isOpen ? explainWaiting(standing, nowMs, said) : null],
      [
        words.lastError,
        isOpen && lastStatusError !== null ? toned("bad", troubleOf(view, lastStatusError) ?? "") : null,
      ],
    ]),
    html`<h3>${words.todo}</h3><p>${advice}</p>`,
  );
}

function showVerdict({ words }: View, { verdict }: StoredDocument): Html {
  if (verdict === null) return html``;
  const { statusCode, statusDescription, statusMessage, rules, isValid } = verdict;
  const said = [statusCode, statusDescription, statusMessage].filter((text) => text !== "").join(" · ");
  const rows = rules.map(({ code, severity, text }) => [
    code === "" ? "–" : code,
    toned(severity === "rechazo" ? "bad" : "warn", words.codes.severities[severity]),
    text,
  ]);
  return section(
    words.verdict,
    html`<p>${toned(isValid ? "good" : "bad", said)}</p>`,
    table([words.rule, words.severity, words.text], rows, words.noRules),
  );
}

/** Everything that happened to a document, oldest first. */
async function listLife(view: View, document: StoredDocument): Promise<readonly (readonly Cell[])[]> {
  const { words, ledger } = view;
  const { changes = [], attempts = [] } = document.timeline ?? {};
  const db = ledger.open(document.companyId);
  const { states, happenings, exchanges, outcomes, orders } = words.codes;
  const [ordered, actions] = await Promise.all([listOrdersOf(db, document.id), listActions(view, document)]);
  const told = [
    ...changes.map(({ at, from, to, event, actor, reason }) => {
      const who = actor === undefined ? "" : `, ${words.by(actor)}: ${reason ?? ""}`;
      const [before, after] = [from === null ? "–" : states[from], states[to]];
      return { at, what: `${words.change}: ${before} → ${after}`, detail: `${sayCode(happenings, event)}${who}` };
    }),
    ...attempts.map(({ startedAt, endedAt, kind, outcome, httpStatus, detail }) => {
      const seconds = endedAt === null ? null : ((Date.parse(endedAt) - Date.parse(startedAt)) / 1000).toFixed(1);
      const parts =
        seconds === null ? [words.noAnswer] : [`${sayCode(outcomes, outcome ?? "?")} ${words.seconds(seconds)}`];
      const more = [httpStatus === null ? [] : `HTTP ${httpStatus}`, detail === null ? [] : `«${detail}»`].flat();
      return { at: startedAt, what: `${words.exchange}: ${exchanges[kind]}`, detail: [...parts, ...more].join(", ") };
    }),
    ...ordered.map(({ kind, createdAt, closedAt, outcome, actor, approver }) => {
      const people = words.by(`${actor}, ${approver}`);
      const became = outcome === null ? "…" : sayOutcome(view, outcome);
      return { at: closedAt ?? createdAt, what: `${words.order}: ${orders[kind]}`, detail: `${became} (${people})` };
    }),
    ...actions.map(({ at, action, actor, reason }) => {
      return {
        at,
        what: `${words.action}: ${action}`,
        detail: `${words.by(actor)}${reason === null ? "" : `: ${reason}`}`,
      };
    }),
  ];
  return told
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map(({ at, what, detail }) => [moment(view, at), what, detail]);
}

/** What became of an order, as its object answered: a result, and for what reason. */
function sayOutcome({ words }: View, outcome: string): string {
  const [result = "", reason] = outcome.split(": ");
  const said = sayCode(words.codes.orderResults, result);
  return reason === undefined ? said : `${said}: ${sayCode(words.codes.orderRefusals, reason)}`;
}

function listActions({ ledger }: View, { companyId, id }: StoredDocument) {
  const db = ledger.open(companyId);
  const newest = sql`(SELECT max(newest.sequence) FROM ${events} AS newest WHERE newest.company_id = ${companyId})`;
  const isOfIt = and(
    eq(events.companyId, companyId),
    gte(events.sequence, sql`${newest} - ${EVENTS_LOOKED_AT}`),
    eq(events.documentId, id),
  );
  return run(db, build.select().from(events).where(isOfIt).orderBy(desc(events.sequence)).limit(ROWS));
}

async function listNotes(view: View, { id, companyId }: StoredDocument): Promise<readonly Html[]> {
  const { words, ledger } = view;
  const { fullNumber, state, total, currency, conceptCode } = documents;
  const shown = build.select({ id: documents.id, fullNumber, state, total, currency, conceptCode }).from(documents);
  const isOn = and(eq(documents.correctedId, id), eq(documents.companyId, companyId));
  const rows = await runAcross(ledger.open(companyId), shown.where(isOn).orderBy(desc(documents.id)).limit(ROWS));
  if (rows.length === 0) return [];
  const cells = rows.map((row) => [
    linkDocument(view, row.id, row.fullNumber),
    row.conceptCode,
    formatAmount(view, row.currency, row.total),
    stateOf(view, row.state),
  ]);
  return [section(words.notes, table([words.number, words.concept, words.total, words.state], cells, words.none))];
}

/** What the archive has of a document, each with its address here. */
async function showFiles(view: View, document: StoredDocument): Promise<readonly Html[]> {
  const { words, ledger } = view;
  const { id, xmlPath, state, timeline } = document;
  if (xmlPath === null) return [html`<p class="faint">${words.noFiles}</p>`];
  const here = addressOf(view, `/documents/${id}`);
  const listed = await ledger.listFiles(xmlPath.replace(/\.xml$/, "/"), ROWS);
  const sizes = new Map(listed.map(({ path, size }) => [path, size]));
  const rows: (readonly Cell[])[] = [[link(`${here}/xml`, "XML"), xmlPath, null]];
  for (const { id: attempt, kind, outcome } of timeline?.attempts ?? []) {
    if (outcome === null) continue;
    const path = answerPath(xmlPath, attempt);
    rows.push([link(`${here}/answers/${attempt}`, words.codes.exchanges[kind]), path, sizes.get(path) ?? null]);
    sizes.delete(path);
  }
  rows.push(...[...sizes].map(([path, size]) => ["–", path, size]));
  const pdf = `${here}/pdf`;
  const drawn =
    state === "aceptado"
      ? html`<p>${link(pdf, words.pdf)}</p><iframe src="${pdf}" title="${words.pdf}" loading="lazy"></iframe>`
      : html`<p class="faint">${words.noPdf}</p>`;
  return [table([words.file, words.detail, words.bytes], rows.slice(0, ROWS), words.noFiles), drawn];
}

function showCommands(view: View, { id, state, companyId, lastStatusError: error }: StoredDocument): readonly Html[] {
  const open = [`document resend --document ${id}`, `document resend --document ${id} --approve`];
  const close = [`document close --document ${id}`, `document close --document ${id} --approve`];
  const lines = [
    `document explain --document ${id}`,
    `document files --document ${id} --output ./${id}`,
    ...(state === "send_unknown" ? [...open, ...close] : []),
    ...(state === "firmado" && !isHeld({ state, error }) ? close : []),
    ...(isTerminal(state) ? [`ledger verify --company ${companyId}`] : []),
  ];
  return lines.map((line) => operator(view, line));
}
