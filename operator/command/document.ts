// `document`, list, show and explain, says what became of a document; resend and close are the last resorts.
import { and, desc, eq, gte, isNotNull, isNull, lte } from "drizzle-orm";
import { STATES } from "../../src/domain/document/state.ts";
import type { Attempt } from "../../src/domain/document/timeline.ts";
import { listCodes } from "../../src/domain/kind.ts";
import { findBalance } from "../../src/domain/note/note-balance.ts";
import { completeDocument, type WholeDocument } from "../../src/store/archive/filed.ts";
import { DamagedFileError, snapshotPath } from "../../src/store/archive/files.ts";
import { listEvents } from "../../src/store/audit/events.ts";
import { build, findOne } from "../../src/store/base/db.ts";
import { runAcross } from "../../src/store/base/home.ts";
import { documents, resendOrders } from "../../src/store/base/schema.ts";
import { parseLastError } from "../../src/store/base/stored-form.ts";
import { loadBalance } from "../../src/store/document/corrected.ts";
import { type StoredDocument, selectDocuments } from "../../src/store/document/documents.ts";
import { listOrdersOf } from "../../src/store/watch/resend.ts";
import { type Command, type Context, commit, type Output } from "../command.ts";
import { CSV } from "../csv.ts";
import { OperatorError } from "../error.ts";
import { optional, required, toggle } from "../flag.ts";
import { openCompany } from "../home.ts";
import { isNoCopy } from "../left-behind.ts";
import { requireSecondPerson } from "../person.ts";
import { readChoice, readDate, readId, readInteger, readModule, readText } from "../reader.ts";
import { answerRows, printTable } from "../table.ts";
import { findCompanyId } from "./company.ts";
import {
  adviseDocument,
  describeLastError,
  describeVerdict,
  explainDocument,
  explainState,
  explainWaiting,
} from "./document-advice.ts";
import { createFilesCommand } from "./document-files.ts";
import { isAboutList, LIST_FLAGS, resendList } from "./document-resend-list.ts";
import { checkSignedFile, type FileFault } from "./signed-file.ts";

/** The file that has what a row left to it is gone, or another one. */
interface LostFile {
  readonly what: string;
  /** What an operator does about it. */
  readonly next: string;
}

/** What could be read of a document: where its file is lost, its row alone. */
type Told =
  | { readonly document: WholeDocument; readonly lost: undefined }
  | { readonly document: StoredDocument; readonly lost: LostFile };

async function readDocument(context: Context): Promise<Told> {
  const row = await getRow(context);
  try {
    return { document: await completeDocument(context.readFile, row), lost: undefined };
  } catch (cause) {
    if (!(cause instanceof DamagedFileError)) throw cause;
    const file = `${snapshotPath(row.xmlPath ?? "")} of document ${row.id}`;
    const what =
      cause.damage === "missing-file" ? `${file} is not in the archive` : `${file} has other bytes than its row says`;
    const next = `put back the one with SHA-256 ${row.fileSha256}, see docs/operations.md, runbook \`file_lost\``;
    return { document: row, lost: { what, next } };
  }
}

/** A document with all that was said of it. @throws OperatorError where the file is gone that has what its row does not. */
async function getDocument(context: Context): Promise<WholeDocument> {
  const { document, lost } = await readDocument(context);
  if (lost !== undefined) throw new OperatorError(lost.what, lost.next);
  return document;
}

/** What the exit code and the last line say of a lost file. */
function reportLost(lost: LostFile | undefined): Pick<Output, "exitCode" | "next"> {
  return lost === undefined ? {} : { exitCode: 4, next: [lost.next] };
}

async function getRow({ db, shards, input }: Context): Promise<StoredDocument> {
  const id = await input.get("document", readId);
  const isOne = and(eq(documents.id, id), shards.length > 1 ? isNoCopy(documents.companyId) : undefined);
  const databases = shards.length > 1 ? shards.map((one) => one.db) : [db];
  const found = await Promise.all(databases.map((one) => findOne(one, selectDocuments().where(isOne))));
  const document = found.find((row) => row !== undefined);
  if (document === undefined) throw new OperatorError(`there is no document ${id}`, "see `operator document list`");
  return document;
}

const show: Command = {
  name: "document show",
  reads: true,
  about: "shows a document as it is kept; where its file is lost, what its row knows",
  flags: [required("document", "id of the document")],
  run: async (context) => {
    const { document, lost } = await readDocument(context);
    const hidden = ["timeline", "file"];
    const shown = Object.entries(document).filter(([member]) => !hidden.includes(member));
    const data = Object.fromEntries([...shown, ...(lost === undefined ? [] : [["lost_file", lost.what] as const])]);
    return { data, text: JSON.stringify(data, undefined, 2), ...reportLost(lost) };
  },
};

const list: Command = {
  name: "document list",
  reads: true,
  isOfAll: true,
  about: "lists documents, the newest first",
  flags: [
    optional("company", "id of the company; all of them unless given"),
    optional("module", "fe, dse or dee"),
    optional("state", "only documents in this state"),
    optional("type", "only of this type: 01 invoice, 03 contingency, 05 support document, 91, 92 and 95 notes"),
    optional("from", "issued on this day or later, YYYY-MM-DD"),
    optional("to", "issued on this day or before"),
    optional("number", "full number, such as SETP990000001"),
    optional("key", "idempotency key of the client"),
    optional("limit", "rows; 20 unless given"),
    CSV,
  ],
  run: async (context) => {
    const { db, input } = context;
    const companyId = await findCompanyId(context);
    const module = input.find("module", readModule);
    const state = input.find("state", readChoice(...STATES));
    const type = input.find("type", readChoice(...listCodes({})));
    const [from, to] = [input.find("from", readDate), input.find("to", readDate)];
    const number = input.find("number", readText);
    const key = input.find("key", readText);
    const limit = input.find("limit", readInteger(1, 1000)) ?? 20;
    const isAsked = and(
      companyId === null ? isNoCopy(documents.companyId) : eq(documents.companyId, companyId),
      module === undefined ? undefined : eq(documents.module, module),
      state === undefined ? undefined : eq(documents.state, state),
      type === undefined ? undefined : eq(documents.typeCode, type),
      from === undefined ? undefined : gte(documents.issueDate, from),
      to === undefined ? undefined : lte(documents.issueDate, to),
      number === undefined ? undefined : eq(documents.fullNumber, number),
      key === undefined ? undefined : eq(documents.idempotencyKey, key),
    );
    const shown = build.select({
      document: documents.id,
      company: documents.companyId,
      module: documents.module,
      type: documents.typeCode,
      number: documents.fullNumber,
      issue_date: documents.issueDate,
      total: documents.total,
      currency: documents.currency,
      state: documents.state,
      updated_at: documents.updatedAt,
    });
    const newest = shown.from(documents).where(isAsked).orderBy(desc(documents.id)).limit(limit);
    const all = companyId === null ? db : await openCompany(context, companyId);
    const found = await runAcross(all, newest);
    const rows = found.toSorted((one, other) => other.document - one.document).slice(0, limit);
    return answerRows(rows, "no such document", context.nowMs());
  },
};

/** One line of a document's life. */
interface LifeEvent {
  readonly at: string;
  readonly what: string;
  readonly detail: string;
}

const explain: Command = {
  name: "document explain",
  reads: true,
  about:
    "shows a document's life as a time line: every state, attempt, question and answer, and what comes next; looks whether its files are in the archive, unchanged",
  flags: [required("document", "id of the document")],
  run: async (context) => {
    const { document, lost } = await readDocument(context);
    const own = (await listEvents(context.db, document.companyId)).filter((one) => one.documentId === document.id);
    const actions = own.map(({ at, action, actor, reason }): LifeEvent => {
      return { at, what: action, detail: `by ${actor}${reason === null ? "" : `: ${reason}`}` };
    });
    const orders = (await listOrdersOf(context.db, document.id)).map((order): LifeEvent => {
      const outcome = order.outcome ?? "waits for the cron";
      const people = `by ${order.actor}, approved by ${order.approver}`;
      const what = order.kind === "resend" ? "send it again" : "close it";
      const detail = `an operator ordered to ${what}: ${outcome} (${people})`;
      return { at: order.closedAt ?? order.createdAt, what: `${order.kind} order`, detail };
    });
    const notes = await listNotes(context, document);
    const told = lost === undefined ? listLife(document) : await listExchanges(context, document);
    const life = [...told, ...actions, ...orders].sort((a, b) => a.at.localeCompare(b.at));
    const isSettled = document.state === "aceptado" || document.state === "rechazado";
    const file = await lookAtFile(context, document);
    const standing = { state: document.state, due_at: document.dueAt, error: document.lastStatusError };
    const data = {
      document: document.id,
      company: document.companyId,
      number: document.fullNumber,
      fiscal_id: document.fiscalId,
      key: document.idempotencyKey,
      client: document.clientId,
      total: document.total,
      currency: document.currency,
      counterparty: document.thirdParty?.name ?? null,
      counterparty_number: document.thirdParty?.identificationNumber ?? null,
      state: document.state,
      meaning: explainDocument(document),
      waits_for: isSettled ? null : explainWaiting(standing, context.nowMs()),
      ...(lost === undefined ? {} : { lost_file: lost.what }),
      to_do: adviseDocument(document, { fileFault: file.fault }),
      file: file.words,
      ...notes.data,
      verdict: document.verdict,
      last_error: parseLastError(document.lastStatusError),
      timeline: life,
    };
    const head = [
      `document ${document.id}, ${document.fullNumber} of company ${document.companyId}: ${document.state}`,
      ...describeFacts(document),
      file.words,
    ].join("\n");
    const waits = data.waits_for === null ? "" : `waits for: ${data.waits_for}\n`;
    const verdict = describeVerdict(data.verdict, context.paint);
    // What a settled document met on its way is in its time line.
    const error = isSettled ? [] : describeLastError(data.last_error);
    const rows = life.map((one) => ({ ...one }));
    const lines = [...error, ...verdict, notes.text, printTable(rows, "no time line yet")];
    const left = lost === undefined ? "" : `${lost.what}: below is what its row knows\n`;
    const text = `${head}\n${data.meaning}\n${waits}${left}to do: ${data.to_do}\n${lines.join("\n")}`;
    return { data, text, ...reportLost(lost) };
  },
};

/** Whose it is and what of, as far as the row says it. */
function describeFacts(document: StoredDocument | WholeDocument): readonly string[] {
  const { idempotencyKey: key, clientId, total, currency, thirdParty, fiscalId } = document;
  const whom = thirdParty === null ? "" : `, ${thirdParty.name} (${thirdParty.identificationNumber})`;
  const asked = key === null ? "no key" : `key ${key}`;
  return [`${asked}, of client ${clientId}; ${total} ${currency}${whom}`, ...(fiscalId === null ? [] : [fiscalId])];
}

/** What is wrong with the signed file; an archive out of reach does not hide the rest. */
async function lookAtFile(
  context: Context,
  document: StoredDocument | WholeDocument,
): Promise<{ readonly fault: FileFault | undefined; readonly words: string }> {
  if (document.xmlPath === null) return { fault: undefined, words: "it has no signed file yet" };
  try {
    const fault = await checkSignedFile(context.readFile, document);
    return {
      fault,
      words: fault === undefined ? "its signed file is there, unchanged" : "its signed file is not as it was",
    };
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    context.complain(`the signed file was not looked at, the archive did not answer: ${words}`);
    return { fault: undefined, words: "its signed file was not looked at" };
  }
}

/** What a note corrects, or the notes on a document with what may still be credited. */
async function listNotes(
  context: Context,
  { id, companyId, total, conceptCode, correctedId, detail }: StoredDocument | WholeDocument,
) {
  const { fullNumber: number, typeCode: type, state } = documents;
  if (conceptCode !== null && detail === null) {
    const what = correctedId === null ? "what it corrects is in its file" : `it corrects document ${correctedId}`;
    const note = { concept: conceptCode, corrects_id: correctedId };
    return { data: { note }, text: `note of concept ${conceptCode}: ${what}\n` };
  }
  if (conceptCode !== null && detail !== null) {
    const name = detail.note?.concept.name ?? "";
    const corrects = detail.note?.corrected?.number ?? null;
    const what =
      corrects === null ? "a period" : `${corrects}${correctedId === null ? "" : ` (document ${correctedId})`}`;
    const note = { concept: conceptCode, name, corrects, corrects_id: correctedId };
    return { data: { note }, text: `note of concept ${conceptCode}, ${name}: it corrects ${what}\n` };
  }
  const shown = build.select({
    document: documents.id,
    type,
    number,
    concept: documents.conceptCode,
    state,
    total: documents.total,
  });
  const notes = shown.from(documents).where(eq(documents.correctedId, id)).orderBy(documents.id);
  const db = await openCompany(context, companyId);
  const rows = await runAcross(db, notes);
  if (rows.length === 0) return { data: {}, text: "" };
  const known = await loadBalance(db, companyId, id);
  const balance = findBalance(total, known?.notes ?? []);
  const text = `notes, with ${balance.available} of ${balance.invoiced} left to credit:\n${printTable(rows, "")}\n`;
  return { data: { notes: rows, balance }, text };
}

/** The exchanges with the authority that a row at rest keeps: all that is left of a life whose file is lost. */
async function listExchanges({ db, shards }: Context, { id, companyId }: StoredDocument): Promise<LifeEvent[]> {
  const kept = build.select({ exchanges: documents.exchanges }).from(documents);
  const isIt = and(eq(documents.id, id), eq(documents.companyId, companyId), isNotNull(documents.exchanges));
  const databases = shards.length > 1 ? shards.map((one) => one.db) : [db];
  const found = await Promise.all(databases.map((one) => findOne(one, kept.where(isIt))));
  const exchanges = found.flatMap((row) => row?.exchanges ?? []);
  return exchanges.map((one) => toEvent({ ...one, httpStatus: null, detail: one.detail ?? null }));
}

function toEvent(
  one: Pick<Attempt, "kind" | "startedAt" | "endedAt" | "outcome" | "httpStatus" | "detail">,
): LifeEvent {
  const seconds = one.endedAt === null ? null : (Date.parse(one.endedAt) - Date.parse(one.startedAt)) / 1000;
  const answer = seconds === null ? "no answer yet" : `${one.outcome ?? "?"} after ${seconds.toFixed(1)} s`;
  const http = one.httpStatus === null ? "" : `, HTTP ${one.httpStatus}`;
  return {
    at: one.startedAt,
    what: one.kind,
    detail: `${answer}${http}${one.detail === null ? "" : `, ${one.detail}`}`,
  };
}

function listLife(document: StoredDocument | WholeDocument): LifeEvent[] {
  const { changes = [], attempts = [] } = document.timeline ?? {};
  return [
    ...changes.map(({ at, from, to, event, actor, reason }): LifeEvent => {
      const who = actor === undefined ? "" : `, ordered by ${actor}: ${reason ?? ""}`;
      return { at, what: `${from ?? "(none)"} -> ${to}`, detail: `${event}${who}` };
    }),
    ...attempts.map(toEvent),
  ];
}

/** An order that needs two people: what it may be about, and its words. */
interface OrderKind {
  readonly kind: "resend" | "close";
  readonly about: string;
  readonly states: readonly string[];
  /** Why other states are refused. */
  readonly hint: string;
  /** What was asked for, after "asked to"; % stands for the document. */
  readonly wish: string;
}

/** One person asks, another one approves; the cron hands the order to the document's object, which decides. */
function createOrderCommand({ kind, about, states, hint, wish }: OrderKind): Command {
  const request = `document.${kind}.request`;
  const order = `document.${kind}.order`;
  return {
    name: `document ${kind}`,
    about,
    flags: [
      required("document", "id of the document"),
      required("reason", "why, for the record (when asking)"),
      toggle("approve", "approve what another person asked for"),
    ],
    run: async (context) => {
      const document = await getDocument(context);
      const { id, companyId, state } = document;
      if (!states.includes(state)) {
        throw new OperatorError(`document ${id} is ${state}: ${explainState(state)}`, hint);
      }
      const isOpen = and(eq(resendOrders.documentId, id), isNull(resendOrders.closedAt));
      const open = build.select({ id: resendOrders.id }).from(resendOrders).where(isOpen);
      const [ordered, all] = await Promise.all([findOne(context.db, open), listEvents(context.db, companyId)]);
      if (ordered !== undefined) {
        throw new OperatorError(`document ${id} has an order already`, "the cron hands it over within a minute");
      }
      const own = all.filter((one) => one.documentId === id);
      const last = own.filter(({ action }) => action === request || action === order).at(-1);
      // The newest request that no order has answered yet.
      const asked = last?.action === request ? { actor: last.actor, reason: last.reason ?? "" } : undefined;
      const names = { kind, request, order, wish };
      return context.input.has("approve")
        ? approve(context, document, asked, names)
        : ask(context, document, asked, names);
    },
  };
}

interface OrderNames {
  readonly kind: OrderKind["kind"];
  readonly request: string;
  readonly order: string;
  readonly wish: string;
}

interface Asked {
  readonly actor: string;
  readonly reason: string;
}

async function ask(
  context: Context,
  { id, companyId, fiscalId }: WholeDocument,
  asked: Asked | undefined,
  { kind, request }: OrderNames,
) {
  if (asked !== undefined) {
    throw new OperatorError(`${asked.actor} asked for it already: ${asked.reason}`, "another person gives --approve");
  }
  await context.input.get("reason", readText);
  await commit(context, { companyId, documentId: id, action: request, detail: { fiscalId } }, []);
  const text = `asked for; another person confirms with: operator document ${kind} --document ${id} --approve`;
  return { data: { document: id, asked_by: await context.actor() }, text };
}

async function approve(
  context: Context,
  { id, companyId, fiscalId }: WholeDocument,
  asked: Asked | undefined,
  { kind, order: action, wish }: OrderNames,
) {
  if (asked === undefined)
    throw new OperatorError(`no one asked to ${wish.replace("%", `document ${id}`)}`, "first give --reason");
  const approver = await requireSecondPerson(context, asked.actor, "asked for it");
  const order = { companyId, documentId: id, kind, actor: asked.actor, approver, reason: asked.reason };
  await commit(context, { companyId, documentId: id, action, detail: { fiscalId, asked_by: asked.actor } }, [
    build.insert(resendOrders).values(order),
  ]);
  return {
    data: order,
    text: `ordered; the cron hands it over within a minute, see \`operator document explain --document ${id}\``,
  };
}

const resendOne = createOrderCommand({
  kind: "resend",
  about: "orders to send a send_unknown document again, same bytes: one person asks, another one approves",
  states: ["send_unknown"],
  hint: "only send_unknown may be sent again; see `operator document explain`",
  wish: "send % again",
});

const resend: Command = {
  ...resendOne,
  about:
    "orders to send a send_unknown document again, same bytes, or a list of them: one person asks, another one approves",
  flags: [
    optional("document", "id of the document; without it a list is meant"),
    ...LIST_FLAGS,
    optional("reason", "why, for the record; needed when asking"),
    optional("approve", "approve what another person asked for: of a list, by its digest", "[value]"),
  ],
  run: (context) => (isAboutList(context) ? resendList(context) : resendOne.run(context)),
};

const close = createOrderCommand({
  kind: "close",
  about:
    "orders the end of a document that never left because another one has its number, that is refused before processing for ever, or that the authority denies without a verdict: one person asks, another one approves",
  states: ["firmado", "send_unknown"],
  hint: "only a document that waits unsent, or is send_unknown, may be closed; see `operator document explain`",
  wish: "close %",
});

export const DOCUMENT_COMMANDS: readonly Command[] = [
  list,
  show,
  explain,
  createFilesCommand(getDocument),
  resend,
  close,
];
