// Defines what a layout draws, and the sentences that every layout prints.
import type { Maker } from "../../src/domain/document/drawing.ts";
import type { Allowance, Entry, Instalment, Line, PrintedDocument, Tax } from "../document/model.ts";
import { addUp, printMoney, printPercent } from "../document/number.ts";
import { AUTHORITY_NAME } from "../document/wire-literal.ts";
import type { Picture } from "../pdf/picture.ts";

/** A document with what its issuer adds to the picture of it. */
export interface Facts {
  readonly document: PrintedDocument;
  readonly maker: Maker | null;
  /** Date of the resolution that authorised the numbers; the signed document has it nowhere. */
  readonly resolutionDate: string | null;
  readonly logo: Picture | null;
  /** `#rrggbb`. */
  readonly accent: string;
}

const IVA = "01";
/** IVA and the consumption tax: a line that pays neither is excluded. */
const SALES_TAXES = [IVA, "04"];

/** What a resolution lets number, of the kinds that are no invoice. */
const NUMBERED: Readonly<Record<string, string>> = { "05": "documento soporte", "20": "documento equivalente P.O.S." };

/** The resolution in one sentence; null for notes, which have none. */
export function printAuthorization({ document, resolutionDate }: Facts): string | null {
  const { authorization } = document;
  if (authorization === null) return null;
  const { number, prefix, from, to, start, end } = authorization;
  const what = NUMBERED[document.typeCode] ?? "facturación";
  return [
    `Autorización de numeración de ${what} ${number}`,
    resolutionDate === null ? "" : ` de ${resolutionDate}`,
    prefix === null ? "" : `, prefijo ${prefix}`,
    `, desde ${from} hasta ${to}`,
    start === null ? "" : `, vigente desde ${start}`,
    end === null ? "" : `${start === null ? ", vigente" : ""} hasta ${end}`,
  ].join("");
}

/** Who made the software, and who else sends the documents, if it is not the issuer: parts that may share a line. */
export function listMaker({ document, maker }: Facts): string[] {
  const parts = listMakers(maker, document.signedMaker);
  const provider = document.softwareProvider;
  if (provider !== null && !document.issuer.identification.startsWith(provider)) {
    parts.push(`Proveedor tecnológico: NIT ${provider}`);
  }
  return parts;
}

/** The maker with his NIT, which stands in no document; of a ticket, whose extensions name one too, also another one there. */
function listMakers(maker: Maker | null, signed: PrintedDocument["signedMaker"]): string[] {
  const named = signed === null ? [] : [...new Set([signed.company, signed.person])].filter((name) => name !== null);
  const products = signed === null || signed.software === null ? [] : [signed.software];
  if (maker === null) return [...printMaker("", named, ""), ...products.map((product) => `Software: ${product}`)];
  const { name, nit, software } = maker;
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const isOwn = named.some((one) => isSame(one, name));
  const others = named.filter((one) => !isSame(one, name));
  const person = isOwn && others.length > 0 ? ` (${others.join(", ")})` : "";
  const source = " según el documento";
  return [
    ...printMaker("", [name], `, NIT ${nit}${person}`),
    `Software: ${software}`,
    ...(isOwn ? [] : printMaker(source, others, "")),
    ...products.filter((product) => !isSame(product, software)).map((product) => `Software${source}: ${product}`),
  ];
}

function printMaker(source: string, names: readonly string[], addition: string): string[] {
  return names.length === 0 ? [] : [`Fabricante del software${source}: ${names.join(", ")}${addition}`];
}

export function printValidation({ document }: Facts): string | null {
  const { validation } = document;
  if (validation === null) return null;
  return `Validado por la ${AUTHORITY_NAME}: ${printMoment(validation.date, validation.time)}`;
}

/** A moment as it was signed; the offset of Colombia, which every one has, is left out. */
export function printMoment(date: string, time: string): string {
  return `${date} ${time.replace(/-05:00$/, "")}`.trim();
}

/** Date, payment and currency, as labels with values. */
export function listTerms(facts: Facts): Entry[] {
  const { document } = facts;
  const { payment, exchange, validation } = document;
  const entries: (Entry | undefined)[] = [
    ["Generación", printMoment(document.date, document.time)],
    validation === null ? undefined : ["Validación", printMoment(validation.date, validation.time)],
    payment === null ? undefined : ["Forma de pago", payment.form],
    ...(payment?.means ?? []).map((means): Entry => ["Medio de pago", means]),
    payment === null || payment.dueDate === null ? undefined : ["Vencimiento", payment.dueDate],
    ["Moneda", document.currency],
    exchange === null ? undefined : ["Tasa de cambio", printExchange(facts)],
    ...document.references.map((reference): Entry => ["Documento de referencia", reference]),
    ...document.till,
  ];
  return entries.filter((entry) => entry !== undefined);
}

function printExchange({ document: { exchange, currency } }: Facts): string {
  if (exchange === null) return "";
  const date = exchange.date === null ? "" : ` (${exchange.date})`;
  return `1 ${currency} = ${printMoney(exchange.rate, exchange.currency)}${date}`;
}

/** `IVA 19 %`, `IVA 0 % exento`; a tax by unit without its rate. */
export function printTaxName({ code, name, rate, perUnit }: Tax): string {
  if (code === IVA && perUnit === null && rate !== null && Number(rate) === 0) return `${name} 0 % exento`;
  if (perUnit !== null && (rate === null || /^0*(?:\.0*)?$/.test(rate))) return name;
  return rate === null ? name : `${name} ${printPercent(rate)}`;
}

/** The same with its amount: `INC Bolsas ($ 70,00 por unidad)`. */
export function printTaxRate(tax: Tax, currency: string): string {
  const name = printTaxName(tax);
  return tax.perUnit === null ? name : `${name} (${printMoney(tax.perUnit, currency)} por ${tax.unit})`;
}

/** What a line pays in taxes: their names, and that it is excluded where it pays none on sales. */
export function printLineTaxes(line: Line, { typeCode }: PrintedDocument): string[] {
  const isSupport = typeCode === "05" || typeCode === "95";
  const isExcluded = !line.taxes.some(({ code }) => SALES_TAXES.includes(code));
  return [...(isExcluded ? [isSupport ? "Sin IVA" : "Excluido"] : []), ...line.taxes.map(printTaxName)];
}

/** `Descuento 10 %: temporada`; a percentage that only follows from the amount, to many decimals, is left out. */
export function printAllowance({ isCharge, percent, reason, isAssumedTax }: Allowance): string {
  if (isAssumedTax && reason !== null) return reason;
  const isAgreed = percent !== null && Number(percent) !== 0 && /^\d+(?:\.\d{0,2}0*)?$/.test(percent);
  const rate = isAgreed ? ` ${printPercent(percent)}` : "";
  return `${isCharge ? "Cargo" : "Descuento"}${rate}${reason === null ? "" : `: ${reason}`}`;
}

/** A discount with its minus. @param amount of a line that is printed with its taxes, with these too. */
export function printAllowanceAmount(
  { isCharge, amount: signed }: Allowance,
  currency: string,
  amount: string = signed,
): string {
  return `${isCharge ? "" : "−"}${printMoney(amount, currency)}`;
}

/** What stands before the figures of the payment: only a support document is paid without what is withheld. */
export function printTotalLabel({ totals, correction }: PrintedDocument): string {
  const isPaid = totals.netPayable === null && totals.prepaid === null && correction === null;
  return isPaid ? "Total a pagar" : "Total";
}

/** What is left to be paid where that is not the total: after withholdings and what was paid before. */
export function findBalance({ totals }: PrintedDocument): Entry | null {
  const { payable, netPayable, prepaid } = totals;
  if (prepaid !== null) return ["Saldo por pagar", addUp([netPayable ?? payable, `-${prepaid}`])];
  return netPayable === null ? null : ["Neto a pagar", netPayable];
}

/** Tables of instalments and of what was paid before; none where there is nothing of it. */
export function listPaymentTables({ instalments, prepayments }: PrintedDocument): readonly PaymentTable[] {
  const tables: readonly PaymentTable[] = [
    { title: "Cuotas", dateLabel: "Vencimiento", rows: instalments },
    { title: "Anticipos", dateLabel: "Fecha", rows: prepayments },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

interface PaymentTable {
  readonly title: string;
  readonly dateLabel: string;
  readonly rows: readonly Instalment[];
}

export const CIRCUMSTANCES_TITLE = "Referencias y entrega";
export const PESO_TOTALS_TITLE = "Totales en pesos colombianos";

/** Under the discounts and charges of a line. */
export const LINE_NET_LABEL = "Valor neto";

/** Withholdings of an invoice are the buyer's matter; those of a support document are taken off what is paid. */
export function printWithholdingsTitle({ totals }: PrintedDocument): string {
  return totals.netPayable === null ? "Retenciones (informativas)" : "Retenciones";
}

/** What the paper is, after the number: for the description of the file. */
export function printTitle({ title, number }: PrintedDocument): string {
  return `${title} ${number}`;
}
