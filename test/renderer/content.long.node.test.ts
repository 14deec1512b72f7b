// Reads drawn documents with foreign programs: every mandatory content is there as text, and the code says what was signed.
import { describe, expect, it } from "vitest";
import { spellAmount } from "../../renderer/document/words.ts";
import type { Layout, PrintedRecord } from "../../src/domain/document/drawing.ts";
import { LAYOUTS } from "../../src/domain/document/drawing.ts";
import { hasTools } from "../support/foreign-tool.ts";
import { NOTE_KINDS } from "../ubl/note-kinds.ts";
import { buildUnsigned } from "../ubl/note-xml.ts";
import {
  draw,
  listDocuments,
  MAKER,
  onFile,
  RESOLUTION_DATE,
  readCodes,
  readOperators,
  run,
  selectText,
  squeeze,
  textOf,
  textsOf,
  VALIDATED_AT,
} from "./drawing.ts";

const TITLES: Readonly<Record<string, string>> = {
  fe: "Factura electrónica de venta",
  ds: "Documento soporte en adquisiciones efectuadas a no obligados a facturar",
  nc91: "Nota crédito",
  nd92: "Nota débito",
  nas95: "Nota de ajuste al documento soporte",
};
const documents = await listDocuments();
/** One of each kind, and the longest: code and structure of the others are written by the same lines. */
const CODES = ["fe-500-lines", "fe-contingency", "ds-usd", "nc91-20-usd", "nd92-30-intereses", "nas95-10-anulacion"];
const withCodes = documents.filter(([name]) => CODES.includes(name));

/** Of the documents that are drawn here, by code. */
const MEANS: Readonly<Record<string, string>> = {
  "": "",
  "10": "Efectivo",
  "42": "Consignación bancaria",
  "47": "Transferencia Débito Bancaria",
};
const UNITS: Readonly<Record<string, string>> = { "94": "und", KGM: "kg" };

/** What strips say of sales that were agreed with their taxes, instead of prices and values without. */
const PAID: Readonly<Record<string, readonly string[]>> = {
  "fe-tax-included": ["3 und $ 11.900,00", "$ 35.700,00", "7 und $ 9.999,99", "$ 69.999,93"],
  "fe-till": [
    ...["2 und $ 5.950,00", "$ 11.900,00", "−$ 1.000,00", "Valor neto $ 10.900,00"],
    ...["4 und $ 4.170,00", "$ 16.680,00", "−$ 1.668,00", "Valor neto $ 15.012,00"],
    "3 und $ 170,00",
    "$ 510,00",
  ],
};

/** Quantity, unit and price of each line, which stand together, and its value. */
function listSold(name: string, lines: string, currency: string, layout: Layout): string[] {
  const paid = layout === "carta" ? undefined : PAID[name];
  if (paid !== undefined) return ["Valor con impuestos", ...paid];
  return [
    ...listProducts(lines, currency),
    ...textsOf(lines, "cbc:LineExtensionAmount").map((amount) => asMoney(amount, currency)),
  ];
}

function listProducts(lines: string, currency: string): string[] {
  const amounts = [
    ...lines.matchAll(
      /Quantity unitCode="([^"]+)">([\d.]+)<\/cbc:(?:Invoiced|Credited|Debited)Q[\s\S]*?<cbc:PriceAmount[^>]*>([\d.]+)</g,
    ),
  ];
  if (amounts.length !== lines.split("<cac:Price>").length - 1) throw new Error("a line was not read");
  const printQuantity = (text: string) =>
    new Intl.NumberFormat("de-DE", { maximumFractionDigits: 6 }).format(Number(text));
  return amounts.map(
    ([, unit = "", quantity = "", price = ""]) =>
      `${printQuantity(quantity)} ${UNITS[unit] ?? `unknown unit ${unit}`} ${asMoney(price, currency)}`,
  );
}

/** Codes of the issuer's own; those that a line has for its place alone are not printed. */
function listCodes(lines: string): string[] {
  const codes = lines.matchAll(/<cac:StandardItemIdentification><cbc:ID[^>]* schemeID="(\d+)"[^>]*>([^<]+)</g);
  return [...codes].flatMap(([, scheme = "", code = ""]) =>
    /^ITEM\d+$/.test(code) ? [] : [`${scheme === "001" ? "UNSPSC" : "Cód."} ${code}`],
  );
}

/** What a document of a kind must say, taken from its XML without the renderer's reader. */
function listContents(name: string, xml: string, layout: Layout): string[] {
  const kind = name.split("-")[0] ?? "";
  const lines = xml
    .slice(xml.search(/<cac:(?:Invoice|CreditNote|DebitNote)Line>/))
    // What a free line would have cost is not its price.
    .replace(/<cac:PricingReference>.*?<\/cac:PricingReference>/g, "");
  const hasRange = xml.includes("<sts:InvoiceControl>");
  const range = hasRange
    ? ["sts:InvoiceAuthorization", "sts:Prefix", "sts:From", "sts:To", "cbc:StartDate", "cbc:EndDate"].map((element) =>
        textOf(xml, element),
      )
    : [];
  return [
    TITLES[kind] ?? kind,
    ...["cbc:ID", "cbc:UUID"].map((element) => textOf(xml, element)),
    `${textOf(xml, "cbc:IssueDate")} ${textOf(xml, "cbc:IssueTime").replace("-05:00", "")}`,
    ...textsOf(xml, "cbc:RegistrationName"),
    ...textsOf(xml, "cbc:CompanyID"),
    ...range,
    ...(hasRange ? [RESOLUTION_DATE] : []),
    ...textsOf(xml, "cbc:Note"),
    ...textsOf(lines, "cbc:Description").filter((text) => !["Por operación", "Acumulado semanal"].includes(text)),
    `Número de líneas: ${textOf(xml, "cbc:LineCountNumeric")}`,
    asMoney(textOf(xml, "cbc:PayableAmount"), textOf(xml, "cbc:DocumentCurrencyCode")),
    { "1": "Contado", "2": "Crédito" }[textOf(xml.slice(xml.indexOf("<cac:PaymentMeans>")), "cbc:ID")] ?? "",
    MEANS[textOf(xml, "cbc:PaymentMeansCode")] ?? "an unknown means of payment",
    textOf(xml, "cbc:PaymentDueDate"),
    ...listSold(name, lines, textOf(xml, "cbc:DocumentCurrencyCode"), layout),
    ...listCodes(lines),
    ...xmlTaxes(xml),
    MAKER.name,
    MAKER.nit,
    MAKER.software,
    `${textOf(xml, "cbc:IssueDate")} ${VALIDATED_AT}`,
    ...(xml.includes("<cac:BillingReference>")
      ? ["cbc:ID", "cbc:UUID", "cbc:IssueDate"].map((element) =>
          textOf(xml.slice(xml.indexOf("<cac:BillingReference>")), element),
        )
      : []),
    ...(xml.includes("<cac:DiscrepancyResponse>")
      ? [textOf(xml.slice(xml.indexOf("<cac:DiscrepancyResponse>")), "cbc:Description")]
      : []),
    ...(textOf(xml, "cbc:ProfileExecutionID") === "2"
      ? ["Documento de prueba sin validez: ambiente de habilitación"]
      : []),
  ];
}

/** Width and height in millimetres of each block of squares that are filled together: nothing else is drawn so. */
function listCodeSides(operators: string): [width: number, height: number][] {
  return [...operators.matchAll(/(?:^[\d. ]+ re\n)+f$/gm)].map(([block]) => {
    const squares = block.split("\n").map((line) => line.split(" ").map(Number));
    const extent = (at: number, size: number) => {
      const edges = squares.filter((square) => square.length > 4);
      const ends = edges.map((square) => (square[at] ?? 0) + (square[size] ?? 0));
      return ((Math.max(...ends) - Math.min(...edges.map((square) => square[at] ?? 0))) / 72) * 25.4;
    };
    return [extent(0, 2), extent(1, 3)];
  });
}

/** Written here once more, by other means: the renderer's own printing is what is checked. */
function asMoney(amount: string, currency: string): string {
  const text = new Intl.NumberFormat("de-DE", { minimumFractionDigits: 2, maximumFractionDigits: 6 }).format(
    Number(amount),
  );
  return `${currency === "COP" ? "$" : currency} ${text}`;
}

function xmlTaxes(xml: string): string[] {
  return [...xml.matchAll(/<cac:TaxCategory><cbc:Percent>([\d.]+)<.*?<cbc:Name>([^<]+)</g)].map(
    ([, rate = "", name = ""]) => `${name} ${String(Number(rate)).replace(".", ",")} %`,
  );
}

/** What was drawn of a document, once for all that look at it. */
const drawings = new Map<string, ReturnType<typeof draw>>();
function drawOnce(name: string, xml: string, record: PrintedRecord, layout: Layout) {
  const key = `${layout} ${name}`;
  const drawing = drawings.get(key) ?? draw(xml, { layout, record });
  drawings.set(key, drawing);
  return drawing;
}

/** The text of each of them without blanks, read once. */
const texts = new Map<Uint8Array, string>();
function readOnce(bytes: Uint8Array): string {
  const text = texts.get(bytes) ?? squeeze(selectText(bytes));
  texts.set(bytes, text);
  return text;
}

describe.skipIf(!hasTools("qpdf", "pdftotext", "pdftoppm", "zbarimg"))("what is drawn", () => {
  describe.each(LAYOUTS)("%s", (layout) => {
    // Both strips are drawn from one list of contents: the narrow one, where more must be broken, has every document.
    const drawn = layout === "tirilla-80" ? withCodes : documents;

    it.each(drawn)("of %s has every mandatory content as text", (name, xml, record) => {
      const { bytes, replaced } = drawOnce(name, xml, record, layout);
      // A strip has a cross between quantity and price, a page has columns.
      const text = readOnce(bytes).replaceAll("×", "");
      const words = spellAmount(textOf(xml, "cbc:PayableAmount"), textOf(xml, "cbc:DocumentCurrencyCode"));
      const contents = [...listContents(name, xml, layout), `Son: ${words}`];
      expect(contents.filter((content) => !text.includes(squeeze(content)))).toEqual([]);
      expect(replaced).toBe(0);
    });

    it.each(withCodes)("of %s is a sound file to another program", (name, xml, record) => {
      onFile(drawOnce(name, xml, record, layout).bytes, (path) => run("qpdf", "--check", path));
    });

    it.each(withCodes)(
      "of %s has a code of exactly what was signed, on its first and its last page",
      (name, xml, record) => {
        const { bytes, pages } = drawOnce(name, xml, record, layout);
        for (const page of new Set([1, pages])) expect(readCodes(bytes, page)).toEqual([textOf(xml, "sts:QRCode")]);
      },
    );

    it.each(withCodes)(
      "of %s has a code of vectors, 2 cm wide and high or more, and no picture",
      (name, xml, record) => {
        const { bytes, pages } = drawOnce(name, xml, record, layout);
        const operators = readOperators(bytes);
        expect(operators).not.toMatch(/\/Subtype \/Image|^BI$/m);
        const sides = listCodeSides(operators);
        expect(sides).toHaveLength(pages);
        for (const side of sides.flat()) expect(side).toBeGreaterThanOrEqual(20);
      },
    );

    it.each(withCodes)("of %s has the same bytes when it is drawn again", (name, xml, record) => {
      expect(Buffer.compare(draw(xml, { layout, record }).bytes, drawOnce(name, xml, record, layout).bytes)).toBe(0);
    });
  });

  it.each(documents)("%s on letter paper numbers its pages, on a strip there is one", (name, xml, record) => {
    const carta = drawOnce(name, xml, record, "carta");
    const text = readOnce(carta.bytes);
    for (let page = 1; page <= carta.pages; page += 1) expect(text).toContain(`Página${page}de${carta.pages}`);
    expect(drawOnce(name, xml, record, "tirilla-58").pages).toBe(1);
  });

  it.each(LAYOUTS)("as %s puts the reason of a note and its remarks under headings of their own", (layout) => {
    const kind = NOTE_KINDS["nc91-20-anulacion-total"];
    if (kind === undefined) throw new Error("the note is gone");
    const drawn = (...notes: string[]) => {
      const xml = buildUnsigned({ ...kind, note: { ...kind.note, notes } });
      return squeeze(selectText(draw(xml, { layout }).bytes)).replaceAll(":", "");
    };
    expect(drawn("Llegó roto", "Se recoge el lunes")).toContain("MotivoLlegórotoObservacionesSerecogeellunes");
    expect(drawn("Llegó roto")).toContain("MotivouobservacionesLlegóroto");
    expect(drawn()).not.toMatch(/Motivo|Observaciones/);
  });

  it.each(LAYOUTS)(
    "as %s says what a tax by unit is for, which line is excluded, and no percentage that was not agreed",
    (layout) => {
      const till = documents.find(([name]) => name === "fe-till")?.[1] ?? "";
      const text = squeeze(selectText(draw(till, { layout }).bytes));
      for (const sentence of [
        "IBUA ($ 65,00 por 100 mL)",
        "INC Bolsas ($ 70,00 por unidad)",
        "Excluido",
        "Descuento 10 %: Descuento no condicionado",
        "Descuento: Cupón",
        "Cargo 10 %: Propina",
      ]) {
        expect(text).toContain(squeeze(sentence));
      }
    },
  );
});

it.each([
  ["fe-mixed", "facturación"],
  ["ds-per-operation", "documento soporte"],
])("the authorisation of %s is one of %s", (name, what) => {
  const xml = documents.find(([one]) => one === name)?.[1] ?? "";
  for (const layout of LAYOUTS) {
    const text = squeeze(selectText(draw(xml, { layout }).bytes));
    expect(text).toContain(squeeze(`Autorización de numeración de ${what}`));
  }
});
