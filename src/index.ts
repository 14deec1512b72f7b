// Exports what the platform calls: the HTTP handler, the cron, the queue of events, and the Durable Objects of documents, webhooks and e-mail.
import { env as bindings } from "cloudflare:workers";
import { createApp } from "./api/app.ts";
import { runMinute } from "./cron/run-minute.ts";
import type { Env } from "./env.ts";
import { hearMail } from "./mail/event.ts";
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
  queue: (batch, env) => hearMail(batch, env),
  scheduled: (controller, env) => runMinute(env, controller.scheduledTime),
} satisfies ExportedHandler<Env>;

export default worker;
