// Runs the product's Worker as it is deployed, over bindings that count, with routes to make companies and to read the counts.
import { eq } from "drizzle-orm";
import { runMinute } from "../../src/cron/run-minute.ts";
import type { Env } from "../../src/env.ts";
import productWorker, {
  Issuance as ProductIssuance,
  Mailer as ProductMailer,
  WebhookEndpoint as ProductWebhookEndpoint,
} from "../../src/index.ts";
import { build, openDatabase, run } from "../../src/store/base/db.ts";
import { companies } from "../../src/store/base/schema.ts";
import { findLastChange } from "../../src/store/watch/changes.ts";
import { EVERY_MODULE } from "../../test/support/kind.ts";
import { createTenant, type Tenant } from "../../test/support/tenant.ts";
import { addWebhook } from "../../test/support/webhook.ts";
import { Counter, countBucket, countConsole, countDatabase, countStorage } from "./count.ts";
import type { MailState } from "./measure.ts";

const counter = new Counter();
countConsole(counter);
let counted: Env | undefined;
/** The platform's e-mail, once a case binds it. */
let mail: Pick<Env, "EMAIL"> = {};
const BOUND_MAIL = { EMAIL: { send: () => Promise.reject(new Error("nothing is sent here")) } };

function watch(env: Env): Env {
  counted ??= { ...env, DB: countDatabase(env.DB, counter), FILES: countBucket(env.FILES, counter) };
  return { ...counted, ...mail };
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

/** Delivers on demand: its writes are counted apart from those of a document. */
export class WebhookEndpoint extends ProductWebhookEndpoint {
  constructor(context: DurableObjectState, env: Env) {
    countStorage(context.storage, counter);
    super(context, watch(env));
  }

  override async wake(id: string): Promise<void> {
    counter.add("objectCalls");
    woken = id;
  }

  async deliver(id: string): Promise<void> {
    await super.wake(id);
    await this.ctx.storage.deleteAlarm();
    await this.alarm();
  }
}

let woken: string | undefined;

/** It is woken, and sends nothing: the ZIP of a message has the printed form, and nothing draws here. */
export class Mailer extends ProductMailer {
  override async wake(): Promise<void> {
    counter.add("objectCalls");
  }
}

/** The endpoint of every webhook takes what it gets. */
const RECEIVER = "https://hooks.example.com";
const realFetch = globalThis.fetch;
globalThis.fetch = (input, init) =>
  String(input).startsWith(RECEIVER) ? Promise.resolve(new Response(null, { status: 204 })) : realFetch(input, init);

const worker = {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    switch (pathname) {
      case "/cost/tenant":
        return Response.json(await createTenant({ ...EVERY_MODULE, numbersLeft: 10_000_000 }));
      case "/cost/counts": {
        const counts = counter.read();
        counter.reset();
        return Response.json(counts);
      }
      case "/cost/webhook": {
        const { companyId } = (await request.json()) as Tenant;
        const last = await findLastChange(openDatabase(env.DB), companyId);
        await addWebhook({ companyId }, RECEIVER, last);
        return new Response(null, { status: 204 });
      }
      case "/cost/deliver": {
        if (woken === undefined) throw new Error("no webhook was woken");
        const stub = env.WEBHOOKS.getByName(woken) as unknown as { deliver(id: string): Promise<void> };
        await stub.deliver(woken);
        return new Response(null, { status: 204 });
      }
      case "/cost/mail": {
        const { companyId, state } = (await request.json()) as Pick<Tenant, "companyId"> & {
          readonly state: MailState;
        };
        mail = state === "unbound" ? {} : BOUND_MAIL;
        const settings = { sender: null, replyTo: null, isAutomatic: true, testAddresses: [] };
        const switched = build.update(companies).set({ mail: state === "on" ? settings : null });
        await run(openDatabase(env.DB), switched.where(eq(companies.id, companyId)));
        return new Response(null, { status: 204 });
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
