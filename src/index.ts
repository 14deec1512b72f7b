// Exports what the platform calls: the HTTP handler, the cron, the queue of events, and the Durable Objects of documents, webhooks and e-mail.
import { env as bindings } from "cloudflare:workers";
import { createApp } from "./api/app.ts";
import type { Env } from "./env.ts";
import { sayMissing, sayMissingSecrets } from "./readiness.ts";
import { writeWarning } from "./telemetry/alert.ts";
import { describeError } from "./telemetry/describe-error.ts";

// biome-ignore lint/performance/noBarrelFile: the platform finds the object's class among the entry module's exports.
export { WebhookEndpoint } from "./delivery/object.ts";
export { Issuance } from "./issuance/object.ts";
export { Mailer } from "./mail/object.ts";

const app = createApp();

sayMissingSecrets(bindings);
let isFirst = true;

const worker = {
  fetch: (request: Request, env: Env, context: ExecutionContext) => {
    if (isFirst) {
      isFirst = false;
      const saying = sayMissing(env).catch((cause: unknown) => {
        writeWarning("readiness_unknown", { error: describeError(cause) });
      });
      context.waitUntil(saying);
    }
    return app.fetch(request, env, context);
  },
  // Loaded at their first use: the start of an isolate is what a caller waits for.
  queue: async (batch, env) => (await import("./mail/event.ts")).hearMail(batch, env),
  scheduled: async (controller, env) => (await import("./cron/run-minute.ts")).runMinute(env, controller.scheduledTime),
} satisfies ExportedHandler<Env>;

export default worker;
