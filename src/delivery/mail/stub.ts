// Calls the Durable Object of a company's e-mail.
import { withDeadline } from "../../deadline.ts";
import { type Env, OBJECT_LOCATION } from "../../env.ts";

const ANSWER_WITHIN_MS = 10_000;

/** Wakes the object of a company's e-mail; it answers before it sends. */
export async function wakeMailer(env: Env, companyId: number): Promise<void> {
  const object = env.MAILERS.getByName(String(companyId), { locationHint: OBJECT_LOCATION });
  await withDeadline(object.wake(companyId), ANSWER_WITHIN_MS, "wake of a mailer");
}
