// Rewrites the component schemas for their readers: patterns that every engine of regular expressions compiles, enums without an
// empty text, and one name for each object inside another and for each list of choices.
import { nameChoices } from "./choices.ts";
import { isSameShape, joinName, refer, type Schema, type Schemas } from "./schema.ts";

/** Names of objects inside others, by owner and field; another one is called by the two together (`InvoiceRequestAiu`). */
const NAMES: Readonly<Record<string, string>> = {
  "AuthorityVerdict.rules": "AuthorityRule",
  "SupportDocumentRequest.proveedor": "Supplier",
  "SupportDocumentRequest.items": "SupportDocumentItem",
  "SupportDocumentRequest.retenciones": "SupportDocumentWithholdingRequest",
  "InvoiceRequest.receptor": "Receiver",
  "InvoiceRequest.items": "InvoiceItem",
  "InvoiceRequest.payment": "InvoicePayment",
  "InvoiceRequest.aiu": "InvoiceAiu",
  "InvoiceRequest.withholdings": "InvoiceWithholding",
  "InvoiceRequest.currency": "InvoiceCurrency",
  "InvoiceRequest.descuentos": "InvoiceDiscount",
  "InvoiceRequest.cargos": "InvoiceCharge",
  "InvoiceRequest.pagos": "PaymentRequest",
  "InvoiceRequest.cuotas": "InstalmentRequest",
  "InvoiceRequest.anticipos": "PrepaymentRequest",
  "InvoiceRequest.referencias": "ReferencesRequest",
  "InvoiceRequest.entrega": "DeliveryRequest",
  "SupportDocumentRequest.pagos": "PaymentRequest",
  "SupportDocumentRequest.referencias": "PurchaseReferenceRequest",
  "ReferencesRequest.orden_compra": "NamedDocumentRequest",
  "ReferencesRequest.remisiones": "NamedDocumentRequest",
  "ReferencesRequest.entradas": "NamedDocumentRequest",
  "ReferencesRequest.contrato": "ContractRequest",
  "PurchaseReferenceRequest.orden_compra": "NamedDocumentRequest",
  "References.orden_compra": "PurchaseOrder",
  "References.contrato": "Contract",
  "InvoiceItem.codigo_estandar": "StandardCodeRequest",
  "InvoiceItem.obsequio": "GiftRequest",
  "InvoiceNoteItem.codigo_estandar": "StandardCodeRequest",
  "InvoiceNoteItem.obsequio": "GiftRequest",
  "InvoiceItem.otros_impuestos": "InvoiceItemTax",
  "InvoiceDetail.factura": "CorrectedInvoice",
  "ErrorBody.documento": "KeyOwner",
  "Acquirer.acquirer": "AcquirerData",
  "Change.documento": "ChangedDocument",
  "Change.envio": "ChangedMail",
  "Envio.motivo": "MailReason",
  "InvoiceRequest.envio": "MailRequest",
  "TicketRequest.envio": "MailRequest",
  "TicketCreditNoteRequest.envio": "MailRequest",
  "TicketDebitNoteRequest.envio": "MailRequest",
  "CreditNoteRequest.envio": "MailRequest",
  "DebitNoteRequest.envio": "MailRequest",
  "CreditNoteRequest.items": "InvoiceNoteItem",
  "DebitNoteRequest.items": "InvoiceNoteItem",
  "CreditNoteRequest.factura": "ExternalInvoice",
  "DebitNoteRequest.factura": "ExternalInvoice",
  "TicketRequest.items": "InvoiceItem",
  "TicketRequest.descuentos": "InvoiceDiscount",
  "TicketRequest.cargos": "InvoiceCharge",
  "TicketRequest.pagos": "PaymentRequest",
  "TicketRequest.cuotas": "InstalmentRequest",
  "TicketRequest.anticipos": "PrepaymentRequest",
  "TicketRequest.referencias": "ReferencesRequest",
  "TicketRequest.entrega": "DeliveryRequest",
  "TicketRequest.caja": "TicketTillRequest",
  "TicketRequest.comprador": "TicketLoyaltyRequest",
  "TicketCreditNoteRequest.cargos": "CreditNoteRequestCargos",
  "TicketCreditNoteRequest.items": "InvoiceNoteItem",
  "TicketDebitNoteRequest.items": "InvoiceNoteItem",
  "TicketCreditNoteRequest.documento": "ExternalTicket",
  "TicketDebitNoteRequest.documento": "ExternalTicket",
  "Ticket.caja": "TicketTill",
  "Ticket.comprador": "TicketLoyalty",
  "PricedTicket.caja": "TicketTill",
  "PricedTicket.comprador": "TicketLoyalty",
  "AdjustmentNoteRequest.items": "AdjustmentNoteItem",
  "AdjustmentNoteRequest.documento": "ExternalSupportDocument",
  "SupportDocumentSummary.proveedor": "Party",
  "Representation.validacion": "PrintedValidation",
  "Representation.identificador": "PrintedIdentifier",
  "Representation.resolucion": "PrintedAuthorization",
  "Representation.emisor": "PrintedIssuer",
  "Representation.totales_en_pesos": "PrintedPesoTotals",
  "Representation.fabricante": "PrintedSoftwareMaker",
  "Representation.tiquete": "PrintedTicket",
  "PrintedTicket.caja": "PrintedTill",
  "PrintedTicket.comprador": "PrintedLoyalty",
  "TicketDetail.caja": "TicketTill",
  "TicketDetail.comprador": "TicketLoyalty",
};
/** The same object wherever a field has this name and no other name by its owner. */
const SHARED_NAMES: Readonly<Record<string, string>> = {
  notices: "Notice",
  details: "RejectionDetail",
  rules: "DryRunRule",
  numbering: "NumberingForecast",
  tercero: "Party",
  proveedor: "Supplier",
  receptor: "Receiver",
  payment: "InvoicePayment",
  currency: "InvoiceCurrency",
  periodo: "Period",
  periodo_facturado: "Period",
  referencias: "References",
  entrega: "Delivery",
  obsequios: "Gifts",
  codigo_estandar: "StandardCode",
  obsequio: "Gift",
  documento_soporte: "CorrectedSupportDocument",
  tiquete: "CorrectedTicket",
};

/** Classes of Unicode that only some engines know, and what every engine reads in their place; it admits no less. */
const PLAIN_CLASSES: Readonly<Record<string, string>> = { "\\P{C}": "[^\\x00-\\x1F\\x7F]" };

const BLANK_IS_ABSENT = "Un texto vacío cuenta como ausente.";

/**
 * Rewrites component schemas in place.
 * @throws Error on a pattern that not every engine reads.
 */
export function polishSchemas(schemas: Schemas): void {
  requireIdentifiers(schemas);
  for (const schema of Object.values(schemas)) polish(schema);
  for (const name of Object.keys(schemas)) nameInner(name, schemas[name] ?? {}, schemas);
  for (const [name, schema] of Object.entries(schemas)) nameChoices(name, schema, schemas);
}

/** What the authority has decided on was signed before: its identifier is never null. */
function requireIdentifiers(schemas: Schemas): void {
  for (const name of ["InvoiceSettled", "InvoiceRejected"]) requireText(schemas[name]?.properties?.cufe);
  const accepted = structuredClone(schemas.SupportDocument ?? {});
  requireText(accepted.properties?.cuds);
  schemas.SupportDocumentAccepted = accepted;
  const document = schemas.SupportDocumentSettled?.properties?.documento;
  if (document === undefined) throw new Error("an accepted support document is not described");
  Object.assign(document, refer("SupportDocumentAccepted"));
}

function requireText(field: Schema | undefined): void {
  if (field === undefined) throw new Error("an identifier is not described");
  field.type = "string";
  field.description = field.description?.replace(/; null antes de firmar\.$/, ".") ?? "";
}

function polish(schema: Schema): void {
  if (schema.pattern !== undefined) schema.pattern = writePlain(schema.pattern);
  if (schema.enum?.includes("")) dropBlank(schema, schema.enum);
  for (const field of Object.values(schema.properties ?? {})) polish(field);
  for (const part of [...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items])]) polish(part);
}

function writePlain(pattern: string): string {
  const plain = Object.entries(PLAIN_CLASSES).reduce((text, [from, to]) => text.replaceAll(from, to), pattern);
  if (/\\[pP]\{|\\u\{|\(\?<[=!]/.test(plain)) throw new Error(`not every reader of the document knows ${pattern}`);
  return plain;
}

/** An enum of nothing but the empty text is a text without characters. */
function dropBlank(schema: Schema, choices: readonly unknown[]): void {
  const others = choices.filter((choice) => choice !== "");
  if (others.length === 0) {
    delete schema.enum;
    schema.maxLength = 0;
    return;
  }
  schema.enum = others;
  schema.description = [schema.description ?? [], BLANK_IS_ABSENT].flat().join(" ");
}

function nameInner(owner: string, schema: Schema, schemas: Schemas): void {
  for (const [field, child] of Object.entries(schema.properties ?? {})) {
    if (child.items?.properties !== undefined) {
      child.items = refer(addComponent(`${owner}.${field}`, child.items, schemas));
    } else if (child.properties !== undefined) {
      const { type, description, properties, required } = child;
      const object = { type: "object", ...about({ description, required }), properties };
      const name = addComponent(`${owner}.${field}`, object, schemas);
      const isNullable = Array.isArray(type) && type.includes("null");
      for (const keyword of ["type", "properties", "required"]) delete child[keyword];
      Object.assign(child, isNullable ? { anyOf: [refer(name), { type: "null" }] } : refer(name));
    }
  }
}

/** The members that have a value. */
function about({ description, required }: { description: string | undefined; required: string[] | undefined }): Schema {
  return { ...(description === undefined ? {} : { description }), ...(required === undefined ? {} : { required }) };
}

/** The name under which an object now stands among the components; objects that differ in words alone share one. */
function addComponent(path: string, schema: Schema, schemas: Schemas): string {
  const [owner = "", field = ""] = path.split(".");
  const name = NAMES[path] ?? SHARED_NAMES[field] ?? joinName(owner, field);
  const known = schemas[name];
  nameInner(name, schema, schemas);
  if (known === undefined) schemas[name] = schema;
  else if (!isSameShape(known, schema))
    throw new Error(`${path} is another object than ${name}: it needs a name of its own`);
  else if (known.description !== schema.description) delete known.description;
  return name;
}
