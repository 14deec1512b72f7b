// Reads the changes of a company's documents in the order of their commits, for the feed, and drops those that are too old for it.
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { MODULES, type Module } from "../../domain/company.ts";
import type { MailChange } from "../../domain/document/mail-delivery.ts";
import type { State } from "../../domain/document/state.ts";
import { DAY_MS } from "../../domain/value/calendar.ts";
import { build, byShape, type Database, findOne, nameOf, run, statement } from "../base/db.ts";
import { HOME, runAcross } from "../base/home.ts";
import { changes, companies, deliveries, documents } from "../base/schema.ts";

/** How long a cursor is good. */
export const CURSOR_DAYS = 400;
/** How long a change is kept: longer than any cursor that still reads it. */
const KEPT_DAYS = CURSOR_DAYS + 1;

/** What a change reports. */
export const CHANGE_TYPES = [
  "documento.creado",
  "documento.aceptado",
  "documento.rechazado",
  "documento.incierto",
  "documento.desconocido",
  "envio.enviado",
  "envio.entregado",
  "envio.rebotado",
  "envio.rechazado",
  "envio.quejado",
] as const satisfies readonly (`documento.${string}` | `envio.${MailChange}`)[];
type ChangeType = (typeof CHANGE_TYPES)[number];

/** One change with what never changes of its document; `sequence` is the instant of its commit, in epoch milliseconds. */
export type Change = Awaited<ReturnType<typeof listChanges>>[number];

/**
 * What clients hear when a document comes to a state; the trigger `documents_change_shown` writes a change for exactly these.
 * `en_proceso_http` is the state of a sending without a conclusive answer. The others are seen only as the state in which a
 * document was created.
 */
export const CHANGE_OF_STATE: Readonly<Record<State, ChangeType | undefined>> = {
  creating: undefined,
  firmado: undefined,
  sending: undefined,
  enviado: undefined,
  en_proceso: undefined,
  en_proceso_http: "documento.incierto",
  send_unknown: "documento.desconocido",
  aceptado: "documento.aceptado",
  rechazado: "documento.rechazado",
};

/** The type of a change to a state. */
export function typeOfChange(state: State): ChangeType {
  return CHANGE_OF_STATE[state] ?? "documento.creado";
}

/** The name of a change, the same wherever it is shown. */
export function nameChange({ companyId, sequence }: Pick<Change, "companyId" | "sequence">): string {
  return `chg_${companyId}_${sequence}`;
}

/** The instant before which cursors are refused, in epoch milliseconds. */
export function oldestCursor(nowMs: number): number {
  return nowMs - CURSOR_DAYS * DAY_MS;
}

const pageOf = byShape((modules: readonly Module[]) =>
  statement(["companyId", "after", "limit"], ({ companyId, after, limit }) => {
    // One walk in the key per module: each reads no more than the page.
    const walks = modules.map(
      (module) => sql`SELECT * FROM (SELECT ${nameOf(changes.module)}, ${nameOf(changes.sequence)} FROM ${changes}
        WHERE ${and(eq(changes.companyId, companyId), eq(changes.module, module), gt(changes.sequence, after))}
        ORDER BY ${nameOf(changes.sequence)} LIMIT CAST(${limit} AS INTEGER))`,
    );
    const page = build
      .select({
        module: sql<Module>`${nameOf(changes.module)}`.as("pageModule"),
        sequence: sql<number>`${nameOf(changes.sequence)}`.as("pageSequence"),
      })
      .from(sql`(${sql.join(walks, sql` UNION ALL `)} ORDER BY 2 LIMIT CAST(${limit} AS INTEGER))`)
      .as("page");
    const isChange = and(
      eq(changes.companyId, companyId),
      eq(changes.module, page.module),
      eq(changes.sequence, page.sequence),
    );
    const isItsDelivery = and(
      eq(deliveries.companyId, changes.companyId),
      eq(deliveries.documentId, changes.documentId),
      eq(deliveries.ordinal, changes.delivery),
      eq(deliveries.state, changes.state),
    );
    return build
      .select({
        companyId: changes.companyId,
        module: changes.module,
        sequence: changes.sequence,
        /** Of a change of an e-mail: the document's by now. */
        state: sql<State>`iif(${changes.delivery} IS NULL, ${changes.state}, ${documents.state})`.as("pageState"),
        /** Which e-mail of the document changed, to which state and, while it stays in it, why; null for a change of the document. */
        delivery: changes.delivery,
        mailState: sql<MailChange | null>`iif(${changes.delivery} IS NULL, NULL, ${changes.state})`.as("mailState"),
        mailReason: deliveries.reason,
        documentId: changes.documentId,
        typeCode: documents.typeCode,
        prefix: documents.prefix,
        number: documents.number,
        fiscalId: documents.fiscalId,
      })
      .from(page)
      .crossJoin(changes)
      .innerJoin(documents, eq(documents.id, changes.documentId))
      .leftJoin(deliveries, isItsDelivery)
      .where(isChange)
      .orderBy(asc(changes.sequence));
  }),
);

/** Which part of the feed: changes of these modules after a sequence, which is in epoch milliseconds. */
interface FeedPage {
  readonly companyId: number;
  readonly modules: readonly Module[];
  readonly after: number;
  readonly limit: number;
}

/** Changes in the order of their commits. What older databases keep is at rest: every change of theirs is below those of the newest. */
export async function listChanges(db: Database, { modules, ...page }: FeedPage) {
  const changed = await runAcross(db, pageOf([...modules].sort())(page));
  return changed.slice(0, page.limit);
}

const findLast = statement(["companyId"], ({ companyId }) => {
  const last = (module: Module) =>
    build
      .select({ last: sql`coalesce(max(${changes.sequence}), 0)` })
      .from(changes)
      .where(and(eq(changes.companyId, companyId), eq(changes.module, module)));
  return build
    .select({
      last: sql<number>`max(${sql.join(
        MODULES.map((module) => sql`(${last(module)})`),
        sql`, `,
      )})`,
    })
    .from(sql`(SELECT 1)`);
});

/** The sequence of the newest change of a company; 0 when there is none. */
export async function findLastChange(db: Database, companyId: number): Promise<number> {
  return (await findOne(db, findLast({ companyId })))?.last ?? 0;
}

const findFirst = statement(["companyId", "after"], ({ companyId, after }) => {
  const first = (module: Module) =>
    build
      .select({ first: sql`coalesce(min(${changes.sequence}), ${Number.MAX_SAFE_INTEGER})` })
      .from(changes)
      .where(and(eq(changes.companyId, companyId), eq(changes.module, module), gt(changes.sequence, after)));
  return build
    .select({
      first: sql<number>`min(${sql.join(
        MODULES.map((module) => sql`(${first(module)})`),
        sql`, `,
      )})`,
    })
    .from(sql`(SELECT 1)`);
});

/** The sequence of a company's oldest change after one; undefined when there is none. */
export async function findChangeAfter(db: Database, companyId: number, after: number): Promise<number | undefined> {
  const first = (await findOne(db, findFirst({ companyId, after })))?.first;
  return first === Number.MAX_SAFE_INTEGER ? undefined : first;
}

const drop = statement(["slot", "slots", "before", "limit"], ({ slot, slots, before, limit }) => {
  const { companyId, module, sequence } = changes;
  const old = sql`SELECT ${companyId}, ${module}, ${sequence} FROM ${companies}
    CROSS JOIN (SELECT 'fe' AS module UNION ALL SELECT 'dse' UNION ALL SELECT 'dee') AS each_module
    CROSS JOIN ${changes} ON ${companyId} = ${companies.id} AND ${module} = each_module.module AND ${sequence} < ${before}
    WHERE ${companies.id} % ${slots} = ${slot} AND ${companies.home} IN (${sql.raw(`${HOME.here}, ${HOME.kept}`)}) LIMIT CAST(${limit} AS INTEGER)`;
  return build
    .delete(changes)
    .where(sql`(${nameOf(companyId)}, ${nameOf(module)}, ${nameOf(sequence)}) IN (${old})`)
    .returning({ sequence });
});

/** Companies are looked at in turns, so that each is once in an hour. */
const SLOTS = 60;
const MINUTE_MS = 60_000;
/** Rows of one statement, and statements of one run: a company that changes half a million times a day is kept up with. */
const DROPPED_AT_ONCE = 1_000;
const DROPS_PER_RUN = 25;

/**
 * Drops changes that no cursor reads any more, a bounded number of those of every sixtieth company.
 * @param nowMs epoch milliseconds; its minute chooses the companies.
 * @returns how many were dropped.
 */
export async function dropOldChanges(db: Database, nowMs: number, limit = DROPPED_AT_ONCE): Promise<number> {
  const slot = Math.floor(nowMs / MINUTE_MS) % SLOTS;
  const before = nowMs - KEPT_DAYS * DAY_MS;
  let dropped = 0;
  for (let drops = 0; drops < DROPS_PER_RUN; drops += 1) {
    const rows = await run(db, drop({ slot, slots: SLOTS, before, limit }));
    dropped += rows.length;
    if (rows.length < limit) break;
  }
  return dropped;
}
