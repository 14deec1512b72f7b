// Reads how the e-mail of each company stands: what waits, what holds it, what is uncertain, who is suppressed, and whether events come.
import { and, between, count, eq, or, type SQL, sql } from "drizzle-orm";
import { build, type Database, run } from "../../src/store/base/db.ts";
import { companies, deliveries, mailers } from "../../src/store/base/schema.ts";
import { isStoppingMail } from "../../src/store/delivery/mail-deliveries.ts";
import type { Paint } from "../tone.ts";

const DAY_MS = 86_400_000;
/** Messages that are older say nothing of events today. */
const LOOKED_AT_DAYS = 7;

/** How the e-mail of one company stands. */
export interface MailHealth {
  readonly company: number;
  readonly waiting: number;
  readonly uncertain: number;
  /** Addresses that nothing is sent to. */
  readonly suppressed: number;
  /** Until when nothing is sent (ISO instant), and why; null while it sends. */
  readonly held_until: string | null;
  readonly held_because: string | null;
  /** Null: none came yet. */
  readonly last_event: string | null;
  /** Messages were taken more than a day ago, are `enviado` still, and no event came since. */
  readonly no_event_for_a_day: boolean;
}

/** Of companies with e-mail on or messages, in the order of their ids. @param isAsked of which companies. */
export async function readMailHealth(
  db: Database,
  nowMs: number,
  isAsked: SQL | undefined,
): Promise<readonly MailHealth[]> {
  const isoAt = (ms: number) => new Date(ms).toISOString();
  const [nowIso, dayAgo] = [isoAt(nowMs), isoAt(nowMs - DAY_MS)];
  const { state, sentAt, recipient, companyId } = deliveries;
  const isUnheard = and(eq(state, "enviado"), between(sentAt, isoAt(nowMs - LOOKED_AT_DAYS * DAY_MS), dayAgo));
  const counted = (which: SQL | undefined, name: string) => sql<number>`count(*) FILTER (WHERE ${which})`.as(name);
  const perCompany = build
    .select({
      companyId,
      messages: count().as("messages"),
      waiting: counted(or(eq(state, "pendiente"), eq(state, "enviando")), "waiting"),
      uncertain: counted(eq(state, "incierto"), "uncertain"),
      unheard: counted(isUnheard, "unheard"),
      suppressed: sql<number>`count(DISTINCT ${recipient}) FILTER (WHERE ${isStoppingMail})`.as("suppressed"),
    })
    .from(deliveries)
    .groupBy(companyId)
    .as("per_company");
  const rows = await run(
    db,
    build
      .select({
        company: companies.id,
        mail: companies.mail,
        own: mailers,
        messages: orNone(perCompany.messages),
        waiting: orNone(perCompany.waiting),
        uncertain: orNone(perCompany.uncertain),
        unheard: orNone(perCompany.unheard),
        suppressed: orNone(perCompany.suppressed),
      })
      .from(companies)
      .leftJoin(perCompany, eq(perCompany.companyId, companies.id))
      .leftJoin(mailers, eq(mailers.companyId, companies.id))
      .where(isAsked)
      .orderBy(companies.id),
  );
  return rows.flatMap(({ company, mail, own, messages, unheard, ...counts }) => {
    if (mail === null && messages === 0) return [];
    const isHeld = own?.heldUntil != null && own.heldUntil > nowIso;
    const last = own?.lastEventAt ?? null;
    const health: MailHealth = {
      company,
      ...counts,
      held_until: isHeld ? own.heldUntil : null,
      held_because: isHeld ? own.heldBecause : null,
      last_event: last,
      no_event_for_a_day: unheard > 0 && (last === null || last < dayAgo),
    };
    return [health];
  });
}

/** Of a company without a message there is no row. */
const orNone = (column: SQL.Aliased<number>) => sql<number>`coalesce(${column}, 0)`;

/** Whether an operator has something to do. */
export function isMailTrouble({ held_until, held_because, no_event_for_a_day }: MailHealth): boolean {
  return (held_until !== null && held_because !== "rate") || no_event_for_a_day;
}

const CURES: Readonly<Record<string, string>> = {
  quota: "raise the quota of the account",
  sender: "verify the sender's domain",
  rate: "nothing, it goes on within a minute",
};

/** A line of a screen about one company. */
export function describeMail(paint: Paint, health: MailHealth): string {
  const { company, waiting, uncertain, suppressed, held_until, held_because, no_event_for_a_day } = health;
  const lines = [
    `  company ${company}: ${waiting} waiting, ${uncertain} uncertain, ${suppressed} addresses suppressed`,
  ];
  if (held_until !== null) {
    const because = held_because ?? "sender";
    lines.push(
      paint(because === "rate" ? "warn" : "bad", `    held until ${held_until}, ${because}: ${CURES[because]}`),
    );
  }
  if (no_event_for_a_day) {
    lines.push(paint("warn", "    no event for 24 h: is the queue subscribed? docs/operations.md, runbook `mail`"));
  }
  return lines.join("\n");
}
