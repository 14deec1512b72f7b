// document show, list, explain, resend and close: what became of a document, in order, and the last resorts.
import { STATES } from "../../src/domain/state.ts";
import { readAll, readOne } from "../../src/store/database.ts";
import { DOCUMENT_QUERY, type StoredDocument, toStoredDocument } from "../../src/store/documents.ts";
import { listEvents } from "../../src/store/events.ts";
import { insertResendOrder } from "../../src/store/registry.ts";
import { listOrdersOf } from "../../src/store/resend.ts";
import { type Command, type Context, commit } from "../command.ts";
import { OperatorError } from "../error.ts";
import { readChoice, readId, readInteger, readModule, readText } from "../reader.ts";
import { printTable } from "../table.ts";
import { findCompanyId } from "./company.ts";
import { adviseDocument, explainState, explainWaiting } from "./document-advice.ts";

async function getDocument({ binding, input }: Context): Promise<StoredDocument> {
  const id = await input.get("document", readId);
  const row = await readOne(binding.prepare(`${DOCUMENT_QUERY} WHERE d.id = ?1`).bind(id));
  if (row === undefined) throw new OperatorError(`there is no document ${id}`, "see `operator document list`");
  return toStoredDocument(row);
}

const show: Command = {
  name: "document show",
  about: "shows a document as its row has it",
  flags: { document: "*id of the document" },
  run: async (context) => {
    const { timeline: _timeline, ...data } = await getDocument(context);
    return { data, text: JSON.stringify(data, undefined, 2) };
  },
};

const list: Command = {
  name: "document list",
  about: "lists documents, the newest first",
  flags: {
    company: "id of the company; all of them unless given",
    module: "fe or dse",
    state: "only documents in this state",
    number: "full number, such as SETP990000001",
    limit: "rows; 20 unless given",
  },
  run: async (context) => {
    const { binding, input } = context;
    const filters = [
      await findCompanyId(context),
      input.find("module", readModule) ?? null,
      input.find("state", readChoice(...STATES)) ?? null,
      input.find("number", readText) ?? null,
      input.find("limit", readInteger(1, 1000)) ?? 20,
    ];
    const sql = `SELECT id AS document, company_id AS company, module, type_code AS type, full_number AS number, issue_date,
        total, currency, state, updated_at FROM documents
      WHERE (?1 IS NULL OR company_id = ?1) AND (?2 IS NULL OR module = ?2) AND (?3 IS NULL OR state = ?3)
        AND (?4 IS NULL OR full_number = ?4) ORDER BY id DESC LIMIT ?5`;
    const rows = await readAll<Record<string, unknown>>(binding.prepare(sql).bind(...filters));
    return { data: rows, text: printTable(rows, "no such document") };
  },
};

/** One line of a document's life. */
interface Moment {
  readonly at: string;
  readonly what: string;
  readonly detail: string;
}

interface TimelineChange {
  readonly at: string;
  readonly from: string | null;
  readonly to: string;
  readonly event: string;
  readonly actor?: string;
  readonly reason?: string;
}

interface TimelineAttempt {
  readonly kind: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly outcome: string | null;
  readonly httpStatus: number | null;
  readonly detail: string | null;
}

const explain: Command = {
  name: "document explain",
  about: "tells a document's life as a time line: every state, attempt, question and answer, and what comes next",
  flags: { document: "*id of the document" },
  run: async (context) => {
    const document = await getDocument(context);
    const own = (await listEvents(context.binding, document.companyId)).filter((one) => one.documentId === document.id);
    const actions = own.map(({ at, action, actor, reason }): Moment => {
      return { at, what: action, detail: `by ${actor}${reason === null ? "" : `: ${reason}`}` };
    });
    const orders = (await listOrdersOf(context.binding, document.id)).map((order): Moment => {
      const outcome = order.outcome ?? "waits for the cron";
      const people = `by ${order.actor}, approved by ${order.approver}`;
      const deed = order.kind === "resend" ? "send it again" : "close it";
      const detail = `an operator ordered to ${deed}: ${outcome} (${people})`;
      return { at: order.closedAt ?? order.createdAt, what: `${order.kind} order`, detail };
    });
    const moments = [...listMoments(document), ...actions, ...orders].sort((a, b) => a.at.localeCompare(b.at));
    const isSettled = document.state === "aceptado" || document.state === "rechazado";
    const data = {
      document: document.id,
      company: document.companyId,
      number: document.fullNumber,
      fiscal_id: document.fiscalId,
      state: document.state,
      meaning: explainState(document.state),
      waits_for: isSettled ? null : explainWaiting(document.state, document.dueAt, context.nowMs()),
      to_do: adviseDocument(document.state, listAttempts(document).at(-1)),
      verdict: document.verdict,
      timeline: moments,
    };
    const head = `document ${document.id}, ${document.fullNumber} of company ${document.companyId}: ${document.state}`;
    const waits = data.waits_for === null ? "" : `waits for: ${data.waits_for}\n`;
    const text = `${head}\n${data.meaning}\n${waits}to do: ${data.to_do}\n\n${printTable(
      moments.map((one) => ({ ...one })),
      "no time line yet",
    )}`;
    return { data, text };
  },
};

function listAttempts({ timeline }: StoredDocument): readonly TimelineAttempt[] {
  return (timeline?.attempts ?? []) as readonly TimelineAttempt[];
}

function listMoments(document: StoredDocument): Moment[] {
  const { timeline } = document;
  const changes = (timeline?.changes ?? []) as readonly TimelineChange[];
  return [
    ...changes.map(({ at, from, to, event, actor, reason }): Moment => {
      const who = actor === undefined ? "" : `, ordered by ${actor}: ${reason ?? ""}`;
      return { at, what: `${from ?? "(none)"} -> ${to}`, detail: `${event}${who}` };
    }),
    ...listAttempts(document).map((one): Moment => {
      const seconds = one.endedAt === null ? null : (Date.parse(one.endedAt) - Date.parse(one.startedAt)) / 1000;
      const answer = seconds === null ? "no answer yet" : `${one.outcome ?? "?"} after ${seconds.toFixed(1)} s`;
      const http = one.httpStatus === null ? "" : `, HTTP ${one.httpStatus}`;
      return {
        at: one.startedAt,
        what: one.kind,
        detail: `${answer}${http}${one.detail === null ? "" : `, ${one.detail}`}`,
      };
    }),
  ];
}

/** An order that needs two people: what it may be about, and how it is told. */
interface OrderKind {
  readonly kind: "resend" | "close";
  readonly about: string;
  readonly states: readonly string[];
  /** Why other states are refused. */
  readonly hint: string;
  /** What was asked for, after "asked to" and a document. */
  readonly deed: string;
}

/** One person asks, another one approves; the cron hands the order to the document's object, which decides. */
function createOrderCommand({ kind, about, states, hint, deed }: OrderKind): Command {
  const request = `document.${kind}.request`;
  const order = `document.${kind}.order`;
  return {
    name: `document ${kind}`,
    about,
    flags: { document: "*id of the document", reason: "*why, for the record (when asking)" },
    switches: { approve: "approve what another person asked for" },
    run: async (context) => {
      const document = await getDocument(context);
      const { id, companyId, state } = document;
      if (!states.includes(state)) {
        throw new OperatorError(`document ${id} is ${state}: ${explainState(state)}`, hint);
      }
      const open = "SELECT id FROM resend_orders WHERE document_id = ?1 AND closed_at IS NULL";
      if ((await readOne(context.binding.prepare(open).bind(id))) !== undefined) {
        throw new OperatorError(`document ${id} has an order already`, "the cron hands it over within a minute");
      }
      const own = (await listEvents(context.binding, companyId)).filter((one) => one.documentId === id);
      const last = own.filter(({ action }) => action === request || action === order).at(-1);
      // The newest request that no order has answered yet.
      const asked = last?.action === request ? { actor: last.actor, reason: last.reason ?? "" } : undefined;
      const names = { kind, request, order, deed };
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
  readonly deed: string;
}

interface Asked {
  readonly actor: string;
  readonly reason: string;
}

async function ask(
  context: Context,
  { id, companyId, fiscalId }: StoredDocument,
  asked: Asked | undefined,
  { kind, request }: OrderNames,
) {
  if (asked !== undefined) {
    throw new OperatorError(`${asked.actor} asked for it already: ${asked.reason}`, "another person gives --approve");
  }
  await context.input.get("reason", readText);
  await commit(context, { companyId, documentId: id, action: request, detail: { fiscalId } }, []);
  const text = `asked for; another person confirms with: operator document ${kind} --document ${id} --approve`;
  return { data: { document: id, asked_by: context.actor }, text };
}

async function approve(
  context: Context,
  { id, companyId, fiscalId }: StoredDocument,
  asked: Asked | undefined,
  { kind, order: action, deed }: OrderNames,
) {
  if (asked === undefined)
    throw new OperatorError(`nobody asked to ${deed.replace("%", `document ${id}`)}`, "first give --reason");
  if (asked.actor === context.actor) {
    throw new OperatorError(`${context.actor} asked for it and cannot approve it`, "a second person is needed");
  }
  const order = { companyId, documentId: id, kind, actor: asked.actor, approver: context.actor, reason: asked.reason };
  await commit(context, { companyId, documentId: id, action, detail: { fiscalId, asked_by: asked.actor } }, [
    insertResendOrder(context.binding, order),
  ]);
  return {
    data: order,
    text: `ordered; the cron hands it over within a minute, see \`operator document explain --document ${id}\``,
  };
}

const resend = createOrderCommand({
  kind: "resend",
  about: "orders to send a send_unknown document again, same bytes: one person asks, another one approves",
  states: ["send_unknown"],
  hint: "only send_unknown may be sent again; see `operator document explain`",
  deed: "send % again",
});

const close = createOrderCommand({
  kind: "close",
  about:
    "orders the end of a document that never left because another one has its number: one person asks, another one approves",
  states: ["firmado", "send_unknown"],
  hint: "only a document that waits and never left may be closed; see `operator document explain`",
  deed: "close %",
});

export const DOCUMENT_COMMANDS: readonly Command[] = [list, show, explain, resend, close];
