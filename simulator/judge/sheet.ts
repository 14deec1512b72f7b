// Turns a parsed invoice into the judge's sheet: what kind of document it is, who answers for it, and the findings so far.
import { all, at, attribute, type Element, textAt, textOf } from "../dom.ts";
import type { Taxpayer } from "../register.ts";
import { isNotice } from "./severity.ts";

export interface Finding {
  readonly code: string;
  readonly severity: "rejection" | "notice";
  readonly text: string;
}

export interface JudgeContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Days that the signing date may lie before today in Bogotá; undefined: not checked. */
  readonly dateToleranceDays: number | undefined;
  readonly findTaxpayer: (nit: string) => Taxpayer | undefined;
  /** Set of the test set's id when the document came through SendTestSetAsync. */
  readonly testSetId: string | undefined;
}

export class Sheet {
  readonly root: Element;
  readonly context: JudgeContext;
  readonly findings: Finding[] = [];
  /** What the authority would let pass although its own texts say otherwise. */
  readonly remarks: string[] = [];
  readonly isSupport: boolean;
  readonly type: string;
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
    this.type = textAt(root, "cbc:InvoiceTypeCode");
    this.isSupport = this.type === "05";
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
    this.lines = all(root, "cac:InvoiceLine");
    this.signature = all(root, "ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/ds:Signature")[0];
    this.control = all(root, "ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/sts:DianExtensions")[0];
  }

  /** The counterpart's registered name, where the behaviour tags stand. */
  get counterpartName(): string {
    const party = this.isSupport ? this.supplier : this.customer;
    return textAt(party, "cac:Party/cac:PartyTaxScheme/cbc:RegistrationName");
  }

  /** Full rule code: `AD06` is FAD06 in an invoice and DSAD06 in a support document. */
  code(rule: string): string {
    return `${this.isSupport ? "DS" : "F"}${rule}`;
  }

  /** A breach; whether it rejects or only notifies is the rule's (see severity). */
  reject(rule: string, text: string): void {
    const code = this.code(rule);
    this.add(code, isNotice(rule, code) ? "notice" : "rejection", text);
  }

  /** A breach that only notifies here, even if the rule rejects elsewhere. */
  notice(rule: string, text: string): void {
    this.add(this.code(rule), "notice", text);
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

  private add(code: string, severity: Finding["severity"], text: string): void {
    if (!this.findings.some((one) => one.code === code && one.text === text))
      this.findings.push({ code, severity, text });
  }
}
