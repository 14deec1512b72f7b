// Rebuilds the synthetic samples of the reference as our own documents: every element, attribute and value is the same, or the
// table says why not.
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { fullNumber, type Numbering } from "../../src/domain/company.ts";
import type { Document } from "../../src/domain/document/document.ts";
import { cudeSeed, cudsSeed, cufeSeed, qrUrl, securityCodeSeed } from "../../src/domain/document/fiscal-id.ts";
import { KINDS } from "../../src/domain/kind.ts";
import { buildDocumentXml } from "../../src/ubl/document.ts";
import { describeShared } from "../support/describe-shared.ts";
import { listShared, readShared } from "../support/shared.ts";
import {
  COMPANY,
  contingencyNumber,
  discountOf,
  FINAL_CONSUMER,
  FOREIGN_VENDOR,
  GLOBAL_ALLOWANCES,
  invoiceNumber,
  ivaLine,
  makeInvoice,
  makeLine,
  makeSupportDocument,
  SOFTWARE,
  supportNumber,
  taxOf,
} from "./fixture.ts";
import { compareOutlines, outline } from "./outline.ts";

const FOLDER = "authority/samples/synthetic/";
const PIN = "75315";
const TECHNICAL_KEY = "fc8eac422eba16e22ffd8c6f94b3f40a6e38162c";
const DOLLARS = { currency: "USD", exchangeRate: { rate: "3850.50", date: "2024-05-17" } };

interface Counterpart {
  readonly document: Document;
  readonly numbering: Numbering;
  /** Elements of the sample that we do not write, and of ours that it lacks; each must be explained. */
  readonly missing?: readonly string[];
  readonly added?: readonly string[];
  readonly because?: string;
}

const retentions = [
  taxOf("05", "15.00", "190000.00", "28500.00"),
  taxOf("06", "11.00", "1000000.00", "110000.00"),
  taxOf("07", "0.966", "1000000.00", "9660.00"),
];

const COUNTERPARTS: Readonly<Record<string, Counterpart>> = {
  "fe01-estandar-iva19-iva5-excluido": {
    numbering: invoiceNumber(990000101),
    document: makeInvoice([
      ivaLine(1, "100000.00", "19.00", "19000.00", {
        description: "Servicio gravado 19%",
        quantity: "2.000000",
        unitPrice: "50000.00",
        product: { code: "81112200", scheme: "001" },
      }),
      ivaLine(2, "20000.00", "5.00", "1000.00", { description: "Bien gravado 5%" }),
      makeLine(3, { description: "Bien excluido", quantity: "3.000000", unitPrice: "1000.00", base: "3000.00" }),
    ]),
  },
  "fe01-exento-0": {
    numbering: invoiceNumber(990000102),
    document: makeInvoice([ivaLine(1, "100000.00", "0.00", "0.00", { description: "Bien exento (tarifa 0)" })]),
  },
  "fe01-inc8": {
    numbering: invoiceNumber(990000103),
    document: makeInvoice([
      makeLine(1, {
        description: "Menú del día",
        quantity: "4.000000",
        unitPrice: "25000.00",
        base: "100000.00",
        taxes: [taxOf("04", "8.00", "100000.00", "8000.00")],
      }),
    ]),
  },
  "fe01-consumidor-final-credito": {
    numbering: invoiceNumber(990000104),
    document: makeInvoice(
      [
        ivaLine(1, "10000.00", "19.00", "1900.00", {
          description: "Producto",
          unitPrice: "11900.00",
          allowances: [discountOf("00", "Descuento no condicionado", "15.97", "1900.00", "11900.00")],
        }),
      ],
      { counterpart: FINAL_CONSUMER, payment: { form: "2", meansCode: "1", dueDate: "2024-06-16" } },
    ),
    because: "credit also carries DueDate, as the official samples do",
    added: ["/Invoice/DueDate = 2024-06-16"],
  },
  "fe01-retenciones": {
    numbering: invoiceNumber(990000105),
    document: makeInvoice([
      ivaLine(1, "1000000.00", "19.00", "190000.00", { description: "Honorarios", withholdings: retentions }),
    ]),
  },
  "fe01-usd": {
    numbering: invoiceNumber(990000106),
    document: makeInvoice(
      [
        ivaLine(1, "1000.00", "19.00", "190.00", {
          description: "Consulting",
          quantity: "10.000000",
          unitPrice: "100.00",
        }),
      ],
      DOLLARS,
    ),
  },
  "fe01-aiu-09": {
    numbering: invoiceNumber(990000107),
    document: makeInvoice(
      [
        makeLine(1, {
          base: "300000.00",
          description: "Administración",
          note: "Contrato de servicios AIU por concepto de: servicio de aseo y cafetería",
        }),
        makeLine(2, { base: "100000.00", description: "Imprevistos" }),
        ivaLine(3, "100000.00", "19.00", "19000.00", { description: "Utilidad" }),
        makeLine(4, { base: "5000000.00", description: "Costo directo" }),
      ],
      { operationType: "09" },
    ),
  },
  "fe01-descuento-y-cargo-global": {
    numbering: invoiceNumber(990000109),
    document: makeInvoice(
      [
        ivaLine(1, "9999.99", "19.00", "1900.00", {
          description: "Producto",
          quantity: "3.000000",
          unitPrice: "3333.33",
        }),
        ivaLine(2, "20000.00", "5.00", "1000.00", { description: "Producto dos" }),
      ],
      GLOBAL_ALLOWANCES,
    ),
  },
  "fe03-contingencia-facturador": {
    numbering: contingencyNumber(7),
    document: makeInvoice([ivaLine(1, "100000.00", "19.00", "19000.00", { description: "Venta en talonario" })], {
      typeCode: "03",
      contingencyReference: { id: "TAL123", issueDate: "2024-05-16", typeCode: "215" },
    }),
  },
  "fe04-contingencia-dian": {
    numbering: invoiceNumber(990000108),
    document: makeInvoice([ivaLine(1, "100000.00", "19.00", "19000.00", { description: "Venta" })]),
    because: "type 04 is not among the documents that the API issues; the same invoice goes as 01",
    missing: ["/Invoice/InvoiceTypeCode = 04"],
    added: ["/Invoice/InvoiceTypeCode = 01"],
  },
  "ds05-residente-por-operacion": {
    numbering: supportNumber(984000001),
    document: makeSupportDocument([
      makeLine(1, {
        description: "Compra de café pergamino",
        quantity: "100.000000",
        unitCode: "KGM",
        unitPrice: "12000.00",
        base: "1200000.00",
        withholdings: [taxOf("06", "1.50", "1200000.00", "18000.00")],
      }),
    ]),
  },
  "ds05-residente-acumulado-semanal": {
    numbering: supportNumber(984000002),
    document: makeSupportDocument(
      [
        makeLine(1, { description: "Compra lunes", base: "100000.00", purchaseDate: "2024-05-13" }),
        makeLine(2, { description: "Compra miércoles", base: "150000.00", purchaseDate: "2024-05-15" }),
      ],
      { generationMode: "2", periodStart: "2024-05-13", periodEnd: "2024-05-17" },
    ),
  },
  "ds05-no-residente-iva-asumido": {
    numbering: supportNumber(984000003),
    document: makeSupportDocument(
      [
        ivaLine(1, "1000000.00", "19.00", "190000.00", {
          description: "Licencia de software",
          withholdings: [taxOf("05", "100.00", "190000.00", "190000.00")],
        }),
      ],
      { operationType: "11", counterpart: FOREIGN_VENDOR },
    ),
  },
  "ds05-residente-usd-dos-tarifas": {
    numbering: supportNumber(984000004),
    document: makeSupportDocument(
      [
        ivaLine(1, "1000.00", "19.00", "190.00", {
          description: "Bien uno",
          quantity: "2.000000",
          unitPrice: "500.00",
          withholdings: [taxOf("05", "15.00", "190.00", "28.50")],
        }),
        ivaLine(2, "200.00", "5.00", "10.00", {
          description: "Bien dos",
          withholdings: [taxOf("06", "11.00", "200.00", "22.00")],
        }),
      ],
      DOLLARS,
    ),
  },
};

function sha384(text: string): string {
  return createHash("sha384").update(text, "utf8").digest("hex");
}

function hashFiscalId(document: Document, number: string): string {
  const context = { number, environment: COMPANY.environment };
  const kind = KINDS[document.typeCode].fiscalId.name;
  if (kind === "CUFE") return sha384(cufeSeed(document, context, TECHNICAL_KEY));
  return sha384(kind === "CUDE" ? cudeSeed(document, context, PIN) : cudsSeed(document, context, PIN));
}

describeShared("the synthetic samples, rebuilt", () => {
  it("has a counterpart for each of them", () => {
    const names = listShared(FOLDER)
      .filter((name) => name.endsWith(".unsigned.xml"))
      .map((name) => name.replace(".unsigned.xml", ""));
    expect(Object.keys(COUNTERPARTS).sort()).toEqual(names);
  });

  it.each(Object.entries(COUNTERPARTS))("%s has the same elements, attributes and values", (name, counterpart) => {
    const { document, numbering } = counterpart;
    const number = fullNumber(numbering);
    const fiscalId = hashFiscalId(document, number);
    const { head, tail } = buildDocumentXml({
      document,
      company: COMPANY,
      numbering,
      software: SOFTWARE,
      securityCode: sha384(securityCodeSeed(SOFTWARE.id, PIN, number)),
      fiscalId,
      qrUrl: qrUrl(fiscalId, COMPANY.environment),
      environment: COMPANY.environment,
    });
    // The samples are unsigned and have no place for the signature yet.
    const place = "<ext:UBLExtension><ext:ExtensionContent>";
    expect(head.endsWith(place)).toBe(true);
    const unsigned = head.slice(0, -place.length) + tail.replace("</ext:ExtensionContent></ext:UBLExtension>", "");
    const difference = compareOutlines(outline(unsigned), outline(readShared(`${FOLDER}${name}.unsigned.xml`)));
    expect(difference).toEqual({
      missing: counterpart.missing ?? [],
      added: (counterpart.added ?? []).map((element) => element.replace("FISCAL_ID", fiscalId)),
    });
    expect(counterpart.because === undefined).toBe(difference.missing.length + difference.added.length === 0);
  });
});
