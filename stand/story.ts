// Plays the demonstration on a running stand: each chapter makes real calls and says whether what was promised came true.
import { z } from "zod";
import type { DemoFile } from "./demo-file.ts";
import { MAILING_COMPANY } from "./mail.ts";
import {
  type ClientAnswer,
  type ClientCall,
  makeCall,
  sampleInvoice,
  sampleSupportDocument,
  sampleTicket,
} from "./request.ts";
import type { Line } from "./terminal.ts";

/** What a chapter found: the facts to show, and what did not come true. */
interface Finding {
  readonly shown: string;
  readonly broken: readonly string[];
}

interface Chapter {
  readonly title: string;
  readonly run: () => Promise<Finding>;
}

/** What the pretend authority received. */
const LEDGER = z.object({
  arrivals: z.array(z.object({ operation: z.string(), document_key: z.string().nullable() })),
});
const DOCUMENT = z.record(z.string(), z.unknown());

const SETTLE_TIMEOUT_MS = 60_000;
const POLL_MS = 500;

/** Plays the story, step by step with the time of each; true only if all of it came true. */
export async function playStory(demo: DemoFile, print: (line: Line) => void): Promise<boolean> {
  const chapters = writeChapters(demo);
  let isTrue = true;
  for (const [index, { title, run }] of chapters.entries()) {
    const startedAt = performance.now();
    const { shown, broken } = await run();
    const isSo = broken.length === 0;
    print([
      { text: isSo ? "✓" : "✗", tone: isSo ? "good" : "bad" },
      { text: ` ${index + 1}/${chapters.length}  `, tone: "faint" },
      { text: title, tone: "strong" },
      { text: `  ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`, tone: "faint" },
    ]);
    print([{ text: `       ${shown}`, tone: "plain" }]);
    for (const one of broken) print([{ text: `       NOT TRUE: ${one}`, tone: "bad" }]);
    isTrue &&= isSo;
  }
  const end = isTrue ? "All of it came true." : "Not all of it came true.";
  print([{ text: "", tone: "plain" }]);
  print([{ text: end, tone: isTrue ? "good" : "bad" }]);
  return isTrue;
}

/** The calls that the story makes; every run has its own keys. */
interface Calls {
  readonly post: (supplier: string, key: string, price?: number) => ClientCall;
  readonly read: (id: unknown) => ClientCall;
  readonly invoice: ClientCall;
  readonly annul: (invoiceId: unknown, key: string) => ClientCall;
  readonly ticket: ClientCall;
}

function prepareCalls(demo: DemoFile): Calls {
  const [company] = demo.companies;
  if (company === undefined) throw new Error("the stand has no company");
  const base = `${demo.base_url}/companies/${company.id}`;
  const token = company.tokens.all;
  const run = String(Date.now());
  return {
    post: (supplier, key, price) => ({
      method: "POST",
      url: `${base}/dse/documentos`,
      token,
      key: `demo-${run}-${key}`,
      body: sampleSupportDocument(supplier, price),
    }),
    read: (id) => ({ method: "GET", url: `${base}/dse/documentos/${String(id)}`, token }),
    invoice: { method: "POST", url: `${base}/fe/facturas`, token, body: sampleInvoice("Luis Rojas", `demo-${run}`) },
    annul: (invoiceId, key) => ({
      method: "POST",
      url: `${base}/fe/notas-credito`,
      token,
      key: `demo-${run}-${key}`,
      body: { factura_id: invoiceId },
    }),
    ticket: { method: "POST", url: `${base}/dee/documentos`, token, key: `demo-${run}-ticket`, body: sampleTicket() },
  };
}

function writeChapters(demo: DemoFile): readonly Chapter[] {
  const { post, read, invoice, annul, ticket } = prepareCalls(demo);
  let first: Readonly<Record<string, unknown>> = {};
  let invoiceId: unknown;
  return [
    {
      title: "A new support document is issued, signed, sent and accepted: 201",
      run: async () => {
        const answer = await makeCall(post("Ana Torres", "new"));
        first = documentOf(answer);
        return judge(answer, {
          status: 201,
          state: "aceptado",
          members: { ok: true, pending: false, idempotent: false },
        });
      },
    },
    {
      title: "The same key and payload again is a replay of the same document: 200, and the authority saw it once",
      run: async () => {
        const answer = await makeCall(post("Ana Torres", "new"));
        const finding = judge(answer, { status: 200, state: "aceptado", members: { ok: true, idempotent: true } });
        const same = expectSame("documento.id", documentOf(answer).id, first.id);
        return { ...finding, broken: [...finding.broken, ...same, ...(await expectOneSending(demo, first))] };
      },
    },
    {
      title: "The same key with another payload is a conflict: 409",
      run: async () =>
        judge(await makeCall(post("Ana Torres", "new", 99_000)), { status: 409, members: { ok: false } }),
    },
    {
      title: "A document that the authority rejects: 422",
      run: async () => judge(await makeCall(post("Ana Torres #rechazo", "bad")), { status: 422, state: "rechazado" }),
    },
    {
      title: "The authority's answer is lost: 502, then reconciled to accepted by asking, never by sending again",
      run: async () => {
        const answer = await makeCall(post("Ana Torres #silencio", "lost"));
        const lost = judge(answer, { status: 502, members: { ok: false, pending: true, idempotent: false } });
        const settled = await waitUntilSettled(read(documentOf(answer).id));
        const found = judge(settled, { status: 200, state: "aceptado", members: { ok: true, pending: false } });
        const sendings = await expectOneSending(demo, documentOf(settled));
        return { shown: `${lost.shown}, then ${found.shown}`, broken: [...lost.broken, ...found.broken, ...sendings] };
      },
    },
    {
      title: "The document is read by its id: 200",
      run: async () =>
        judge(await makeCall(read(first.id)), { status: 200, state: "aceptado", members: { pending: false } }),
    },
    {
      title: "An invoice is issued: 201, and its replay is the same invoice: 200",
      run: async () => {
        const { id, ...finding } = await issueInvoice(invoice);
        invoiceId = id;
        return finding;
      },
    },
    {
      title: "A credit note annuls the invoice: 201, and a second one is refused: 400",
      run: () => annulOnce(annul(invoiceId, "annul"), annul(invoiceId, "annul-again")),
    },
    {
      title: "An accepted invoice goes to its buyer by e-mail, once, with its ZIP",
      run: () => expectMail(demo),
    },
    {
      title: "A till sells with a POS ticket, which needs no buyer: 201",
      run: async () => judge(await makeCall(ticket), { status: 201, state: "aceptado", members: { ok: true } }),
    },
  ];
}

async function issueInvoice(invoice: ClientCall): Promise<Finding & { readonly id: unknown }> {
  const answer = await makeCall(invoice);
  const again = await makeCall(invoice);
  const broken = [
    ...expectSame("status", answer.status, 201),
    ...expectSame("estado", answer.body.estado, "aceptado"),
    ...expectSame("status of the replay", again.status, 200),
    ...expectSame("factura_id of the replay", again.body.factura_id, answer.body.factura_id),
  ];
  return {
    shown: `${answer.status} ${String(answer.body.cufe ?? answer.body.error)}`,
    broken,
    id: answer.body.factura_id,
  };
}

/** What the pretend mail took. */
const OUTBOX = z.object({
  mail: z.array(
    z.object({ subject: z.string(), to: z.array(z.string()), attachments: z.array(z.object({ name: z.string() })) }),
  ),
});

/** An invoice of the company that sends e-mail, and what its buyer got. */
async function expectMail(demo: DemoFile): Promise<Finding> {
  const company = demo.companies.find(({ id }) => id === MAILING_COMPANY);
  if (company === undefined) throw new Error("the stand has no company that sends e-mail");
  const url = `${demo.base_url}/companies/${company.id}/fe/facturas`;
  const body = sampleInvoice("Luis Rojas", `demo-mail-${Date.now()}`);
  const answer = await makeCall({ method: "POST", url, token: company.tokens.all, body });
  const number = `${String(answer.body.prefijo)}${String(answer.body.consecutivo)}`;
  const endMs = Date.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const response = await fetch(`${demo.authority_url}/mail?to=${encodeURIComponent(body.receptor.email)}`);
    const sent = OUTBOX.parse(await response.json()).mail.filter(({ subject }) => subject.split(";")[2] === number);
    if (sent.length > 0 || Date.now() > endMs) {
      const [first] = sent;
      const broken = [
        ...expectSame("status", answer.status, 201),
        ...expectSame("messages", sent.length, 1),
        ...expectSame("attachments", first?.attachments.length, 1),
      ];
      return { shown: `${answer.status} ${first?.subject ?? "no message"}`, broken };
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Two annulments of one invoice, each with a key of its own. */
async function annulOnce(annulment: ClientCall, another: ClientCall): Promise<Finding> {
  const { status, body } = await makeCall(annulment);
  const second = await makeCall(another);
  const broken = [
    ...expectSame("status", status, 201),
    ...expectSame("estado", body.estado, "aceptado"),
    ...expectSame("saldo_acreditable", body.saldo_acreditable, "0.00"),
    ...expectSame("status of the second", second.status, 400),
    ...expectSame("code of the second", second.body.code, "reference_annulled"),
  ];
  const note = body.error ?? `${String(body.prefijo)}${String(body.consecutivo)} ${String(body.total)}`;
  return { shown: `${status} ${String(note)}, then ${second.status} ${String(second.body.code)}`, broken };
}

interface Promised {
  readonly status: number;
  readonly state?: string;
  readonly members?: Readonly<Record<string, unknown>>;
}

function judge(answer: ClientAnswer, { status, state, members = {} }: Promised): Finding {
  const document = documentOf(answer);
  const broken = [
    ...expectSame("status", answer.status, status),
    ...(state === undefined ? [] : expectSame("estado_authority", document.estado_authority, state)),
    ...Object.entries(members).flatMap(([name, value]) => expectSame(name, answer.body[name], value)),
  ];
  const name = document.id === undefined ? "" : ` document ${String(document.id)} ${String(document.estado_authority)}`;
  return {
    shown: `${answer.status}${name}${answer.body.error === undefined ? "" : ` "${String(answer.body.error)}"`}`,
    broken,
  };
}

function expectSame(what: string, found: unknown, expected: unknown): string[] {
  return found === expected ? [] : [`${what} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`];
}

function documentOf(answer: ClientAnswer): Readonly<Record<string, unknown>> {
  return DOCUMENT.parse(answer.body.documento ?? {});
}

async function waitUntilSettled(call: ClientCall): Promise<ClientAnswer> {
  const endMs = Date.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const answer = await makeCall(call);
    if (answer.body.pending !== true || Date.now() > endMs) return answer;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** By the pretend authority's own ledger. */
async function expectOneSending(demo: DemoFile, document: Readonly<Record<string, unknown>>): Promise<string[]> {
  const response = await fetch(`${demo.authority_url}/ledger`, { signal: AbortSignal.timeout(30_000) });
  const { arrivals } = LEDGER.parse(await response.json());
  const own = arrivals.filter((one) => one.document_key === document.cuds && one.operation.startsWith("Send"));
  return expectSame("sendings in the ledger", own.length, 1);
}
