// Implements the Durable Object of a company's e-mail: supplies the engine's ports and allows one run at a time.
import { DurableObject } from "cloudflare:workers";
import { sendMail } from "../delivery/mail/engine.ts";
import type { Hold, MailerCalls, MailPorts } from "../delivery/mail/ports.ts";
import type { Env } from "../env.ts";
import { openHome } from "../store/base/home.ts";
import { loadCompany } from "../store/company/companies.ts";
import { changeMail, findMail, findNextMail, listDueMail, noteMailer } from "../store/delivery/mail-deliveries.ts";
import { raiseWarning, writeWarning } from "../telemetry/alert.ts";
import { describeError } from "../telemetry/describe-error.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { composeMail } from "./compose.ts";
import type { MailMessage } from "./message.ts";
import { sendThrough } from "./transport.ts";

const COMPANY_ID_KEY = "company";
const PROGRESS_KEY = "pace";
const AFTER_FAILURE_MS = 30_000;
const MINUTE_MS = 60_000;
const MESSAGES_A_MINUTE = 60;

/** How fast the company may send: nothing until `holdUntilMs`, and so many messages have begun in `minute` of the epoch. */
interface Pace {
  readonly holdUntilMs: number;
  readonly minute: number;
  readonly count: number;
}

/** One per company, named as its id. */
export class Mailer extends DurableObject<Env> implements MailerCalls {
  #running: Promise<void> | undefined;
  #isWanted = false;

  async wake(companyId: number): Promise<void> {
    this.ctx.storage.kv.put(COMPANY_ID_KEY, companyId);
    // An alarm does the work, and is there even if this instance is gone: the caller waits for nothing more.
    if (this.#running === undefined) await this.ctx.storage.setAlarm(Date.now());
    else this.#isWanted = true;
  }

  override async alarm(): Promise<void> {
    this.#running ??= this.#runOnce().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  async #runOnce(): Promise<void> {
    const companyId = this.ctx.storage.kv.get<number>(COMPANY_ID_KEY);
    if (companyId === undefined) return;
    try {
      this.#isWanted = false;
      await sendMail(createMailPorts(this.env, this.ctx, companyId));
      if (this.#isWanted) await this.ctx.storage.setAlarm(Date.now());
    } catch (cause) {
      writeWarning("mail_run_failed", { companyId, error: describeError(cause) });
      await this.ctx.storage.setAlarm(Date.now() + AFTER_FAILURE_MS);
    }
  }
}

function createMailPorts(env: Env, ctx: DurableObjectState, companyId: number): MailPorts<MailMessage> {
  const { storage } = ctx;
  const db = openHome(env, companyId);
  const readPace = () => storage.kv.get<Pace>(PROGRESS_KEY) ?? { holdUntilMs: 0, minute: 0, count: 0 };
  const keep = (work: Promise<unknown>) => ctx.waitUntil(work);
  return {
    nowMs: () => Date.now(),
    isOn: async () => env.EMAIL !== undefined && (await loadCompany(db, companyId))?.mail != null,
    listDue: (nowMs, limit) => listDueMail(db, companyId, new Date(nowMs).toISOString(), limit),
    findNext: async () => {
      const next = await findNextMail(db, companyId);
      return next === undefined ? undefined : Date.parse(next);
    },
    change: (mail, patch) => changeMail(db, mail, patch),
    find: (mail) => findMail(db, mail),
    compose: async (mail) => {
      try {
        return await composeMail(env, mail);
      } catch (cause) {
        writeWarning("mail_not_composed", { companyId, documentId: mail.documentId, error: describeError(cause) });
        throw cause;
      }
    },
    send: async (message) => {
      if (env.EMAIL === undefined) return { type: "held", because: "sender" };
      const startedMs = Date.now();
      const outcome = await sendThrough(env.EMAIL, message);
      const { type } = outcome;
      console.log(JSON.stringify({ event: "mail", companyId, delivery: message.id, outcome: type }));
      createMetrics(env.METRICS).measure({
        name: "delivery",
        companyId,
        outcome: `mail ${type}`,
        durationMs: Date.now() - startedMs,
      });
      return outcome;
    },
    readHold: () => readPace().holdUntilMs,
    hold: async (untilMs, because) => {
      storage.kv.put(PROGRESS_KEY, { ...readPace(), holdUntilMs: untilMs });
      await noteMailer(db, companyId, { heldUntil: new Date(untilMs).toISOString(), heldBecause: because });
      if (because !== "rate") reportHold(env, companyId, because, keep);
    },
    takeTurn: (nowMs) => {
      const pace = readPace();
      const minute = Math.floor(nowMs / MINUTE_MS);
      const count = pace.minute === minute ? pace.count : 0;
      if (count >= MESSAGES_A_MINUTE) return (minute + 1) * MINUTE_MS;
      storage.kv.put(PROGRESS_KEY, { ...pace, minute, count: count + 1 });
      return undefined;
    },
    report: ({ documentId }, code) => raiseWarning(env, code, { companyId, documentId }, keep),
    arm: (atMs) => storage.setAlarm(atMs),
    disarm: () => storage.deleteAlarm(),
  };
}

/** Once a day: until then it is the same trouble. */
function reportHold(env: Env, companyId: number, because: Hold, keep: (work: Promise<unknown>) => void): void {
  raiseWarning(env, "mail_held", { companyId, because, day: new Date().toISOString().slice(0, 10) }, keep);
}
