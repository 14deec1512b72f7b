// Makes open documents due at once: after an outage of the authority, or by an operator's order.
import { and, eq, gt, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import type { Environment } from "../../domain/company.ts";
import type { State } from "../../domain/document/state.ts";
import { build } from "../base/db.ts";
import { isHeld } from "../base/home.ts";
import { documents } from "../base/schema.ts";
import { indexedBy } from "./search.ts";

/** `due_at` of a document that is to go on at once: before all that is due by itself. */
export const AT_ONCE = new Date(0).toISOString();

/** States in which nothing is under way, and a look or a question can bring a document further. */
const WAITING: readonly State[] = ["firmado", "enviado", "en_proceso", "en_proceso_http", "send_unknown"];

/** Which open documents are to go on at once. */
export interface Hurry {
  readonly environments: readonly Environment[];
  /** All that wait unless given. */
  readonly states?: readonly State[];
  /** Only those that have not moved since (ISO instant). */
  readonly unmovedSince?: string;
  readonly companyId?: number;
}

/** The open documents that a hurry is about, and that are not due yet. */
export function isHurried({ environments, states = WAITING, unmovedSince, companyId }: Hurry, nowIso: string): SQL {
  const { id, environment, state, dueAt, updatedAt } = documents;
  const isIt = and(
    isNotNull(dueAt),
    gt(dueAt, nowIso),
    inArray(environment, [...environments]),
    inArray(state, [...states]),
    unmovedSince === undefined ? undefined : lte(updatedAt, unmovedSince.slice(0, 19).replace("T", " ")),
    companyId === undefined ? isHeld(documents.companyId) : eq(documents.companyId, companyId),
  );
  const found = build.select({ id: sql`${id}` }).from(indexedBy(documents, "documents_overdue"));
  return inArray(id, found.where(isIt));
}

/** The statement that makes open documents due at once: the cron hands them to their objects, the oldest first. */
export function hurry(which: Hurry, nowIso: string) {
  return build.update(documents).set({ dueAt: AT_ONCE }).where(isHurried(which, nowIso));
}
