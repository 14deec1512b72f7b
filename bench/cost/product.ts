// Runs the product's Worker as it is deployed, over bindings that count, with routes to make companies and to read the counts.
import { runMinute } from "../../src/cron/run-minute.ts";
import type { Env } from "../../src/env.ts";
import productWorker, { Issuance as ProductIssuance } from "../../src/index.ts";
import { createTenant } from "../../test/support/tenant.ts";
import { Counter, countBucket, countDatabase, countStorage } from "./count.ts";

const counter = new Counter();
let counted: Env | undefined;

function watch(env: Env): Env {
  counted ??= { ...env, DB: countDatabase(env.DB, counter), FILES: countBucket(env.FILES, counter) };
  return counted;
}

export class Issuance extends ProductIssuance {
  constructor(context: DurableObjectState, env: Env) {
    countStorage(context.storage, counter);
    super(context, watch(env));
  }

  override issue(command: Parameters<ProductIssuance["issue"]>[0]): ReturnType<ProductIssuance["issue"]> {
    counter.add("objectCalls");
    return super.issue(command);
  }

  override wake(name: string): Promise<void> {
    counter.add("objectCalls");
    return super.wake(name);
  }

  override alarm(): Promise<void> {
    counter.add("alarmsRun");
    return super.alarm();
  }
}

const worker = {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    switch (pathname) {
      case "/cost/tenant":
        return Response.json(await createTenant({ numbersLeft: 10_000_000 }));
      case "/cost/counts": {
        const counts = counter.read();
        counter.reset();
        return Response.json(counts);
      }
      case "/cost/minute":
        await runMinute(watch(env), Date.now());
        return new Response(null, { status: 204 });
      default:
        return productWorker.fetch(request as Request, watch(env), context);
    }
  },
} satisfies ExportedHandler<Env>;

export default worker;
