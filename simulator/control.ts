// Serves the control interface in JSON: ledger, register, random faults, outbox. It is not part of the authority's protocol.
import { xmlOf } from "./asking.ts";
import type { Outbox } from "./outbox.ts";
import { FAULT_NAMES, type FaultName, type FaultSetting } from "./plan.ts";
import { objectOf, RegisterTrouble, readAcquirerList, readAcquirers, readTaxpayer, showTaxpayer } from "./register.ts";
import { SENDING } from "./soap-request.ts";
import type { Arrival, Store } from "./store.ts";

const MAX_ARRIVALS = 1_000_000;
const PAGE = 5_000;

/** Answers everything that is not SOAP; undefined when the path is not known here. */
export async function control(request: Request, store: Store, outbox: Outbox): Promise<Response | undefined> {
  const url = new URL(request.url);
  const route = `${request.method} ${url.pathname}`;
  try {
    if (route === "GET /ledger") return showLedger(url, store);
    if (request.method === "GET" && url.pathname.startsWith("/ledger/")) return showFile(url.pathname.slice(8), store);
    if (route === "DELETE /ledger") return clear(store);
    if (route === "GET /taxpayers") return Response.json({ taxpayers: store.listTaxpayers().map(showTaxpayer) });
    if (request.method === "PUT" && url.pathname.startsWith("/taxpayers/"))
      return await putTaxpayer(url, request, store);
    if (route === "PUT /acquirers") return await putAcquirers(request, store);
    if (route === "GET /faults") return Response.json(showFaults(store.readFaults()));
    if (route === "POST /faults") return await postFaults(request, store);
    if (route === "DELETE /faults") return deleteFaults(store);
    return await outbox.serve(request);
  } catch (cause) {
    if (cause instanceof RegisterTrouble || cause instanceof SyntaxError) {
      return Response.json({ error: cause.message }, { status: 400 });
    }
    throw cause;
  }
}

function showArrival(one: Arrival): Record<string, unknown> {
  return {
    seq: one.seq,
    at: one.at,
    operation: one.operation,
    file_name: one.fileName,
    nit: one.nit,
    number: one.number,
    document_key: one.documentKey,
    sha256: one.sha256,
    verdict: one.verdict,
    remarks: one.remarks === null ? [] : JSON.parse(one.remarks),
    zip_key: one.zipKey,
  };
}

/** The whole ledger, written page by page so that a long one does not stand in memory twice. */
function showLedger(url: URL, store: Store): Response {
  const documentKey = url.searchParams.get("document_key") ?? undefined;
  let since = Number(url.searchParams.get("since") ?? "0");
  let left = Number(url.searchParams.get("limit") ?? MAX_ARRIVALS);
  if (!Number.isSafeInteger(since) || !Number.isSafeInteger(left))
    throw new RegisterTrouble("since and limit: expected whole numbers");
  const parts: string[] = [];
  for (;;) {
    const page = store.listArrivals(since, documentKey, Math.min(PAGE, left));
    parts.push(...page.map((one) => JSON.stringify(showArrival(one))));
    left -= page.length;
    since = page.at(-1)?.seq ?? since;
    if (page.length < PAGE || left <= 0) break;
  }
  return new Response(`{"arrivals":[${parts.join(",\n")}]}`, { headers: { "content-type": "application/json" } });
}

function showFile(name: string, store: Store): Response {
  const match = /^([^/]+)\.(xml|soap)$/.exec(decodeURIComponent(name));
  const documentKey = match?.[1] ?? "";
  const bytes = match?.[2] === "soap" ? store.findSoap(documentKey) : xmlOf(documentKey, { store });
  if (!bytes) return Response.json({ error: `no document ${name}` }, { status: 404 });
  const type = match?.[2] === "soap" ? "application/soap+xml; charset=utf-8" : "application/xml; charset=utf-8";
  return new Response(bytes, { headers: { "content-type": type } });
}

function clear(store: Store): Response {
  store.clearDocuments();
  return Response.json({ cleared: true });
}

async function putTaxpayer(url: URL, request: Request, store: Store): Promise<Response> {
  const body: unknown = await request.json();
  const taxpayer = readTaxpayer(decodeURIComponent(url.pathname.slice("/taxpayers/".length)), body);
  const acquirers = readAcquirers(objectOf(body, "taxpayer").acquirers);
  store.saveTaxpayer(taxpayer);
  for (const one of acquirers) store.saveAcquirer(one);
  return Response.json(showTaxpayer(taxpayer));
}

async function putAcquirers(request: Request, store: Store): Promise<Response> {
  const body: unknown = await request.json();
  const acquirers = readAcquirerList(body);
  for (const one of acquirers) store.saveAcquirer(one);
  return Response.json({ acquirers });
}

function showFaults(setting: FaultSetting | undefined): Record<string, unknown> {
  if (!setting) return { seed: null, rates: {} };
  return { seed: setting.seed, rates: setting.rates, operations: setting.operations, delay_ms: setting.delayMs };
}

async function postFaults(request: Request, store: Store): Promise<Response> {
  const body = objectOf(await request.json(), "faults");
  const rates: Partial<Record<FaultName, number>> = {};
  for (const [name, rate] of Object.entries(objectOf(body.rates ?? {}, "rates"))) {
    const known = FAULT_NAMES.find((one) => one === name);
    if (!known) throw new RegisterTrouble(`rates.${name}: expected one of ${FAULT_NAMES.join(", ")}`);
    if (typeof rate !== "number" || rate < 0 || rate > 1)
      throw new RegisterTrouble(`rates.${name}: expected a number from 0 to 1`);
    rates[known] = rate;
  }
  const { seed = 1, operations = [...SENDING], delay_ms: delayMs = 5_000 } = body;
  if (typeof seed !== "number" || typeof delayMs !== "number")
    throw new RegisterTrouble("seed and delay_ms: expected numbers");
  if (!Array.isArray(operations)) throw new RegisterTrouble("operations: expected a list");
  const setting: FaultSetting = { seed, rates, operations: operations.map(String), delayMs };
  store.saveSetting("faults", JSON.stringify(setting));
  return Response.json(showFaults(setting));
}

function deleteFaults(store: Store): Response {
  store.saveSetting("faults", undefined);
  return Response.json(showFaults(undefined));
}
