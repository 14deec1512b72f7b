// Tests that the same request in any spelling has one fingerprint, and any other request another.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KEY_NAMES } from "../../src/api/creation/create.ts";
import { readSupportDocument } from "../../src/api/support-document/request.ts";
import { computeFingerprint, printCanonical } from "../../src/issuance/reserve.ts";
import { cases } from "../support/cases.ts";
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

/** JSON text of a value in one of its many spellings: blanks, order, escapes, accents and numbers as `draw` says. */
function spell(value: unknown, draw: () => number): string {
  const blank = () => ["", " ", "\n", "\t "][draw() % 4] ?? "";
  const text = (plain: string) => {
    const form = draw() % 2 === 0 ? plain.normalize("NFD") : plain;
    if (draw() % 3 !== 0) return JSON.stringify(form);
    const units = Array.from({ length: form.length }, (_, index) => form.charCodeAt(index));
    return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")}"`;
  };
  if (typeof value === "string") return text(value);
  if (typeof value === "number") {
    const forms = [`${value}`, `${value}e0`, Number.isInteger(value) ? `${value}.0` : `${value}0`, `${value}E+0`];
    return forms[draw() % forms.length] ?? "";
  }
  if (Array.isArray(value)) return `[${value.map((one) => blank() + spell(one, draw) + blank()).join(",")}]`;
  if (value === null || typeof value !== "object") return String(value);
  const members = Object.entries(value)
    .map((member) => [draw(), member] as const)
    .sort(([one], [other]) => one - other)
    .map(([, [name, member]]) => `${blank()}${text(name)}${blank()}:${blank()}${spell(member, draw)}${blank()}`);
  return `{${members.join(",")}}`;
}

/** The names under which a field may come. */
const ALIASES = [
  ["fecha_documento", "fecha"],
  ["forma_pago", "payment_type"],
  ["retenciones", "withholdings"],
] as const;

/** Copies of a payload, each with one leaf that says something else, or that is gone. */
function listChanges(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const inside = value.flatMap((one, index) => listChanges(one).map((changed) => value.with(index, changed)));
    return [...inside, [...value, null], ...(value.length > 0 ? [value.slice(1)] : [])];
  }
  if (value !== null && typeof value === "object") {
    const members = Object.entries(value);
    const inside = members.flatMap(([name, one]) => listChanges(one).map((changed) => ({ ...value, [name]: changed })));
    const without = members.map(([name]) => Object.fromEntries(members.filter(([other]) => other !== name)));
    return [...inside, ...without, { ...value, otro: 1 }];
  }
  if (typeof value === "string") return [`${value}x`, value === "" ? "y" : [...value].slice(1).join(""), null];
  if (typeof value === "number") return [value + 0.01, String(value)];
  return value === null ? [0] : [!value];
}

describe("any payload", () => {
  const number = fc.oneof(
    fc.integer(),
    fc.integer().map((cents) => cents / 100),
  );
  const draws = fc.infiniteStream(fc.nat({ max: 1_000_000 }));
  const { tree } = fc.letrec<{ tree: Fields; member: unknown }>((tie) => ({
    tree: fc.dictionary(fc.string({ unit: "grapheme", maxLength: 12 }).filter(isPlainName), tie("member"), {
      maxKeys: 5,
    }) as fc.Arbitrary<Fields>,
    member: fc.oneof(
      { maxDepth: 3 },
      fc.string({ unit: "grapheme", maxLength: 20 }),
      number,
      fc.boolean(),
      fc.constant(null),
      tie("tree"),
      fc.array(tie("member"), { maxLength: 3 }),
    ),
  }));

  it("keeps its fingerprint in any spelling, under any of its names", async () => {
    await fc.assert(
      fc.asyncProperty(tree, draws, fc.subarray([...ALIASES]), async (extra, stream, aliases) => {
        const body = { ...BODY, nota: extra };
        const draw = () => Number(stream.next().value);
        const renamed = rename(body, Object.fromEntries(aliases));
        expect(await fingerprintOf(spell(renamed, draw))).toBe(await fingerprintOf(JSON.stringify(body)));
      }),
      { numRuns: cases(1_000) },
    );
  });

  it("has another one for every leaf that says something else", async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.nat(), async (extra, which) => {
        const body = { ...BODY, nota: extra };
        const changes = listChanges(body);
        const changed = changes[which % changes.length];
        expect(await fingerprintOf(JSON.stringify(changed))).not.toBe(await fingerprintOf(JSON.stringify(body)));
      }),
      { numRuns: cases(1_000) },
    );
  });
});

function isPlainName(name: string): boolean {
  return !["__proto__", "constructor", "prototype", "otro"].includes(name) && name.isWellFormed();
}

function rename(fields: Fields, names: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [names[name] ?? name, value]));
}
