// Calls the Durable Object of a webhook.
import { withDeadline } from "../deadline.ts";
import { type Env, OBJECT_LOCATION } from "../env.ts";
import type { DeliveryPage, WebhookCalls } from "./ports.ts";

const ANSWER_WITHIN_MS = 10_000;

/** Wakes the object of a webhook; it answers before it delivers. */
export async function wakeWebhook(env: Env, id: string): Promise<void> {
  await withDeadline(getWebhook(env, id).wake(id), ANSWER_WITHIN_MS, "wake of a webhook");
}

/** What a webhook keeps of its deliveries, after one of them. @throws Error when its object does not answer. */
export async function listDeliveries(env: Env, id: string, after: number, limit: number): Promise<DeliveryPage> {
  const answer = getWebhook(env, id).listDeliveries(after, limit) as Promise<DeliveryPage>;
  return withDeadline(answer, ANSWER_WITHIN_MS, "deliveries of a webhook");
}

function getWebhook(env: Env, id: string): DurableObjectStub<WebhookCalls> {
  return env.WEBHOOKS.getByName(id, { locationHint: OBJECT_LOCATION });
}
