// Rebuilds the samples of POS tickets from requests: extensions, lines, taxes and totals are the same, and identifiers and security
// codes are those of the vectors.
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { z } from "zod";
import { readInvoice } from "../../src/api/invoice/request.ts";
import type { Company } from "../../src/domain/company.ts";
import { cudeSeed, securityCodeSeed } from "../../src/domain/document/fiscal-id.ts";
import type { TicketDraft } from "../../src/domain/draft/draft.ts";
import { priceInvoice } from "../../src/domain/invoice/invoice.ts";
import { buildDocumentXml } from "../../src/ubl/document.ts";
import { COMPANY as ISSUER } from "../support/company.ts";
import { describeShared } from "../support/describe-shared.ts";
import { readShared } from "../support/shared.ts";
import { readBody } from "../support/support-body.ts";
import { invoiceNumber, SOFTWARE } from "./fixture.ts";
import { outline } from "./outline.ts";

const FOLDER = "authority/samples/pos/";
const PIN = "24680";

const VECTORS = z.object({
  own: z.record(
    z.string(),
    z.object({
      seed: z.string(),
      uuid: z.string(),
      softwareSecurityCodeSeed: z.string(),
      softwareSecurityCode: z.string(),
    }),
  ),
});

const COMPANY: Company = {
  ...ISSUER,
  environment: "habilitacion",
  name: "PANADERIA EL TRIGAL S.A.S.",
  responsibilities: ["R-99-PN"],
  industryCode: null,
  email: "caja@trigal.example",
  phone: "6015550100",
  address: { ...ISSUER.address, line: "Calle 45 # 12-30" },
};

const MAKER = { person: "Laura Gómez Ríos", company: "CAJAS DEL SUR S.A.S.", product: "Caja Sur 5" };
const NOBODY = { code: null, name: null, points: null };

function ticketOf(saleCode: string, buyer: TicketDraft["buyer"] = NOBODY): TicketDraft {
  const till = { plate: "CAJA-01", place: "Salón principal", type: "Caja principal", cashier: "Pedro Ruiz", saleCode };
  return { till, buyer, maker: MAKER, limit: null };
}

interface Counterpart {
  readonly number: number;
  readonly nowMs: number;
  readonly ticket: TicketDraft;
  readonly body: Readonly<Record<string, unknown>>;
}

const cash = (means: string) => ({ payment: { form: "contado", means_code: means } });

const COUNTERPARTS: Readonly<Record<string, Counterpart>> = {
  "pos20-consumidor-final-iva-bolsa-excluido": {
    number: 101,
    nowMs: Date.parse("2026-11-20T14:15:30Z"),
    ticket: ticketOf("V-000101"),
    body: {
      ...cash("10"),
      receptor: { numero_doc: "222222222222" },
      items: [
        { desc: "Camisa de algodón", cant: 1, unit: 50000, iva: 19, codigo: "CAM01" },
        {
          desc: "Bolsa plástica",
          cant: 2,
          unit: 100,
          codigo: "BOL01",
          iva: 0,
          tratamiento: "excluido",
          otros_impuestos: [{ codigo: "22", valor_unitario: 70 }],
        },
        { desc: "Arroz 1 kg", cant: 1, unit: 3000, iva: 0, codigo: "ARR01", tratamiento: "excluido" },
      ],
    },
  },
  "pos20-cedula-inc8-descuento-propina": {
    number: 102,
    nowMs: Date.parse("2026-11-20T18:40:05Z"),
    ticket: ticketOf("V-000102", { code: null, name: null, points: "120" }),
    body: {
      ...cash("48"),
      receptor: {
        tipo_doc: "13",
        numero_doc: "1020304050",
        nombre: "ANA TORRES RUIZ",
        email: "ana.torres@correo.example",
      },
      items: [
        {
          desc: "Almuerzo del día",
          cant: 2,
          unit: 20000,
          codigo: "ALM01",
          iva: 8,
          descuento_porcentaje: 10,
          descuento_motivo: "Descuento de la casa",
        },
      ],
      cargos: [{ porcentaje: 10, motivo: "Propina", codigo: "03" }],
    },
  },
  "pos20-nit-dos-tarifas-iva": {
    number: 103,
    nowMs: Date.parse("2026-11-20T23:59:59Z"),
    ticket: ticketOf("V-000103"),
    body: {
      ...cash("49"),
      receptor: {
        tipo_doc: "31",
        numero_doc: "800134536",
        nombre: "FERRETERIA LA LLAVE LTDA",
        email: "compras@lallave.example",
      },
      items: [
        { desc: "Taladro", cant: 1, unit: 84033.61, iva: 19, codigo: "TAL01" },
        { desc: "Chocolate", cant: 1, unit: 9523.81, iva: 5, codigo: "CHO01" },
      ],
    },
  },
};

const sha384 = (text: string) => createHash("sha384").update(text, "utf8").digest("hex");

function price({ body, nowMs, ticket }: Counterpart) {
  const { draft, typeErrors, unused } = readInvoice(readBody(body), "v2");
  expect([typeErrors, unused]).toEqual([[], []]);
  if (draft === undefined) throw new Error("no draft");
  return priceInvoice({ ...draft, ticket }, COMPANY, nowMs);
}

function build(counterpart: Counterpart) {
  const document = price(counterpart);
  const seed = cudeSeed(document, { number: `EPOS${counterpart.number}`, environment: "habilitacion" }, PIN);
  const { head, tail } = buildDocumentXml({
    document,
    company: COMPANY,
    numbering: {
      ...invoiceNumber(counterpart.number),
      prefix: "EPOS",
      from: 1,
      to: 1_000,
    },
    software: SOFTWARE,
    securityCode: "0",
    fiscalId: "0",
    qrUrl: "0",
    environment: "habilitacion",
  });
  const place = "<ext:UBLExtension><ext:ExtensionContent>";
  const xml = head.slice(0, -place.length) + tail.replace("</ext:ExtensionContent></ext:UBLExtension>", "");
  return { seed, xml };
}

/**
 * What tickets write as invoices do, where the samples differ: a day of payment beside cash, lists that no rule asks for, the buyer's
 * name in more places. The authority's extension and the CUDE are held by the vectors.
 */
const AS_INVOICES =
  /\/(?:DianExtensions|DueDate|PaymentDueDate|PaymentID|TaxLevelCode|SellersItemIdentification|BaseUnitMeasure|CountrySubentity|PartyLegalEntity|PartyIdentification|Contact)\b|^\/Invoice\/UUID|\/Country\/Name|AccountingCustomerParty\/Party\/PartyTaxScheme\/TaxScheme/;

function readOutline(xml: string): readonly string[] {
  return outline(xml)
    .slice(1)
    .filter((line) => !AS_INVOICES.test(line))
    .map((line) => (line.includes("/CityName =") ? line.toLowerCase() : line));
}

describeShared("the samples of tickets", () => {
  it.each(Object.entries(COUNTERPARTS))("%s has the same extensions, lines, taxes and totals", (name, counterpart) => {
    const { xml } = build(counterpart);
    const sample = readOutline(readShared(`${FOLDER}${name}.unsigned.xml`));
    expect(sample.length).toBeGreaterThan(60);
    expect(readOutline(xml)).toEqual(sample);
  });

  it.each(Object.entries(COUNTERPARTS))("%s has the CUDE and the security code of the vectors", (name, counterpart) => {
    const vector = VECTORS.parse(JSON.parse(readShared(`${FOLDER}vectors.json`))).own[name];
    const { seed } = build(counterpart);
    const code = securityCodeSeed("22222222-3333-4444-5555-666666666666", PIN, `EPOS${counterpart.number}`);
    expect([seed, sha384(seed)]).toEqual([vector?.seed, vector?.uuid]);
    expect([code, sha384(code)]).toEqual([vector?.softwareSecurityCodeSeed, vector?.softwareSecurityCode]);
  });
});
