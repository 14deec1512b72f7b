// Runs the pretend mail, the outbox and a Worker that sends and hears, each its own Worker in one runtime, as on a stand.
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { bundleSimulator } from "../support/worker-bundle.ts";

/** A message as the binding takes it; the content of attachments in base64. */
export interface Draft {
  readonly from: { readonly name: string; readonly email: string } | string;
  readonly to: string | readonly string[];
  readonly replyTo?: string;
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly { readonly filename: string; readonly type: string; readonly base64: string }[];
}

/** How a call ended for the sender. */
export interface End {
  readonly messageId?: string;
  readonly message?: string;
  readonly code?: string | null;
}

export interface Event {
  readonly type: string;
  readonly source: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: events are compared member by member.
  readonly payload: Readonly<Record<string, any>>;
}

export interface MailWorld {
  readonly send: (draft: Draft) => Promise<End>;
  /** The events of a recipient once there are so many. */
  readonly waitForEvents: (recipient: string, count: number) => Promise<readonly Event[]>;
  readonly outbox: (path?: string, method?: string) => Promise<{ readonly status: number; readonly text: string }>;
  readonly stop: () => Promise<void>;
}

const POLL_MS = 100;
const EVENTS_WITHIN_MS = 15_000;

/** Sends with the binding, and keeps the events of the queue in its memory. */
const SENDER = `
const events = [];
export default {
  async fetch(request, env) {
    if (request.method === "GET") return Response.json(events);
    const { attachments = [], ...draft } = await request.json();
    const files = attachments.map(({ base64, ...file }) => ({
      disposition: "attachment",
      ...file,
      content: Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)),
    }));
    try {
      return Response.json(await env.EMAIL.send({ ...draft, attachments: files }));
    } catch (cause) {
      return Response.json({ message: cause.message, code: cause.code ?? null });
    }
  },
  queue({ messages }) {
    events.push(...messages.map(({ body }) => body));
  },
};`;

const SHARED = { compatibilityDate: "2026-09-15", compatibilityFlags: ["nodejs_compat"] };
const QUEUE = "events";

export async function startMailWorld(vars: Readonly<Record<string, string>> = {}): Promise<MailWorld> {
  const simulator = await bundleSimulator();
  const module = (contents: string) => [{ type: "ESModule" as const, path: "index.js", contents }];
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      handleStructuredLogs: () => undefined,
      workers: [
        {
          ...{ ...SHARED, name: "sender", modules: module(SENDER) },
          // Without it the runtime's own simulator of e-mail stays behind the name.
          email: { send_email: [] },
          serviceBindings: { EMAIL: { name: "mail", entrypoint: "PretendMail" } },
          queueConsumers: { [QUEUE]: { maxBatchTimeout: 0.1 } },
        },
        {
          ...{ ...SHARED, name: "mail", modules: module(simulator) },
          bindings: { AUTHORITY_URL: "http://outbox", HOLD_MS: "300", ...vars },
          queueProducers: { MAIL_EVENTS: QUEUE },
          outboundService: "authority",
        },
        {
          ...{ ...SHARED, name: "authority", modules: module(simulator) },
          durableObjects: { AUTHORITY: { className: "Authority", useSQLite: true } },
        },
      ],
    }),
  );
  const ask = async (path: string, init: { method?: string; body?: string } = {}) => {
    const response = await miniflare.dispatchFetch(`http://sender${path}`, init);
    return response.json();
  };
  const outbox: MailWorld["outbox"] = async (path = "/mail", method = "GET") => {
    const worker = await miniflare.getWorker("authority");
    const response = await worker.fetch(`http://outbox${path}`, { method });
    return { status: response.status, text: await response.text() };
  };
  return {
    send: async (draft) => (await ask("/", { method: "POST", body: JSON.stringify(draft) })) as End,
    waitForEvents: async (recipient, count) => {
      const end = Date.now() + EVENTS_WITHIN_MS;
      for (;;) {
        const events = (await ask("/")) as readonly Event[];
        const own = events.filter(({ payload }) => payload.recipient === recipient);
        if (own.length >= count || Date.now() > end) return own;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    outbox,
    stop: () => miniflare.dispose(),
  };
}
