// Hears what became of messages, from the queue of the platform's events: at least once and in any order, so the rank of a state decides.
import * as z from "zod";
import { isNews, type MailNews } from "../delivery/mail/plan.ts";
import { DAY_MS } from "../domain/value/calendar.ts";
import { isAmong } from "../domain/value/mail-address.ts";
import type { Env } from "../env.ts";
import { confirmStorage } from "../store/archive/files.ts";
import { openAll, openHome } from "../store/base/home.ts";
import { loadCompany } from "../store/company/companies.ts";
import { changeMail, findMail, findMailOfEvent, type MailRow, noteMailer } from "../store/delivery/mail-deliveries.ts";
import { writeWarning } from "../telemetry/alert.ts";
import { describeError } from "../telemetry/describe-error.ts";
import { findSender, hashSubject } from "./compose.ts";
import { trimId } from "./transport.ts";

const EVENT = z.object({
  type: z.string(),
  source: z.object({ type: z.literal("email.sending") }),
  payload: z.object({
    messageId: z.string(),
    sender: z.string().optional(),
    recipient: z.string(),
    subject: z.string().optional(),
    bounce: z.object({ type: z.string() }).optional(),
  }),
});
type MailEvent = z.infer<typeof EVENT>;

const PREFIX = "cf.email.sending.message.";
const NEWS: Readonly<Record<string, MailNews>> = {
  delivered: { state: "entregado", reason: null },
  deferred: { state: "demorado", reason: null },
  failed: { state: "rechazado", reason: "fallo_del_servicio" },
  rejected: { state: "rechazado", reason: "mensaje_rechazado" },
  complained: { state: "quejado", reason: "queja" },
};
const HARD: MailNews = { state: "rebotado", reason: "buzon_inexistente" };
const SOFT: MailNews = { state: "rebotado", reason: "buzon_lleno" };

/** An event that finds no row by then is about a message of someone else. */
const LOOKED_FOR_DAYS = 7;
/** One may come before the call that sent its message has returned. */
const LOOKS = 5;
const NEXT_LOOK_SECONDS = 30;
const CHANGES = 4;

/** Takes a batch of the queue; what cannot be done now comes again. */
export async function hearMail(batch: MessageBatch, env: Env): Promise<void> {
  for (const message of batch.messages) {
    try {
      await confirmStorage(env);
      const isHeard = await hearEvent(env, message.body, Date.now());
      if (isHeard || message.attempts >= LOOKS) message.ack();
      else message.retry({ delaySeconds: NEXT_LOOK_SECONDS });
    } catch (cause) {
      writeWarning("mail_event_failed", { error: describeError(cause) });
      message.retry({ delaySeconds: NEXT_LOOK_SECONDS });
    }
  }
}

/** @returns false where the message is not known, yet. */
async function hearEvent(env: Env, body: unknown, nowMs: number): Promise<boolean> {
  const { data: event } = EVENT.safeParse(body);
  const news = event && readNews(event);
  // Another service's, or a kind that is not subscribed to.
  if (event === undefined || news === undefined) return true;
  const mail = await findRow(env, event, nowMs);
  if (mail === undefined) return false;
  await settle(env, mail, news, { nowMs, providerId: trimId(event.payload.messageId) });
  return true;
}

function readNews({ type, payload }: MailEvent): MailNews | undefined {
  const outcome = type.startsWith(PREFIX) ? type.slice(PREFIX.length) : "";
  if (outcome === "bounced") return payload.bounce?.type === "soft" ? SOFT : HARD;
  return Object.hasOwn(NEWS, outcome) ? NEWS[outcome] : undefined;
}

async function findRow(env: Env, { payload }: MailEvent, nowMs: number): Promise<MailRow | undefined> {
  const { messageId, sender, recipient, subject } = payload;
  const providerId = trimId(messageId);
  const key = {
    providerId,
    recipient,
    subjectHash: subject === undefined ? null : await hashSubject(subject),
    after: new Date(nowMs - LOOKED_FOR_DAYS * DAY_MS).toISOString(),
  };
  const found = await Promise.all(openAll(env).map((db) => findMailOfEvent(db, key)));
  const mail = found.find((one) => one !== undefined);
  if (mail === undefined || mail.providerId === providerId || sender === undefined) return mail;
  // Without its id it is the company's own message only if it left under the company's sender.
  const company = await loadCompany(openHome(env, mail.companyId), mail.companyId);
  return company !== undefined && isAmong([findSender(env, company)], sender) ? mail : undefined;
}

/** Changes the row unless it knows more already; another change may come between. */
async function settle(
  env: Env,
  found: MailRow,
  news: MailNews,
  { nowMs, providerId }: { readonly nowMs: number; readonly providerId: string },
): Promise<void> {
  const { companyId } = found;
  const db = openHome(env, companyId);
  const nowIso = new Date(nowMs).toISOString();
  await noteMailer(db, companyId, { lastEventAt: nowIso });
  let mail: MailRow | undefined = found;
  for (let tries = 0; mail !== undefined && isNews(mail, news); tries += 1) {
    if (tries === CHANGES) throw new Error("an e-mail changes all the time");
    const changed = await changeMail(db, mail, {
      ...news,
      providerId: mail.providerId ?? providerId,
      sentAt: mail.sentAt ?? mail.attemptAt,
      deliveredAt: news.state === "entregado" ? nowIso : mail.deliveredAt,
      dueAt: null,
    });
    if (changed !== undefined) return;
    mail = await findMail(db, mail);
  }
}
