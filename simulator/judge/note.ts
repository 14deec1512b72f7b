// Judges what only notes have: kind, concept, and the document or the period that they correct (rules AD, AE, BF, BG, VLR02).
import { all, at, attribute, type Element, textAt } from "../dom.ts";
import { INVOICE_PROFILE, NOTE_PROFILE } from "../wire-literal.ts";
import { type Amount, amountOrZero, sumOf } from "./amount.ts";
import type { AcceptedDocument, Sheet } from "./sheet.ts";

/** Operation types: with reference, without; 23 and 33 are of the first version of invoicing. */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  "91": ["20", "22", "23"],
  "92": ["30", "32", "33"],
  // The kind of document that they correct stands in this place.
  "93": ["20"],
  "94": ["20"],
  "95": ["10", "11"],
};
/** In the motive of a note or in the buyer's name: the buyer has accepted the invoice (event 033 or 034). */
const ACCEPTED_TAG = "#aceptada";
const WITHOUT_REFERENCE = ["22", "32"];
const ANNULMENT = "2";
const WHOLE_DOCUMENT = "20";
/** Types of the documents that a note of a type corrects. */
const CORRECTED: Readonly<Record<string, readonly string[]>> = {
  "91": ["01", "02", "03", "04"],
  "92": ["01", "02", "03", "04"],
  "93": ["20"],
  "94": ["20"],
  "95": ["05"],
};
const SCHEMES: Readonly<Record<string, string>> = { "03": "CUDE-SHA384", "05": "CUDS-SHA384", "20": "CUDE-SHA384" };

const PARTIAL_RETURN = "Devolución parcial de los bienes y/o no aceptación parcial del servicio";
const REBATE = "Rebaja o descuento parcial o total";
const PRICE = "Ajuste de precio";
/** Codes from 1 with the texts of the official tables; `|` stands between two spellings. */
const CONCEPTS: Readonly<Record<string, readonly string[]>> = {
  "91": [
    PARTIAL_RETURN,
    "Anulación de factura electrónica",
    REBATE,
    PRICE,
    "Descuento comercial por pronto pago",
    "Descuento comercial por volumen de ventas",
  ],
  "92": ["Intereses", "Gastos por cobrar", "Cambio del valor", "Otros"],
  "93": ["Intereses", "Gastos por cobrar", "Cambio del valor"],
  "94": [
    PARTIAL_RETURN,
    "Anulación del documento equivalente electrónico|Anulación del documento equivalente",
    REBATE,
    PRICE,
    "Otros",
  ],
  "95": [
    PARTIAL_RETURN,
    "Anulación del documento soporte en adquisiciones efectuadas a sujetos no obligados a expedir factura de venta o documento equivalente",
    REBATE,
    PRICE,
    "Otros",
  ],
};

/** Adds the findings about operation type, profile, type code and number. */
export function judgeNoteKind(sheet: Sheet, operation: string, profile: string): void {
  const { type, number } = sheet;
  const operations = OPERATIONS[type];
  sheet.require(operations !== undefined, "AD12", "El tipo de nota no es 91, 94 ni 95.");
  const listed = operations === undefined || operations.includes(operation);
  sheet.require(listed, type === "95" ? "AD02b" : "AD02", "CustomizationID no es un tipo de operación de la nota.");
  if (profile !== NOTE_PROFILE[type]) {
    const text = "ProfileID no es el literal de la nota.";
    // Seen as a notification, with the literal of an invoice.
    if (profile === INVOICE_PROFILE && (type === "91" || type === "92")) sheet.notice("AD03", text);
    else sheet.reject("AD03", text);
  }
  const isShort = /^[A-Za-z0-9]{1,20}$/.test(number);
  sheet.require(isShort, "AD05", "El número de la nota debe tener de 1 a 20 letras y dígitos.");
}

/** Adds the findings about concept, reference and period. */
export function judgeNote(sheet: Sheet): void {
  const operation = textAt(sheet.root, "cbc:CustomizationID");
  const hasReference = !WITHOUT_REFERENCE.includes(operation);
  judgeConcept(sheet, operation, hasReference);
  if (hasReference) judgeReference(sheet);
  else judgePeriod(sheet);
  if (!sheet.isSupport) judgePrefix(sheet);
}

function judgeConcept(sheet: Sheet, operation: string, hasReference: boolean): void {
  const response = at(sheet.root, "cac:DiscrepancyResponse");
  sheet.require(response !== undefined, "BF01", "Falta el grupo DiscrepancyResponse.");
  if (!response) return;
  const code = textAt(response, "cbc:ResponseCode");
  const text = CONCEPTS[sheet.type]?.[Number(code) - 1];
  const isListed = /^[1-9]$/.test(code) && text !== undefined;
  sheet.require(isListed, "BF03", `El concepto '${code}' no está en la lista de la nota.`);
  const described = textAt(response, "cbc:Description").replace(/\s+/g, " ").trim();
  sheet.require(!isListed || text.split("|").includes(described), "BF04", "La descripción no corresponde al concepto.");
  const named = textAt(response, "cbc:ReferenceID") !== "";
  sheet.require(
    !hasReference || named,
    "BF02",
    "No se informó el número de la factura a la que hace referencia la nota.",
  );
  if (sheet.type !== "91" || code !== ANNULMENT) return;
  sheet.require(operation === WHOLE_DOCUMENT, "AD02a", "Una anulación lleva CustomizationID 20.");
  sheet.require(hasReference, "BF03a", "Una nota sin referencia no puede anular.");
}

function judgePeriod(sheet: Sheet): void {
  const period = at(sheet.root, "cac:InvoicePeriod");
  const ends = "del periodo de facturación que modifica esta nota crédito.";
  sheet.require(textAt(period, "cbc:StartDate") !== "", "AE02", `No fue informado el inicio ${ends}`);
  sheet.require(textAt(period, "cbc:EndDate") !== "", "AE04", `No fue informado el fin ${ends}`);
}

function judgeReference(sheet: Sheet): void {
  const references = all(sheet.root, "cac:BillingReference/cac:InvoiceDocumentReference");
  const [reference] = references;
  sheet.require(reference !== undefined, "BG02", "Falta la referencia al documento que la nota corrige.");
  if (!reference) {
    if (sheet.type === "91") sheet.reject("BG01", "Falta el grupo BillingReference.");
    return;
  }
  // A period says that there is no reference.
  if (at(sheet.root, "cac:InvoicePeriod")) sheet.remark("la nota con referencia lleva un periodo");
  if (references.length > 1) sheet.remark("la nota refiere a más de un documento");
  sheet.require(textAt(reference, "cbc:ID") !== "", "BG03", "No se informó el número del documento referenciado.");
  const key = textAt(reference, "cbc:UUID");
  sheet.require(key !== "", "BG04", "No se informó el CUFE, CUDE o CUDS del documento referenciado.");
  if (key !== "") judgeCorrected(sheet, reference, key);
}

/** What the reference names, against the documents that were accepted here. */
function judgeCorrected(sheet: Sheet, reference: Element, key: string): void {
  const found = sheet.context.findAccepted(key);
  if (found === undefined || CORRECTED[sheet.type]?.includes(found.type) !== true) {
    sheet.reject(sheet.isSupport ? "BG04" : "BG04a", "El documento referenciado no existe en los registros.");
    return;
  }
  sheet.require(found.nit === sheet.issuerNit, "BG04b", "El documento referenciado es de otro emisor.");
  if (sheet.type === "91" && `${sheet.motive} ${sheet.counterpartName}`.toLowerCase().includes(ACCEPTED_TAG)) {
    sheet.rejectGeneral("LGC15", "La factura referenciada ya fue aceptada por el adquirente.");
  }
  const scheme = attribute(at(reference, "cbc:UUID"), "schemeName");
  const expected = SCHEMES[found.type] ?? "CUFE-SHA384";
  sheet.require(scheme === expected, "BG05", `El algoritmo del documento referenciado es ${expected}.`);
  const issued = textAt(sheet.root, "cbc:IssueDate");
  sheet.require(issued >= found.issueDate, "BG06", "La nota es anterior al documento referenciado.");
  const total = amountOrZero(textAt(sheet.root, `${sheet.totalName}/cbc:PayableAmount`));
  if (total <= findBalance(sheet, found)) return;
  const text = "Valor de la Nota de Ajuste es superior al valor del documento referenciado.";
  // Whether a debit note above its invoice is refused, no source says for certain.
  if (sheet.type === "92" || sheet.type === "93") sheet.remark(text);
  else sheet.rejectGeneral("VLR02", text);
}

/** What a note may take away: of a ticket what its earlier notes have left. */
function findBalance(sheet: Sheet, { total, corrections = [] }: AcceptedDocument): Amount {
  if (sheet.type !== "94") return amountOrZero(total);
  const ofType = (type: string): Amount =>
    sumOf(corrections.filter((one) => one.type === type).map((one) => amountOrZero(one.total)));
  return amountOrZero(total) + ofType("93") - ofType("94");
}

/** The registered prefix is that of the note's own number. */
function judgePrefix(sheet: Sheet): void {
  const path = "cac:Party/cac:PartyLegalEntity/cac:CorporateRegistrationScheme/cbc:ID";
  const registered = textAt(sheet.supplier, path);
  const holds = sheet.number.startsWith(registered) && /^\d+$/.test(sheet.number.slice(registered.length));
  sheet.require(holds, "AJ50", "El prefijo no corresponde al de la nota.");
}
