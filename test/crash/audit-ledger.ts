// Compares the authority's own ledger with the rows: what arrived, how often, and what was judged.

import { countOrdered, listSends } from "./audit-state.ts";
import type { DocumentRow, State } from "./state.ts";

/** A line of the pretend authority's ledger. */
export interface Arrival {
  readonly at: string;
  readonly operation: string | null;
  readonly nit: string | null;
  readonly number: string | null;
  readonly document_key: string | null;
  readonly sha256: string | null;
  readonly verdict: string | null;
}

/** Verdicts of the ledger that leave nothing behind at the authority. */
const UNPROCESSED: readonly string[] = ["fault", "lost", "unavailable"];

/** Fetches the whole ledger. */
export async function fetchLedger(origin: string): Promise<Arrival[]> {
  const response = await fetch(`${origin}/ledger`, { signal: AbortSignal.timeout(60_000) });
  return ((await response.json()) as { readonly arrivals: Arrival[] }).arrivals;
}

/** @returns what contradicts; empty when ledger and rows agree about every document. */
export function auditLedger({ documents }: State, arrivals: readonly Arrival[]): string[] {
  const sendings = arrivals.filter(({ operation }) => operation?.startsWith("Send"));
  const byKey = new Map<string, Arrival[]>();
  for (const arrival of sendings) {
    const key = arrival.document_key ?? "none";
    byKey.set(key, [...(byKey.get(key) ?? []), arrival]);
  }
  const rows = new Map(documents.map((row) => [row.fiscal_id ?? `document ${row.id}`, row]));
  const unknown = [...byKey.keys()].filter((key) => !rows.has(key)).map((key) => `${key} arrived and is in no row`);
  return [
    ...unknown,
    ...checkNumbers(sendings),
    ...documents.flatMap((row) => checkRow(row, byKey.get(row.fiscal_id ?? "") ?? [])),
  ];
}

/** One number of one taxpayer is one file under any key. */
function checkNumbers(sendings: readonly Arrival[]): string[] {
  const digests = new Map<string, Set<string>>();
  for (const { nit, number, sha256 } of sendings) {
    if (nit === null || number === null || sha256 === null) continue;
    const own = digests.get(`${nit} ${number}`) ?? new Set();
    digests.set(`${nit} ${number}`, own.add(sha256));
  }
  return [...digests].filter(([, own]) => own.size > 1).map(([number]) => `${number} arrived with different bytes`);
}

function checkRow(row: DocumentRow, arrivals: readonly Arrival[]): string[] {
  const where = `document ${row.id} (${row.state})`;
  const problems: string[] = [];
  const sends = listSends(row);
  // A fault of WS-Security proves that nothing was processed: only then is the document sent again.
  const full = arrivals.filter(({ verdict }) => verdict !== "fault");
  const processed = arrivals.filter(({ verdict }) => !UNPROCESSED.includes(verdict ?? ""));
  if (full.length > 1 + countOrdered(row)) problems.push(`${where} arrived ${full.length} times`);
  if (arrivals.length > sends.length) problems.push(`${where} arrived more often than its journal says it was sent`);
  if (arrivals.some(({ sha256 }) => sha256 !== row.xml_sha256)) problems.push(`${where} arrived with other bytes`);
  for (const { at } of arrivals) {
    if (!sends.some(({ startedAt }) => startedAt <= at)) problems.push(`${where} arrived before its barrier`);
  }
  const expected = expectState(processed[0]?.verdict ?? undefined);
  if (!expected.includes(row.state)) {
    problems.push(`${where}: the ledger says ${processed[0]?.verdict ?? "never processed"}`);
  }
  return problems;
}

/** What may become of a document that the authority treated so. */
function expectState(verdict: string | undefined): readonly string[] {
  switch (verdict) {
    case undefined:
      return ["send_unknown"];
    case "rejected":
      return ["rechazado"];
    default:
      return ["aceptado"];
  }
}
