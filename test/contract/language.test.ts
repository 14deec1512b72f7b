// Tests in which language an answer speaks: what a client prefers, Spanish else, with the same codes, rules and figures.
import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { urlOf, useApiVersion, withApiVersion } from "../support/api.ts";
import { sampleInvoice, taggedInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});

interface Sent {
  readonly method?: string;
  readonly body?: object;
  readonly language?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function call(path: string, { method = "GET", body, language, headers }: Sent = {}) {
  const response = await exports.default.fetch(
    new Request(urlOf(`/companies/${tenant.companyId}${path}`), {
      method,
      headers: {
        authorization: `Bearer ${tenant.token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(language === undefined ? {} : { "accept-language": language }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
}

const speaks = (headers: Headers) => [headers.get("content-language"), headers.get("vary")];

const rulesOf = (body: { readonly rules: readonly { readonly field: string; readonly text: string }[] }) =>
  body.rules.map(({ field, text }) => [field, text]);

describe("the language of an answer", () => {
  it.each([
    [undefined, "es"],
    ["", "es"],
    ["*", "es"],
    ["fr", "es"],
    ["es", "es"],
    ["es, en", "es"],
    ["en;q=0.5, es;q=0.8", "es"],
    ["en;q=0", "es"],
    ["en", "en"],
    ["EN-us", "en"],
    ["fr, en;q=0.3", "en"],
    ["es;q=0.4, en-GB;q=0.9", "en"],
  ])("with Accept-Language %o is %s", async (language, expected) => {
    const { headers, body } = await call("/fe/docs/999999999", language === undefined ? {} : { language });
    expect(speaks(headers)).toEqual([expected, "Accept-Language"]);
    const page = expected === "en" ? "docs/en/errores#not_found" : "docs#error-not_found";
    expect(headers.get("link")).toBe(`</api/ext/v2/${page}>; rel="help"`);
    expect(body.error).toBe(
      expected === "en"
        ? "Document 999999999 does not exist among the invoices and notes of this route."
        : "No existe el documento 999999999 entre las facturas y notas de esta ruta.",
    );
  });

  it.each(["v1", "v2"] as const)("is chosen alike in %s", async (version) => {
    const { body } = await withApiVersion(version, () => call("/nada", { language: "en" }));
    expect(body).toMatchObject({
      code: "route_not_found",
      error: expect.stringMatching(/^The route .* does not exist\.$/),
    });
  });

  it("changes the sentences of a refusal and nothing else of it", async () => {
    const items = [{ desc: "Café", cant: 0, unit: "pan o leche", iva: 19 }];
    const body = { ...sampleInvoice(), items, receptr: {} };
    const [spanish, english] = await Promise.all(
      ["es", "en"].map((language) => call("/fe/facturas", { method: "POST", body, language })),
    );
    const bare = (answer: typeof spanish) => ({
      ...answer?.body,
      error: "",
      request_id: "",
      details: answer?.body.details.map((detail: object) => ({ ...detail, message: "" })),
    });
    expect([english?.status, bare(english)]).toEqual([400, bare(spanish)]);
    const messagesOf = (answer: typeof spanish): readonly string[] =>
      answer?.body.details.map(({ message }: { message: string }) => message);
    const messages = messagesOf(english);
    expect(messagesOf(spanish)).toContain("El campo `receptr` no se admite en esta parte de la solicitud.");
    expect(messages).toContain("The field `receptr` is not accepted in this part of the request.");
    expect(messages.join(" ")).toContain('received "pan o leche"');
    expect(`${english?.body.error} ${messages.join(" ")}`).not.toMatch(/ (?:el|debe|campo|se|es) /);
  });

  it("is that of the rules of a rehearsal, which are said by the service", async () => {
    const receptor = { tipo_doc: "13", numero_doc: "52123456", nombre: "Ana Torres" };
    const body = { receptor, items: [{ desc: "Café", cant: 2, unit: 25_000, iva: 19 }] };
    const path = "/fe/facturas?dry_run=true";
    const [spanish, english] = await Promise.all(
      ["es", "en"].map((language) => call(path, { method: "POST", body, language })),
    );
    expect(rulesOf(spanish?.body)).toEqual([
      ["draft_key", "No se envió: sin ella un reintento emite otra factura; envíela siempre."],
      ["total", "No se envió: se usa la suma de los ítems, sin comprobarla contra la suya."],
      ["payment", "No se envió: se usa el método de pago por defecto de la empresa."],
      ["receptor.email", expect.stringContaining("Sin correo del adquirente")],
    ]);
    expect(rulesOf(english?.body)).toEqual([
      ["draft_key", "Not sent: without it a retry issues another invoice; send it always."],
      ["total", "Not sent: the sum of the items is used, without checking it against yours."],
      ["payment", "Not sent: the company's default payment method is used."],
      ["receptor.email", expect.stringContaining("Without the buyer's e-mail")],
    ]);
  });

  it("is that of what the authority said, where the authority said it", async () => {
    const { status, body } = await call("/fe/facturas", {
      method: "POST",
      body: taggedInvoice("#rechazo"),
      language: "en",
    });
    expect(status).toBe(422);
    expect(body.error).toMatch(/^The authority rejected the document: rule \w+, /);
    const [rule] = body.authority.rules;
    expect(body.error).toContain(rule.text);
  });

  it("is part of the tag of an answer: what was read in one is not taken for the other", async () => {
    const spanish = await call("/empresa");
    const etag = spanish.headers.get("etag") ?? "";
    const again = await call("/empresa", { headers: { "if-none-match": etag } });
    const english = await call("/empresa", { language: "en", headers: { "if-none-match": etag } });
    expect([again.status, english.status]).toEqual([304, 200]);
  });
});
