// Writes `representacion`, the facts of the signed file from which a client prints a document, in Spanish.

import { findPaymentMeans } from "../../domain/catalogue/catalogue.ts";
import type { Module } from "../../domain/company.ts";
import { spellPlace } from "../../domain/default/printed-place.ts";
import type { Ticket } from "../../domain/document/document.ts";
import type { Printable, SignedDocument, SignedParty, SignedTax } from "../../domain/document/signed-document.ts";
import { KINDS } from "../../domain/kind.ts";
import { IVA } from "../../domain/tax/tax.ts";
import { decimal, print, sum } from "../../domain/value/decimal.ts";
import type { Env } from "../../env.ts";
import { KIND_TEXTS } from "../message/kind-text.ts";
import type { Representation } from "./representation-schema.ts";
import type { TicketFacts } from "./ticket-facts-schema.ts";

const TEST_LEGEND = "Documento de prueba sin validez: ambiente de habilitación";

/** Responsibilities that a printed document names; the others mean nothing to a buyer. */
const QUALITIES: Readonly<Record<string, string>> = {
  "O-13": "Gran contribuyente",
  "O-15": "Autorretenedor",
  "O-23": "Agente de retención de IVA",
  "O-47": "Régimen simple de tributación",
};

/** The maker of the software, which signed documents do not contain; null where the deployment does not name one. */
export function findMaker(env: Env): Representation["fabricante"] {
  const { MAKER_NAME: nombre = "", MAKER_NIT: nit = "", MAKER_SOFTWARE: software = "" } = env;
  return nombre === "" || nit === "" || software === "" ? null : { nombre, nit, software };
}

/** `representacion` of a signed document. */
export function toRepresentation(printable: Printable, fabricante: Representation["fabricante"]): Representation {
  const { document, validated, roundings } = printable;
  const { fiscalIdKind, fiscalId, issued } = document;
  const issuer = isSupport(document) ? document.customer : document.supplier;
  return {
    titulo: KIND_TEXTS[document.typeCode].title,
    numero: document.number,
    fecha: issued.date,
    hora: issued.time,
    validacion: validated === null ? null : { fecha: validated.date, hora: validated.time },
    identificador: { nombre: fiscalIdKind, valor: fiscalId },
    qr_url: document.qrUrl,
    qr_texto: writeQrText(document),
    resolucion: writeResolution(printable),
    emisor: writeIssuer(issuer),
    fabricante,
    impuestos: document.taxes.map(({ code, name, rate, base, amount }) => ({
      codigo: code,
      nombre: name,
      tarifa: rate,
      base,
      valor: amount,
    })),
    pagos: writePayments(document, roundings),
    saldo_por_pagar: print(decimal(document.total).minus(decimal(document.prepaid ?? "0"))),
    totales_en_pesos: writePesos(document),
    ...(document.ticket === null ? {} : { tiquete: writeTicket(document.ticket) }),
    leyenda: document.environment === "habilitacion" ? TEST_LEGEND : null,
  };
}

/** Each payment, with its amount where the document divides its total, and its rounding where it had one. */
function writePayments(
  { payments, terms }: SignedDocument,
  roundings: Printable["roundings"],
): Representation["pagos"] {
  return payments.map(({ form, meansCode, id, reference, dueDate }, index) => {
    const rounding = roundings.find(({ payment }) => payment === index + 1);
    const amounts = terms.flatMap(({ paymentId, amount }) =>
      id !== null && paymentId === id ? [decimal(amount)] : [],
    );
    return {
      form: form === "2" ? "credito" : "contado",
      means_code: meansCode,
      medio: meansCode === null ? null : (findPaymentMeans(meansCode)?.name ?? meansCode),
      valor: amounts.length === 0 ? null : print(sum(amounts)),
      referencia: reference,
      due_date: dueDate,
      ...(rounding === undefined ? {} : { redondeo: rounding.amount }),
    };
  });
}

/** The buyer issues support documents and their notes. */
function isSupport({ typeCode }: SignedDocument): boolean {
  return KINDS[typeCode].module === "dse";
}

/** What a resolution lets number, by module. */
const NUMBERED: Readonly<Record<Module, string>> = {
  fe: "facturación",
  dse: "documento soporte",
  dee: "documento equivalente P.O.S.",
};

/** The till, the cashier and the buyer's loyalty, as a ticket was signed with them. */
export function writeTicket({ till, buyer }: Pick<Ticket, "till" | "buyer">): TicketFacts {
  return {
    caja: {
      placa: till.plate,
      ubicacion: till.place,
      tipo: till.type,
      cajero: till.cashier,
      codigo_venta: till.saleCode,
    },
    comprador: { codigo: buyer.code, nombre: buyer.name, puntos: buyer.points },
  };
}

/** The lines of a printed QR code, by the names that the authority gives them: a support document has IVA as its only tax. */
function writeQrText(document: SignedDocument): string {
  const { number, issued, supplier, customer, subtotal, total, taxes, fiscalIdKind, fiscalId } = document;
  const iva = addUp(taxes.filter(({ code }) => code === IVA));
  const others = addUp(taxes.filter(({ code }) => code !== IVA));
  const [kind, seller] = isSupport(document) ? ["DS", "NumSNO"] : ["Fac", "NitFac"];
  const lines: readonly (readonly [name: string, value: string])[] = [
    [`Num${kind}`, number],
    [`Fec${kind}`, issued.date],
    [`Hor${kind}`, issued.time],
    [seller, supplier.identificationNumber],
    ["DocAdq", customer.identificationNumber],
    [`Val${kind}`, subtotal],
    ["ValIva", iva],
    ...(isSupport(document) ? [] : ([["ValOtroIm", others]] as const)),
    [`ValTol${kind}`, total],
    [fiscalIdKind, fiscalId],
  ];
  return [...lines.map(([name, value]) => `${name}: ${value}`), document.qrUrl].join("\n");
}

function addUp(taxes: readonly SignedTax[]): string {
  return print(sum(taxes.map(({ amount }) => decimal(amount))));
}

function writeResolution({ document, resolutionDate }: Printable): Representation["resolucion"] {
  const { numbering } = document;
  if (numbering === null) return null;
  const { resolution, prefix, from, to, validFrom, validTo } = numbering;
  const what = NUMBERED[KINDS[document.typeCode].module];
  const dated = resolutionDate === null ? "" : ` de ${resolutionDate}`;
  const prefixed = prefix === "" ? "" : `, prefijo ${prefix}`;
  return {
    numero: resolution,
    fecha: resolutionDate,
    prefijo: prefix,
    desde: from,
    hasta: to,
    vigente_desde: validFrom,
    vigente_hasta: validTo,
    texto: `Autorización de numeración de ${what} ${resolution}${dated}${prefixed}, desde ${from} hasta ${to}, vigente hasta ${validTo}`,
  };
}

function writePlace(address: SignedParty["address"]) {
  const municipality = address?.municipality ?? null;
  return { direccion: address?.line ?? null, municipio: municipality === null ? null : spellPlace(municipality) };
}

/** Null where the issuer sells at its fiscal address, or no place was signed. */
function writeBranch({ name, tradeName, address, fiscalAddress }: SignedParty): Representation["emisor"]["sede"] {
  if (address === null || JSON.stringify(address) === JSON.stringify(fiscalAddress)) return null;
  return { nombre: tradeName ?? name, ...writePlace(address) };
}

function writeIssuer(party: SignedParty): Representation["emisor"] {
  return {
    nombre: party.name,
    nit: party.identificationNumber,
    dv: party.checkDigit,
    ...writePlace(party.fiscalAddress),
    sede: writeBranch(party),
    calidades: party.taxLevelCode.split(";").flatMap((code) => QUALITIES[code] ?? []),
  };
}

/** Of a document in another currency: its rate and totals in pesos, as they were signed. */
function writePesos({ pesoTotals, exchange }: SignedDocument): Representation["totales_en_pesos"] {
  if (pesoTotals === null || exchange === null) return null;
  const { gross, taxes, payable } = pesoTotals;
  return { tasa: exchange.rate, fecha: exchange.date, subtotal: gross, impuestos: taxes, total: payable };
}
