// Exports what the platform calls: the HTTP interface, the Durable Object that issues documents, and the cron.
import { createApp } from "./api/app.ts";
import { runMinute } from "./cron/run-minute.ts";
import type { Env } from "./env.ts";

// biome-ignore lint/performance/noBarrelFile: the platform finds the object's class among the entry module's exports.
export { Issuance } from "./issuance/object.ts";

const app = createApp();

const worker = {
  fetch: app.fetch,
  scheduled: (controller, env) => runMinute(env, controller.scheduledTime),
} satisfies ExportedHandler<Env>;

export default worker;
