// Wakes the objects of companies whose e-mail is overdue, and makes a keyed digest of addresses that are 400 days old.
import { wakeMailer } from "../delivery/mail/stub.ts";
import { DAY_MS } from "../domain/value/calendar.ts";
import { foldAddress } from "../domain/value/mail-address.ts";
import type { Env } from "../env.ts";
import { fromAll, openAll } from "../store/base/home.ts";
import { hashAddress, readPeppers } from "../store/company/clients.ts";
import { changeMail, listKnownRecipients, listMailersDue } from "../store/delivery/mail-deliveries.ts";
import { runInParallel } from "./in-parallel.ts";

/** An alarm may be a minute late during failover; later than this it is lost. */
const GRACE_MS = 2 * 60_000;
const LIMIT = 200;
/** How long an address is kept. */
const KEPT_DAYS = 400;

/** Wakes the objects whose rows are overdue: a wake after an acceptance, or an alarm, may be lost. @param nowMs epoch milliseconds. */
export async function wakeMailers(env: Env, nowMs: number): Promise<number> {
  const before = new Date(nowMs - GRACE_MS).toISOString();
  const companies = await fromAll(env, (db) => listMailersDue(db, before, LIMIT));
  await runInParallel(companies, "poke_failed", (companyId) => wakeMailer(env, companyId));
  return companies.length;
}

/** Forgets addresses that are too old, a bounded number in a run; the same address has the same digest, in capitals too. @param nowMs epoch milliseconds. */
export async function forgetAddresses(env: Env, nowMs: number): Promise<number> {
  const before = new Date(nowMs - KEPT_DAYS * DAY_MS).toISOString();
  const [newest] = readPeppers(env.TOKEN_PEPPER);
  let forgotten = 0;
  for (const db of openAll(env)) {
    for (const { recipient, ...mail } of await listKnownRecipients(db, before, LIMIT)) {
      const digest = `hmac:${await hashAddress(newest, foldAddress(recipient ?? ""))}`;
      await changeMail(db, mail, { recipient: digest, message: null });
      forgotten += 1;
    }
  }
  return forgotten;
}
