// Sends heavy bodies many at a time, as dry runs and against a slow authority, while another company goes on asking: an isolate of
// 128 MB survives them, and nobody's request is cut.
import { setTimeout as sleep } from "node:timers/promises";
import { SMALL_INVOICE, tagInvoice } from "../../docs/openapi/invoice-body.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import type { DemoFileCompany } from "../../stand/demo-file.ts";

/** The platform's limit for an isolate, as a flag of V8. */
export const ISOLATE_FLAGS = "--gc-global --max-old-space-size=128";

const BODY_BYTES = 1_000_000;
const WIDTHS = [1, 6, 24] as const;
const VICTIM_PAUSE_MS = 30;
const TIMEOUT_MS = 60_000;
/** What heavy requests may be answered: issued, rehearsed, or refused for what they hold. A busy service refuses in words. */
const HEAVY_STATUSES: ReadonlySet<number> = new Set([200, 201, 202, 400, 429, 502, 503]);

/** What each body holds most of, beside a valid invoice: so many pieces as fill a mebibyte. */
const PIECES: Readonly<Record<string, string>> = {
  "empty lists": "[]",
  "empty objects": "{}",
  "nested lists": "[[[[[[[[[[[[]]]]]]]]]]]]",
  "objects of one member": '{"a":0}',
  numbers: "0",
  "long numbers": "1234567890.123456",
  "empty texts": '""',
  texts: '"a text of some length that no member needs"',
  "texts beyond Latin": '"texto \u4e2d\u6587 \u{1f600}"',
};

interface Pressed {
  readonly origin: string;
  /** Sends the heavy bodies. */
  readonly attacker: DemoFileCompany;
  /** Issues and reads meanwhile. */
  readonly victim: DemoFileCompany;
  /** Each kind of body in one of the two ways, by turns. */
  readonly isShort: boolean;
  readonly print: (line: string) => void;
}

/** @returns what was cut or failed, of the heavy requests and of the other company's. */
export async function pressTogether({ origin, attacker, victim, isShort, print }: Pressed): Promise<readonly string[]> {
  const problems: string[] = [];
  const pressing = new AbortController();
  const watched = watch(origin, victim, pressing.signal);
  let sent = 0;
  for (const [at, [name, piece]] of Object.entries(PIECES).entries()) {
    const junk = fill(piece);
    const ways = isShort ? [at % 2 === 0] : [true, false];
    for (const width of WIDTHS) {
      for (const isDry of ways) {
        const what = `${width} bodies of ${name}${isDry ? ", dry runs" : ", a slow authority"}`;
        const ends = await Promise.all(Array.from({ length: width }, () => sendHeavy(origin, attacker, junk, isDry)));
        sent += width;
        problems.push(...ends.filter((end) => end !== undefined).map((end) => `${what}: ${end}`));
      }
    }
  }
  pressing.abort();
  const { asked, failed } = await watched;
  print(`together: ${sent} heavy bodies; of ${asked} requests of another company ${failed.length} failed`);
  return [...problems, ...failed];
}

function fill(piece: string): string {
  const most = Math.floor(BODY_BYTES / (Buffer.byteLength(piece) + 1));
  return Array.from({ length: most }, () => piece).join(",");
}

/** Of today, under a key of its own. */
function toNew(invoice: object) {
  return { ...invoice, fecha_emision: dateInBogota(Date.now()), draft_key: crypto.randomUUID() };
}

async function sendHeavy(
  origin: string,
  company: DemoFileCompany,
  junk: string,
  isDry: boolean,
): Promise<string | undefined> {
  // v1 takes members that it does not know.
  const invoice = toNew(isDry ? SMALL_INVOICE : tagInvoice("#lento"));
  const body = `${JSON.stringify(invoice).slice(0, -1)},"junk":[${junk}]}`;
  const query = isDry ? "?dry_run=true" : "";
  try {
    const status = await ask(origin, company, `v1/companies/${company.id}/fe/facturas${query}`, body);
    return HEAVY_STATUSES.has(status) ? undefined : `answered ${status}`;
  } catch (cause) {
    return `no answer (${String(cause)})`;
  }
}

/** Issues and lists by turns until told to end. */
async function watch(origin: string, company: DemoFileCompany, signal: AbortSignal) {
  const failed: string[] = [];
  let asked = 0;
  while (!signal.aborted) {
    asked += 1;
    const isIssuing = asked % 2 === 0;
    const what = `${isIssuing ? "an invoice" : "a list"} of another company`;
    try {
      const body = isIssuing ? JSON.stringify(toNew(SMALL_INVOICE)) : undefined;
      const path = `v2/companies/${company.id}/fe/${isIssuing ? "facturas" : "docs?per_page=1"}`;
      const status = await ask(origin, company, path, body);
      if (status !== (isIssuing ? 201 : 200)) failed.push(`${what}: answered ${status}`);
    } catch (cause) {
      failed.push(`${what}: no answer (${String(cause)})`);
    }
    await sleep(VICTIM_PAUSE_MS);
  }
  return { asked, failed };
}

async function ask(origin: string, company: DemoFileCompany, path: string, body?: string): Promise<number> {
  const response = await fetch(`${origin}/api/ext/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${company.tokens.all}`,
      "content-type": "application/json",
      connection: "close",
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body }),
  });
  await response.arrayBuffer();
  return response.status;
}
