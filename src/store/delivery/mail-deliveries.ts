// Keeps the e-mails that hand documents over: what is due, what became of each by compare-and-set, and what clients order.
import { and, asc, count, desc, eq, gt, gte, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Module } from "../../domain/company.ts";
import type { MailKey } from "../../domain/document/mail-delivery.ts";
import { build, type Database, findOne, insertSelect, nameOf, run, runNamed } from "../base/db.ts";
import { isAtHome } from "../base/home.ts";
import { deliveries, isKnownRecipient, isStoppingState, mailers } from "../base/schema.ts";

/** An e-mail as it stands; instants are ISO texts. */
export type MailRow = Readonly<typeof deliveries.$inferSelect>;

const fallen = alias(deliveries, "fallen");

type Deliveries = typeof deliveries | typeof fallen;

function hasFallen(rows: Deliveries): SQL | undefined {
  return and(
    isStoppingState,
    or(eq(rows.state, "quejado"), and(eq(rows.state, "rebotado"), eq(rows.reason, "buzon_inexistente"))),
  );
}

/** An e-mail whose hard bounce or complaint stops others to its address. */
export const isStoppingMail = hasFallen(deliveries);

/** Whether an e-mail goes to an address; capitals make no other one, as mail servers take it. */
function isTo(rows: Deliveries, recipient: SQL | string): SQL {
  return sql`lower(${rows.recipient}) = lower(${recipient})`;
}

/** Whether a hard bounce or a complaint stops messages of a company to an address, until an operator releases it. */
function isSuppressed(companyId: SQL | number, recipient: SQL | string): SQL<number> {
  const isFallen = and(eq(fallen.companyId, companyId), isTo(fallen, recipient), hasFallen(fallen));
  return sql<number>`EXISTS ${build.select({ one: sql`1` }).from(fallen).where(isFallen)}`;
}

/** One e-mail with something to do. */
export interface DueMail extends MailRow {
  /** An earlier message to the address bounced hard, or was complained of. */
  readonly isSuppressed: boolean;
}

/** E-mails of a company with something to do by an instant, the longest due first. */
export async function listDueMail(
  db: Database,
  companyId: number,
  nowIso: string,
  limit: number,
): Promise<readonly DueMail[]> {
  const isDue = and(eq(deliveries.companyId, companyId), isNotNull(deliveries.dueAt), lte(deliveries.dueAt, nowIso));
  const suppressed = isSuppressed(sql`${deliveries.companyId}`, sql`${deliveries.recipient}`).as("isSuppressed");
  const rows = await run(
    db,
    build
      .select({ row: deliveries, suppressed })
      .from(deliveries)
      .where(isDue)
      .orderBy(asc(deliveries.dueAt), asc(deliveries.documentId), asc(deliveries.ordinal))
      .limit(limit),
  );
  return rows.map(({ row, suppressed: is }) => ({ ...row, isSuppressed: is === 1 }));
}

/** When the next e-mail of a company has something to do; undefined when none has. */
export async function findNextMail(db: Database, companyId: number): Promise<string | undefined> {
  const next = build
    .select({ dueAt: deliveries.dueAt })
    .from(deliveries)
    .where(and(eq(deliveries.companyId, companyId), isNotNull(deliveries.dueAt)))
    .orderBy(asc(deliveries.dueAt))
    .limit(1);
  return (await findOne(db, next))?.dueAt ?? undefined;
}

/** Companies of this database that have an e-mail due since before an instant. */
export async function listMailersDue(db: Database, beforeIso: string, limit: number): Promise<readonly number[]> {
  const isDue = and(isNotNull(deliveries.dueAt), lte(deliveries.dueAt, beforeIso), isAtHome(deliveries.companyId));
  const due = build.selectDistinct({ companyId: deliveries.companyId }).from(deliveries).where(isDue).limit(limit);
  return (await run(db, due)).map(({ companyId }) => companyId);
}

/** Members that a change may bring; the others never change. */
export type MailPatch = Partial<Omit<MailRow, keyof MailKey | "module" | "kind" | "key" | "fingerprint" | "version">>;

/**
 * Changes an e-mail, if nothing has changed it since it was read; the trigger writes the change of the feed with it.
 * @returns the row as it is now; undefined when another change was faster.
 */
export async function changeMail(
  db: Database,
  { companyId, documentId, ordinal, version }: MailKey & Pick<MailRow, "version">,
  patch: MailPatch,
): Promise<MailRow | undefined> {
  const isIt = and(isMail({ companyId, documentId, ordinal }), eq(deliveries.version, version));
  const change = build.update(deliveries).set({ ...patch, version: version + 1 });
  return (await run(db, change.where(isIt).returning()))[0];
}

function isMail({ companyId, documentId, ordinal }: MailKey): SQL | undefined {
  return and(
    eq(deliveries.companyId, companyId),
    eq(deliveries.documentId, documentId),
    eq(deliveries.ordinal, ordinal),
  );
}

/** One e-mail. */
export function findMail(db: Database, key: MailKey): Promise<MailRow | undefined> {
  return findOne(db, build.select().from(deliveries).where(isMail(key)));
}

/** What an event of the platform says of its message. */
interface MailEventKey {
  readonly providerId: string;
  readonly recipient: string;
  /** SHA-256 of its subject; null where the event names none. */
  readonly subjectHash: string | null;
  /** Only messages that were begun after this instant (ISO). */
  readonly after: string;
}

/** The e-mail of an event in one database: by the platform's id, or else the last one to the address with the subject. */
export async function findMailOfEvent(db: Database, event: MailEventKey): Promise<MailRow | undefined> {
  const { providerId, recipient, subjectHash, after } = event;
  const select = () => build.select().from(deliveries);
  const byId = await findOne(db, select().where(eq(deliveries.providerId, providerId)));
  if (byId !== undefined || subjectHash === null) return byId;
  const isIt = and(
    isTo(deliveries, recipient),
    eq(deliveries.subjectHash, subjectHash),
    gte(deliveries.attemptAt, after),
    isNull(deliveries.providerId),
  );
  return findOne(db, select().where(isIt).orderBy(desc(deliveries.attemptAt)).limit(1));
}

/** The e-mails of a document, the newest first. */
export function listMailOfDocument(db: Database, companyId: number, documentId: number, limit: number) {
  const isIts = and(eq(deliveries.companyId, companyId), eq(deliveries.documentId, documentId));
  return run(db, build.select().from(deliveries).where(isIts).orderBy(desc(deliveries.ordinal)).limit(limit));
}

/** Of a document to an address in 24 hours, and of a document. */
export const MAIL_LIMITS = { perAddress: 5, perDocument: 20 } as const;

/** What a client orders beside what was sent by itself. */
interface MailOrder {
  readonly companyId: number;
  readonly documentId: number;
  readonly module: Module;
  readonly key: string;
  readonly fingerprint: string;
  readonly recipient: string;
  readonly message: string | null;
  readonly nowIso: string;
}

export type MailOrdered =
  | { readonly type: "ordered" | "known"; readonly mail: MailRow }
  | { readonly type: "suppressed" }
  /** `freeAt`: ISO instant at which the address takes one more; null where the document takes none any more. */
  | { readonly type: "limited"; readonly freeAt: string | null };

const DAY_MS = 86_400_000;

function countOrders({ companyId, documentId, recipient, nowIso }: MailOrder) {
  const since = new Date(Date.parse(nowIso) - DAY_MS).toISOString();
  const isOf = and(eq(deliveries.companyId, companyId), eq(deliveries.documentId, documentId));
  const isRecent = and(isOf, isTo(deliveries, recipient), gt(deliveries.createdAt, since));
  const counted = (where: SQL | undefined) => build.select({ n: sql`count(*)` }).from(deliveries).where(where);
  return { isOf, isRecent, ofDocument: counted(isOf), ofAddress: counted(isRecent) };
}

/** The statement that adds what is ordered, where the limits leave it a place and its key is new. */
export function addOrder(order: MailOrder) {
  const { companyId, documentId, module, key, fingerprint, recipient, message, nowIso } = order;
  const { isOf, ofDocument, ofAddress } = countOrders(order);
  const isFree = sql`(${ofDocument}) < ${MAIL_LIMITS.perDocument} AND (${ofAddress}) < ${MAIL_LIMITS.perAddress} AND NOT ${isSuppressed(companyId, recipient)}`;
  const insert = insertSelect(
    deliveries,
    {
      companyId,
      documentId,
      ordinal: sql`(SELECT coalesce(max(${nameOf(deliveries.ordinal)}), 0) + 1 FROM ${deliveries} WHERE ${isOf})`,
      module,
      kind: "manual",
      key,
      fingerprint,
      recipient,
      message,
      state: "pendiente",
      createdAt: nowIso,
      dueAt: nowIso,
    },
    sql`WHERE ${isFree} ON CONFLICT DO NOTHING`,
  );
  return build.run(insert);
}

/** Adds what a client orders, once for each key; one batch, safe to repeat. */
export async function orderMail(db: Database, order: MailOrder): Promise<MailOrdered> {
  const { companyId, key, recipient } = order;
  const { isOf, isRecent, ofDocument: counted } = countOrders(order);
  const byKey = () =>
    build
      .select()
      .from(deliveries)
      .where(and(isOf, eq(deliveries.key, key)));
  const { before, found, facts } = await runNamed(db, {
    before: byKey(),
    added: addOrder(order),
    found: byKey(),
    facts: build
      .select({
        suppressed: isSuppressed(companyId, recipient).as("isSuppressed"),
        ofDocument: sql<number>`(${counted})`.as("ofDocument"),
        first: sql<
          string | null
        >`(SELECT min(${nameOf(deliveries.createdAt)}) FROM ${deliveries} WHERE ${isRecent})`.as("firstRecent"),
      })
      .from(sql`(SELECT 1)`),
  });
  const [mail] = found;
  if (mail !== undefined) return { type: before.length === 0 ? "ordered" : "known", mail };
  const [{ suppressed: is = 0, ofDocument = 0, first = null } = {}] = facts;
  if (is === 1) return { type: "suppressed" };
  const isFull = ofDocument >= MAIL_LIMITS.perDocument || first === null;
  return { type: "limited", freeAt: isFull ? null : new Date(Date.parse(first) + DAY_MS).toISOString() };
}

/**
 * The statement that owes an e-mail again that was given up, if nothing has changed it since it was read and nothing stands in
 * the way of its address. It is as old as this: 72 hours, and the limits of a day, count from here.
 */
export function retryMail({ version, ...key }: MailKey & Pick<MailRow, "version">, nowIso: string) {
  const isSame = and(isMail(key), eq(deliveries.version, version), isRetried);
  const isOpen = sql`NOT ${isSuppressed(key.companyId, sql`${deliveries.recipient}`)}`;
  const again = {
    state: "pendiente",
    reason: null,
    failures: 0,
    unanswered: 0,
    createdAt: nowIso,
    dueAt: nowIso,
  } as const;
  return build
    .update(deliveries)
    .set({ ...again, version: version + 1 })
    .where(and(isSame, isOpen));
}

/** Given up, or left out because the company's e-mail was off; its address is known. */
export const isRetried = and(
  or(eq(deliveries.state, "rechazado"), and(eq(deliveries.state, "omitido"), eq(deliveries.reason, "desactivado"))),
  isKnownRecipient,
);

function isStopping(companyId: number, recipient: string): SQL | undefined {
  return and(eq(deliveries.companyId, companyId), isTo(deliveries, recipient), isStoppingState);
}

/** How many bounces and complaints stand in the way of messages of a company to an address. */
export async function countStopping(db: Database, companyId: number, recipient: string): Promise<number> {
  const which = isStopping(companyId, recipient);
  const [found] = await run(db, build.select({ stopping: count() }).from(deliveries).where(which));
  return found?.stopping ?? 0;
}

/** The statement that lets messages to an address go again. */
export function releaseAddress(companyId: number, recipient: string, nowIso: string) {
  return build.update(deliveries).set({ releasedAt: nowIso }).where(isStopping(companyId, recipient));
}

/** Addresses that are no hash yet, of e-mails before an instant. */
export function listKnownRecipients(db: Database, beforeIso: string, limit: number) {
  const { companyId, documentId, ordinal, version, recipient } = deliveries;
  const isOld = and(isKnownRecipient, lte(deliveries.createdAt, beforeIso), isAtHome(companyId));
  return run(
    db,
    build
      .select({ companyId, documentId, ordinal, version, recipient })
      .from(deliveries)
      .where(isOld)
      .orderBy(asc(deliveries.createdAt))
      .limit(limit),
  );
}

/** What an object or an event reports of a company's e-mail. */
type MailerPatch = Partial<Omit<typeof mailers.$inferSelect, "companyId">>;

/** Keeps what is reported; members that are left out stay. */
export async function noteMailer(db: Database, companyId: number, patch: MailerPatch): Promise<void> {
  await run(
    db,
    build
      .insert(mailers)
      .values({ companyId, ...patch })
      .onConflictDoUpdate({ target: mailers.companyId, set: patch }),
  );
}
