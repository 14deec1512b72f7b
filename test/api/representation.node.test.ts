// Reads what is printed of random documents of every type: as the signed file says it, and as no configuration could.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { QUALITIES, TEST_LEGEND, TITLES } from "../../renderer/document/wire-literal.ts";
import { toRepresentation } from "../../src/api/record/representation.ts";
import { representationSchema } from "../../src/api/record/representation-schema.ts";
import { fullNumber } from "../../src/domain/company.ts";
import { qrUrl } from "../../src/domain/document/fiscal-id.ts";
import { KINDS } from "../../src/domain/kind.ts";
import { readSignedDocument } from "../../src/ubl/read-document.ts";
import { cases } from "../support/cases.ts";
import { anyIssued, buildParts, type Issued } from "../support/issued.ts";
import { cents } from "../support/money.ts";
import { printed } from "../support/note-random.ts";

const MAKER = { nombre: "Programas Ejemplo S.A.S.", nit: "900123456", software: "factura-edge" };
const VALIDATED = { date: "2026-11-22", time: "10:11:14-05:00" };

function represent(
  issued: Issued,
  resolutionDate: string | null = "2019-01-19",
  validated: typeof VALIDATED | null = VALIDATED,
) {
  const { head, tail } = buildParts(issued);
  const document = readSignedDocument(head + tail);
  return toRepresentation({ document, validated, resolutionDate, roundings: [] }, MAKER);
}

function sumOf(taxes: readonly { readonly amount: string }[]): string {
  return printed(taxes.reduce((sum, { amount }) => sum + cents(amount), 0n));
}

function drawOne(typeCode: string): Issued {
  const [issued] = fc.sample(
    anyIssued.filter(({ document }) => document.typeCode === typeCode),
    { numRuns: 1, seed: 3 },
  );
  if (issued === undefined) throw new Error("nothing was drawn");
  return issued;
}

describe("what is printed of a document", () => {
  it("is what was signed, in the members of the reference and in their order", () => {
    fc.assert(
      fc.property(anyIssued, (issued) => {
        const { document, numbering, fiscalId, environment } = issued;
        const representation = represent(issued);
        const isTicket = document.typeCode === "20";
        const members = Object.keys(representationSchema.shape).filter((name) => isTicket || name !== "tiquete");
        expect(Object.keys(representation)).toEqual(members);
        expect(representationSchema.safeParse(representation).error).toBeUndefined();
        expect(representation).toMatchObject({
          numero: fullNumber(numbering),
          fecha: document.issueDate,
          hora: document.issueTime,
          validacion: { fecha: "2026-11-22", hora: "10:11:14-05:00" },
          identificador: { nombre: KINDS[document.typeCode].fiscalId.name, valor: fiscalId },
          qr_url: qrUrl(fiscalId, environment),
          emisor: { nombre: document.issuer.name, nit: document.issuer.identificationNumber, dv: "3" },
          fabricante: MAKER,
          leyenda: environment === "produccion" ? null : "Documento de prueba sin validez: ambiente de habilitación",
        });
        expect(representation.resolucion === null).toBe(document.kind === "note");
      }),
      { numRuns: cases(200) },
    );
  });

  it("has the lines of the printed code, with the names of its type: eleven, and ten without another tax than IVA", () => {
    fc.assert(
      fc.property(anyIssued, (issued) => {
        const { document, numbering, fiscalId, environment } = issued;
        const isSupport = document.typeCode === "05" || document.typeCode === "95";
        const kind = isSupport ? "DS" : "Fac";
        const [seller, buyer] = isSupport
          ? [document.counterpart, document.issuer]
          : [document.issuer, document.counterpart];
        expect(represent(issued).qr_texto.split("\n")).toEqual([
          `Num${kind}: ${fullNumber(numbering)}`,
          `Fec${kind}: ${document.issueDate}`,
          `Hor${kind}: ${document.issueTime}`,
          `${isSupport ? "NumSNO" : "NitFac"}: ${seller.identificationNumber}`,
          `DocAdq: ${buyer.identificationNumber}`,
          `Val${kind}: ${document.totals.subtotal}`,
          `ValIva: ${sumOf(document.taxes.filter(({ code }) => code === "01"))}`,
          ...(isSupport ? [] : [`ValOtroIm: ${sumOf(document.taxes.filter(({ code }) => code !== "01"))}`]),
          `ValTol${kind}: ${document.totals.total}`,
          `${KINDS[document.typeCode].fiscalId.name}: ${fiscalId}`,
          qrUrl(fiscalId, environment),
        ]);
      }),
      { numRuns: cases(200) },
    );
  });

  it.each([
    ["01", "Factura electrónica de venta"],
    ["03", "Factura electrónica de venta"],
    ["05", "Documento soporte en adquisiciones efectuadas a no obligados a facturar"],
    ["91", "Nota crédito de la factura electrónica de venta"],
    ["92", "Nota débito de la factura electrónica de venta"],
    ["95", "Nota de ajuste al documento soporte en adquisiciones efectuadas a no obligados a facturar"],
  ])("calls type %s %s", (typeCode, title) => {
    expect(represent(drawOne(typeCode)).titulo).toBe(title);
  });

  it("is named in the same words by the renderer, a Worker of its own", () => {
    for (const typeCode of ["01", "03", "05", "91", "92", "95"] as const) {
      const issued = drawOne(typeCode);
      const issuer = { ...issued.document.issuer, responsibilities: Object.keys(QUALITIES) };
      const document = { ...issued.document, issuer } as Issued["document"];
      const { titulo, leyenda, emisor } = represent({ ...issued, document, environment: "habilitacion" });
      expect([titulo, leyenda, emisor.calidades], typeCode).toEqual([
        TITLES[typeCode],
        TEST_LEGEND,
        Object.values(QUALITIES),
      ]);
    }
  });

  it.each([
    [
      "with everything",
      { ...drawOne("01"), numbering: { ...drawOne("01").numbering, prefix: "SETP" } },
      "2019-01-19",
      "Autorización de numeración de facturación 18760000001 de 2019-01-19, prefijo SETP, desde 990000000 hasta 995000000, vigente hasta 2030-01-19",
    ],
    [
      "without date and prefix",
      { ...drawOne("01"), numbering: { ...drawOne("01").numbering, prefix: "" } },
      null,
      "Autorización de numeración de facturación 18760000001, desde 990000000 hasta 995000000, vigente hasta 2030-01-19",
    ],
    [
      "of a support document",
      drawOne("05"),
      "2024-01-01",
      "Autorización de numeración de documento soporte 18760000003 de 2024-01-01, prefijo SEDS, desde 984000000 hasta 985000000, vigente hasta 2030-12-31",
    ],
  ])("prints the resolution %s", (_, issued, resolutionDate, text) => {
    expect(represent(issued, resolutionDate).resolucion).toMatchObject({ fecha: resolutionDate, texto: text });
  });

  it("has no validation before the authority's answer", () => {
    expect(represent(drawOne("01"), null, null).validacion).toBeNull();
  });

  it("names the qualities that a buyer must see, and no other responsibility", () => {
    const issued = drawOne("01");
    const of = (responsibilities: readonly string[]) => {
      const issuer = { ...issued.document.issuer, responsibilities };
      return represent({ ...issued, document: { ...issued.document, issuer } }).emisor.calidades;
    };
    expect(of(["R-99-PN"])).toEqual([]);
    expect(of(["O-13", "O-15", "O-23", "O-47"])).toEqual([
      "Gran contribuyente",
      "Autorretenedor",
      "Agente de retención de IVA",
      "Régimen simple de tributación",
    ]);
  });
});
