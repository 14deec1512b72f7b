// Calls the object of a webhook, wherever it lives.

import { withDeadline } from "../deadline.ts";
import type { Env } from "../env.ts";

/** Near D1's primary, as the other objects (`docs/placement.md`). */
const LOCATION_HINT: DurableObjectLocationHint = "enam";
const ANSWER_WITHIN_MS = 10_000;

/** Wakes the object of a webhook; it answers before it delivers. */
export async function wakeWebhook(env: Env, id: string): Promise<void> {
  const stub = env.WEBHOOKS.getByName(id, { locationHint: LOCATION_HINT });
  await withDeadline(stub.wake(id), ANSWER_WITHIN_MS, "wake of a webhook");
}
