// Runs the product's Worker over a database with a deep queue, as D1's is: one batch at a time, each of a given length, and what
// has arrived is run whether or not its caller still waits.
import type { Env } from "../../src/env.ts";
import productWorker, { Issuance as ProductIssuance } from "../../src/index.ts";
import { type CountedDatabase, countRoundTrips } from "../support/round-trip.ts";
import { createTenant } from "../support/tenant.ts";

/** The queue of the database: how long a batch takes, until when it has work, and the longest that one has waited (milliseconds). */
const queue = { batchMs: 0, busyUntilMs: 0, longestMs: 0 };

/** Waits for its turn. The time that a batch takes is taken also when the request behind it ends meanwhile. */
async function queueUp(): Promise<void> {
  if (queue.batchMs === 0) return;
  const nowMs = Date.now();
  queue.busyUntilMs = Math.max(queue.busyUntilMs, nowMs) + queue.batchMs;
  const waitMs = queue.busyUntilMs - nowMs;
  queue.longestMs = Math.max(queue.longestMs, waitMs);
  await new Promise((resolve) => setTimeout(resolve, waitMs));
}

/** What every call of one isolate shares: a gate is one of its binding. The platform runs objects in isolates of their own. */
interface Slowed {
  readonly counted: CountedDatabase;
  readonly env: Env;
}

const slowed: { requests?: Slowed; objects?: Slowed } = {};

function slow(env: Env, where: keyof typeof slowed): Env {
  const known = slowed[where];
  if (known !== undefined) return known.env;
  const counted = countRoundTrips(env.DB, queueUp);
  // The bench's stands let more pass than the product does by itself.
  const made = { counted, env: { ...env, DB: counted.db, D1_IN_FLIGHT: "" } };
  slowed[where] = made;
  return made.env;
}

export class Issuance extends ProductIssuance {
  constructor(context: DurableObjectState, env: Env) {
    super(context, slow(env, "objects"));
  }
}

const worker = {
  async fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url);
    switch (pathname) {
      case "/bench/tenant":
        return Response.json(await createTenant({ numbersLeft: 10_000_000 }));
      case "/overload/queue": {
        const counts = [slowed.requests, slowed.objects].map((one) => {
          const count = one?.counted.readTrips().statements.length ?? 0;
          one?.counted.reset();
          return count;
        });
        const batches = counts.reduce((sum, count) => sum + count, 0);
        const { longestMs } = queue;
        Object.assign(queue, { batchMs: Number(searchParams.get("batch_ms")), busyUntilMs: 0, longestMs: 0 });
        return Response.json({ batches, longestMs });
      }
      case "/overload/keys": {
        const { results } = await env.DB.prepare("SELECT idempotency_key AS key FROM documents").all<{ key: string }>();
        return Response.json(results.map(({ key }) => key));
      }
      default:
        return productWorker.fetch(request as Request, slow(env, "requests"), context);
    }
  },
} satisfies ExportedHandler<Env>;

export default worker;
