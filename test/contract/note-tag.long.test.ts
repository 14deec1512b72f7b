// Tests every behaviour of the pretend authority on notes of each type, as a client sees it, and what else they share with
// every document: an order to send again, a rehearsal, series that advance on their own.
import { env } from "cloudflare:workers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type NoteType, nameNoteKey } from "../../src/domain/kind.ts";
import {
  type Answer,
  get,
  getSupportDocument,
  postInvoice,
  postNote,
  postSupportDocument,
  useApiVersion,
} from "../support/api.ts";
import { setClockAhead, stopClock } from "../support/clock.ts";
import { expectEnd } from "../support/final-state.ts";
import { driveByAlarms, readRecord } from "../support/issuance-object.ts";
import { fetchReceived, listSendingsOf } from "../support/ledger.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { PRODUCTION, TEST_SET } from "../support/tag-table.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");

interface NoteKind {
  readonly typeCode: Exclude<NoteType, "93" | "94">;
  readonly module: "fe" | "dse";
  /** What the note corrects. @returns its id. */
  issue(tenant: Tenant): Promise<number>;
  /** One unit of the first line. */
  body(documentId: number, tag: string): object;
  read(tenant: Tenant, id: number): Promise<Answer>;
}

const ofInvoice = (typeCode: "91" | "92"): NoteKind => ({
  typeCode,
  module: "fe",
  issue: async (tenant) => {
    const { status, body } = await postInvoice(tenant, sampleInvoice());
    expect(status).toBe(201);
    return body.factura_id;
  },
  body: (factura_id, tag) => ({ factura_id, concepto: "1", items: [{ linea: 1, cant: 1 }], motivo: tag }),
  read: (tenant, id) => get(tenant, `/fe/docs/${id}`),
});

const KINDS: readonly NoteKind[] = [
  ofInvoice("91"),
  ofInvoice("92"),
  {
    typeCode: "95",
    module: "dse",
    issue: async (tenant) => {
      const { status, body } = await postSupportDocument(tenant, crypto.randomUUID(), sampleSupportDocument());
      expect(status).toBe(201);
      return body.documento.id;
    },
    body: (documento_id, tag) => ({
      documento_id,
      concepto: "1",
      items: [{ linea: 1, cantidad: 1 }],
      motivo: tag,
    }),
    read: getSupportDocument,
  },
];

const nameOf = (typeCode: NoteType) => (tenant: Tenant, key: string) => nameNoteKey(typeCode, tenant, key);

/** What an answer says of the note, whichever path it is from. */
function factsOf({ body }: Answer) {
  const { id = body.nota_id, consecutivo, estado_authority = body.estado } = body.documento ?? body.doc ?? body;
  return { id, number: consecutivo, state: estado_authority };
}

/** The authority does not know it, and is asked until that is certain. */
async function exhaust({ typeCode }: NoteKind, tenant: Tenant, key: string): Promise<void> {
  setClockAhead();
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  expect((await driveByAlarms(nameOf(typeCode)(tenant, key)))?.state).toBe("send_unknown");
}

describe.each(KINDS)("a note of type $typeCode", (kind) => {
  const { typeCode, module } = kind;
  const own = { module, nameOf: nameOf(typeCode) };

  // A debit note goes to the test set by the very lines that send a credit note there.
  const environments = [["produccion", PRODUCTION] as const, ["habilitacion", TEST_SET] as const];
  describe.each(typeCode === "92" ? environments.slice(0, 1) : environments)("in %s", (environment, rows) => {
    it.each(rows)("$tag: $status $state, then $end", async ({ tag, ...expected }) => {
      const tenant = await createTenant({ environment });
      const body = kind.body(await kind.issue(tenant), tag);
      const isUncertain = expected.status === 502;
      const goOn = isUncertain ? stopClock() : undefined;
      const first = await postNote(tenant, typeCode, "k", body);
      goOn?.();
      expect(first.status).toBe(expected.status);
      expect(first.body).toMatchObject(isUncertain ? { ok: false, pending: true } : { ok: expected.status === 201 });
      const { id, ...facts } = factsOf(first);
      expect(facts).toEqual({ number: 1, state: expected.state });
      const { end, arrivals } = expected;
      if (end === "send_unknown") await exhaust(kind, tenant, "k");
      const { fiscalId } = await expectEndOf(tenant);
      if (end === "aceptado") expect(await fetchReceived(fiscalId ?? "")).toContain(`>${fiscalId}</cbc:UUID>`);
      expect(factsOf(await kind.read(tenant, id))).toEqual({ id, number: 1, state: end });
      const again = await postNote(tenant, typeCode, "k", body);
      expect(again.status).toBe({ aceptado: 200, rechazado: 422, send_unknown: 202 }[end]);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      expect(factsOf(again)).toEqual({ id, number: 1, state: end });
      await expectEndOf(tenant);

      async function expectEndOf(ours: Tenant) {
        const isThere = async () => (await readRecord(own.nameOf(ours, "k")))?.state;
        await expect.poll(isThere, { interval: 50, timeout: 15_000 }).toBe(end);
        return expectEnd(own, ours, "k", { state: end, arrivals });
      }
    });
  });

  it("is sent again only by order of two people, and then the very same bytes", async () => {
    const tenant = await createTenant();
    await postNote(tenant, typeCode, "k", kind.body(await kind.issue(tenant), "#perdido"));
    const name = own.nameOf(tenant, "k");
    await exhaust(kind, tenant, "k");
    const record = await expectEnd(own, tenant, "k", { state: "send_unknown", arrivals: 1 });
    const order = { orderId: 1, actor: "ana", reason: "la autoridad no la conoce" };
    const resend = (approver: string) => env.ISSUANCE.getByName(name).resend({ ...order, approver });
    expect(await resend("ana")).toMatchObject({ type: "not-resent", reason: "same-person" });
    expect(await resend("beto")).toEqual({ type: "resent", state: "sending" });
    const listDigests = async () => (await listSendingsOf(record.fiscalId ?? "")).map(({ sha256 }) => sha256);
    await expect.poll(listDigests, { interval: 20 }).toEqual([record.xmlSha256, record.xmlSha256]);
  });

  it("is rehearsed without a key and without a trace", async () => {
    const tenant = await createTenant();
    const body = kind.body(await kind.issue(tenant), "");
    const rehearsed = await postNote(tenant, typeCode, null, body, { query: "?dry_run=true" });
    expect([rehearsed.status, rehearsed.body]).toMatchObject([
      200,
      {
        ok: true,
        dry_run: true,
        documento: { tipo_authority: typeCode, concepto: "1" },
        numbering: { available: true },
      },
    ]);
    const real = await postNote(tenant, typeCode, "k", body);
    expect([real.status, factsOf(real).number]).toEqual([201, 1]);
  });

  it("has a series of its company and environment, which advances on its own", async () => {
    const [one, two] = [await createTenant(), await createTenant()];
    const test = await createTenant({ environment: "habilitacion" });
    const numbers: unknown[] = [];
    for (const [tenant, key] of [
      [one, "a"],
      [two, "a"],
      [one, "b"],
      [test, "a"],
      [two, "b"],
      [one, "c"],
    ] as const) {
      const answer = await postNote(tenant, typeCode, key, kind.body(await kind.issue(tenant), ""));
      numbers.push(factsOf(answer).number);
    }
    expect(numbers).toEqual([1, 1, 2, 1, 2, 3]);
  });
});

it("an adjustment note on a support document that was issued elsewhere names it, and has no balance", async () => {
  const tenant = await createTenant();
  const sample = sampleSupportDocument() as { readonly proveedor: object; readonly items: readonly object[] };
  const issued = (await postSupportDocument(tenant, "elsewhere", sample)).body.documento;
  // The authority has it, and nothing here knows of it.
  await env.DB.prepare("DELETE FROM documents WHERE id = ?1").bind(issued.id).run();
  const numero = `${issued.prefijo}${issued.consecutivo}`;
  const documento = { numero, cuds: issued.cuds, fecha: issued.document_date };
  const { proveedor, items } = sample;
  const rest = { documento, items: items.slice(0, 1), concepto: "3", motivo: "Descuento acordado" };
  const answer = await postNote(tenant, "95", "k", { ...rest, proveedor });
  const facts = { documento_soporte: { id: null, ...documento }, saldo_acreditable: null };
  expect([answer.status, answer.body.documento]).toMatchObject([
    201,
    { tipo_authority: "95", concepto: "3", ...facts },
  ]);
  const { documento: read } = (await getSupportDocument(tenant, answer.body.documento.id)).body;
  expect(read.documento_soporte).toEqual(facts.documento_soporte);
  const without = await postNote(tenant, "95", "other", rest);
  expect([without.status, JSON.stringify(without.body)]).toEqual([400, expect.stringContaining("proveedor")]);
});

/** The authority computes each hash with the PIN that it knows of the software (CAD06, DAD06, NSAD06). */
it("a note is hashed with the PIN of its own module's software", async () => {
  const tenant = await createTenant({ supportPin: "86420" });
  for (const kind of KINDS) {
    const answer = await postNote(tenant, kind.typeCode, "k", kind.body(await kind.issue(tenant), ""));
    expect([kind.typeCode, answer.status]).toEqual([kind.typeCode, 201]);
  }
});
