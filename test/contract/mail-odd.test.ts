// Tests what is asked of e-mail as an outsider would: odd wishes, odd addresses, and the documents of a till.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { isMailAddress } from "../../src/domain/value/mail-address.ts";
import type { Env } from "../../src/env.ts";
import { urlOf, useApiVersion } from "../support/api.ts";
import { sampleInvoice } from "../support/sample.ts";
import { createClient, createTenant, type Tenant } from "../support/tenant.ts";
import { sampleTicket } from "../support/ticket.ts";

useApiVersion("v2");

const app = createApp();
const SETTINGS = { sender: null, replyTo: null, isAutomatic: true, testAddresses: [] };
let tenant: Tenant;
let silent: Tenant;

beforeAll(async () => {
  [tenant, silent] = await Promise.all([createTenant({ modules: ["fe", "dse", "dee"] }), createTenant()]);
  const turnOn = env.DB.prepare("UPDATE companies SET mail = ? WHERE id = ?");
  await turnOn.bind(JSON.stringify(SETTINGS), tenant.companyId).run();
});

async function call(method: string, path: string, body?: unknown, { companyId, token } = tenant) {
  const key = crypto.randomUUID();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": key };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const context = createExecutionContext();
  const response = await app.fetch(new Request(urlOf(`/companies/${companyId}${path}`), init), env as Env, context);
  await waitOnExecutionContext(context);
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared member by member.
  return { status: response.status, text, body: JSON.parse(text) as any };
}

const sell = (envio: unknown) =>
  call("POST", "/fe/facturas", { ...sampleInvoice(), draft_key: crypto.randomUUID(), envio });

/** Members of a JSON with half a pair of surrogates, for which some readers refuse the whole answer. */
function listBroken(text: string): readonly string[] {
  const broken: string[] = [];
  JSON.parse(text, (name, value: unknown) => {
    if (typeof value === "string" && !value.isWellFormed()) broken.push(name);
    return value;
  });
  return broken;
}

describe("a wish", () => {
  it.each<[string, unknown, string]>([
    ["a list", [], "envio"],
    ["a number", 1, "envio"],
    ["true", true, "envio"],
    ["a blank", "", "envio"],
    ["one address for a list of them", { correos: "ana@cliente.example.com" }, "envio.correos"],
    ["an object for a list", { correos: { 0: "a@b.co" } }, "envio.correos"],
    ["a blank address", { correos: [""] }, "envio.correos.0"],
    ["no address in the list", { correos: [null] }, "envio.correos.0"],
    ["a number in the list", { correos: ["a@b.co", 1] }, "envio.correos.1"],
    ["a list in the list", { correos: [["a@b.co"]] }, "envio.correos.0"],
    ["the same address four times", { correos: ["a@b.co", "A@B.CO", "a@b.co", "a@B.co"] }, "envio.correos"],
    ["a quoted mailbox", { correos: ['"a b"@b.co'] }, "envio.correos.0"],
    ["a name before the address", { correos: ["Ana <a@b.co>"] }, "envio.correos.0"],
    ["a comment", { correos: ["a(ana)@b.co"] }, "envio.correos.0"],
    ["a picture for a host", { correos: ["a@😀.co"] }, "envio.correos.0"],
    ["letters from the right, turned by a sign", { correos: ["a\u202e@b.co"] }, "envio.correos.0"],
    ["a space of no width", { correos: ["a\u200b@b.co"] }, "envio.correos.0"],
    ["a second header", { correos: ["a@b.co\r\nBcc: x@y.co"] }, "envio.correos.0"],
    ["the number of a machine", { correos: ["a@127.0.0.1"] }, "envio.correos.0"],
    ["a machine in brackets", { correos: ["a@[127.0.0.1]"] }, "envio.correos.0"],
    ["a host without a domain", { correos: ["a@localhost"] }, "envio.correos.0"],
    ["two dots in the host", { correos: ["a@b..co"] }, "envio.correos.0"],
    ["a dot behind the host", { correos: ["a@b.co."] }, "envio.correos.0"],
    ["a dot before the mailbox", { correos: [".a@b.co"] }, "envio.correos.0"],
    ["a mailbox of 65 characters", { correos: [`${"a".repeat(65)}@b.co`] }, "envio.correos.0"],
    ["a label of 64 characters", { correos: [`a@${"b".repeat(64)}.co`] }, "envio.correos.0"],
    ["an address of 255 characters", { correos: [`a@${"b.".repeat(125)}com`] }, "envio.correos.0"],
    ["a list for a message", { mensaje: ["Hola"] }, "envio.mensaje"],
    ["a number for a message", { mensaje: 7 }, "envio.mensaje"],
    ["a zero byte in the message", { mensaje: "a\u0000b" }, "envio.mensaje"],
    ["a message of 501 characters", { mensaje: "ñ".repeat(501) }, "envio.mensaje"],
    ["a text for a switch", { enviar: "true" }, "envio.enviar"],
    ["a number for a switch", { enviar: 1 }, "envio.enviar"],
  ])("is refused with one sentence about one place: %s", async (_name, envio, path) => {
    const { status, body } = await sell(envio);
    expect([status, body.details.map((detail: { readonly path: string }) => detail.path)]).toEqual([400, [path]]);
  });

  it.each<[string, unknown, readonly (string | null)[]]>([
    ["nothing", null, ["c***@example.org"]],
    ["no members", {}, ["c***@example.org"]],
    ["no addresses", { enviar: true, correos: [] }, ["c***@example.org"]],
    ["a blank message", { mensaje: " \n " }, ["c***@example.org"]],
    ["a message of 500 pictures", { mensaje: "😀".repeat(500) }, ["c***@example.org"]],
    ["a message from the right", { mensaje: "שלום, תודה" }, ["c***@example.org"]],
    ["blanks around the address", { correos: [" a@b.co "] }, ["a***@b.co"]],
    ["other scripts", { correos: ["ñandú@compañía.co", "שלום@b.co"] }, ["ש***@b.co", "ñ***@compañía.co"]],
    ["a host in its other form", { correos: ["a@xn--compaa-0wa.co"] }, ["a***@xn--compaa-0wa.co"]],
    ["a picture for a mailbox", { correos: ["😀@b.co"] }, ["😀***@b.co"]],
    ["an apostrophe", { correos: ["o'neil@b.co"] }, ["o***@b.co"]],
    ["addresses, and that nothing is sent", { enviar: false, correos: ["a@b.co"] }, []],
  ])("is taken: %s", async (_name, envio, shown) => {
    const { status, text, body } = await sell(envio);
    expect(status).toBe(201);
    expect(body.envios.map(({ correo }: { readonly correo: string | null }) => correo)).toEqual(shown);
    expect(listBroken(text)).toEqual([]);
  });
});

it("an order is refused for its address or goes on, whatever the address is", async () => {
  const id = (await call("POST", "/fe/facturas", { ...sampleInvoice(), draft_key: crypto.randomUUID() }, silent)).body
    .factura_id;
  const part = fc.string({ unit: "grapheme", maxLength: 12 });
  const almost = fc.tuple(part, fc.constantFrom("@", "@@", " @", "@b."), part).map((parts) => `${parts.join("")}.co`);
  await fc.assert(
    fc.asyncProperty(fc.oneof(almost, fc.emailAddress(), fc.string({ unit: "binary" })), async (correo) => {
      const { status, text, body } = await call("POST", `/fe/docs/${id}/envios`, { correo }, silent);
      expect([400, 409]).toContain(status);
      expect(body.code).toBe(status === 409 ? "mail_disabled" : "invalid_payload");
      if (status === 409) expect(isMailAddress(correo.normalize("NFC").trim())).toBe(true);
      expect(listBroken(text)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

describe("the documents of a till", () => {
  const receptor = { tipo_doc: "13", numero_doc: "1020304050", nombre: "Ana Díaz", email: "ana@cliente.example.com" };
  const sellTicket = (over: object) => call("POST", "/dee/documentos", sampleTicket({ ...over }));

  it.each<[string, object, unknown]>([
    ["the buyer who is named", { receptor }, [{ correo: "a***@cliente.example.com", tipo: "automatico" }]],
    ["the addresses of the wish", { envio: { correos: ["uno@a.co"] } }, [{ correo: "u***@a.co", motivo: null }]],
    ["nobody, of who is nobody", {}, [{ correo: null, estado: "omitido", motivo: { codigo: "consumidor_final" } }]],
    ["nobody, where the wish says so", { receptor, envio: { enviar: false } }, []],
  ])("go to %s", async (_name, over, shown) => {
    const { status, body } = await sellTicket(over);
    expect([status, body.envios]).toMatchObject([201, shown]);
    const id = body.documento.id;
    for (const path of [`/dee/documentos/${id}`, `/dee/documentos/${id}/envios`]) {
      expect((await call("GET", path)).body.envios).toHaveLength(body.envios.length);
    }
    const note = await call("POST", "/dee/notas-credito", {
      documento_id: id,
      motivo: "Devolución",
      envio: { correos: ["dos@b.co"] },
    });
    expect([note.status, note.body.envios]).toMatchObject([201, [{ correo: "d***@b.co", tipo: "automatico" }]]);
  });

  it("refuse a wish as invoices do", async () => {
    const { status, body } = await sellTicket({ envio: { correos: ["x"], otro: 1 } });
    expect(status).toBe(400);
    expect(JSON.stringify(body.details)).toContain("envio.");
  });

  it("are ordered and listed on their own paths, and to who reads them alone", async () => {
    const id = (await sellTicket({ receptor })).body.documento.id;
    const ordered = await call("POST", `/dee/documentos/${id}/envios`, { correo: "otra@a.co" });
    expect([ordered.status, ordered.body.envio]).toMatchObject([202, { documento_id: id, tipo: "manual" }]);
    for (const [method, body] of [
      ["POST", { correo: "otra@a.co" }],
      ["GET", undefined],
    ] as const) {
      expect((await call(method, `/fe/docs/${id}/envios`, body)).body.code).toBe("not_found");
    }
    const invoice = (await sell({ correos: ["uno@a.co"] })).body.factura_id;
    for (const [scope, has, hasNot] of [
      ["dee.read", id, invoice],
      ["fe.read", invoice, id],
    ] as const) {
      const reader = { ...tenant, token: (await createClient(tenant.companyId, [scope])).token };
      const { envios } = (await call("GET", "/envios", undefined, reader)).body;
      const documents = envios.map(({ documento_id }: { readonly documento_id: number }) => documento_id);
      expect([documents.includes(has), documents.includes(hasNot)]).toEqual([true, false]);
    }
  });
});
