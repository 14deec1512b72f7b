// Writes an accepted document as text of 48 columns, the width of paper of 80 mm.
import type { InvoiceLine, PaymentPart, Representation } from "../../client/src/client-v2.ts";
import type { Paper } from "./paper.ts";

export const COLUMNS = 48;
const RULE = "-".repeat(COLUMNS);
/** What is signed where a sale says no cashier. */
const NO_CASHIER = "No aplica";
const PIECE = new RegExp(`.{1,${COLUMNS}}`, "gu");

/**
 * Everything that a printed invoice or note must say, out of what was signed.
 * `../typescript/ticket.ts` writes bytes for a receipt printer, whose QR code is `representacion.qr_url`.
 * @throws Error while the authority has not validated the document: it must not be handed over yet.
 */
export function printStrip({ shown, corrected, ...doc }: Paper): string {
  if (shown === null || shown.validacion === null) throw new Error(`${doc.estado_authority}: todavía no se entrega`);
  const { emisor, validacion, fabricante } = shown;
  const legend = wrap(shown.leyenda ?? "");
  const lines = [
    ...legend,
    ...wrap(emisor.nombre),
    ...wrap(`NIT ${emisor.nit}${emisor.dv === null ? "" : `-${emisor.dv}`}`),
    ...[emisor.direccion, emisor.municipio, ...emisor.calidades].flatMap((text) => wrap(text ?? "")),
    ...wrap(`${shown.titulo} ${shown.numero}`),
    ...wrap(corrected ?? ""),
    ...wrap(`Expedición: ${shown.fecha} ${shown.hora.slice(0, 8)}`),
    ...wrap(`Validación: ${validacion.fecha} ${validacion.hora.slice(0, 8)}`),
    ...(doc.tercero === null ? [] : wrap(`Cliente: ${doc.tercero.nombre} ${doc.tercero.numero_documento}`)),
    ...printTill(shown.tiquete),
    RULE,
    ...doc.items.flatMap(printItem),
    RULE,
    ...pair("Subtotal", doc.subtotal),
    ...shown.impuestos.flatMap(({ nombre, tarifa, base, valor }) =>
      pair(tarifa === null ? nombre : `${nombre} ${format(tarifa)} % de ${format(base)}`, valor),
    ),
    ...doc.descuentos.flatMap(({ motivo, valor }) => pair(motivo, `-${valor}`)),
    ...doc.cargos.flatMap(({ motivo, valor }) => pair(motivo, valor)),
    ...pair("TOTAL", doc.total),
    ...doc.anticipos.flatMap(({ fecha, valor }) => pair(`Anticipo ${fecha}`, valor)),
    ...doc.pagos.flatMap((part) => printPayment(part, doc.saldo_por_pagar)),
    ...wrap(`Líneas: ${doc.items.length}`),
    ...wrap(shown.resolucion?.texto ?? ""),
    ...wrap(`${shown.identificador.nombre}: ${shown.identificador.valor}`),
    ...wrap(`QR: ${shown.qr_url}`),
    ...(fabricante === null ? [] : wrap(`${fabricante.software}, ${fabricante.nombre}, NIT ${fabricante.nit}`)),
    ...legend,
  ];
  return `${lines.join("\n")}\n`;
}

/** Of a ticket alone. */
function printTill(ticket: Representation["tiquete"]): string[] {
  if (ticket === undefined) return [];
  const { caja, comprador } = ticket;
  const cashier = caja.cajero === NO_CASHIER ? "" : ` Cajero: ${caja.cajero}.`;
  return [
    ...wrap(`Caja: ${caja.placa}, ${caja.ubicacion}.${cashier} Venta: ${caja.codigo_venta}`),
    ...(Number(comprador.puntos) === 0 ? [] : wrap(`Puntos: ${comprador.puntos}`)),
  ];
}

function printItem(item: InvoiceLine): string[] {
  const rate = Number(item.tarifa) === 0 ? item.tratamiento : `${item.tipo_impuesto} ${format(item.tarifa)} %`;
  const quantity = `${format(item.cantidad).replace(/,?0+$/, "")} ${item.unidad} x ${format(item.valor_unitario)}`;
  return [
    ...wrap([`${item.id}.`, item.codigo, item.descripcion].filter((text) => text !== null).join(" ")),
    ...pair(`${quantity}, ${rate}`, item.base_imponible),
    ...(Number(item.descuento) === 0 ? [] : wrap(`Descuento incluido: ${format(item.descuento)}`)),
    ...(item.obsequio === null ? [] : wrap(`Obsequio; vale ${format(item.obsequio.valor_referencia)}`)),
  ];
}

/** Coins are rounded in the drawer alone: the invoice keeps its total. */
function printPayment({ medio, valor, referencia, due_date, redondeo }: PaymentPart, rest: string): string[] {
  const means = [medio, referencia, due_date === null ? null : `vence ${due_date}`].filter((text) => text !== null);
  return [...pair(means.join(", "), valor ?? rest), ...(redondeo === null ? [] : pair("  Redondeo", redondeo))];
}

/** Lines no longer than the paper is wide; a word that is longer, such as the CUFE, is broken. */
function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/[\s\p{Cc}]+/u).flatMap((one) => one.match(PIECE) ?? [])) {
    const line = lines.pop();
    if (line === undefined) lines.push(word);
    else if (line.length + 1 + word.length <= COLUMNS) lines.push(`${line} ${word}`);
    else lines.push(line, word);
  }
  return lines;
}

/** A text with its amount at the right edge. */
export function pair(text: string, value: string): string[] {
  const lines = wrap(text);
  const last = lines.at(-1) ?? "";
  const amount = format(value);
  if (last.length + 1 + amount.length > COLUMNS) return [...lines, amount.padStart(COLUMNS)];
  return [...lines.slice(0, -1), last + amount.padStart(COLUMNS - last.length)];
}

/** `1234567.50` as `1.234.567,50`: the amounts of the API are decimal text, and no number of JavaScript holds them all. */
function format(value: string): string {
  const [whole = "", fraction] = value.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ".");
  return fraction === undefined ? grouped : `${grouped},${fraction}`;
}
