// Implements the Durable Object of one webhook: supplies the delivery engine's ports and allows one run at a time.

import { DurableObject } from "cloudflare:workers";
import { MODULES } from "../domain/company.ts";
import type { Env } from "../env.ts";
import { openDatabase } from "../store/base/db.ts";
import { openAll, openHome } from "../store/base/home.ts";
import { importVaultKeys, open, webhookContext } from "../store/secret/vault.ts";
import { listChanges } from "../store/watch/changes.ts";
import { disableWebhook, findWebhook, reportWebhook, type WebhookRow } from "../store/watch/webhooks.ts";
import { writeWarning } from "../telemetry/alert.ts";
import { describeError } from "../telemetry/describe-error.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { deliver } from "./engine.ts";
import { type Attempt, nameFailure } from "./plan.ts";
import type { DeliveryPage, DeliveryPorts, Message, Report, WebhookCalls } from "./ports.ts";
import { type Post, sendMessage, type Target } from "./send.ts";
import { importSecret } from "./signature.ts";
import { createDeliveryStore, listDeliveries } from "./storage.ts";

const ID_KEY = "id";
const AFTER_FAILURE_MS = 30_000;

/** One per webhook, named as its id. */
export class WebhookEndpoint extends DurableObject<Env> implements WebhookCalls {
  #running: Promise<void> | undefined;
  #isWanted = false;

  async wake(id: string): Promise<void> {
    this.ctx.storage.kv.put(ID_KEY, id);
    // An alarm does the work, and is there even if this instance is gone: the caller waits for nothing more.
    if (this.#running === undefined) await this.ctx.storage.setAlarm(Date.now());
    else this.#isWanted = true;
  }

  async listDeliveries(after: number, limit: number): Promise<DeliveryPage> {
    return listDeliveries(this.ctx.storage, { after, limit, nowMs: Date.now() });
  }

  override async alarm(): Promise<void> {
    this.#running ??= this.#runOnce().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  async #runOnce(): Promise<void> {
    const id = this.ctx.storage.kv.get<string>(ID_KEY);
    if (id === undefined) return;
    try {
      this.#isWanted = false;
      await deliver(createPorts(this.env, this.ctx.storage, id));
      if (this.#isWanted) await this.ctx.storage.setAlarm(Date.now());
    } catch (cause) {
      writeWarning("webhook_run_failed", { webhook: id, error: describeError(cause) });
      await this.ctx.storage.setAlarm(Date.now() + AFTER_FAILURE_MS);
    }
  }
}

/** @param post `fetch` unless given. */
function createPorts(
  env: Env,
  storage: DurableObjectStorage,
  id: string,
  post: Post = (url, init) => fetch(url, init),
): DeliveryPorts {
  let row: WebhookRow | undefined;
  let target: Target | undefined;
  return {
    store: createDeliveryStore(storage),
    nowMs: () => Date.now(),
    loadEndpoint: async () => {
      const found = await Promise.all(openAll(env).map((db) => findWebhook(db, id)));
      row = found.find((one) => one !== undefined);
      if (row === undefined) return undefined;
      const { companyId, revision, startAfter, testId, disabledAt } = row;
      target = await openTarget(env, row);
      return { companyId, revision, startAfter, testId, isEnabled: disabledAt === null };
    },
    listChanges: ({ companyId }, after, limit) => {
      const page = { companyId, modules: MODULES, after, limit } as const;
      return listChanges(openHome(env, companyId), page);
    },
    post: async (message) => {
      if (target === undefined || row === undefined) return { type: "failed", why: "no target" };
      const startedMs = Date.now();
      const attempt = await sendMessage(target, message, startedMs, post);
      writeAttempt(env, row, message, attempt, Date.now() - startedMs);
      return attempt;
    },
    report: async (report) => {
      if (row !== undefined) await reportWebhook(openHome(env, row.companyId), id, toRow(report));
    },
    disable: async (because) => {
      if (row === undefined) return;
      writeWarning("webhook_disabled", { webhook: id, companyId: row.companyId, because });
      createMetrics(env.METRICS).measure({ name: "alert", code: "webhook_disabled" });
      await disableWebhook(openDatabase(env.DB), openHome(env, row.companyId), row, because, new Date().toISOString());
    },
  };
}

async function openTarget(env: Env, row: WebhookRow): Promise<Target> {
  const { id, companyId, url, sealedSecret, previousSecret, previousUntil } = row;
  const keys = await importVaultKeys(env.VAULT_KEY);
  const isBoth = previousSecret !== null && previousUntil !== null && Date.parse(previousUntil) > Date.now();
  const sealed = isBoth ? [sealedSecret, previousSecret] : [sealedSecret];
  const secrets = sealed.map(async (text) => importSecret(await open(keys, webhookContext(companyId, id), text)));
  return { url, keys: await Promise.all(secrets), isLocalAllowed: env.WEBHOOK_LOCAL === "true" };
}

function toRow({ reached, revision, testedId, waiting, lastSuccessMs, lastFailure }: Report) {
  return {
    ...{ reached, seenRevision: revision, testedId, waiting },
    ...(lastSuccessMs === null ? {} : { lastSuccessAt: new Date(lastSuccessMs).toISOString() }),
    ...(lastFailure === null
      ? {}
      : { lastFailureAt: new Date(lastFailure.atMs).toISOString(), lastFailure: lastFailure.why }),
  };
}

/** The canonical line of a delivery: ids and what came of it, never the address. */
function writeAttempt(env: Env, row: WebhookRow, message: Message, attempt: Attempt, durationMs: number): void {
  const outcome = attempt.type === "taken" || attempt.type === "gone" ? attempt.type : nameFailure(attempt);
  const { id: webhook, companyId } = row;
  console.log(JSON.stringify({ event: "delivery", webhook, companyId, message: message.id, outcome, durationMs }));
  createMetrics(env.METRICS).measure({ name: "delivery", companyId, outcome, durationMs });
}
