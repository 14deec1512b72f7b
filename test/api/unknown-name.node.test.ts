// Names that no field has: found wherever they stand, with the name that was probably meant.
import { describe, expect, it } from "vitest";
import { readAcquirerQuestion } from "../../src/api/acquirer/request.ts";
import { readJsonObject } from "../../src/api/field/json.ts";
import { findMeant, findUnknownParameters, refuseParameters } from "../../src/api/field/name.ts";
import { readInvoice } from "../../src/api/invoice/request.ts";
import { readSupportDocument } from "../../src/api/support-document/request.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";

function bodyOf(value: object) {
  return readJsonObject(new TextEncoder().encode(JSON.stringify(value)));
}

function unusedOf(value: object): readonly string[] {
  return readInvoice(bodyOf(sampleInvoice(value as Record<string, unknown>))).unused.map(({ message }) => message);
}

function unusedOfSupport(value: object): readonly string[] {
  const body = sampleSupportDocument(value as Record<string, unknown>);
  return readSupportDocument(bodyOf(body)).unused.map(({ message }) => message);
}

describe("members that are not used", () => {
  const line = { desc: "x", cant: 1, unit: 1, iva: 0 };
  it.each<[string, object, string[]]>([
    ["nothing of a body that the contract knows", {}, []],
    [
      "a discount of an item",
      { items: [{ ...line, descuento: 20000 }] },
      ["El campo `items.0.descuento` no es de esta API y no se usa."],
    ],
    [
      "a slip of the hand",
      { items: [line, { desc: "x", cnat: 2, cant: null, unit: 1, iva: 0 }], reecptor: {} },
      ["El campo `items.1.cnat` no es de esta API y no se usa.", "El campo `reecptor` no es de esta API y no se usa."],
    ],
    [
      "a slip of the hand where the right name is missing",
      { items: [{ desc: "x", cnat: 2, unit: 1, iva: 0 }] },
      ["El campo `items.0.cnat` no es de esta API y no se usa. ¿Quiso decir `cant`?"],
    ],
    [
      "the other module's word",
      { items: [{ descripcion: "x", cantidad: 2, precio_unitario: 1, tarifa: 0 }] },
      [
        "El campo `items.0.descripcion` no es de esta API y no se usa. ¿Quiso decir `desc`?",
        "El campo `items.0.cantidad` no es de esta API y no se usa. ¿Quiso decir `cant`?",
        "El campo `items.0.precio_unitario` no es de esta API y no se usa. ¿Quiso decir `unit`?",
        "El campo `items.0.tarifa` no es de esta API y no se usa. ¿Quiso decir `iva`?",
      ],
    ],
    ["nothing of another name of a field", { items: [{ ...line, tax_code: "01" }] }, []],
    [
      "a member that one object beside it has, or two",
      { email: "a@b.co", administracion_percent: 10, pais: "CO", form: "contado" },
      [
        "El campo `email` no es de esta API y no se usa. ¿Quiso decir `receptor.email`?",
        "El campo `administracion_percent` no es de esta API y no se usa. ¿Quiso decir `aiu.administracion_percent`?",
        "El campo `pais` no es de esta API y no se usa. ¿Quiso decir `receptor.pais`?",
        "El campo `form` no es de esta API y no se usa. ¿Quiso decir `payment.form`?",
      ],
    ],
    ["one thing of an unknown object", { extra: { a: { b: 1 } } }, ["El campo `extra` no es de esta API y no se usa."]],
    ["nothing of an AIU that is switched off", { aiu: { enabled: false, anything: 1 } }, []],
    [
      "a country that is none",
      { receptor: { tipo_doc: "13", numero_doc: "123456", nombre: "x", pais: "Colombia" } },
      [
        'El campo `receptor.pais` no es un código ISO 3166-1 de dos letras, como "CO", y no se usa; se recibió "Colombia".',
      ],
    ],
    ["an odd name", { _interno: 1 }, ["El campo `_interno` no es de esta API y no se usa."]],
  ])("of an invoice: %s", (_, value, expected) => {
    expect(unusedOf(value)).toEqual(expected);
  });

  it.each<[string, object, string[]]>([
    ["nothing of keys and totals", { request_key: "a", draft_key: "a", subtotal: 1, impuestos: 2, total: 3 }, []],
    ["nothing of a name that is refused", { _interno: 1 }, []],
    [
      "members of lists under their other name",
      { withholdings: [{ tipo: "x", nombre: "y", codigo_authority: "06", porcentage: 2 }] },
      ["El campo `withholdings.0.porcentage` no es de esta API y no se usa. ¿Quiso decir `porcentaje`?"],
    ],
    ["nothing of a withholding that is switched off", { retenciones: [{ activa: false, anything: 1 }] }, []],
  ])("of a support document: %s", (_, value, expected) => {
    expect(unusedOfSupport(value)).toEqual(expected);
  });

  it("are looked for in every place that has names, also in a body that lacks others", () => {
    const { unused } = readInvoice(bodyOf({ items: [1, { cantt: 1 }], payment: { frm: "contado" }, receptor: [] }));
    expect(unused.map(({ path }) => path)).toEqual(["items.1.cantt", "payment.frm"]);
    expect(readAcquirerQuestion(bodyOf({})).problems).toHaveLength(2);
  });

  it("are a hundred at most, and a sentence that says how many more; paths are cut", () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`x${i}`, 1]));
    const { unused } = readInvoice(bodyOf({ ...many, ["k".repeat(300)]: 1 }));
    expect(unused).toHaveLength(101);
    expect(unused.at(-1)).toMatchObject({ standsFor: 51 });
    const [long] = readInvoice(bodyOf({ ["k".repeat(300)]: 1 })).unused;
    expect(long?.path.length).toBeLessThanOrEqual(120);
  });
});

describe("what was meant", () => {
  it.each([
    ["estdo", ["estado", "tipo"], "estado"],
    ["Estado", ["estado"], "estado"],
    ["dry-run", ["dry_run"], "dry_run"],
    ["dryRun", ["dry_run"], "dry_run"],
    ["prepage", ["per_page", "page"], "per_page"],
    ["unti", ["unit"], "unit"],
    ["tipo", ["total"], undefined],
    ["descuento", ["desc"], undefined],
    ["constructor_", ["cant"], undefined],
    ["quantity", ["cant", "unit"], "cant"],
    ["qty", ["cantidad"], "cantidad"],
    ["unitPrice", ["unit", "cant"], "unit"],
    ["precioUnitario", ["unit", "cant"], "unit"],
    ["price", ["valor_unitario", "tarifa"], "valor_unitario"],
    ["taxRate", ["iva"], "iva"],
    ["name", ["desc", "codigo"], "desc"],
    ["name", ["nombre", "numero_doc"], "nombre"],
    ["lines", ["items", "pagos"], "items"],
    ["customer", ["receptor", "comprador"], "receptor"],
    ["supplier", ["proveedor"], "proveedor"],
    ["code", ["commercial_currency", "applied_rate"], "commercial_currency"],
    ["rate", ["commercial_currency", "applied_rate"], "applied_rate"],
    ["code", ["codigo", "tarifa"], "codigo"],
    ["sku", ["codigo", "desc"], "codigo"],
    ["nit", ["tipo_doc", "numero_doc"], "numero_doc"],
    ["documentType", ["tipo_doc", "numero_doc"], "tipo_doc"],
    ["idempotency_key", ["draft_key"], "draft_key"],
    ["status", ["estado", "tipo"], "estado"],
    ["to", ["desde", "hasta"], "hasta"],
    ["payment_method", ["payment", "pagos"], "payment"],
    ["paymentMethod", ["form", "means_code"], "means_code"],
    ["invoice_id", ["documento_id", "concepto"], "documento_id"],
    ["invoice", ["documento", "concepto"], "documento"],
    ["modo", ["moneda", "forma_generacion"], "forma_generacion"],
    ["quantity", ["unit"], undefined],
    ["x".repeat(5_000), ["x"], undefined],
  ])("%s of %j is %s", (name, candidates, expected) => {
    expect(findMeant(name, candidates)).toBe(expected);
  });

  it("is asked of parameters too, each once", () => {
    const found = findUnknownParameters(new URLSearchParams("pgae=2&pgae=3&tipo=01&z=1"), ["page", "tipo"]);
    expect(found).toEqual([
      { path: "pgae", rule: "4", message: "El parámetro `pgae` no es de esta ruta y no se usa. ¿Quiso decir `page`?" },
      { path: "z", rule: "4", message: "El parámetro `z` no es de esta ruta y no se usa." },
    ]);
  });

  it.each([
    ["estado=aprobado&estado=pendiente&tipo=01", ["El parámetro `estado` aparece más de una vez; envíelo una sola."]],
    ["x=1&x=2", ["El parámetro `x` no es de esta ruta, que admite: `tipo`, `estado`."]],
    ["tipo=01&estado=", []],
  ])("of ?%s v2 refuses %j", (query, messages) => {
    const refused = refuseParameters(new URLSearchParams(query), ["tipo", "estado"]);
    expect(refused.map(({ message }) => message)).toEqual(messages);
  });
});
