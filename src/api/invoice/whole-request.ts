// Reads what v2 adds to an invoice as a whole, and to its buyer, into a draft.
import type * as z from "zod";
import type {
  DeliveryDraft,
  InvoiceDraft,
  PaymentPartDraft,
  ReceiverDraft,
  References,
  WholeDraft,
} from "../../domain/draft/draft.ts";
import type { WireNames } from "../field/alias.ts";
import type { tillReceiverSchema, tillWholePart } from "./request-schema.ts";

export const PAYMENT_NAMES = {
  form: "form",
  methodId: "method_id",
  meansCode: "means_code",
  dueDate: "due_date",
} as const;

const REFERENCE_NAMES = { number: "numero", date: "fecha" } as const;

/** The client's names of the members of a receiver. */
export const RECEIVER_NAMES = {
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
