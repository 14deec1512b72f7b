// Reads the arrivals of one document from the pretend authority's ledger.
import { AUTHORITY_TEST_ORIGIN } from "./origin.ts";

export interface Arrival {
  readonly operation: string;
  readonly nit: string | null;
  readonly number: string | null;
  readonly document_key: string | null;
  readonly sha256: string | null;
  readonly verdict: string | null;
  /** What the pretend authority let pass although the texts say otherwise. */
  readonly remarks: readonly string[];
}

const DEADLINE_MS = 30_000;
const SENDING = ["SendBillSync", "SendBillAsync", "SendTestSetAsync"];

function ask(path: string): Promise<Response> {
  return fetch(`${AUTHORITY_TEST_ORIGIN}${path}`, { signal: AbortSignal.timeout(DEADLINE_MS) });
}

/** Every request of a taxpayer that carried a document, in order of arrival. */
export async function listSendings(nit: string): Promise<Arrival[]> {
  const response = await ask("/ledger");
  const { arrivals } = (await response.json()) as { arrivals: Arrival[] };
  return arrivals.filter((arrival) => arrival.nit === nit && SENDING.includes(arrival.operation));
}

/** The signed document as the authority received it. */
export async function fetchReceived(documentKey: string, kind: "xml" | "soap" = "xml"): Promise<string> {
  const response = await ask(`/ledger/${documentKey}.${kind}`);
  if (!response.ok) throw new Error(`the ledger has no ${documentKey}.${kind}`);
  return response.text();
}

/** Every sending of one document, in order of arrival. */
export async function listSendingsOf(documentKey: string): Promise<Arrival[]> {
  const response = await ask(`/ledger?document_key=${documentKey}`);
  const { arrivals } = (await response.json()) as { arrivals: Arrival[] };
  return arrivals.filter((arrival) => SENDING.includes(arrival.operation));
}
