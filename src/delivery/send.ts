// Sends one webhook POST: to public names only, without following redirects, within ten seconds, reading little of the answer.
import { startDeadline } from "../deadline.ts";
import { findAddressFault } from "../domain/company/webhook-address.ts";
import { type Attempt, judgeStatus } from "./plan.ts";
import type { Message } from "./ports.ts";
import { signContent } from "./signature.ts";

const TIMEOUT_MS = 10_000;
/** Bytes of an answer that are read before it is cancelled. */
const READ_MOST = 4_096;

/** The part of `fetch` that is used. */
export type Post = (url: string, init: RequestInit) => Promise<Response>;

export interface Target {
  readonly url: string;
  /** Of the secret, and of the one before while it still signs. */
  readonly keys: readonly CryptoKey[];
  readonly isLocalAllowed: boolean;
}

/** Sends a message once; the address is looked at each time. @param nowMs epoch milliseconds. */
export async function sendMessage(target: Target, { id, body }: Message, nowMs: number, post: Post): Promise<Attempt> {
  const fault = findAddressFault(target.url, target.isLocalAllowed);
  if (fault !== undefined) return { type: "failed", why: `address: ${fault}` };
  const timestamp = Math.floor(nowMs / 1_000);
  const deadline = startDeadline(TIMEOUT_MS);
  try {
    const response = await post(target.url, {
      method: "POST",
      redirect: "manual",
      signal: deadline.signal,
      headers: {
        "content-type": "application/json",
        "user-agent": "factura-edge-webhooks",
        "webhook-id": id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": await signContent(target.keys, { id, timestamp, body }),
      },
      body,
    });
    await discard(response);
    return judgeStatus(response.status);
  } catch (cause) {
    // Its message may quote the address, which may hold a secret.
    const name = cause instanceof Error ? cause.name : "error";
    return { type: "failed", why: name === "TimeoutError" || name === "AbortError" ? "timeout" : "network" };
  } finally {
    deadline.clear();
  }
}

/** The status decides; an answer that breaks off, drips or does not end changes nothing. */
async function discard({ body }: Response): Promise<void> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  try {
    for (let read = 0; read < READ_MOST; ) {
      const { done, value } = await reader.read();
      if (done) return;
      read += value?.byteLength ?? 0;
    }
    await reader.cancel();
  } catch {
    // The deadline, or the other side, ended it.
  }
}
