// Reads drawn sales for all that an invoice may say besides its lines and taxes: codes, payments, papers, delivery, gifts, pesos.
import { describe, expect, it } from "vitest";
import type { Layout, PrintedRecord } from "../../src/domain/document/drawing.ts";
import { LAYOUTS } from "../../src/domain/document/drawing.ts";
import { describeShared } from "../support/describe-shared.ts";
import { hasTools } from "../support/foreign-tool.ts";
import { listShared, readShared } from "../support/shared.ts";
import { KINDS } from "../ubl/kinds.ts";
import { draw, NO_RECORD, selectText, signText } from "./drawing.ts";
import * as sale from "./sale-xml.ts";

async function sign(name: string): Promise<string> {
  const kind = KINDS[name];
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return signText(kind);
}

const [PLAIN, DOLLARS] = [await sign("fe-iva-19"), await sign("fe-usd")];
const SAMPLES = "authority/samples/invoice/";

interface Row {
  readonly xml: string;
  /** What the service knows beside the file. */
  readonly record?: Partial<PrintedRecord>;
  readonly said: readonly string[];
  readonly unsaid?: readonly string[];
}

const CUSTOMER = PLAIN.indexOf("<cac:AccountingCustomerParty>");
const NATURAL =
  PLAIN.slice(0, CUSTOMER) +
  PLAIN.slice(CUSTOMER)
    .replace("<cbc:AdditionalAccountID>1<", "<cbc:AdditionalAccountID>2<")
    .replaceAll('schemeID="3" schemeName="31">800134536', 'schemeName="13">1020304050');

const LIVE = PLAIN.replace("<cbc:ProfileExecutionID>2<", "<cbc:ProfileExecutionID>1<");

const ROWS: Readonly<Record<string, Row>> = {
  "that it is a test, though it names production, where a pretend authority validated it": {
    xml: LIVE,
    record: { isPretend: true },
    said: ["Documento de prueba sin validez: autoridad simulada"],
    unsaid: ["habilitación"],
  },
  "nothing of a test where it is none": { xml: LIVE, said: ["Total"], unsaid: ["sin validez", "SIN VALIDEZ"] },
  "a code of the seller's and one of a standard": {
    xml: sale.withItem(PLAIN, sale.seller("TAL-500") + sale.standard("010", "7701234567897")),
    said: ["Cód. TAL-500 · GTIN 7701234567897"],
  },
  "a code of the seller's that is repeated as its own standard": {
    xml: sale.withItem(PLAIN, sale.seller("TAL-500") + sale.standard("999", "TAL-500")),
    said: ["Cód. TAL-500"],
    unsaid: ["TAL-500 ·"],
  },
  "a code that the seller chose to look like a position": {
    xml: sale.withItem(PLAIN, sale.seller("ITEM1") + sale.standard("999", "ITEM1")),
    said: ["Cód. ITEM1"],
  },
  "a code by position": {
    xml: sale.withItem(PLAIN, sale.standard("999", "ITEM1")),
    said: [],
    unsaid: ["Cód.", "ITEM1"],
  },
  "codes of UNSPSC": {
    xml: sale.withItem(PLAIN, sale.standard("001", "26121600")),
    said: ["UNSPSC 26121600"],
    unsaid: ["Cód."],
  },
  "a position of the customs tariff": {
    xml: sale.withItem(PLAIN, sale.standard("020", "0901211000")),
    said: ["Partida arancelaria 0901211000"],
  },
  "brand, model and remark of a line": {
    xml: sale
      .withItem(PLAIN, "<cbc:BrandName>Torno</cbc:BrandName><cbc:ModelName>TP-5</cbc:ModelName>")
      .replace("<cbc:InvoicedQuantity", "<cbc:Note>Serie 00123</cbc:Note>$&"),
    said: ["Marca Torno · Modelo TP-5", "Serie 00123"],
  },
  "the days that a line is for": {
    xml: sale.withItem(PLAIN, "", sale.period("2026-11-01", "2026-11-30")),
    said: ["2026-11-01 a 2026-11-30"],
  },
  "a month by its code of the list": {
    xml: PLAIN.replaceAll('unitCode="94"', 'unitCode="LUN"'),
    said: ["1 mes"],
    unsaid: ["LUN"],
  },
  "a branch beside the fiscal address": {
    xml: PLAIN.replace(/<cac:Address>.*?<\/cac:Address>/, `<cac:Address>${sale.ADDRESS}</cac:Address>`),
    said: [
      "Sede: Calle 10 # 43-20, local 3 Medellín, Antioquia, Colombia",
      "Dirección fiscal: CALLE 1 # 2-03 Bogotá, D.C., 110111, Colombia",
    ],
  },
  "an issuer without branch": {
    xml: PLAIN,
    said: ["CALLE 1 # 2-03"],
    unsaid: ["Sede", "fiscal:", "Referencias", "REFERENCIAS", "Contacto", "Saldo"],
  },
  "whom to ask for at the buyer's, and its phone": {
    xml: PLAIN.replace(
      "<cac:Contact><cbc:ElectronicMail>compras",
      "<cac:Contact><cbc:Name>Área de compras</cbc:Name><cbc:Telephone>6020000000</cbc:Telephone><cbc:ElectronicMail>compras",
    ),
    said: [
      "Contacto: Área de compras Tel. 6020000000",
      "Gran contribuyente",
      "CARRERA 4 # 5-06 Medellín, Antioquia, 050001, Colombia",
    ],
  },
  "a person with a card who lives in Colombia": {
    xml: NATURAL,
    said: ["Cédula de ciudadanía 1020304050"],
    unsaid: ["Identificación 1020304050"],
  },
  "two means of payment": {
    xml: sale.withHead(
      PLAIN,
      sale.payment("1", "1", "10", [["50000.00", ""]]) + sale.payment("2", "1", "49", [["69000.00", ""]]),
    ),
    said: ["Contado", "Efectivo: $ 50.000,00", "Tarjeta débito: $ 69.000,00"],
    unsaid: ["Cuota", "CUOTAS", "Saldo"],
  },
  "a part at once and the rest on credit, in two parts": {
    xml: sale.withHead(
      PLAIN,
      sale.payment("1", "1", "10", [["19000.00", ""]]) +
        sale
          .payment("2", "2", "30", [
            ["60000.00", "2026-12-25"],
            ["40000.00", "2027-01-25"],
          ])
          .replace(
            "<cbc:PaymentID>",
            "<cbc:PaymentDueDate>2027-01-25</cbc:PaymentDueDate><cbc:InstructionID>PG-7</cbc:InstructionID>$&",
          ),
    ),
    said: [
      "Contado y Crédito",
      "Efectivo (contado): $ 19.000,00",
      "Transferencia crédito (crédito), ref. PG-7: $ 100.000,00",
      "Cuota 1 de 2",
      "2026-12-25",
      "$ 60.000,00",
      "Cuota 2 de 2",
      "Vencimiento 2027-01-25",
    ],
  },
  "what was paid before": {
    xml: sale.withPrepaid(
      sale.withHead(
        PLAIN,
        sale.prepayment("30000.00", "2026-11-12", "RC-100") + sale.prepayment("9000.00", "2026-11-20", ""),
      ),
      "39000.00",
    ),
    said: [
      "RC-100",
      "2026-11-12",
      "$ 30.000,00",
      "Anticipo 2",
      "2026-11-20",
      "Anticipos −$ 39.000,00",
      "Saldo por pagar $ 80.000,00",
      "$ 119.000,00",
    ],
    unsaid: ["Total a pagar"],
  },
  "the papers that a sale refers to": {
    xml: sale.withHead(
      PLAIN,
      sale.period("2026-11-01", "2026-11-30") +
        sale.order("OC-4471", "2026-11-10") +
        sale.despatch("REM-1", "2026-11-24") +
        sale.despatch("REM-2") +
        sale.receipt("ENT-12", "2026-11-24") +
        sale.contract("CTO-7"),
    ),
    said: [
      "Orden de compra OC-4471 del 2026-11-10",
      "Remisiones REM-1 del 2026-11-24, REM-2",
      "Entrada de mercancía ENT-12 del 2026-11-24",
      "Contrato CTO-7",
      "Periodo facturado 2026-11-01 a 2026-11-30",
    ],
    unsaid: ["entrega 2", "INCOTERM"],
  },
  "a delivery at terms of trade": {
    xml: sale.withHead(
      PLAIN,
      sale.delivery("2026-11-24", sale.ADDRESS, "GU-8") + sale.deliveryTerms("FOB", "Franco a bordo", "Cartagena"),
    ),
    said: [
      "Fecha de entrega 2026-11-24",
      "Lugar de entrega Calle 10 # 43-20, local 3, Medellín, Antioquia, Colombia",
      "Guía GU-8",
      "INCOTERM FOB Cartagena (Franco a bordo)",
    ],
  },
  "coins that were rounded, and who carries": {
    xml: sale.withHead(
      PLAIN,
      sale.payment("1", "1", "10", [["50027.00", ""]]) + sale.payment("2", "1", "49", [["68973.00", ""]]),
    ),
    record: { roundings: [{ payment: 1, amount: "-27.00" }], carrier: "Transportes Ñ" },
    said: ["Efectivo: $ 50.027,00, ajuste por moneda −$ 27,00", "Transportador Transportes Ñ"],
  },
  "a gift whose taxes the seller pays": {
    xml: sale.asGift(PLAIN, "15000.00", "5700.00"),
    said: ["Obsequio", "valor comercial $ 15.000,00", "IVA del obsequio asumido por el vendedor −$ 5.700,00"],
    unsaid: ["Descuento 100 %"],
  },
  "sums in pesos": {
    xml: sale.withPesoTotals(DOLLARS, {
      subtotal: "12829125.00",
      iva: "0.00",
      bags: "70.00",
      payable: "12829195.00",
    }),
    said: ["Subtotal $ 12.829.125,00", "INC Bolsas $ 70,00", "Total $ 12.829.195,00", "1 USD = $ 3.850,50"],
    unsaid: ["IVA $ 0,00"],
  },
};

/** A strip and a page, in which a line may end anywhere. */
function readOnOneLine(xml: string, layout: Layout, record: Partial<PrintedRecord> = {}): string {
  return selectText(draw(xml, { layout, record: { ...NO_RECORD, ...record } }).bytes).replace(/\s+/g, " ");
}

describe.skipIf(!hasTools("pdftotext"))("what is printed", () => {
  it.each(Object.entries(ROWS).flatMap(([name, row]) => LAYOUTS.map((layout) => [name, layout, row] as const)))(
    "of %s as %s is what was signed",
    (_, layout, { xml, record, said, unsaid = [] }) => {
      const text = readOnOneLine(xml, layout, record);
      for (const words of said) expect(text).toContain(words);
      for (const words of unsaid) expect(text).not.toContain(words);
    },
  );
});

/** What each sample of the reference is there to show. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  "01": [
    "Cód. TAL-500 · GTIN 7701234567897",
    "Marca Marca X",
    "Modelo TP-500",
    "UNSPSC 26121600",
    "37,5 m",
    "1,25 kg",
    "1 mes",
    "2026-11-01 a 2026-11-30",
    "Garantía de 12 meses; serie 00123 y 00124",
  ],
  "02": [
    "Sede: Calle 10 # 43-20, local 3",
    "Dirección fiscal: Carrera 7 # 32-16",
    "Cédula de ciudadanía 1020304050",
    "Contacto: Persona de prueba",
    "Avenida 6 Norte # 20-10",
  ],
  "03": ["Efectivo: $ 50.000,00", "Tarjeta débito: $ 69.000,00"],
  "04": ["Cuota 1 de 3", "2026-12-25", "$ 396.666,67", "Cuota 3 de 3", "$ 396.666,66"],
  "05": ["valor comercial $ 15.000,00", "IVA del obsequio asumido por el vendedor", "$ 238.000,00"],
  "06": ["valor comercial $ 50,00", "INC Bolsas ($ 70,00 por unidad)", "$ 15.140,00"],
  "07": [
    "INCOTERM FOB Cartagena (Franco a bordo)",
    "Partida arancelaria 0901211000",
    "1 USD = $ 4.105,32",
    "$ 12.829.125,00",
    "IVA 0 % exento",
    "NIT de otro país 84-1234567",
    "Factura de exportación (tipo 02)",
  ],
  "08": [
    "OC-4471 del 2026-11-10",
    "REM-0099 del 2026-11-24",
    "ENT-12",
    "CTO-2026-7",
    "PED-881",
    "Saldo por pagar",
    "$ 800.000,00",
    "RC-107",
  ],
  "09": [
    "Descuento 5 %: Cupón, parte de lo devuelto",
    "IVA del obsequio asumido por el vendedor",
    "Obsequio",
    "$ 228.000,00",
  ],
};

describeShared("a sample of the reference", () => {
  const names = listShared(SAMPLES).filter((name) => name.endsWith(".xml"));

  it("is there for each thing that is looked for", () => {
    expect(names.map((name) => name.slice(0, 2))).toEqual(Object.keys(SAID));
  });

  it.skipIf(!hasTools("pdftotext")).each(names.flatMap((name) => LAYOUTS.map((layout) => [name, layout] as const)))(
    "%s is printed as %s with what it shows",
    (name, layout) => {
      const text = readOnOneLine(readShared(`${SAMPLES}${name}`), layout);
      for (const words of SAID[name.slice(0, 2)] ?? []) expect(text.replaceAll("× ", "")).toContain(words);
    },
  );
});
