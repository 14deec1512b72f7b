// Runs the product's Worker as it is deployed, over a database that counts its round trips, with a route to make companies and
// one to read the count.

import type { Env } from "../../src/env.ts";
import productWorker, { Issuance as ProductIssuance } from "../../src/index.ts";
import { EVERY_MODULE } from "../../test/support/kind.ts";
import { type CountedDatabase, countRoundTrips } from "../../test/support/round-trip.ts";
import { createTenant } from "../../test/support/tenant.ts";

/** What every call of one isolate shares; what the product keeps hangs on the binding, so it must stay the same one. */
let counted: CountedDatabase | undefined;
let countedEnv: Env | undefined;

function watch(env: Env): Env {
  counted ??= countRoundTrips(env.DB);
  countedEnv ??= { ...env, DB: counted.db };
  return countedEnv;
}

/** As a fresh isolate would begin: with nothing kept. */
function forget(): void {
  counted = undefined;
  countedEnv = undefined;
}

export class Issuance extends ProductIssuance {
  constructor(context: DurableObjectState, env: Env) {
    super(context, watch(env));
  }
}

const worker = {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    switch (pathname) {
      case "/bench/tenant":
        return Response.json(await createTenant({ ...EVERY_MODULE, numbersLeft: 10_000_000 }));
      case "/bench/trips": {
        const trips = counted?.readTrips();
        counted?.reset();
        return Response.json(trips ?? null);
      }
      case "/bench/forget":
        forget();
        return new Response(null, { status: 204 });
      default:
        return productWorker.fetch(request as Request, watch(env), context);
    }
  },
} satisfies ExportedHandler<Env>;

export default worker;
