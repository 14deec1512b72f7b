// `document resend --state` proposes a list of documents to send again, which another person approves by its digest.
import { createHash } from "node:crypto";
import { and, asc, eq, gte, isNull, notExists, sql } from "drizzle-orm";
import { z } from "zod";
import { startOfDayInBogota } from "../../src/domain/value/calendar.ts";
import { listEvents } from "../../src/store/audit/events.ts";
import { build, isAmong, run } from "../../src/store/base/db.ts";
import { documents, resendOrders } from "../../src/store/base/schema.ts";
import { type Context, commit, type Output } from "../command.ts";
import { OperatorError } from "../error.ts";
import { optional } from "../flag.ts";
import { requireSecondPerson } from "../person.ts";
import { readChoice, readDate, readText } from "../reader.ts";
import { printTable } from "../table.ts";
import { getCompany } from "./company.ts";

/** Documents of one list: as many as two people can look up on the authority's portal. */
const MOST = 100;
const STATE = "send_unknown";
const PROPOSED = "document.resend.propose";
const APPROVED = "document.resend.approve";
const PROPOSAL = z.object({ digest: z.string(), documents: z.array(z.number()), keys: z.array(z.string().nullable()) });
const ACTION = z.object({ digest: z.string() });

/** Flags of a list, beside those of a single document. */
export const LIST_FLAGS = [
  optional("state", `propose a list: ${STATE} is the only state that may be sent again`),
  optional("company", "id of the company, of a list"),
  optional("since", "only documents begun on this day or later, YYYY-MM-DD, of a list"),
];

/** Whether a line is about a list, and not about one document. */
export function isAboutList({ input }: Context): boolean {
  return [input.find("state", readText), input.find("approve", readText)].some((value) => value !== undefined);
}

/** Proposes a list, or approves the one whose digest is given. */
export function resendList(context: Context): Promise<Output> {
  if (context.input.find("document", readText) !== undefined) {
    throw new OperatorError("--document is for one document, --state and a digest for a list", "leave one of them out");
  }
  const digest = context.input.find("approve", readDigest);
  return digest === undefined ? propose(context) : approve(context, digest);
}

function readDigest(text: string): string {
  if (!/^[0-9a-f]{16}$/.test(text))
    throw new OperatorError(`"${text}" is not the digest of a list`, "16 hexadecimal digits");
  return text;
}

async function propose(context: Context): Promise<Output> {
  const { input } = context;
  const company = await getCompany(context);
  await input.get("state", readChoice(STATE));
  const since = input.find("since", readDate);
  const rows = await listCandidates(context, company.id, since);
  if (rows.length === 0) {
    throw new OperatorError(
      `company ${company.id} has no document in ${STATE} without an order`,
      "see `operator pending`",
    );
  }
  const listed = rows.slice(0, MOST);
  await input.get("reason", readText);
  const digest = digestList(listed);
  const ids = listed.map(({ document }) => document);
  const keys = listed.map(({ fiscal_id: key }) => key);
  const detail = { digest, since: since ?? null, documents: ids, keys };
  await commit(context, { companyId: company.id, action: PROPOSED, detail }, []);
  const more = rows.length > MOST ? `\nthe first ${MOST} alone; there are more for a next list` : "";
  return {
    data: { company: company.id, digest, documents: listed, asked_by: await context.actor() },
    text: `${printTable(listed, "", context.nowMs())}\n${listed.length} documents, digest ${digest}${more}`,
    next: [
      "look each of them up on the authority's portal: only what is not there may be sent again",
      `another person: operator document resend --company ${company.id} --approve ${digest}`,
    ],
  };
}

/** Documents that nothing is known of and that no order is open for, the oldest first. */
function listCandidates({ db }: Context, companyId: number, since: string | undefined, ids?: readonly number[]) {
  const { id, fullNumber, fiscalId, reservedAt, total, state } = documents;
  const begin = since === undefined ? undefined : startOfDayInBogota(since);
  const isOpen = and(eq(resendOrders.documentId, id), isNull(resendOrders.closedAt));
  const order = build.select({ one: sql`1` }).from(resendOrders).where(isOpen);
  const candidates = build
    .select({ document: id, number: fullNumber, total, reserved_at: reservedAt, fiscal_id: fiscalId })
    .from(documents)
    .where(
      and(
        eq(documents.companyId, companyId),
        eq(state, STATE),
        begin === undefined ? undefined : gte(reservedAt, begin),
        ids === undefined ? undefined : isAmong(id, ids),
        notExists(order),
      ),
    );
  return run(db, candidates.orderBy(asc(id)).limit(MOST + 1));
}

type Candidate = Awaited<ReturnType<typeof listCandidates>>[number];

/** What two people agree on: the documents by their ids, numbers and keys. */
function digestList(rows: readonly Candidate[]): string {
  const lines = rows.map(({ document, number, fiscal_id }) => `${document} ${number} ${fiscal_id ?? ""}\n`);
  return createHash("sha256").update(lines.join("")).digest("hex").slice(0, 16);
}

async function approve(context: Context, digest: string): Promise<Output> {
  const { db } = context;
  const company = await getCompany(context);
  const own = (await listEvents(db, company.id)).filter(({ action, detail }) => {
    return (action === PROPOSED || action === APPROVED) && ACTION.parse(JSON.parse(detail)).digest === digest;
  });
  const last = own.at(-1);
  if (last === undefined) {
    throw new OperatorError(
      `no list of company ${company.id} has the digest ${digest}`,
      "one person proposes it with --state and --reason",
    );
  }
  if (last.action === APPROVED) throw new OperatorError(`the list ${digest} was approved by ${last.actor} already`);
  const approver = await requireSecondPerson(context, last.actor, "proposed the list");
  const { documents: ids, keys } = PROPOSAL.parse(JSON.parse(last.detail));
  const rows = await listCandidates(context, company.id, undefined, ids);
  const left = ids.filter((id) => !rows.some(({ document }) => document === id));
  // Some may have settled since, but what waits must be what was proposed.
  if (rows.some(({ document, fiscal_id: key }) => keys[ids.indexOf(document)] !== key)) {
    throw new OperatorError(`the documents of the list ${digest} are not what they were`, "`operator ledger verify`");
  }
  if (rows.length === 0) throw new OperatorError("no document of the list waits any more", "nothing is to be done");
  const reason = last.reason ?? "";
  const orders = rows.map(({ document }) => {
    return {
      companyId: company.id,
      documentId: document,
      kind: "resend" as const,
      actor: last.actor,
      approver,
      reason,
    };
  });
  const ordered = rows.map(({ document }) => document);
  const detail = { digest, documents: ordered, left, asked_by: last.actor };
  await commit(context, { companyId: company.id, action: APPROVED, detail }, [
    build.insert(resendOrders).values(orders),
  ]);
  const settled = left.length === 0 ? "" : `; not any more in ${STATE}, or ordered already: ${left.join(", ")}`;
  return {
    data: { company: company.id, digest, ordered, left, actor: last.actor, approver },
    text: `${ordered.length} documents ordered; the cron hands them over within minutes${settled}`,
    next: [`operator document list --company ${company.id} --state ${STATE}`],
  };
}
