// Names the lists of codes among the schemas of v2, each code with its meaning, and refers the fields of requests to them.
import {
  type CatalogueEntry,
  listAllowanceReasons,
  listIdentificationTypes,
  listNoteConcepts,
  listPaymentMeans,
  listTaxes,
} from "../../src/domain/catalogue/catalogue.ts";
import type { Schema, Schemas } from "./schema.ts";

interface CodeList {
  readonly description: string;
  readonly entries: readonly CatalogueEntry[];
}

const taxes = listTaxes();

/** Every list by the name of its schema. */
const LISTS: Readonly<Record<string, CodeList>> = {
  IdentificationTypeCode: { description: "Tipo de identificación.", entries: listIdentificationTypes() },
  PaymentMeansCode: { description: "Medio de pago.", entries: listPaymentMeans() },
  ItemTaxCode: {
    description: "Tributo en porcentaje de un ítem, o ninguno.",
    entries: taxes.filter(({ kind }) => kind === "percent" || kind === "other"),
  },
  OtherTaxCode: {
    description: "Tributo de un ítem, en porcentaje o por unidad.",
    entries: taxes.filter(({ kind, isRulePublished }) => isRulePublished && (kind === "percent" || kind === "nominal")),
  },
  DiscountReasonCode: { description: "Motivo de un descuento.", entries: listAllowanceReasons(false) },
  ChargeReasonCode: { description: "Motivo de un cargo.", entries: listAllowanceReasons(true) },
  CreditNoteConceptCode: { description: "Concepto de la nota crédito.", entries: listNoteConcepts("91") },
  DebitNoteConceptCode: { description: "Concepto de la nota débito.", entries: listNoteConcepts("92") },
  AdjustmentNoteConceptCode: { description: "Concepto de la nota de ajuste.", entries: listNoteConcepts("95") },
};

/** Fields of requests by their schema -> the list that they take a code of. */
const FIELDS: Readonly<Record<string, string>> = {
  "Receiver.tipo_doc": "IdentificationTypeCode",
  "Supplier.tipo_documento": "IdentificationTypeCode",
  "AcquirerRequest.identification_type": "IdentificationTypeCode",
  "InvoicePayment.means_code": "PaymentMeansCode",
  "SupportDocumentRequest.medio_pago_codigo": "PaymentMeansCode",
  "InvoiceItem.codigo_impuesto": "ItemTaxCode",
  "InvoiceItemTax.codigo": "OtherTaxCode",
  "InvoiceDiscount.codigo": "DiscountReasonCode",
  "InvoiceCharge.codigo": "ChargeReasonCode",
  "CreditNoteRequest.concepto": "CreditNoteConceptCode",
  "DebitNoteRequest.concepto": "DebitNoteConceptCode",
  "AdjustmentNoteRequest.concepto": "AdjustmentNoteConceptCode",
};

/**
 * Adds the lists, and refers the fields to them, in place.
 * @throws Error for a field that there is not.
 */
export function nameCodeLists(schemas: Schemas): void {
  for (const [path, name] of Object.entries(FIELDS)) {
    const [owner = "", field = ""] = path.split(".");
    const schema = schemas[owner]?.properties?.[field];
    if (schema === undefined) throw new Error(`no field ${path} takes a code`);
    schemas[name] ??= printList(name);
    const reference = { $ref: `#/components/schemas/${name}` };
    const isNullable = Array.isArray(schema.type) && schema.type.includes("null");
    Object.assign(schema, isNullable ? { anyOf: [reference, { type: "null" }] } : reference);
  }
}

function printList(name: string): Schema {
  const list = LISTS[name];
  if (list === undefined) throw new Error(`no list of codes is called ${name}`);
  const { description, entries } = list;
  return {
    type: "string",
    description: `${description} ${entries.map(({ code, name: meaning }) => `\`${code}\` ${meaning}`).join("; ")}.`,
    enum: entries.map(({ code }) => code),
    "x-enum-descriptions": entries.map(({ name: meaning }) => meaning),
  };
}
