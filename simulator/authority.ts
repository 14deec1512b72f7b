// Passes every request through the pretend authority's one Durable Object, which writes it to disk before it answers.
import { DurableObject } from "cloudflare:workers";
import { ask } from "./asking.ts";
import { control } from "./control.ts";
import type { SimulatorEnv } from "./env.ts";
import { type Identity, loadIdentity } from "./identity.ts";
import { Outbox } from "./outbox.ts";
import { checkSecurity } from "./security.ts";
import { type Reply, receive, SOAP_TYPE, type Surroundings } from "./sending.ts";
import { writeFault } from "./soap-answer.ts";
import { isSending, readSoapRequest, SoapFault, type SoapRequest } from "./soap-request.ts";
import { Store } from "./store.ts";
import { SERVICE_PATH } from "./wire-literal.ts";

const MAX_REQUEST_BYTES = 1_900_000;

/** How the Worker must deliver an answer: header name of the object's response. */
export const DELIVERY_HEADER = "x-simulator-delivery";

export interface Delivery {
  readonly delayMs: number;
  readonly broken: boolean;
}

export class Authority extends DurableObject<SimulatorEnv> {
  readonly #store: Store;
  readonly #outbox: Outbox;
  #identity: Promise<Identity> | undefined;

  constructor(state: DurableObjectState, env: SimulatorEnv) {
    super(state, env);
    this.#store = new Store(state.storage.sql);
    this.#outbox = new Outbox(state.storage.sql);
  }

  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname !== SERVICE_PATH) {
      return (
        (await control(request, this.#store, this.#outbox)) ??
        Response.json({ error: `no such path: ${url.pathname}` }, { status: 404 })
      );
    }
    if (request.method !== "POST") return new Response("", { status: 405, headers: { allow: "POST" } });
    const type = request.headers.get("content-type") ?? "";
    if (!type.toLowerCase().startsWith("application/soap+xml")) return new Response("", { status: 415 });
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.byteLength > MAX_REQUEST_BYTES) return new Response("", { status: 413 });
    return this.#serve(bytes, type, [url.host, request.headers.get("host") ?? url.host]);
  }

  async #serve(bytes: Uint8Array, type: string, hosts: readonly string[]): Promise<Response> {
    const at = new Date().toISOString();
    let soap: SoapRequest | undefined;
    let outcome: Reply;
    try {
      soap = readSoapRequest(new TextDecoder().decode(bytes), type);
      await checkSecurity(soap, { now: Date.now(), skewMs: Number(this.env.CLOCK_SKEW_MS ?? "300000"), hosts });
      outcome = isSending(soap.operation) ? await receive(soap, this.#surroundings()) : ask(soap, this.#surroundings());
    } catch (cause) {
      if (!(cause instanceof SoapFault)) throw cause;
      outcome = faultOutcome(cause, soap);
    }
    const { arrival } = outcome;
    this.#store.addArrival(
      {
        at,
        operation: arrival.operation ?? null,
        fileName: arrival.fileName ?? null,
        nit: arrival.nit ?? null,
        number: arrival.number ?? null,
        documentKey: arrival.documentKey ?? null,
        sha256: arrival.sha256 ?? null,
        verdict: arrival.verdict ?? null,
        remarks: arrival.remarks ?? null,
        zipKey: arrival.zipKey ?? null,
      },
      soap && isSending(soap.operation) && arrival.sha256 ? bytes : undefined,
    );
    const delivery: Delivery = { delayMs: outcome.delayMs, broken: outcome.broken };
    const headers = { "content-type": outcome.contentType, [DELIVERY_HEADER]: JSON.stringify(delivery) };
    return new Response(outcome.body, { status: outcome.status, headers });
  }

  #surroundings(): Surroundings {
    const days = this.env.DATE_TOLERANCE_DAYS ?? "5";
    return {
      store: this.#store,
      identity: () => this.#loadIdentity(),
      waits: { silenceMs: Number(this.env.SILENCE_MS ?? "2000"), slowMs: Number(this.env.SLOW_MS ?? "40000") },
      now: () => Date.now(),
      dateToleranceDays: days === "off" ? undefined : Number(days),
    };
  }

  #loadIdentity(): Promise<Identity> {
    this.#identity ??= loadIdentity(this.#store.readSetting("identity"), (text) =>
      this.#store.saveSetting("identity", text),
    );
    return this.#identity;
  }
}

function faultOutcome(fault: SoapFault, soap: SoapRequest | undefined): Reply {
  return {
    status: 500,
    contentType: SOAP_TYPE,
    body: writeFault(fault.code, fault.message),
    delayMs: 0,
    broken: false,
    arrival: {
      operation: soap?.operation ?? null,
      fileName: soap?.parameters.fileName ?? null,
      documentKey: soap?.parameters.trackId ?? null,
      verdict: "fault",
      remarks: JSON.stringify([`${fault.code}: ${fault.message}`]),
    },
  };
}
