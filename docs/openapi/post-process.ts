// Adds to the schemas of requests what the generator cannot see in the reading functions: nulls, rules, aliases, parts that are
// switched off.
import { ACQUIRER_ALIASES } from "../../src/api/acquirer/request.ts";
import type { ApiVersion } from "../../src/api/base/version.ts";
import type { AliasTable } from "../../src/api/field/name.ts";
import { INVOICE_ALIASES } from "../../src/api/invoice/request.ts";
import { ADJUSTMENT_NOTE_ALIASES, INVOICE_NOTE_ALIASES } from "../../src/api/note/request.ts";
import { SUPPORT_DOCUMENT_ALIASES, SUPPORT_DOCUMENT_ALIASES_OF_V1 } from "../../src/api/support-document/request.ts";

/** A JSON schema as far as it is amended. */
interface Schema {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  "x-rule"?: string;
  "x-aliases"?: string[];
  [keyword: string]: unknown;
}

const REQUESTS: Readonly<Record<string, AliasTable>> = {
  SupportDocumentRequest: SUPPORT_DOCUMENT_ALIASES,
  InvoiceRequest: INVOICE_ALIASES,
  AcquirerRequest: ACQUIRER_ALIASES,
  CreditNoteRequest: INVOICE_NOTE_ALIASES,
  DebitNoteRequest: INVOICE_NOTE_ALIASES,
  TicketRequest: INVOICE_ALIASES,
  TicketCreditNoteRequest: INVOICE_NOTE_ALIASES,
  TicketDebitNoteRequest: INVOICE_NOTE_ALIASES,
  AdjustmentNoteRequest: ADJUSTMENT_NOTE_ALIASES,
};

/** Digits with at most one point; at most 20 of them, which a pattern cannot count on both sides. */
const DECIMAL_TEXT = "^[0-9]{1,20}([.][0-9]{1,19})?$";

/** Amends the component schemas in place; a version has not all of them. */
export function amendRequests(schemas: Record<string, Schema>, api: ApiVersion): void {
  const requests = api === "v1" ? { ...REQUESTS, SupportDocumentRequest: SUPPORT_DOCUMENT_ALIASES_OF_V1 } : REQUESTS;
  for (const [name, aliases] of Object.entries(requests)) {
    const schema = schemas[name];
    if (schema === undefined) continue;
    if (api !== "v1") takeDecimalText(schema);
    amendObject(schema, aliases);
  }
  relaxSwitchedOff(schemas.InvoiceRequest?.properties?.aiu, true);
  relaxSwitchedOff(schemas.SupportDocumentRequest?.properties?.retenciones?.items, false);
}

function amendObject(schema: Schema, { names = {}, nested = {} }: Partial<AliasTable>): void {
  const required = schema.required ?? [];
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const object = field.items ?? field;
    if (object.properties !== undefined) amendObject(object, nested[name] ?? {});
    const aliases = Object.keys(names).filter((alias) => names[alias] === name);
    if (aliases.length > 0) field["x-aliases"] = aliases;
    if (field["x-rule"] !== undefined) field.description = `${field.description ?? ""} Regla ${field["x-rule"]}.`;
    if (!required.includes(name)) allowNull(field);
  }
}

/** Every number of a request, however deep, may come as text; whole numbers may not. */
function takeDecimalText(schema: Schema): void {
  for (const field of Object.values(schema.properties ?? {})) {
    if (field.type === "number") {
      field.type = ["number", "string"];
      field.pattern = DECIMAL_TEXT;
    }
    takeDecimalText(field.items ?? field);
  }
}

/** `null` counts as absent wherever absence is allowed. */
function allowNull(field: Schema): void {
  field.type = [...new Set([field.type ?? "object", "null"].flat())];
  if (field.enum !== undefined && !field.enum.includes(null)) field.enum = [...field.enum, null];
}

/** An object with `enabled: false` is not looked at; `needsSwitch` says whether `enabled` itself must come. */
function relaxSwitchedOff(schema: Schema | undefined, needsSwitch: boolean): void {
  if (schema?.required === undefined) throw new Error("a part that can be switched off has no required fields");
  for (const name of schema.required) {
    const field = schema.properties?.[name];
    if (field === undefined || name === "enabled") continue;
    field.description = `${field.description ?? ""} Obligatorio, salvo con \`enabled: false\`.`;
  }
  schema.required = needsSwitch ? ["enabled"] : [];
}
