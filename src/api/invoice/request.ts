// Reads the body of POST fe/facturas into a draft with aliases resolved, or gives every problem of its shape.
import type * as z from "zod";
import type {
  AiuDraft,
  CurrencyDraft,
  InvoiceDraft,
  InvoiceLineDraft,
  InvoicePaymentDraft,
  InvoiceWithholdingDraft,
  ReceiverDraft,
} from "../../domain/draft.ts";
import type { InvoiceDraftParts, InvoiceHeader } from "../../domain/invoice.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../domain/json.ts";
import { type AliasTable, resolveAliases } from "../alias.ts";
import type { Advice } from "../dry-run-reply.ts";
import type { Detail } from "../error.ts";
import { LIST_MOST_ELEMENTS, readFields } from "../field.ts";
import { describeUnused, type Naming, UNUSED } from "../message.ts";
import { findUnknownMembers, listNames } from "../unknown-name.ts";
import { toWirePath, type WireNames } from "../wire-name.ts";
import { COUNTRY_CODE, invoiceLineSchema, invoiceSchema } from "./request-schema.ts";

/** The body's own name of the idempotency key; it is no part of the payload. */
export const INVOICE_KEY = "draft_key";

/** What a client should send; a dry run says what was done without it. */
export const INVOICE_ADVICE: readonly Advice[] = [
  { field: "draft_key", code: "2.1", instead: "sin ella un reintento emite otra factura; envíela siempre" },
  { field: "subtotal", code: "2.1", instead: "se usa la suma de los ítems, sin comprobarla contra la suya" },
  { field: "impuestos", code: "2.1", instead: "se usa la suma de los ítems, sin comprobarla contra la suya" },
  { field: "total", code: "2.1", instead: "se usa la suma de los ítems, sin comprobarla contra la suya" },
  { field: "fecha_emision", code: "2.1", instead: "se usa la fecha de hoy en Colombia" },
  { field: "payment", code: "2.1", instead: "se usa el método de pago por defecto de la empresa" },
];

/** Other spellings of fields and values. */
export const INVOICE_ALIASES: AliasTable = {
  names: {},
  nested: {
    items: { names: { tax_code: "codigo_impuesto" } },
    aiu: {
      names: {},
      values: {
        iva_base_mode: { aiu_total: "AIU_TOTAL", utilidad: "UTILIDAD", aiu_utilidad: "UTILIDAD", utility: "UTILIDAD" },
      },
    },
  },
};

/** What the wire calls the members of a draft. */
const INVOICE_NAMES: WireNames<InvoiceDraft> = {
  receiver: {
    name: "receptor",
    members: {
      identificationType: "tipo_doc",
      identificationNumber: "numero_doc",
      name: "nombre",
      email: "email",
      address: "direccion",
      countryCode: "pais",
    },
  },
  lines: {
    name: "items",
    members: {
      description: "desc",
      quantity: "cant",
      unitPrice: "unit",
      inputPrice: "unit_input",
      taxRate: "iva",
      taxIncluded: "iva_incluido",
      taxCode: "codigo_impuesto",
    },
  },
  claimedSubtotal: "subtotal",
  claimedTaxes: "impuestos",
  claimedTotal: "total",
  isContingency: "es_contingencia",
  issueDate: "fecha_emision",
  payment: {
    name: "payment",
    members: { form: "form", methodId: "method_id", meansCode: "means_code", dueDate: "due_date" },
  },
  aiu: {
    name: "aiu",
    members: {
      contractBase: "contract_base",
      administrationPercent: "administracion_percent",
      contingencyPercent: "imprevistos_percent",
      profitPercent: "utilidad_percent",
      taxRate: "tax_rate",
      taxBaseMode: "iva_base_mode",
    },
  },
  withholdings: { name: "withholdings", members: { type: "type", baseMode: "base_mode", percent: "percent" } },
  currency: {
    name: "currency",
    members: {
      code: "commercial_currency",
      appliedRate: "applied_rate",
      officialRate: "official_trm",
      rateDate: "rate_date",
    },
  },
  notes: "observaciones",
};

const NAMES = listNames(invoiceSchema, INVOICE_ALIASES);

/** A request as read: the draft, or its problems; and what its fingerprint and its messages need. */
export interface InvoiceRequest {
  readonly draft: InvoiceDraft | undefined;
  /** Problems of shape. */
  readonly typeErrors: readonly Detail[];
  /** What has a shape, when not all of it has: its meaning can be judged too. */
  readonly parts: InvoiceDraftParts;
  /** Members that are not used, as the client spells them. */
  readonly unused: readonly Detail[];
  /** The whole payload under canonical names, unknown members included. */
  readonly canonical: JsonValue;
  readonly naming: Naming;
}

/** Reads a body; what depends on the company or the clock is left to the domain. */
export function readInvoice(body: JsonObject): InvoiceRequest {
  const { value, problems, spell } = resolveAliases(body, INVOICE_ALIASES);
  const read = readFields(invoiceSchema, withoutUnusedAiu(value), spell);
  const typeErrors = [...problems, ...read.problems];
  return {
    draft: typeErrors.length === 0 && read.value !== undefined ? toDraft(read.value) : undefined,
    typeErrors,
    parts: typeErrors.length === 0 ? {} : readParts(withoutUnusedAiu(value)),
    unused: [...findUnknownMembers(body, NAMES, (path) => isOfUnusedAiu(path, body)), ...findUnusedCountry(body)],
    canonical: value,
    naming: { kind: "invoice", spell: (field) => spell(toWirePath(INVOICE_NAMES, field)) },
  };
}

/** An AIU object that is switched off is skipped with all that it holds. */
function withoutUnusedAiu(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const { aiu } = value;
  return isJsonObject(aiu) && aiu.enabled === false ? { ...value, aiu: null } : value;
}

function isOfUnusedAiu([name]: readonly PropertyKey[], { aiu }: JsonObject): boolean {
  return name === "aiu" && aiu !== undefined && isJsonObject(aiu) && aiu.enabled === false;
}

/** `pais` is read only where it is a country's code (see `receiverSchema`). */
function findUnusedCountry({ receptor }: JsonObject): readonly Detail[] {
  if (receptor === undefined || !isJsonObject(receptor)) return [];
  const { pais } = receptor;
  if (pais === undefined || pais === null || pais === "") return [];
  if (typeof pais === "string" && COUNTRY_CODE.test(pais)) return [];
  return [describeUnused("campo", "receptor.pais", UNUSED.country(pais), "2.2")];
}

type InvoiceWire = z.output<typeof invoiceSchema>;

const headerPart = invoiceSchema.omit({
  ...{ receptor: true, items: true, payment: true, aiu: true, withholdings: true, currency: true },
});
const receiverPart = invoiceSchema.pick({ receptor: true });
const paymentPart = invoiceSchema.pick({ payment: true });
const aiuPart = invoiceSchema.pick({ aiu: true });
const withholdingsPart = invoiceSchema.pick({ withholdings: true });
const currencyPart = invoiceSchema.pick({ currency: true });

function readParts(value: JsonValue): InvoiceDraftParts {
  const header = readFields(headerPart, value).value;
  const receiver = readFields(receiverPart, value).value;
  const payment = readFields(paymentPart, value).value;
  const aiu = readFields(aiuPart, value).value;
  const withholdings = readFields(withholdingsPart, value).value;
  const currency = readFields(currencyPart, value).value;
  return {
    lines: readEachLine(value),
    ...(header === undefined ? {} : { header: toHeader(header) }),
    ...(receiver === undefined ? {} : { receiver: toReceiver(receiver.receptor) }),
    ...(payment === undefined ? {} : { payment: toPayment(payment.payment) }),
    ...(aiu === undefined ? {} : { aiu: toAiu(aiu.aiu) }),
    ...(withholdings === undefined ? {} : { withholdings: toWithholdings(withholdings.withholdings) }),
    ...(currency === undefined ? {} : { currency: toCurrency(currency.currency) }),
  };
}

/** The items that can be read, each in its place; none of a list that is too long. */
function readEachLine(value: JsonValue): readonly (InvoiceLineDraft | undefined)[] {
  const items = isJsonObject(value) ? value.items : undefined;
  if (!Array.isArray(items) || items.length > LIST_MOST_ELEMENTS) return [];
  return items.map((item) => {
    const { value: line } = readFields(invoiceLineSchema, item);
    return line === undefined ? undefined : toLine(line);
  });
}

function toDraft(wire: InvoiceWire): InvoiceDraft {
  return {
    kind: "invoice",
    ...toHeader(wire),
    receiver: toReceiver(wire.receptor),
    lines: wire.items.map(toLine),
    payment: toPayment(wire.payment),
    aiu: toAiu(wire.aiu),
    withholdings: toWithholdings(wire.withholdings),
    currency: toCurrency(wire.currency),
  };
}

function toHeader(wire: z.output<typeof headerPart>): InvoiceHeader {
  return {
    claimedSubtotal: wire.subtotal ?? null,
    claimedTaxes: wire.impuestos ?? null,
    claimedTotal: wire.total ?? null,
    isContingency: wire.es_contingencia ?? false,
    issueDate: wire.fecha_emision ?? null,
    notes: wire.observaciones ?? null,
  };
}

function toWithholdings(wire: InvoiceWire["withholdings"]): readonly InvoiceWithholdingDraft[] {
  return (wire ?? []).map(({ type, base_mode: baseMode, percent }) => ({ type, baseMode, percent }));
}

function toReceiver(wire: InvoiceWire["receptor"]): ReceiverDraft {
  return {
    identificationType: wire.tipo_doc ?? "",
    identificationNumber: wire.numero_doc,
    name: wire.nombre ?? "",
    email: wire.email ?? null,
    address: wire.direccion ?? null,
    countryCode: wire.pais ?? null,
  };
}

function toLine(wire: InvoiceWire["items"][number]): InvoiceLineDraft {
  return {
    description: wire.desc,
    quantity: wire.cant,
    unitPrice: wire.unit ?? null,
    inputPrice: wire.unit_input ?? null,
    taxRate: wire.iva,
    taxIncluded: wire.iva_incluido ?? false,
    taxCode: wire.codigo_impuesto ?? null,
  };
}

function toPayment(wire: InvoiceWire["payment"]): InvoicePaymentDraft | null {
  if (!wire) return null;
  return {
    form: wire.form ?? null,
    methodId: wire.method_id ?? null,
    meansCode: wire.means_code ?? null,
    dueDate: wire.due_date ?? null,
  };
}

function toAiu(wire: InvoiceWire["aiu"]): AiuDraft | null {
  if (!wire) return null;
  return {
    contractBase: wire.contract_base,
    administrationPercent: wire.administracion_percent ?? "0",
    contingencyPercent: wire.imprevistos_percent ?? "0",
    profitPercent: wire.utilidad_percent ?? "0",
    taxRate: wire.tax_rate,
    taxBaseMode: wire.iva_base_mode,
  };
}

function toCurrency(wire: InvoiceWire["currency"]): CurrencyDraft | null {
  if (!wire) return null;
  return {
    code: wire.commercial_currency?.toUpperCase() ?? "COP",
    appliedRate: wire.applied_rate ?? null,
    officialRate: wire.official_trm ?? null,
    rateDate: wire.rate_date ?? null,
  };
}
