// The Worker: its HTTP interface, the object that issues documents, and what it does every minute.
import { createApp } from "./api/app.ts";
import type { Env } from "./env.ts";
import { auditJournals } from "./issuance/audit-round.ts";
import { deliverResendOrders, wakeOverdue } from "./issuance/overdue.ts";
import { reportWarnings } from "./issuance/warning.ts";

// biome-ignore lint/performance/noBarrelFile: the platform finds the object's class among the entry module's exports.
export { Issuance } from "./issuance/object.ts";

const app = createApp();

const worker = {
  fetch: app.fetch,
  async scheduled(controller, env) {
    const nowMs = controller.scheduledTime;
    await Promise.all([
      wakeOverdue(env, nowMs),
      deliverResendOrders(env, nowMs),
      reportWarnings(env, nowMs),
      auditJournals(env, nowMs),
    ]);
  },
} satisfies ExportedHandler<Env>;

export default worker;
