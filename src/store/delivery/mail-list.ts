// Lists the e-mails of a company, the newest first, for its clients and for operators.
import { and, desc, eq, gte, inArray, lt, or } from "drizzle-orm";
import type { Module } from "../../domain/company.ts";
import type { MailState } from "../../domain/document/mail-delivery.ts";
import { addDays, startOfDayInBogota } from "../../domain/value/calendar.ts";
import { build, type Database, run } from "../base/db.ts";
import { deliveries, isSeldomState, SELDOM_STATES } from "../base/schema.ts";
import type { MailRow } from "./mail-deliveries.ts";

/** Where an e-mail stands in the list. */
export type MailPlace = Pick<MailRow, "createdAt" | "documentId" | "ordinal">;

/** Which e-mails are listed; days are those of Bogotá, inclusive. */
export interface MailFilter {
  readonly companyId: number;
  readonly modules: readonly Module[];
  readonly state: MailState | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly after: MailPlace | null;
  readonly limit: number;
}

export function listMail(db: Database, filter: MailFilter): Promise<readonly MailRow[]> {
  const { companyId, modules, state, from, to, after, limit } = filter;
  const { createdAt, documentId, ordinal } = deliveries;
  const isListed = and(
    eq(deliveries.companyId, companyId),
    inArray(deliveries.module, [...modules]),
    state === null ? undefined : isInState(state),
    from === null ? undefined : gte(createdAt, startOfDayInBogota(from)),
    to === null ? undefined : lt(createdAt, startOfDayInBogota(addDays(to, 1))),
    after === null ? undefined : isBehind(after),
  );
  const select = build.select().from(deliveries).where(isListed);
  return run(db, select.orderBy(desc(createdAt), desc(documentId), desc(ordinal)).limit(limit));
}

/** E-mails in one state; of a state that few are in without a look at the others. */
export function isInState(state: MailState) {
  const isSeldom = SELDOM_STATES.some((one) => one === state);
  return and(eq(deliveries.state, state), isSeldom ? isSeldomState : undefined);
}

function isBehind({ createdAt, documentId, ordinal }: MailPlace) {
  return or(
    lt(deliveries.createdAt, createdAt),
    and(
      eq(deliveries.createdAt, createdAt),
      or(
        lt(deliveries.documentId, documentId),
        and(eq(deliveries.documentId, documentId), lt(deliveries.ordinal, ordinal)),
      ),
    ),
  );
}
