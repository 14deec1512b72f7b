// Tests the signed acknowledgement of a verdict: kept beside the document, and believed only when it says what the verdict
// says.
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readCarriedResponse } from "../../src/authority/outcome.ts";
import { decodeBase64, encodeBase64 } from "../../src/signature/base64.ts";
import { completeDocument } from "../../src/store/archive/filed.ts";
import { createArchive } from "../../src/store/archive/files.ts";
import { findAnswer } from "../../src/store/archive/snapshot.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { type Exchange, readExchanges } from "../../src/store/base/stored-form.ts";
import { findDocument } from "../../src/store/document/documents.ts";
import { get, postInvoice } from "../support/api.ts";
import { listSendingsOf } from "../support/ledger.ts";
import { sampleInvoice, taggedInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

const OTHER_KEY = "ab".repeat(48);

afterEach(() => {
  vi.restoreAllMocks();
});

/** Puts itself between the service and the authority: the acknowledgement in the answers of some operations is another. */
function spoil(operations: readonly string[], change: (applicationResponse: string) => string): void {
  const send = globalThis.fetch.bind(globalThis);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const response = await send(input, init);
    if (!operations.some((operation) => String(init?.body).includes(`<wcf:${operation}>`))) return response;
    const answer = (await response.text()).replace(/(<b:XmlBase64Bytes>)([^<]*)/, (_, tag: string, base64: string) => {
      const text = new TextDecoder().decode(decodeBase64(base64));
      return tag + encodeBase64(new TextEncoder().encode(change(text)));
    });
    return new Response(answer, response);
  });
}

/** The acknowledgements in the answers that the archive holds of a document, in the order of the exchanges; null for none. */
async function listKept(tenant: Tenant, id: number): Promise<readonly (string | null)[]> {
  const document = await findDocument(openDatabase(env.DB), tenant.companyId, "fe", id);
  const { timeline = null, xmlPath = null } = document
    ? await completeDocument(createArchive(env.FILES).get, document)
    : {};
  const attempts = timeline?.attempts ?? [];
  const found = await Promise.all(
    attempts.map(async (attempt) => {
      const answer = await findAnswer(createArchive(env.FILES).get, xmlPath ?? "", attempt.id);
      if (answer === undefined) return [];
      const response = readCarriedResponse(attempt.kind, answer);
      return [response === null ? null : new TextDecoder().decode(response)];
    }),
  );
  return found.flat();
}

/** What each exchange about a document brought, in order: the first is the sending. */
async function listOutcomes(id: number): Promise<readonly string[]> {
  const row = await env.DB.prepare(
    "SELECT exchanges, timeline -> '$.attempts' AS attempts FROM documents WHERE id = ?1",
  )
    .bind(id)
    .first<{ exchanges: string | null; attempts: string | null }>();
  const exchanges = row?.exchanges ?? null;
  const open = JSON.parse(row?.attempts ?? "[]") as readonly Exchange[];
  return (exchanges === null ? open : readExchanges(exchanges)).map(({ kind, outcome }) => `${kind} ${outcome}`);
}

async function listAlerts(id: number): Promise<readonly string[]> {
  const { results } = await env.DB.prepare("SELECT code FROM alerts WHERE subject = ?1")
    .bind(`document:${id}`)
    .all<{ code: string }>();
  return results.map(({ code }) => code);
}

describe("an acknowledgement that agrees with the verdict", () => {
  it.each([
    ["accepted", sampleInvoice(), 201, "02"],
    ["rejected", taggedInvoice("#rechazo"), 422, "04"],
  ] as const)("of a document %s is kept beside it, with the answer that brought it", async (_, body, status, code) => {
    const tenant = await createTenant();
    const answer = await postInvoice(tenant, body);
    expect(answer.status).toBe(status);
    const id = answer.body.factura_id;
    await vi.waitFor(async () => expect(await listKept(tenant, id)).toHaveLength(1), { timeout: 15_000 });
    const [response] = await listKept(tenant, id);
    expect(response).toContain(`<cac:Response><cbc:ResponseCode>${code}</cbc:ResponseCode>`);
    expect(response).toContain(`<cbc:UUID>${answer.body.cufe}</cbc:UUID>`);
    expect(await listAlerts(id)).toEqual([]);
  });
});

describe("an acknowledgement that says something else is no verdict: the operator is warned, and the authority is asked again", () => {
  it.each([
    [
      "names another document",
      sampleInvoice(),
      (text: string) => text.replace(/<cbc:UUID>[0-9a-f]{96}</, `<cbc:UUID>${OTHER_KEY}<`),
      "key_mismatch",
      "aceptado",
    ],
    [
      "names no document",
      sampleInvoice(),
      (text: string) => text.replace(/<cbc:UUID>[0-9a-f]{96}<\/cbc:UUID>/, ""),
      "key_mismatch",
      "aceptado",
    ],
    [
      "rejects what the answer accepts",
      sampleInvoice(),
      (text: string) => text.replace("<cac:Response><cbc:ResponseCode>02<", "<cac:Response><cbc:ResponseCode>04<"),
      "answer_contradicts_itself",
      "aceptado",
    ],
    [
      "accepts what the answer rejects",
      taggedInvoice("#rechazo"),
      (text: string) => text.replace("<cac:Response><cbc:ResponseCode>04<", "<cac:Response><cbc:ResponseCode>02<"),
      "answer_contradicts_itself",
      "rechazado",
    ],
    [
      "breaks off",
      sampleInvoice(),
      (text: string) => text.slice(0, text.length / 2),
      "answer_contradicts_itself",
      "aceptado",
    ],
    ["is another kind of file", sampleInvoice(), () => "<Invoice/>", "answer_contradicts_itself", "aceptado"],
  ] as const)("%s", async (_, body, change, alert, state) => {
    const tenant = await createTenant();
    spoil(["SendBillSync"], change);
    const answer = await postInvoice(tenant, body);
    const { factura_id: id, cufe } = answer.body;
    // On a slow machine the question comes back before the first caller is answered.
    const settled = [state === "aceptado" ? 201 : 422, false, state];
    const shown = [answer.status, answer.body.pending, answer.body.estado];
    expect([[502, true, "en_proceso_http"], settled]).toContainEqual(shown);
    await vi.waitFor(async () => expect((await get(tenant, `/fe/docs/${id}`)).body.doc.estado_authority).toBe(state), {
      timeout: 15_000,
    });
    await vi.waitFor(async () => expect(await listAlerts(id)).toEqual([alert]), { timeout: 15_000 });
    expect(await listOutcomes(id)).toEqual([
      "send unknown",
      `status ${state === "aceptado" ? "accepted" : "rejected"}`,
    ]);
    expect((await listSendingsOf(cufe)).map(({ operation }) => operation)).toEqual(["SendBillSync"]);
    await vi.waitFor(async () => expect(await listKept(tenant, id)).toHaveLength(2), { timeout: 15_000 });
    const isTrue = (text: string | null) =>
      text?.includes(`<cbc:UUID>${cufe}</cbc:UUID>`) === true && change(text) !== text;
    expect((await listKept(tenant, id)).filter(isTrue)).toHaveLength(1);
  });

  it("however often it is asked, it never becomes one", async () => {
    const tenant = await createTenant();
    const change = (text: string) => text.replace(/<cbc:UUID>[0-9a-f]{96}</, `<cbc:UUID>${OTHER_KEY}<`);
    spoil(["SendBillSync", "GetStatus"], change);
    const { factura_id: id } = (await postInvoice(tenant, sampleInvoice())).body;
    const countAnswers = async () => (await listKept(tenant, id)).length;
    await vi.waitFor(async () => expect(await countAnswers()).toBeGreaterThan(3), { timeout: 15_000 });
    expect((await get(tenant, `/fe/docs/${id}`)).body.doc.estado_authority).toBe("en_proceso_http");
  });
});
