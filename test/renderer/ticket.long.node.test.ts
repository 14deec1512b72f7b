// Reads drawn POS tickets and their notes for what the law and the till ask of them.
import { describe, expect, it } from "vitest";
import type { DrawingRequest, Layout } from "../../src/domain/document/drawing.ts";
import { LAYOUTS } from "../../src/domain/document/drawing.ts";
import { describeShared } from "../support/describe-shared.ts";
import { hasTools } from "../support/foreign-tool.ts";
import { listShared, readShared } from "../support/shared.ts";
import { KINDS } from "../ubl/kinds.ts";
import {
  draw,
  MAKER,
  RESOLUTION_DATE,
  readCodes,
  selectText,
  signText,
  squeeze,
  textOf,
  VALIDATED_AT,
} from "./drawing.ts";
import { asTicket, type TicketPairs } from "./sale-xml.ts";

const SAMPLES = "authority/samples/pos/";
const TITLE = "Documento equivalente electrónico tiquete de máquina registradora con sistema P.O.S.";
const OWN_MAKER: TicketPairs = { RazonSocial: MAKER.name, NombreSoftware: MAKER.software };

const sold = KINDS["fe-iva-19"];
if (sold === undefined) throw new Error("the invoice is gone");
const INVOICE = await signText(sold);
const NUMBER = textOf(INVOICE, "cbc:ID");

interface Row {
  readonly pairs: TicketPairs;
  readonly said: readonly string[];
  readonly unsaid?: readonly string[];
  readonly maker?: DrawingRequest["maker"];
}

const ROWS: Readonly<Record<string, Row>> = {
  "a till with its cashier and the code of the sale": {
    pairs: {
      PlacaCaja: "CAJA-07",
      UbicaciónCaja: "Piso 2",
      TipoCaja: "Autoservicio",
      Cajero: "Ana",
      CódigoVenta: "V-9",
    },
    said: ["Caja CAJA-07 · Autoservicio", "Ubicación Piso 2", "Cajero Ana", "Código de la venta V-9"],
    unsaid: ["Puntos", "Cliente frecuente"],
  },
  "a till of which only its plate and its place are known": {
    pairs: { CódigoVenta: NUMBER },
    said: ["Caja CAJA-01", "Ubicación Sala de ventas"],
    unsaid: ["Cajero", "No aplica", "Código de la venta", "Puntos", "Cliente frecuente"],
  },
  "a till of which nothing is known": {
    pairs: { PlacaCaja: "No aplica", UbicaciónCaja: "No aplica", TipoCaja: "No aplica", CódigoVenta: "No aplica" },
    said: [],
    unsaid: ["No aplica", "Cajero", "Ubicación"],
  },
  "points of a buyer who has another number and name in the scheme": {
    pairs: { Codigo: "SOCIO-1", NombresApellidos: "María N.", Puntos: "1240" },
    said: ["Cliente frecuente SOCIO-1 · María N.", "Puntos 1240"],
  },
  "points of the buyer himself": {
    pairs: { Puntos: "7" },
    said: ["Puntos 7"],
    unsaid: ["Cliente frecuente"],
  },
  "a scheme without points": { pairs: { Puntos: "0.00" }, said: [], unsaid: ["Puntos"] },
  "the maker that the service names too, once and with its NIT": {
    pairs: OWN_MAKER,
    said: [`Fabricante del software: ${MAKER.name}, NIT ${MAKER.nit}`, `Software: ${MAKER.software}`],
    unsaid: ["según el documento", "No aplica"],
  },
  "the person at the same maker": {
    pairs: { NombreApellido: "Laura Gómez" },
    said: [`Fabricante del software: ${MAKER.name}, NIT ${MAKER.nit} (Laura Gómez)`],
    unsaid: ["según el documento"],
  },
  "a maker whom the service does not name": {
    pairs: { NombreApellido: "Laura Gómez", RazonSocial: "Cajas del Sur", NombreSoftware: "Caja 5" },
    maker: null,
    said: ["Fabricante del software: Cajas del Sur, Laura Gómez", "Software: Caja 5"],
  },
  "a maker other than the one that the service names today": {
    pairs: { NombreApellido: "Laura Gómez", RazonSocial: "Cajas del Sur", NombreSoftware: "Caja 5" },
    said: [
      `NIT ${MAKER.nit}`,
      "Fabricante del software según el documento: Cajas del Sur, Laura Gómez",
      "Software según el documento: Caja 5",
    ],
  },
};

function read(xml: string, layout: Layout, changes: Partial<Pick<DrawingRequest, "maker">> = {}): string {
  return squeeze(selectText(draw(xml, { layout, ...changes }).bytes));
}

describe.skipIf(!hasTools("pdftotext")).each(LAYOUTS)("a ticket as %s", (layout) => {
  it.each(Object.entries(ROWS))("says %s", (_, { pairs, said, unsaid = [], maker = MAKER }) => {
    const text = read(asTicket(INVOICE, { ...OWN_MAKER, ...pairs }), layout, { maker });
    expect(said.filter((words) => !text.includes(squeeze(words)))).toEqual([]);
    expect(unsaid.filter((words) => text.includes(squeeze(words)))).toEqual([]);
  });

  it("has the words of the law above, and its numbers are authorised for no invoice", () => {
    const text = read(asTicket(INVOICE), layout);
    expect(text).toContain(squeeze(TITLE));
    expect(text).toContain(squeeze("Autorización de numeración de documento equivalente P.O.S."));
    expect(text).not.toContain(squeeze("Factura electrónica"));
  });
});

/** What a drawing of each sample says; its number, identifier and moments in any case. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  "na93-cambio-del-valor": [
    "Nota de ajuste débito al documento equivalente electrónico",
    "Tiquete POS EPOS103",
    "3 · Cambio del valor",
  ],
  "na94-anulacion-total": [
    "Nota de ajuste crédito al documento equivalente electrónico",
    "2 · Anulación del documento equivalente",
  ],
  "na94-devolucion-parcial": ["Nota de ajuste crédito al documento equivalente electrónico", "1 · Devolución parcial"],
  "pos20-cedula-inc8-descuento-propina": [
    ...[TITLE, "ANA TORRES RUIZ", "1020304050", "INC 8 %", "Propina", "Descuento de la casa", "$ 42.480,00"],
    ...["Tarjeta crédito", "Caja CAJA-01 · Caja principal", "Ubicación Salón principal", "Cajero Pedro Ruiz"],
    ...["Código de la venta V-000102", "Puntos 120", "Cód. ALM01"],
  ],
  "pos20-consumidor-final-iva-bolsa-excluido": [
    ...[TITLE, "consumidor final", "222222222222", "IVA 19 %", "INC Bolsas ($ 70,00 por unidad)", "Excluido"],
    ...["$ 62.840,00", "Efectivo", "Código de la venta V-000101", "desde 1 hasta 1000"],
  ],
  "pos20-nit-dos-tarifas-iva": [
    ...[TITLE, "FERRETERIA LA LLAVE LTDA", "NIT 800134536", "IVA 19 %", "IVA 5 %", "$ 110.000,00", "Tarjeta débito"],
    ...["CAJAS DEL SUR S.A.S.", "Laura Gómez Ríos", "Caja Sur 5"],
  ],
};

describeShared("a sample of the reference", () => {
  const names = listShared(SAMPLES).filter((name) => name.endsWith(".xml"));

  it("is there for each thing that is looked for", () => {
    expect(names.map((name) => name.replace(/\..*$/, ""))).toEqual(Object.keys(SAID));
  });

  it
    .skipIf(!hasTools("pdftotext", "pdftoppm", "zbarimg"))
    .each(names.flatMap((name) => LAYOUTS.map((layout) => [name, layout] as const)))(
    "%s is printed as %s with all that the law asks for",
    (name, layout) => {
      const xml = readShared(`${SAMPLES}${name}`);
      const { bytes, replaced } = draw(xml, { layout });
      const text = squeeze(selectText(bytes));
      const expected = [
        ...(SAID[name.replace(/\..*$/, "")] ?? []),
        ...["cbc:ID", "cbc:UUID"].map((element) => textOf(xml, element)),
        ...["PANADERIA EL TRIGAL S.A.S.", "NIT 900373115-3"],
        `Generación ${textOf(xml, "cbc:IssueDate")} ${textOf(xml, "cbc:IssueTime").replace("-05:00", "")}`,
        `Validación ${textOf(xml, "cbc:IssueDate")} ${VALIDATED_AT}`,
        ...(xml.includes("<sts:InvoiceControl>") ? [textOf(xml, "sts:InvoiceAuthorization"), RESOLUTION_DATE] : []),
        ...[MAKER.name, MAKER.nit, MAKER.software, "Contado"],
      ];
      expect(expected.filter((words) => !text.includes(squeeze(words)))).toEqual([]);
      expect(readCodes(bytes, 1)).toEqual([textOf(xml, "sts:QRCode")]);
      expect(replaced).toBe(0);
    },
  );
});
