// Lists what is not settled, company by company, and the uncertain ones by themselves.
import { and, asc, inArray, isNotNull, lt, ne, or, sql } from "drizzle-orm";
import { html } from "hono/html";
import { isHeld } from "../../operator/command/document-advice.ts";
import { isNotLeftBehind } from "../../operator/left-behind.ts";
import { UNCERTAIN_STATES } from "../../src/domain/document/state.ts";
import { build, type Database, run } from "../../src/store/base/db.ts";
import { documents } from "../../src/store/base/schema.ts";
import { indexedBy } from "../../src/store/document/search.ts";
import { type Html, link, section, table } from "../html.ts";
import {
  addressOf,
  linkCompany,
  linkDocument,
  moment,
  offerAskNow,
  operator,
  ROWS,
  type Shown,
  stateOf,
  troubleOf,
  type View,
} from "../view.ts";

/** Of the open documents so many are looked through for uncertain ones. */
const LOOKED_AT = 10_000;
/** A sending that takes longer lost its answer; the youngest age by which open documents are counted. */
const SENDING_MS = 60_000;

/** Where a page goes on: the database, and the last row that was shown. */
interface Cursor {
  readonly database: number;
  readonly companyId: number;
  readonly dueAt: string;
  readonly id: number;
}

export async function showPending(view: View): Promise<Shown> {
  const { words } = view;
  const cursor = readCursor(view.query("after"));
  const [unknown, { rows, next }] = await Promise.all([
    cursor === undefined ? listUncertain(view) : [],
    listOpen(view, cursor),
  ]);
  const more =
    next === undefined
      ? []
      : [html`<p class="more">${link(addressOf(view, "/pending", { after: next }), words.more)}</p>`];
  return {
    title: words.pending,
    body: [
      ...(cursor === undefined ? [section(words.uncertain, show(view, unknown))] : []),
      section(words.documents, show(view, rows), ...more),
      section(words.commands, operator(view, "pending"), await offerAskNow(view), operator(view, "status")),
    ],
  };
}

type OpenDocument = Awaited<ReturnType<typeof readOpen>>[number];

function show(view: View, rows: readonly OpenDocument[]): Html {
  const { words } = view;
  const cells = rows.map((row) => [
    linkDocument(view, row.id, row.fullNumber),
    linkCompany(view, row.companyId),
    stateOf(view, row.state),
    moment(view, row.reservedAt),
    isHeld(row) ? words.untilBack : moment(view, row.dueAt),
    troubleOf(view, row.error),
  ]);
  return table(
    [words.number, words.company, words.state, words.reserved, words.due, words.lastError],
    cells,
    words.none,
  );
}

const columns = {
  id: documents.id,
  companyId: documents.companyId,
  fullNumber: documents.fullNumber,
  state: documents.state,
  reservedAt: documents.reservedAt,
  dueAt: documents.dueAt,
  error: documents.lastStatusError,
};

/** In the order of the index of open documents, which has no others. */
function readOpen(db: Database, after: Omit<Cursor, "database"> | undefined, limit: number) {
  const { companyId, dueAt, id } = documents;
  const isBeyond = after && sql`(${companyId}, ${dueAt}, ${id}) > (${after.companyId}, ${after.dueAt}, ${after.id})`;
  const isWanted = and(isNotNull(dueAt), isNotLeftBehind(companyId), isBeyond);
  const open = build.select({ id: sql<number>`${id}` }).from(indexedBy(documents, "documents_overdue"));
  const page = open.where(isWanted).orderBy(asc(companyId), asc(dueAt), asc(id)).limit(limit);
  return run(
    db,
    build.select(columns).from(documents).where(inArray(id, page)).orderBy(asc(companyId), asc(dueAt), asc(id)),
  );
}

async function listOpen({ ledger }: View, cursor: Cursor | undefined) {
  const rows: OpenDocument[] = [];
  for (let database = cursor?.database ?? 0; database < ledger.databases.length; database += 1) {
    const db = ledger.databases[database];
    if (db === undefined) break;
    const after = cursor?.database === database ? cursor : undefined;
    const found = await readOpen(db, after, ROWS + 1 - rows.length);
    rows.push(...found);
    const last = rows[ROWS - 1];
    if (rows.length > ROWS && last !== undefined) {
      // The last one that is shown may be of an earlier database than the one that has more.
      const from = found.length > 1 ? database : database - 1;
      return { rows: rows.slice(0, ROWS), next: `${from}_${last.companyId}_${last.dueAt}_${last.id}` };
    }
  }
  return { rows, next: undefined };
}

function readCursor(text: string | undefined): Cursor | undefined {
  const [, database, companyId, dueAt, id] =
    /^(\d{1,3})_(\d{1,12})_([\d:.TZ-]{10,30})_(\d{1,12})$/.exec(text ?? "") ?? [];
  if (dueAt === undefined) return undefined;
  return { database: Number(database), companyId: Number(companyId), dueAt, id: Number(id) };
}

/** Not those that are being sent right now: their answer is on its way. */
async function listUncertain({ ledger, nowMs }: View): Promise<readonly OpenDocument[]> {
  const { companyId, dueAt, id, state, reservedAt } = documents;
  const before = new Date(nowMs - SENDING_MS).toISOString();
  const isLost = and(inArray(state, UNCERTAIN_STATES), or(ne(state, "sending"), lt(reservedAt, before)));
  const found = await Promise.all(
    ledger.databases.map((db) => {
      const open = build.select({ id: sql<number>`${id}` }).from(indexedBy(documents, "documents_overdue"));
      const some = open.where(isNotNull(dueAt)).orderBy(asc(companyId), asc(dueAt)).limit(LOOKED_AT);
      const isUncertain = and(inArray(id, some), isLost, isNotLeftBehind(companyId));
      return run(db, build.select(columns).from(documents).where(isUncertain).limit(ROWS));
    }),
  );
  return found.flat().slice(0, ROWS);
}
