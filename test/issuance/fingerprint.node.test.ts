// The same request in any spelling has one fingerprint; any other request has another.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KEY_NAMES, readSupportDocument } from "../../src/api/wire/support-document.ts";
import { computeFingerprint, printCanonical } from "../../src/issuance/fingerprint.ts";
import { type Fields, ITEM, readBody, SUPPLIER, supportBody } from "../support/support-body.ts";

function fingerprintOf(body: Fields | string): Promise<string> {
  return computeFingerprint(readSupportDocument(readBody(body)).canonical, KEY_NAMES);
}

const BODY = supportBody({
  forma_pago: "1",
  retenciones: [{ authority_tax_code: "05", tax_name: "ReteIVA", base_mode: "impuestos", percent: 15, enabled: true }],
});

describe("one fingerprint", () => {
  const expected = fingerprintOf(BODY);

  it.each<[string, Fields | string]>([
    ["with blanks between", JSON.stringify(BODY, null, 3)],
    ["in another order", Object.fromEntries(Object.entries(BODY).reverse())],
    ["with 19.0 and 1.9e1 for 19", JSON.stringify(BODY).replace(":19,", ":19.0,").replace(":19}", ":1.9e1}")],
    ["with escapes for letters", JSON.stringify(BODY).replace("María", "Mar\\u00eda")],
    ["with decomposed accents", { ...BODY, proveedor: { ...SUPPLIER, nombre: "Mari\u0301a Pe\u0301rez" } }],
    ["with the key inside", { ...BODY, request_key: "k-1" }],
    ["with the key inside under its other name", { ...BODY, draft_key: "k-1" }],
    ["under the names of the header fields", rename(BODY, { fecha_documento: "fecha", forma_pago: "payment_type" })],
    ["under the supplier's other name", { ...BODY, proveedor: rename(SUPPLIER, { nit: "numero_documento" }) }],
    [
      "under the withholding's other names",
      {
        ...rename(BODY, { retenciones: "x" }),
        x: undefined,
        withholdings: [{ codigo_authority: "05", nombre: "ReteIVA", modo_base: "iva", porcentaje: 15.0, activa: true }],
      },
    ],
    ["with both names and one value", { ...BODY, fecha: BODY.fecha_documento }],
  ])("%s", async (_name, body) => {
    expect(await fingerprintOf(body)).toBe(await expected);
  });

  it("is versioned SHA-256", async () => {
    expect(await expected).toMatch(/^1:[0-9a-f]{64}$/);
  });
});

describe("another fingerprint", () => {
  it.each<[string, Fields]>([
    ["for another quantity", { ...BODY, items: [{ ...ITEM, cantidad: 2.000001 }] }],
    ["for another price", { ...BODY, items: [{ ...ITEM, precio_unitario: 50000.01 }] }],
    ["for a quoted number", { ...BODY, items: [{ ...ITEM, precio_unitario: "50000" }] }],
    ["for the items in another order", { ...BODY, items: [{ ...ITEM, codigo: "43211509" }, ITEM] }],
    ["for one item twice", { ...BODY, items: [ITEM, ITEM] }],
    ["for a default spelled out", { ...BODY, moneda: "COP" }],
    ["for a field more", { ...BODY, nota_interna: "x" }],
    ["for a field less", { ...BODY, forma_pago: undefined }],
    ["for the key's name further in", { ...BODY, items: [{ ...ITEM, draft_key: "k" }] }],
  ])("%s", async (_name, body) => {
    expect(await fingerprintOf(body)).not.toBe(await fingerprintOf(BODY));
  });
});

describe("the canonical form", () => {
  it.each<[string, string, readonly string[]]>([
    ['{"b":1.50,"a":[true,null,"x",{}],"c":[]}', '{"a":[true,null,"x",{}],"b":1.5,"c":[]}', []],
    ['{"b":1,"a":2}', '{"b":1}', ["a"]],
    ['{"a":{"a":1}}', "{}", ["a"]],
    ['{"b":{"a":1}}', '{"b":{"a":1}}', ["a"]],
    ['{"ñ":1,"n\u0303a":2,"b":"\u00e9","a":3}', '{"a":3,"b":"é","ñ":1,"ña":2}', []],
    ['{"ñ":1,"z":2,"a":3}', '{"a":3,"z":2,"ñ":1}', []],
    ['{"ñ":1,"a":2}', '{"ñ":1}', ["a"]],
    ['{"a\\"b":1,"a":2}', '{"a":2,"a\\"b":1}', []],
    ['["x\\ny","e\u0301"]', '["x\\ny","é"]', []],
  ])("of %s is %s without %j", (text, canonical, leftOut) => {
    const { value } = readBody(`{"value":${text}}`);
    expect(printCanonical(value ?? null, leftOut)).toBe(canonical);
  });
});

describe("any payload", () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const payload = fc.dictionary(fc.string().filter(isPlainName), fc.oneof(leaf, fc.array(leaf)), { maxKeys: 6 });

  it("keeps its fingerprint when its members are shuffled, and loses it with a changed leaf", async () => {
    await fc.assert(
      fc.asyncProperty(payload, fc.string(), async (body, suffix) => {
        const shuffled = Object.fromEntries(Object.entries(body).reverse());
        expect(await fingerprintOf(JSON.stringify(shuffled))).toBe(await fingerprintOf(JSON.stringify(body)));
        const changed = { ...body, otro: `${suffix}x` };
        expect(await fingerprintOf(JSON.stringify(changed))).not.toBe(await fingerprintOf(JSON.stringify(body)));
      }),
      { numRuns: 300 },
    );
  });
});

function isPlainName(name: string): boolean {
  return !["__proto__", "constructor", "prototype", "otro"].includes(name) && name.isWellFormed();
}

function rename(fields: Fields, names: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [names[name] ?? name, value]));
}
