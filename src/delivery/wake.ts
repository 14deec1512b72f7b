// Wakes the Durable Object of a webhook.
import { withDeadline } from "../deadline.ts";
import { type Env, OBJECT_LOCATION } from "../env.ts";

const ANSWER_WITHIN_MS = 10_000;

/** Wakes the object of a webhook; it answers before it delivers. */
export async function wakeWebhook(env: Env, id: string): Promise<void> {
  const stub = env.WEBHOOKS.getByName(id, { locationHint: OBJECT_LOCATION });
  await withDeadline(stub.wake(id), ANSWER_WITHIN_MS, "wake of a webhook");
}
