// Reads how the e-mail of each company stands: what waits, what holds it, what is uncertain, who is suppressed, and whether events come.
import { and, between, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { MAIL_STATES } from "../../src/domain/document/mail-delivery.ts";
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

/** Of each company so many messages are looked at, however many it has: a larger number is "so many, or more". */
export const COUNTED_MOST = 500;

/** A company that sends e-mail, or has sent some. */
export const hasMail = sql`(${companies.mail} IS NOT NULL OR EXISTS ${of(sql``)})`;

/** The messages of the company that a row is about. @param rest more of the condition, order and limit. */
function of(rest: SQL, what: SQL = sql`1`): SQL {
  return sql`(SELECT ${what} FROM ${deliveries} WHERE ${deliveries.companyId} = ${companies.id} ${rest})`;
}

/** How many messages of a selection are in each state, as an object in JSON. */
function countStates(selection: SQL): SQL<string> {
  const each = sql`SELECT state, count(*) AS messages FROM ${selection} GROUP BY state`;
  return sql<string>`(SELECT json_group_object(state, messages) FROM (${each}))`;
}

/** How many of the newest messages of a company are in each state, for a selection that joins companies with others. */
export const newestStates = countStates(
  of(sql`ORDER BY ${deliveries.createdAt} DESC LIMIT ${COUNTED_MOST}`, sql`${deliveries.state} AS state`),
).as("states");

const STATES = z.partialRecord(z.enum(MAIL_STATES), z.number());

/** Reads what such a count gave. */
export function readStates(text: string): Readonly<z.output<typeof STATES>> {
  return STATES.parse(JSON.parse(text));
}

/** Of companies with e-mail on or messages, in the order of their ids. @param isAsked of which companies. */
export async function readMailHealth(
  db: Database,
  nowMs: number,
  isAsked: SQL | undefined,
): Promise<readonly MailHealth[]> {
  const isoAt = (ms: number) => new Date(ms).toISOString();
  const [nowIso, dayAgo] = [isoAt(nowMs), isoAt(nowMs - DAY_MS)];
  const { state, createdAt, sentAt, dueAt, recipient } = deliveries;
  const due = of(sql`AND ${dueAt} IS NOT NULL ORDER BY ${dueAt} LIMIT ${COUNTED_MOST}`, sql`${state} AS state`);
  const isLookedAt = between(createdAt, isoAt(nowMs - LOOKED_AT_DAYS * DAY_MS), dayAgo);
  const looked = of(
    sql`AND ${isLookedAt} ORDER BY ${createdAt} DESC LIMIT ${COUNTED_MOST}`,
    sql`${state} AS state, ${sentAt} AS sent`,
  );
  const stopping = of(sql`AND ${isStoppingMail} LIMIT ${COUNTED_MOST}`, sql`DISTINCT lower(${recipient})`);
  const rows = await run(
    db,
    build
      .select({
        company: companies.id,
        own: mailers,
        due: countStates(due).as("due"),
        isUnheard: sql<number>`EXISTS (SELECT 1 FROM ${looked} WHERE state = 'enviado' AND sent <= ${dayAgo})`.as(
          "is_unheard",
        ),
        suppressed: sql<number>`(SELECT count(*) FROM ${stopping})`.as("suppressed"),
      })
      .from(companies)
      .leftJoin(mailers, eq(mailers.companyId, companies.id))
      .where(and(isAsked, hasMail))
      .orderBy(companies.id),
  );
  return rows.map(({ company, own, due: text, isUnheard, suppressed }) => {
    const { pendiente = 0, enviando = 0, incierto = 0 } = readStates(text);
    const isHeld = own?.heldUntil != null && own.heldUntil > nowIso;
    const last = own?.lastEventAt ?? null;
    return {
      company,
      waiting: pendiente + enviando,
      uncertain: incierto,
      suppressed,
      held_until: isHeld ? own.heldUntil : null,
      held_because: isHeld ? own.heldBecause : null,
      last_event: last,
      no_event_for_a_day: isUnheard === 1 && (last === null || last < dayAgo),
    };
  });
}

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
  const [waits, hangs, stops] = [waiting, uncertain, suppressed].map((counted) =>
    counted === COUNTED_MOST ? `${COUNTED_MOST} or more` : counted,
  );
  const lines = [`  company ${company}: ${waits} waiting, ${hangs} uncertain, ${stops} addresses suppressed`];
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
