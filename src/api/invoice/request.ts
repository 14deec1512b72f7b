// Reads the body of POST fe/facturas into a draft with aliases resolved, and finds all that is wrong with it, in shape and meaning.
import type * as z from "zod";
import { findCountry } from "../../domain/catalogue/catalogue.ts";
import {
  findDueDateDoubts,
  findInvoiceDoubts,
  findPaperDoubts,
  findPaymentDoubts,
  findPrintDoubts,
} from "../../domain/doubt/doubt.ts";
import type {
  AiuDraft,
  AllowanceDraft,
  CurrencyDraft,
  DeliveryDraft,
  InvoiceDraft,
  InvoiceLineDraft,
  InvoicePaymentDraft,
  InvoiceWithholdingDraft,
  ItemDraft,
  OtherTaxDraft,
  PaymentPartDraft,
  ReceiverDraft,
  References,
  WholeDraft,
} from "../../domain/draft/draft.ts";
import { findInvoiceProblems, type InvoiceDraftParts, type InvoiceHeader } from "../../domain/invoice/invoice.ts";
import { dateInBogota } from "../../domain/value/calendar.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../domain/value/json.ts";
import { noticeOrRefuse, refuseDoubts, throwIfWrong } from "../app/body.ts";
import type { Call } from "../app/route.ts";
import type { Detail } from "../base/error.ts";
import type { ApiVersion } from "../base/version.ts";
import { type ReadRequest, type ReadSound, toSound } from "../creation/create.ts";
import { readDecimalTexts } from "../field/decimal-text.ts";
import { COUNTRY_CODE, listItems, readFields } from "../field/field.ts";
import { toHandOverWish } from "../field/mail.ts";
import {
  type AliasTable,
  createNaming,
  findUnknownMembers,
  type KnownNames,
  listNames,
  NO_NAME,
  resolveAliases,
  type WireNames,
} from "../field/name.ts";
import { describeUnused, UNUSED } from "../message/field.ts";
import { describeProblem } from "../message/refusal.ts";
import { findUnpaidPrices } from "./included-price.ts";
import {
  headerPartOfV2,
  invoiceLineSchema,
  invoiceSchema,
  tillInvoiceSchema,
  tillLineSchema,
  type tillReceiverSchema,
  tillWholePart,
} from "./request-schema.ts";

const PAYMENT_NAMES = {
  form: "form",
  methodId: "method_id",
  meansCode: "means_code",
  dueDate: "due_date",
} as const;

const REFERENCE_NAMES = { number: "numero", date: "fecha" } as const;

/** The client's names of the members of a receiver. */
const RECEIVER_NAMES = {
  identificationType: "tipo_doc",
  identificationNumber: "numero_doc",
  name: "nombre",
  email: "email",
  address: "direccion",
  countryCode: "pais",
  personType: "tipo_persona",
  responsibilities: "responsabilidades",
  taxSchemeCode: "tributo",
  tradeName: "nombre_comercial",
  municipalityName: "municipio",
  municipalityCode: "codigo_municipio",
  departmentName: "departamento",
  postalCode: "codigo_postal",
  phone: "telefono",
  contact: "contacto",
  registration: "matricula",
} as const satisfies WireNames<ReceiverDraft>;

/** The client's names of what v2 adds to the head of an invoice. */
export const WHOLE_NAMES = {
  payments: {
    name: "pagos",
    members: { ...PAYMENT_NAMES, amount: "valor", reference: "referencia", rounding: "redondeo" },
  },
  instalments: { name: "cuotas", members: { amount: "valor", dueDate: "due_date" } },
  prepayments: { name: "anticipos", members: { amount: "valor", date: "fecha", reference: "referencia" } },
  references: {
    name: "referencias",
    members: {
      purchaseOrder: { name: "orden_compra", members: REFERENCE_NAMES },
      despatches: { name: "remisiones", members: REFERENCE_NAMES },
      receipts: { name: "entradas", members: REFERENCE_NAMES },
      contract: { name: "contrato", members: { number: "numero" } },
    },
  },
  invoicedPeriod: { name: "periodo_facturado", members: { start: "fecha_inicio", end: "fecha_fin" } },
  delivery: {
    name: "entrega",
    members: {
      address: "direccion",
      municipalityCode: "codigo_municipio",
      city: "ciudad",
      countryCode: "pais",
      date: "fecha",
      incoterm: "incoterm",
      trackingId: "guia",
      carrier: "transportador",
    },
  },
  type: "tipo",
} as const satisfies Pick<WireNames<InvoiceDraft>, keyof WholeDraft>;

/** Other spellings of fields and values. */
export const INVOICE_ALIASES: AliasTable = {
  names: {},
  nested: {
    receptor: {
      names: {},
      values: { tipo_persona: { "1": "juridica", "2": "natural", jurídica: "juridica" } },
    },
    items: { names: { tax_code: "codigo_impuesto" } },
    aiu: {
      names: {},
      values: {
        iva_base_mode: { aiu_total: "AIU_TOTAL", utilidad: "UTILIDAD", aiu_utilidad: "UTILIDAD", utility: "UTILIDAD" },
      },
    },
  },
};

const ALLOWANCE_NAMES = { amount: "valor", percent: "porcentaje", reason: "motivo", code: "codigo" } as const;

const TILL_NAMES = {
  plate: "placa",
  place: "ubicacion",
  type: "tipo",
  cashier: "cajero",
  saleCode: "codigo_venta",
} as const;
const BUYER_NAMES = { code: "codigo", name: "nombre", points: "puntos" } as const;

/** The client's names of the members of a draft. */
export const INVOICE_NAMES: WireNames<InvoiceDraft> = {
  receiver: { name: "receptor", members: RECEIVER_NAMES },
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
      code: "codigo",
      standardCode: { name: "codigo_estandar", members: { scheme: "esquema", code: "codigo" } },
      unitCode: "unidad_medida",
      brand: "marca",
      model: "modelo",
      note: "nota",
      treatment: "tratamiento",
      gift: { name: "obsequio", members: { referencePrice: "valor_referencia", taxBearer: "asume_iva" } },
      discountAmount: "descuento",
      discountPercent: "descuento_porcentaje",
      discountReason: "descuento_motivo",
      otherTaxes: {
        name: "otros_impuestos",
        members: { code: "codigo", rate: "tarifa", unitAmount: "valor_unitario", millilitres: "mililitros" },
      },
    },
  },
  claimedSubtotal: "subtotal",
  claimedTaxes: "impuestos",
  claimedTotal: "total",
  isContingency: "es_contingencia",
  contingencyNumber: "numero_contingencia",
  branch: "establecimiento",
  till: "caja",
  discounts: { name: "descuentos", members: ALLOWANCE_NAMES },
  charges: { name: "cargos", members: ALLOWANCE_NAMES },
  issueDate: "fecha_emision",
  payment: { name: "payment", members: PAYMENT_NAMES },
  ...WHOLE_NAMES,
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
      isOfList: "currency",
    },
  },
  notes: "observaciones",
  ticket: {
    name: NO_NAME,
    members: {
      till: { name: "caja", members: TILL_NAMES },
      buyer: { name: "comprador", members: BUYER_NAMES },
      maker: { name: "fabricante", members: { person: "persona", company: "empresa", product: "software" } },
      limit: "limite",
    },
  },
};

/** Reads more: the parts that could be read when not all could, so that their meaning is checked too. */
export interface InvoiceRequest extends ReadRequest<InvoiceDraft> {
  readonly parts: InvoiceDraftParts;
}

/** Reads a body; what depends on the company or the clock is left to the domain. */
export function readInvoice(sent: JsonObject, version: ApiVersion = "v1"): InvoiceRequest {
  const { names, whole } = READERS[version];
  const isTolerant = version === "v1";
  const { body, remarks } = isTolerant ? { body: sent, remarks: [] } : readDecimalTexts(sent, names);
  const { value, problems, spell } = resolveAliases(body, INVOICE_ALIASES);
  const read = whole(withoutUnusedAiu(value), spell);
  const country = findUnusedCountry(body);
  const typeErrors = [...problems, ...read.problems, ...(isTolerant ? [] : country)];
  return {
    draft: typeErrors.length === 0 && read.value !== undefined ? toDraft(read.value, version) : undefined,
    metadata: read.value?.metadatos ?? null,
    handOver: toHandOverWish(read.value?.envio),
    typeErrors,
    parts: typeErrors.length === 0 ? {} : readParts(withoutUnusedAiu(value), version),
    unused: isTolerant
      ? [...findUnknownMembers(body, names, version, (path) => isOfUnusedAiu(path, body)), ...country]
      : findUnknownMembers(body, names, version),
    remarks,
    canonical: value,
    naming: createNaming({ kind: "invoice", isStrict: version !== "v1" }, INVOICE_NAMES, spell),
  };
}

/** An AIU object that is switched off is skipped with all its content. */
function withoutUnusedAiu(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const { aiu } = value;
  return isJsonObject(aiu) && aiu.enabled === false ? { ...value, aiu: null } : value;
}

function isOfUnusedAiu([name]: readonly PropertyKey[], { aiu }: JsonObject): boolean {
  return name === "aiu" && aiu !== undefined && isJsonObject(aiu) && aiu.enabled === false;
}

/** `pais` is read only where it is a country's code (see `receiverSchema`). */
export function findUnusedCountry({ receptor }: JsonObject): readonly Detail[] {
  if (receptor === undefined || !isJsonObject(receptor)) return [];
  const { pais } = receptor;
  if (pais === undefined || pais === null || pais === "") return [];
  if (typeof pais === "string" && COUNTRY_CODE.test(pais) && findCountry(pais.toUpperCase()) !== undefined) return [];
  return [describeUnused("campo", "receptor.pais", UNUSED.country(pais), "2.2")];
}

/** A body of either version; in v1, what only v2 has is absent. */
type InvoiceWire = z.output<typeof tillInvoiceSchema>;
type LineWire = InvoiceWire["items"][number];

const PARTS = {
  receptor: true,
  items: true,
  payment: true,
  aiu: true,
  withholdings: true,
  currency: true,
} as const;
const TILL_PARTS = { ...PARTS, descuentos: true, cargos: true } as const;
const headerPart = invoiceSchema.omit(PARTS);
const tillHeaderPart = headerPartOfV2.omit(TILL_PARTS);
const tillReceiverPart = tillInvoiceSchema.pick({ receptor: true });
const discountsPart = tillInvoiceSchema.pick({ descuentos: true });
const chargesPart = tillInvoiceSchema.pick({ cargos: true });
type HeaderWire = z.output<typeof tillHeaderPart>;

interface Read<Wire> {
  readonly value: Wire | undefined;
  readonly problems: readonly Detail[];
}

/** How a version is read, whole and in its parts. */
interface Reader {
  readonly names: KnownNames;
  readonly whole: (value: JsonValue, spell: (path: readonly PropertyKey[]) => string) => Read<InvoiceWire>;
  readonly header: (value: JsonValue) => Read<HeaderWire>;
  readonly line: (value: JsonValue) => Read<LineWire>;
  readonly receiver: (value: JsonValue) => Read<Pick<InvoiceWire, "receptor">>;
  /** What only v2 has beside lines and receiver. */
  readonly more: (value: JsonValue) => InvoiceDraftParts;
}

const READERS: Readonly<Record<ApiVersion, Reader>> = {
  v1: {
    names: listNames(invoiceSchema, INVOICE_ALIASES),
    whole: (value, spell) => readFields(invoiceSchema, value, spell),
    header: (value) => readFields(headerPart, value),
    line: (value) => readFields(invoiceLineSchema, value),
    receiver: (value) => readFields(receiverPart, value),
    more: () => ({}),
  },
  v2: {
    names: listNames(tillInvoiceSchema, INVOICE_ALIASES),
    whole: (value, spell) => readFields(tillInvoiceSchema, value, spell, true),
    header: (value) => readFields(tillHeaderPart, value),
    line: (value) => readFields(tillLineSchema, value),
    receiver: (value) => readFields(tillReceiverPart, value),
    more: (value) => {
      const whole = readFields(tillWholePart, value).value;
      return {
        ...toAllowances({ ...readFields(discountsPart, value).value, ...readFields(chargesPart, value).value }),
        ...(whole === undefined ? {} : { whole: toWhole(whole) }),
      };
    },
  },
};

const receiverPart = invoiceSchema.pick({ receptor: true });
const paymentPart = invoiceSchema.pick({ payment: true });
const aiuPart = invoiceSchema.pick({ aiu: true });
const withholdingsPart = invoiceSchema.pick({ withholdings: true });
const currencyPart = invoiceSchema.pick({ currency: true });

/** The parts of a body that can be read, each by itself. */
export function readParts(value: JsonValue, version: ApiVersion): InvoiceDraftParts {
  const { header: readHeader, receiver: readReceiver, line, more } = READERS[version];
  const header = readHeader(value).value;
  const receiver = readReceiver(value).value;
  const payment = readFields(paymentPart, value).value;
  const aiu = readFields(aiuPart, value).value;
  const withholdings = readFields(withholdingsPart, value).value;
  const currency = readFields(currencyPart, value).value;
  return {
    lines: readEachLine(value, line),
    ...more(value),
    ...(header === undefined ? {} : { header: toHeader(header) }),
    ...(receiver === undefined ? {} : { receiver: toReceiver(receiver.receptor) }),
    ...(payment === undefined ? {} : { payment: toPayment(payment.payment) }),
    ...(aiu === undefined ? {} : { aiu: toAiu(aiu.aiu) }),
    ...(withholdings === undefined ? {} : { withholdings: toWithholdings(withholdings.withholdings) }),
    ...(currency === undefined ? {} : { currency: toCurrency(currency.currency, version) }),
  };
}

/** The items that can be read, each in its place. */
function readEachLine(value: JsonValue, read: Reader["line"]): readonly (InvoiceLineDraft | undefined)[] {
  return listItems(value).map((item) => {
    const { value: line } = read(item);
    return line === undefined ? undefined : toLine(line);
  });
}

/** The whole in domain names; members that v2 adds are absent where the client sent none. */
export function toDraft(wire: InvoiceWire, version: ApiVersion): InvoiceDraft {
  return {
    kind: "invoice",
    ...toHeader(wire),
    ...toAllowances(wire),
    ...toWhole(wire),
    receiver: toReceiver(wire.receptor),
    lines: wire.items.map(toLine),
    payment: toPayment(wire.payment),
    aiu: toAiu(wire.aiu),
    withholdings: toWithholdings(wire.withholdings),
    currency: toCurrency(wire.currency, version),
  };
}

function toHeader(wire: HeaderWire): InvoiceHeader {
  const { numero_contingencia: contingencyNumber = null, establecimiento: branch, caja: till } = wire;
  return {
    claimedSubtotal: wire.subtotal ?? null,
    claimedTaxes: wire.impuestos ?? null,
    claimedTotal: wire.total ?? null,
    isContingency: wire.es_contingencia ?? false,
    ...(contingencyNumber === null ? {} : { contingencyNumber }),
    ...(branch ? { branch } : {}),
    ...(till ? { till } : {}),
    issueDate: wire.fecha_emision ?? null,
    notes: wire.observaciones ?? null,
  };
}

/** Omits what was not sent, so that a v1 draft has no member of v2. */
function toAllowances({ descuentos, cargos }: Partial<Pick<InvoiceWire, "descuentos" | "cargos">>) {
  const isThere = (list: AllowancesWire): list is NonNullable<AllowancesWire> => !!list && list.length > 0;
  return {
    ...(isThere(descuentos) ? { discounts: descuentos.map(toAllowance) } : {}),
    ...(isThere(cargos) ? { charges: cargos.map(toAllowance) } : {}),
  };
}

type AllowancesWire = InvoiceWire["descuentos"];

/** A discount or a charge of the whole document in domain names. */
export function toAllowance(wire: NonNullable<AllowancesWire>[number]): AllowanceDraft {
  const { valor: amount = null, porcentaje: percent = null, motivo: reason = null, codigo: code = null } = wire;
  return { amount, percent, reason, code };
}

function toWithholdings(wire: InvoiceWire["withholdings"]): readonly InvoiceWithholdingDraft[] {
  return (wire ?? []).map(({ type, base_mode: baseMode, percent }) => ({ type, baseMode, percent }));
}

/** A line in domain names; members that v2 adds are absent where the client sent none. */
export function toLine(wire: LineWire): InvoiceLineDraft {
  const { descuento, descuento_porcentaje: percent, descuento_motivo: reason, otros_impuestos: others } = wire;
  const { obsequio: gift } = wire;
  return {
    description: wire.desc,
    quantity: wire.cant,
    unitPrice: wire.unit ?? null,
    inputPrice: wire.unit_input ?? null,
    taxRate: wire.iva,
    taxIncluded: wire.iva_incluido ?? null,
    taxCode: wire.codigo_impuesto ?? null,
    ...toItem(wire),
    ...(wire.tratamiento ? { treatment: wire.tratamiento } : {}),
    ...(gift ? { gift: { referencePrice: gift.valor_referencia, taxBearer: gift.asume_iva ?? null } } : {}),
    ...(descuento ? { discountAmount: descuento } : {}),
    ...(percent ? { discountPercent: percent } : {}),
    ...(reason ? { discountReason: reason } : {}),
    ...(others && others.length > 0 ? { otherTaxes: others.map(toOtherTax) } : {}),
  };
}

/** What an item says of the good itself. */
function toItem(wire: LineWire): ItemDraft {
  const {
    codigo: code,
    codigo_estandar: standard,
    unidad_medida: unitCode,
    marca: brand,
    modelo: model,
    nota: note,
  } = wire;
  return {
    ...(code ? { code } : {}),
    ...(standard ? { standardCode: { scheme: standard.esquema, code: standard.codigo } } : {}),
    ...(unitCode ? { unitCode } : {}),
    ...(brand ? { brand } : {}),
    ...(model ? { model } : {}),
    ...(note ? { note } : {}),
  };
}

function toOtherTax(wire: NonNullable<LineWire["otros_impuestos"]>[number]): OtherTaxDraft {
  const { codigo: code, tarifa: rate = null, valor_unitario: unitAmount = null, mililitros: millilitres = null } = wire;
  return { code, rate, unitAmount, millilitres };
}

/** The payment in domain names; null where the client sent none. */
export function toPayment(wire: InvoiceWire["payment"]): InvoicePaymentDraft | null {
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

/** The currency in domain names, COP where its code is absent; null where the client sent none. */
export function toCurrency(wire: InvoiceWire["currency"], version: ApiVersion): CurrencyDraft | null {
  if (!wire) return null;
  return {
    ...(version === "v1" ? {} : { isOfList: true }),
    code: wire.commercial_currency?.toUpperCase() ?? "COP",
    appliedRate: wire.applied_rate ?? null,
    officialRate: wire.official_trm ?? null,
    rateDate: wire.rate_date ?? null,
  };
}

/** @throws ApiError `invalid_payload` with every problem of shape, and of meaning in the parts that could be read. */
export function checkInvoice(call: Call, body: JsonObject): ReadSound<InvoiceDraft> {
  return checkSale(call, readInvoice(body, call.version));
}

/** The same of a sale that was read: an invoice, or a ticket. @throws ApiError as `checkInvoice`. */
export function checkSale(call: Call, request: InvoiceRequest): ReadSound<InvoiceDraft> {
  const { draft, naming } = request;
  call.notice(request.remarks);
  const parts = draft === undefined ? request.parts : { ...draft, header: draft };
  const { company } = call.caller;
  const payment = parts.payment ?? null;
  const doubts = [
    ...findInvoiceDoubts(parts),
    ...findPaymentDoubts(payment, company.paymentMethods),
    ...findDueDateDoubts(payment, company.paymentMethods, dateInBogota(Date.now())),
  ];
  const unpaid = call.version === "v1" ? [] : findUnpaidPrices(parts.lines ?? [], naming);
  const typeErrors = [...request.typeErrors, ...unpaid, ...refuseDoubts(call.version, doubts, naming)];
  const unknown = noticeOrRefuse(call, request.unused);
  if (typeErrors.length + unknown.length > 0) {
    const broken = findInvoiceProblems(parts, company, Date.now()).map((problem) => describeProblem(problem, naming));
    throwIfWrong("invalid_payload", unknown, [...typeErrors, ...broken]);
  }
  return toSound(request, (sound) => [...doubts, ...findPaperDoubts(sound, Date.now()), ...findPrintDoubts(sound)]);
}

type ReceiverWire = z.output<typeof tillReceiverSchema>;
/** A v1 body has none of these members. */
type WholeWire = Partial<z.output<typeof tillWholePart>>;

const PERSON_TYPES = { juridica: "1", natural: "2" } as const;
const MUNICIPALITY_CODE = /^\d{5}$/;

/** The receiver in domain names; absent members are null, an absent type of identification is "". */
export function toReceiver(wire: ReceiverWire): ReceiverDraft {
  const { tipo_persona: person, responsabilidades: responsibilities, tributo, nombre_comercial: tradeName } = wire;
  const { municipio, codigo_municipio: code, departamento: departmentName, codigo_postal: postalCode } = wire;
  const { telefono: phone, contacto: contact, matricula: registration } = wire;
  // A code is often typed where the name belongs.
  const isCode = !!municipio && !code && MUNICIPALITY_CODE.test(municipio);
  const municipalityCode = isCode ? municipio : code;
  const municipalityName = isCode ? undefined : municipio;
  return {
    identificationType: wire.tipo_doc ?? "",
    identificationNumber: wire.numero_doc,
    name: wire.nombre ?? "",
    email: wire.email ?? null,
    address: wire.direccion ?? null,
    countryCode: wire.pais ?? null,
    ...(person ? { personType: PERSON_TYPES[person] } : {}),
    ...(responsibilities && responsibilities.length > 0 ? { responsibilities: [...new Set(responsibilities)] } : {}),
    ...(tributo ? { taxSchemeCode: tributo } : {}),
    ...(tradeName ? { tradeName } : {}),
    ...(municipalityName ? { municipalityName } : {}),
    ...(municipalityCode ? { municipalityCode } : {}),
    ...(departmentName ? { departmentName } : {}),
    ...(postalCode ? { postalCode } : {}),
    ...(phone ? { phone } : {}),
    ...(contact ? { contact } : {}),
    ...(registration ? { registration } : {}),
  };
}

/** What makes an invoice whole; a member is absent where the client sent none. */
export function toWhole(wire: WholeWire): WholeDraft {
  const { pagos, cuotas, anticipos, referencias, periodo_facturado: period, entrega, tipo } = wire;
  const delivery = entrega ? toDelivery(entrega) : undefined;
  const references = referencias ? toReferences(referencias) : undefined;
  return {
    ...(pagos ? { payments: pagos.map(toPaymentPart) } : {}),
    ...(cuotas ? { instalments: cuotas.map(({ valor: amount, due_date: dueDate }) => ({ amount, dueDate })) } : {}),
    ...(anticipos && anticipos.length > 0 ? { prepayments: anticipos.map(toPrepayment) } : {}),
    ...(references && Object.keys(references).length > 0 ? { references } : {}),
    ...(period ? { invoicedPeriod: { start: period.fecha_inicio, end: period.fecha_fin } } : {}),
    ...(delivery && Object.values(delivery).some((value) => value !== null) ? { delivery } : {}),
    ...(tipo ? { type: tipo === "02" ? "02" : "01" } : {}),
  };
}

/** One payment of several, in domain names. */
function toPaymentPart(wire: NonNullable<WholeWire["pagos"]>[number]): PaymentPartDraft {
  const { form = null, method_id: methodId = null, means_code: meansCode = null, due_date: dueDate = null } = wire;
  const { valor: amount = null, referencia: reference = null, redondeo: rounding = null } = wire;
  return { form, methodId, meansCode, dueDate, amount, reference, rounding };
}

function toPrepayment({
  valor: amount,
  fecha: date,
  referencia: reference = null,
}: NonNullable<WholeWire["anticipos"]>[number]) {
  return { amount, date, reference };
}

function toReferences(wire: NonNullable<WholeWire["referencias"]>): References {
  const { orden_compra: order, remisiones, entradas, contrato: contract } = wire;
  const read = ({
    numero: number,
    fecha: date = null,
  }: {
    readonly numero: string;
    readonly fecha?: string | null | undefined;
  }) => ({
    number,
    date,
  });
  return {
    ...(order ? { purchaseOrder: read(order) } : {}),
    ...(remisiones && remisiones.length > 0 ? { despatches: remisiones.map(read) } : {}),
    ...(entradas && entradas.length > 0 ? { receipts: entradas.map(read) } : {}),
    ...(contract ? { contract: { number: contract.numero } } : {}),
  };
}

function toDelivery(wire: NonNullable<WholeWire["entrega"]>): DeliveryDraft {
  return {
    address: wire.direccion ?? null,
    municipalityCode: wire.codigo_municipio ?? null,
    city: wire.ciudad ?? null,
    countryCode: wire.pais?.toUpperCase() ?? null,
    date: wire.fecha ?? null,
    incoterm: wire.incoterm ?? null,
    trackingId: wire.guia ?? null,
    carrier: wire.transportador ?? null,
  };
}
