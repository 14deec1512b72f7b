// Reads the body of POST dse/documentos into a draft with defaults filled, or reports every problem that the body alone shows.
import * as z from "zod";
import { findDoubts, findPrintDoubts, findSupportDoubts } from "../../domain/doubt/doubt.ts";
import type {
  SupplierDraft,
  SupportClaims,
  SupportDocumentDraft,
  SupportLineDraft,
  SupportWithholdingDraft,
} from "../../domain/draft/draft.ts";
import { lacksPlace } from "../../domain/support/supplier.ts";
import {
  findDraftProblems,
  findNewDocumentProblems,
  type SupportDraftParts,
  type SupportHeader,
} from "../../domain/support/support-document.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../domain/value/json.ts";
import { noticeOrRefuse, refuseDoubts, throwIfWrong } from "../app/body.ts";
import type { Call } from "../app/route.ts";
import type { Detail } from "../base/error.ts";
import { quotePath } from "../base/text.ts";
import type { ApiVersion } from "../base/version.ts";
import { KEY_NAMES, type ReadRequest, type ReadSound, toSound } from "../creation/create.ts";
import { readDecimalTexts } from "../field/decimal-text.ts";
import { listItems, readFields } from "../field/field.ts";
import {
  type AliasTable,
  createNaming,
  findUnknownMembers,
  type KnownNames,
  listNames,
  NO_ALIASES,
  OWN_NAMES,
  resolveAliases,
  type WireNames,
} from "../field/name.ts";
import { toWhole, WHOLE_NAMES } from "../invoice/request.ts";
import { describeField, describeTaxMoney, PHRASE } from "../message/field.ts";
import { DetailList, describeProblem } from "../message/refusal.ts";
import {
  lineSchema,
  type supplierSchema,
  supportDocumentSchema,
  supportDocumentSchemaOfV1,
  type withholdingSchema,
} from "./request-schema.ts";

/** A name that in v1 is an amount of money, unlike everywhere else. */
const TAX_MONEY = "iva";

const ITEM_ALIASES = { base: "base_imponible", centro_costo_codigo: "cost_center_code" } as const;

/** Other names of the fields. */
export const SUPPORT_DOCUMENT_ALIASES: AliasTable = {
  names: {
    fecha: "fecha_documento",
    period_start_date: "fecha_inicio_periodo",
    period_end_date: "fecha_fin_periodo",
    payment_type: "forma_pago",
    payment_means_code: "medio_pago_codigo",
    payment_due_date: "fecha_vencimiento",
    withholdings: "retenciones",
  },
  nested: {
    metadatos: OWN_NAMES,
    proveedor: { names: { numero_documento: "nit" } },
    items: { names: ITEM_ALIASES },
    retenciones: {
      names: {
        type: "retention_key",
        tipo: "retention_key",
        codigo_authority: "authority_tax_code",
        nombre: "tax_name",
        label: "tax_name",
        modo_base: "base_mode",
        base: "base_amount",
        porcentaje: "percent",
        valor: "amount",
        activa: "enabled",
      },
      lesser: ["label"],
      values: { base_mode: { base: "subtotal", iva: "impuestos", bruto: "total" } },
    },
  },
};

/** The same in v1, where `iva` is an amount of money, and `metadatos` is a field like any that it does not know. */
export const SUPPORT_DOCUMENT_ALIASES_OF_V1: AliasTable = {
  ...SUPPORT_DOCUMENT_ALIASES,
  nested: {
    ...SUPPORT_DOCUMENT_ALIASES.nested,
    metadatos: NO_ALIASES,
    items: { names: { ...ITEM_ALIASES, [TAX_MONEY]: "impuesto" } },
  },
};

/** Known in v1, and documented not to count: the totals are the service's. */
const UNCOUNTED: readonly string[] = ["subtotal", "impuestos", "total"];

/** Placeholder for a withholding that is skipped. */
const DISABLED: JsonObject = { authority_tax_code: "07", tax_name: "-", enabled: false };
/** A unit that clients use and the authority does not prefer. */
const UNIT_ALIASES: ReadonlyMap<string, string> = new Map([["NIU", "EA"]]);

const PARTS = { proveedor: true, items: true, retenciones: true } as const;
const headerSchema = supportDocumentSchema.omit({ ...PARTS, metadatos: true });
const headerSchemaOfV1 = supportDocumentSchemaOfV1.omit(PARTS);
const supplierPart = supportDocumentSchema.pick({ proveedor: true });
const linesPart = supportDocumentSchema.pick({ items: true });
const withholdingsPart = supportDocumentSchema.pick({ retenciones: true });
const metadataPart = supportDocumentSchema.pick({ metadatos: true });
/** What v1 reads of it. */
const noPart = z.object({}).transform((): z.output<typeof metadataPart> => ({}));

/** A header of either version; in v1, what only v2 has is absent. */
type HeaderWire = z.output<typeof headerSchema>;

/** How a version is read. */
interface Reader {
  readonly aliases: AliasTable;
  readonly names: KnownNames;
  readonly header: z.ZodType<HeaderWire, unknown>;
  readonly metadata: z.ZodType<z.output<typeof metadataPart>, unknown>;
}

const READERS: Readonly<Record<ApiVersion, Reader>> = {
  v1: {
    aliases: SUPPORT_DOCUMENT_ALIASES_OF_V1,
    names: listNames(supportDocumentSchemaOfV1, SUPPORT_DOCUMENT_ALIASES_OF_V1, [...KEY_NAMES, ...UNCOUNTED]),
    header: headerSchemaOfV1,
    metadata: noPart,
  },
  v2: {
    aliases: SUPPORT_DOCUMENT_ALIASES,
    names: listNames(supportDocumentSchema, SUPPORT_DOCUMENT_ALIASES, KEY_NAMES),
    header: headerSchema,
    metadata: metadataPart,
  },
};

/** Reads more: what has a shape. */
export interface SupportDocumentRequest extends ReadRequest<SupportDocumentDraft> {
  readonly parts: SupportDraftParts;
}

/** The client's names of the members of a draft. */
export const SUPPORT_DOCUMENT_NAMES: WireNames<SupportDocumentDraft> = {
  branch: "establecimiento",
  documentDate: "fecha_documento",
  time: "hora",
  currency: "moneda",
  exchangeRate: "tasa_cambio",
  exchangeRateDate: "fecha_tasa_cambio",
  supplier: {
    name: "proveedor",
    members: {
      identificationType: "tipo_documento",
      identificationNumber: "nit",
      checkDigit: "dv",
      name: "nombre",
      tradeName: "nombre_comercial",
      regime: "regimen",
      taxSchemeCode: "authority_tax_scheme_code",
      address: "direccion",
      municipalityName: "municipio",
      municipalityCode: "codigo_municipio",
      departmentName: "departamento",
      departmentCode: "codigo_departamento",
      countryCode: "pais",
      email: "email",
      phone: "telefono",
      postalCode: "codigo_postal",
    },
  },
  lines: {
    name: "items",
    members: {
      productCode: "codigo",
      description: "descripcion",
      quantity: "cantidad",
      unitCode: "unidad_medida",
      unitPrice: "precio_unitario",
      base: "base_imponible",
      taxRate: "porcentaje_iva",
      taxAmount: "impuesto",
      costCenterId: "cost_center_id",
      costCenterCode: "cost_center_code",
    },
  },
  generationMode: "forma_generacion",
  periodStart: "fecha_inicio_periodo",
  periodEnd: "fecha_fin_periodo",
  paymentForm: "forma_pago",
  paymentMeansCode: "medio_pago_codigo",
  dueDate: "fecha_vencimiento",
  accountingDueDate: "fecha_vencimiento_contable",
  claimedSubtotal: "subtotal",
  claimedTaxes: "impuestos",
  claimedTotal: "total",
  payments: WHOLE_NAMES.payments,
  references: WHOLE_NAMES.references,
  withholdings: {
    name: "retenciones",
    members: {
      key: "retention_key",
      taxCode: "authority_tax_code",
      name: "tax_name",
      baseMode: "base_mode",
      base: "base_amount",
      percent: "percent",
      amount: "amount",
    },
  },
};

/** Reads a body; every problem of shape is found. */
export function readSupportDocument(sent: JsonObject, version: ApiVersion = "v1"): SupportDocumentRequest {
  const { aliases, names, header: headerPart, metadata: ownPart } = READERS[version];
  const isTolerant = version === "v1";
  const { body, remarks } = isTolerant ? { body: sent, remarks: [] } : readDecimalTexts(sent, names);
  const disabled = findDisabled(body);
  const { value, problems, spell } = resolveAliases(body, aliases, {
    refusesUnderscore: true,
    isSkipped: (path) => isOfDisabled(path, disabled),
  });
  const enabled = withoutDisabled(value, disabled);
  const header = readFields(headerPart, enabled, spell, !isTolerant);
  const supplier = readFields(supplierPart, enabled, spell);
  const lines = readFields(linesPart, enabled, spell, !isTolerant);
  const withholdings = readFields(withholdingsPart, enabled, spell, !isTolerant);
  const own = readFields(ownPart, enabled, spell);
  const parts = {
    ...(header.value === undefined ? {} : { header: toHeader(header.value) }),
    ...(supplier.value === undefined ? {} : { supplier: toSupplier(supplier.value.proveedor) }),
    ...(withholdings.value === undefined ? {} : { withholdings: toWithholdings(withholdings.value.retenciones ?? []) }),
  };
  const soundLines = lines.value?.items.map(toLine);
  const naming = createNaming({ kind: "support-document", isStrict: version !== "v1" }, SUPPORT_DOCUMENT_NAMES, spell);
  const sound = { ...parts, lines: soundLines ?? readEachLine(enabled) };
  const typeErrors = [
    ...[problems, header.problems, supplier.problems, lines.problems, withholdings.problems, own.problems].flat(),
    ...(isTolerant ? [] : [...refuseTaxMoney(body), ...findSecondPayment(enabled, spell)]),
    ...refuseDoubts(version, findSupportDoubts(sound), naming),
  ];
  return {
    draft:
      typeErrors.length === 0
        ? toDraft({ ...parts, ...(soundLines === undefined ? {} : { lines: soundLines }) })
        : undefined,
    metadata: own.value?.metadatos ?? null,
    handOver: null,
    typeErrors,
    parts: sound,
    unused: findUnknownMembers(
      body,
      names,
      version,
      (path) => isRefusedName(path) || (isTolerant ? isOfDisabled(path, disabled) : isTaxMoney(path)),
    ),
    remarks,
    canonical: value,
    naming,
  };
}

/** `pagos` says all of a payment: the fields of a single one do not go with it. */
function findSecondPayment(value: JsonValue, spell: (path: readonly PropertyKey[]) => string): readonly Detail[] {
  if (!isJsonObject(value) || !value.pagos) return [];
  const single = ["forma_pago", "medio_pago_codigo", "fecha_vencimiento"].filter((name) => !!value[name]);
  return single.map((name) => describeField(spell([name]), PHRASE.notWith(spell(["pagos"]))));
}

interface Parts {
  readonly header: SupportHeader;
  readonly supplier: SupplierDraft;
  readonly lines: readonly SupportLineDraft[];
  readonly withholdings: readonly SupportWithholdingDraft[];
}

/** @throws Error when a part is missing although nothing was wrong with it: a bug of ours. */
function toDraft({ header, supplier, lines, withholdings }: Partial<Parts>): SupportDocumentDraft {
  if (header === undefined || supplier === undefined || lines === undefined || withholdings === undefined) {
    throw new Error("a body without problems lacks a part");
  }
  return { kind: "support-document", ...header, supplier, lines, withholdings };
}

/** The lines that can be read, each in its place, when not all can. */
function readEachLine(value: JsonValue): readonly (SupportLineDraft | undefined)[] {
  return listItems(value).map((item) => {
    const { value: line } = readFields(lineSchema, item);
    return line === undefined ? undefined : toLine(line);
  });
}

/** Places of the withholdings that say `false` under one name or both , as the client sent them. */
function findDisabled(body: JsonObject): ReadonlySet<number> {
  const lists = [body.retenciones, body.withholdings].filter((list) => Array.isArray(list));
  const places = lists.flatMap((list) =>
    list.map((element, place) =>
      isJsonObject(element) && (element.enabled === false || element.activa === false) ? place : -1,
    ),
  );
  return new Set(places.filter((place) => place >= 0));
}

/** Whether a disabled withholding has it, and it is not what disables: two names of that may not disagree. */
function isOfDisabled([list, place, name]: readonly PropertyKey[], disabled: ReadonlySet<number>): boolean {
  if (name === "enabled" || name === "activa") return false;
  return (list === "retenciones" || list === "withholdings") && typeof place === "number" && disabled.has(place);
}

/**
 * The items that say `iva`, each as a problem that names what was probably meant: in v1 that is money, but the figure may be a rate.
 * @param body of a support document or of a note to one.
 */
export function refuseTaxMoney(body: JsonObject): readonly Detail[] {
  const problems = new DetailList();
  for (const [place, item] of listItems(body).entries()) {
    const value = isJsonObject(item) ? (item[TAX_MONEY] ?? null) : null;
    if (value === null || value === "") continue;
    problems.add(describeTaxMoney(quotePath(["items", place, TAX_MONEY]), value));
  }
  return problems.all;
}

/** Whether it is a place that `refuseTaxMoney` judges. */
export function isTaxMoney([list, , name]: readonly PropertyKey[]): boolean {
  return list === "items" && name === TAX_MONEY;
}

/** A name that begins with `_` is a problem, not only unused. */
export function isRefusedName(path: readonly PropertyKey[]): boolean {
  return String(path.at(-1)).startsWith("_");
}

/** A disabled withholding is skipped with all that it holds; its place stays, so that paths stay true. */
function withoutDisabled(value: JsonValue, disabled: ReadonlySet<number>): JsonValue {
  if (!isJsonObject(value)) return value;
  const list = value.retenciones;
  if (!Array.isArray(list) || disabled.size === 0) return value;
  return { ...value, retenciones: list.map((element, place) => (disabled.has(place) ? DISABLED : element)) };
}

function toHeader(wire: HeaderWire): SupportHeader {
  return {
    ...(wire.establecimiento ? { branch: wire.establecimiento } : {}),
    documentDate: wire.fecha_documento,
    time: wire.hora?.slice(0, 8) ?? null,
    currency: wire.moneda?.toUpperCase() ?? "COP",
    exchangeRate: wire.tasa_cambio ?? null,
    exchangeRateDate: wire.fecha_tasa_cambio ?? null,
    generationMode: wire.forma_generacion ?? "1",
    periodStart: wire.fecha_inicio_periodo ?? null,
    periodEnd: wire.fecha_fin_periodo ?? null,
    paymentForm: wire.forma_pago ?? null,
    paymentMeansCode: wire.medio_pago_codigo ?? null,
    dueDate: wire.fecha_vencimiento ?? null,
    accountingDueDate: wire.fecha_vencimiento_contable ?? null,
    ...toClaims(wire),
    ...toWhole(wire),
  };
}

/** The totals that a client sent; absent members were not sent. */
function toClaims({ subtotal, impuestos, total }: Pick<HeaderWire, "subtotal" | "impuestos" | "total">): SupportClaims {
  return {
    ...(subtotal ? { claimedSubtotal: subtotal } : {}),
    ...(impuestos ? { claimedTaxes: impuestos } : {}),
    ...(total ? { claimedTotal: total } : {}),
  };
}

/** The supplier in domain names; null where the client said nothing. */
export function toSupplier(wire: z.output<typeof supplierSchema>): SupplierDraft {
  return {
    identificationType: wire.tipo_documento ?? null,
    identificationNumber: wire.nit,
    checkDigit: wire.dv ?? null,
    name: wire.nombre,
    tradeName: wire.nombre_comercial ?? wire.nombre,
    regime: wire.regimen ?? null,
    taxSchemeCode: wire.authority_tax_scheme_code ?? null,
    address: wire.direccion ?? null,
    municipalityName: wire.municipio ?? null,
    municipalityCode: wire.codigo_municipio ?? null,
    departmentName: wire.departamento ?? null,
    departmentCode: wire.codigo_departamento ?? null,
    countryCode: wire.pais?.toUpperCase() ?? "CO",
    email: wire.email ?? null,
    phone: wire.telefono ?? null,
    postalCode: wire.codigo_postal ?? null,
  };
}

/** A line in domain names, with the default unit (`EA`). */
export function toLine(wire: z.output<typeof lineSchema>): SupportLineDraft {
  const unit = wire.unidad_medida ?? "EA";
  return {
    productCode: wire.codigo,
    description: wire.descripcion ?? null,
    quantity: wire.cantidad,
    unitCode: UNIT_ALIASES.get(unit) ?? unit,
    unitPrice: wire.precio_unitario ?? null,
    base: wire.base_imponible ?? null,
    taxRate: wire.porcentaje_iva ?? null,
    taxAmount: wire.impuesto ?? null,
    costCenterId: wire.cost_center_id ?? null,
    costCenterCode: wire.cost_center_code ?? null,
  };
}

/** Enabled ones in display order; those without an order keep theirs, after the others. */
function toWithholdings(wire: readonly z.output<typeof withholdingSchema>[]): readonly SupportWithholdingDraft[] {
  const drafts = wire.flatMap((element, index) => {
    if (element.enabled === false) return [];
    const draft: SupportWithholdingDraft = {
      key: element.retention_key ?? element.tax_name,
      taxCode: element.authority_tax_code,
      name: element.tax_name,
      baseMode: element.base_mode ?? null,
      base: element.base_amount ?? null,
      percent: element.percent ?? null,
      amount: element.amount ?? null,
      index,
    };
    return [{ draft, order: element.display_order ?? Number.MAX_SAFE_INTEGER }];
  });
  return drafts.sort((one, other) => one.order - other.order).map(({ draft }) => draft);
}

/** @throws ApiError `invalid_payload` or `business_rule` with every problem of shape, and of meaning in the readable parts. */
export function checkSupportDocument(call: Call, body: JsonObject): ReadSound<SupportDocumentDraft> {
  const request = readSupportDocument(body, call.version);
  const { typeErrors, parts, naming } = request;
  call.notice(request.remarks);
  const unknown = noticeOrRefuse(call, request.unused);
  const isShapeless = typeErrors.length + unknown.length > 0;
  const needsPlace = call.version !== "v1";
  if (isShapeless || (needsPlace && parts.supplier !== undefined && lacksPlace(parts.supplier))) {
    // It will be refused, so all that is wrong with it is said at once; of any other body the object says it, for a new key.
    const ofNew = findNewDocumentProblems(parts, call.caller.company, Date.now());
    const broken = [...findDraftProblems(parts, needsPlace), ...ofNew];
    const all = [...typeErrors, ...broken.map((problem) => describeProblem(problem, naming))];
    throwIfWrong(isShapeless ? "invalid_payload" : "business_rule", unknown, all);
  }
  return toSound(request, (draft) => [...findDoubts(draft), ...findPrintDoubts(draft)]);
}
