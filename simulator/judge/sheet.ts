// Turns a parsed document into the judge's sheet: what kind of document it is, who answers for it, and the findings so far.
import { all, at, attribute, children, type Element, textAt, textOf } from "../dom.ts";
import type { Taxpayer } from "../register.ts";
import { NOTE_PROFILE, TICKET_PROFILE } from "../wire-literal.ts";
import { isAttested, ticketCode } from "./attested.ts";
import { isNotice } from "./severity.ts";

export interface Finding {
  readonly code: string;
  readonly severity: "rejection" | "notice";
  readonly text: string;
}

/** A document that the authority has accepted, as far as notes on it are judged by it. */
export interface AcceptedDocument {
  readonly nit: string;
  readonly type: string;
  readonly issueDate: string;
  readonly total: string;
  /** What was accepted before as a correction of it. */
  readonly corrections?: readonly Correction[];
}

export interface Correction {
  readonly type: string;
  readonly total: string;
}

export interface JudgeContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Days that the signing date may lie before today in Bogotá; undefined: not checked. */
  readonly dateToleranceDays: number | undefined;
  readonly findTaxpayer: (nit: string) => Taxpayer | undefined;
  /** By CUFE, CUDE or CUDS. */
  readonly findAccepted: (documentKey: string) => AcceptedDocument | undefined;
  /** Set of the test set's id when the document came through SendTestSetAsync. */
  readonly testSetId: string | undefined;
}

/** How each root names its lines, their quantities and its totals. */
const SHAPES: Readonly<Record<string, { line: string; quantity: string; total: string }>> = {
  CreditNote: {
    line: "cac:CreditNoteLine",
    quantity: "cbc:CreditedQuantity",
    total: "cac:LegalMonetaryTotal",
  },
  DebitNote: { line: "cac:DebitNoteLine", quantity: "cbc:DebitedQuantity", total: "cac:RequestedMonetaryTotal" },
};
const INVOICE_SHAPE = { line: "cac:InvoiceLine", quantity: "cbc:InvoicedQuantity", total: "cac:LegalMonetaryTotal" };

/** First letters of the rules of a type: FAD06, DSAD06, CAD06, DAD06, NSAD06; of tickets and notes on them DEAD06, NAAD06, NADAD06. */
export function rulePrefix(type: string): string {
  return { "05": "DS", "20": "DE", "91": "C", "92": "D", "93": "NAD", "94": "NA", "95": "NS" }[type] ?? "F";
}

/** Types of the equivalent documents: the ticket, and its debit and credit note. */
const TICKET_TYPES = ["20", "93", "94"];

export function isTicketType(type: string): boolean {
  return TICKET_TYPES.includes(type);
}

/** The type code of the document; a debit note has none. */
function statedTypeOf(root: Element): string {
  if (root.nodeName === "DebitNote") return "";
  return textAt(root, root.nodeName === "CreditNote" ? "cbc:CreditNoteTypeCode" : "cbc:InvoiceTypeCode");
}

/** What a document is: a ticket, or a note on one, also by its profile, so that a wrong type code is found as theirs. */
function typeOf(root: Element, stated: string): string {
  const profile = textAt(root, "cbc:ProfileID");
  if (root.nodeName === "Invoice") return profile === TICKET_PROFILE ? "20" : stated;
  if (root.nodeName === "CreditNote") return profile === NOTE_PROFILE["94"] ? "94" : stated;
  const isOfInvoices = profile === NOTE_PROFILE["92"] || textAt(root, "cbc:CustomizationID") !== "20";
  return profile === NOTE_PROFILE["93"] || !isOfInvoices ? "93" : "92";
}

export class Sheet {
  readonly root: Element;
  readonly context: JudgeContext;
  readonly findings: Finding[] = [];
  /** What the authority would let pass although its own texts say otherwise. */
  readonly remarks: string[] = [];
  /** A support document or an adjustment note to one: the supplier is the vendor. */
  readonly isSupport: boolean;
  readonly isNote: boolean;
  /** A ticket, or a note on one: refused by attested rules alone. */
  readonly isTicket: boolean;
  readonly lineName: string;
  readonly quantityName: string;
  readonly totalName: string;
  readonly type: string;
  /** As the document spells it. */
  readonly statedType: string;
  readonly number: string;
  readonly uuid: string;
  readonly currency: string;
  readonly environment: string;
  readonly supplier: Element | undefined;
  readonly customer: Element | undefined;
  /** The party that issues and signs: the supplier of an invoice, the customer of a support document. */
  readonly issuer: Element | undefined;
  readonly issuerNit: string;
  readonly issuerCheckDigit: string;
  readonly lines: readonly Element[];
  readonly control: Element | undefined;
  readonly signature: Element | undefined;
  taxpayer: Taxpayer | undefined;

  constructor(root: Element, context: JudgeContext) {
    this.root = root;
    this.context = context;
    this.statedType = statedTypeOf(root);
    this.type = typeOf(root, this.statedType);
    this.isTicket = isTicketType(this.type);
    this.isSupport = this.type === "05" || this.type === "95";
    this.isNote = root.nodeName !== "Invoice";
    const shape = SHAPES[root.nodeName] ?? INVOICE_SHAPE;
    this.lineName = shape.line;
    this.quantityName = shape.quantity;
    this.totalName = shape.total;
    this.number = textAt(root, "cbc:ID");
    this.uuid = textAt(root, "cbc:UUID");
    this.currency = textAt(root, "cbc:DocumentCurrencyCode");
    this.environment = textAt(root, "cbc:ProfileExecutionID");
    this.supplier = at(root, "cac:AccountingSupplierParty");
    this.customer = at(root, "cac:AccountingCustomerParty");
    this.issuer = this.isSupport ? this.customer : this.supplier;
    const company = at(this.issuer, "cac:Party/cac:PartyTaxScheme/cbc:CompanyID");
    this.issuerNit = textOf(company);
    this.issuerCheckDigit = attribute(company, "schemeID") ?? "";
    this.lines = all(root, this.lineName);
    this.signature = all(root, "ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/ds:Signature")[0];
    this.control = all(root, "ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/sts:DianExtensions")[0];
  }

  /** The counterpart's registered name, where the behaviour tags stand. */
  get counterpartName(): string {
    const party = this.isSupport ? this.supplier : this.customer;
    return textAt(party, "cac:Party/cac:PartyTaxScheme/cbc:RegistrationName");
  }

  /** Why, in the issuer's words: the notes of a note. */
  get motive(): string {
    return this.isNote ? children(this.root, "cbc:Note").map(textOf).join("\n") : "";
  }

  /** Full rule code: `AD06` is FAD06 in an invoice and DSAD06 in a support document. */
  code(rule: string): string {
    const code = `${rulePrefix(this.type)}${rule}`;
    return this.isTicket ? ticketCode(code) : code;
  }

  /** A breach; whether it rejects or only notifies is the rule's (see severity). */
  reject(rule: string, text: string): void {
    const code = this.code(rule);
    this.find(code, isNotice(rule, code) ? "notice" : "rejection", text);
  }

  /** A breach that only notifies here, even if the rule rejects elsewhere. */
  notice(rule: string, text: string): void {
    this.find(this.code(rule), "notice", text);
  }

  /** A rule that has one code for all documents (ZE02, DC09, VLR01). */
  rejectGeneral(code: string, text: string): void {
    this.add(code, "rejection", text);
  }

  remark(text: string): void {
    this.remarks.push(text);
  }

  /** Rejects when the condition does not hold. */
  require(holds: boolean, rule: string, text: string): void {
    if (!holds) this.reject(rule, text);
  }

  private find(code: string, severity: Finding["severity"], text: string): void {
    const unproven = `${code}: ${text}`;
    if (!this.isTicket || isAttested(code)) this.add(code, severity, text);
    else if (!this.remarks.includes(unproven)) this.remark(unproven);
  }

  private add(code: string, severity: Finding["severity"], text: string): void {
    if (!this.findings.some((one) => one.code === code && one.text === text))
      this.findings.push({ code, severity, text });
  }
}
