// Writes an accepted invoice or note as bytes for a receipt printer (ESC/POS), with its QR code. Standard library only.
import { readFileSync } from "node:fs";

/** The answer of `GET fe/docs/{doc_id}` in v2, as far as it is printed. */
interface Answer {
  readonly doc: {
    readonly estado_authority: string;
    readonly subtotal: string;
    readonly total: string;
    readonly total_retenciones: string;
    readonly tercero: { readonly nombre: string; readonly numero_documento: string };
    readonly items: readonly Item[];
    readonly descuentos: readonly { readonly valor: string; readonly motivo: string }[];
    readonly cargos: readonly { readonly valor: string; readonly motivo: string }[];
  };
  readonly representacion: Representation | null;
}

interface Item {
  readonly descripcion: string;
  readonly cantidad: string;
  readonly valor_unitario: string;
  readonly descuento: string;
  readonly base_imponible: string;
  readonly tarifa: string;
  readonly tipo_impuesto: string;
}

interface Representation {
  readonly titulo: string;
  readonly numero: string;
  readonly fecha: string;
  readonly hora: string;
  readonly validacion: { readonly fecha: string; readonly hora: string } | null;
  readonly identificador: { readonly nombre: string; readonly valor: string };
  readonly qr_url: string;
  readonly resolucion: { readonly texto: string } | null;
  readonly emisor: {
    readonly nombre: string;
    readonly nit: string;
    readonly dv: string | null;
    readonly direccion: string | null;
    readonly municipio: string | null;
    readonly calidades: readonly string[];
  };
  readonly fabricante: { readonly nombre: string; readonly nit: string; readonly software: string } | null;
  readonly impuestos: readonly {
    readonly nombre: string;
    readonly tarifa: string | null;
    readonly base: string;
    readonly valor: string;
  }[];
  readonly leyenda: string | null;
}

/** What only the till knows: how it was paid, and code and unit of each product, in the order of the lines. */
interface Sale {
  readonly pago: string;
  readonly productos: readonly { readonly codigo: string; readonly unidad: string }[];
}

/** Windows-1252 in most printers; its manual has the number under "ESC t". */
const CODE_PAGE = 16;
/** Columns of paper of 80 mm; 32 on 58 mm. */
const WIDE = 48;
/** Dots of a QR module. At 203 dpi the code measures 26 mm with 4 and 39 mm with 6; less than 20 mm is not allowed. */
const moduleOf = (columns: number) => (columns >= WIDE ? 6 : 4);

const bytes = (...codes: number[]) => Buffer.from(codes);
const START = Buffer.concat([bytes(0x1b, 0x40), bytes(0x1b, 0x74, CODE_PAGE)]);
const LEFT = bytes(0x1b, 0x61, 0);
const CENTRE = bytes(0x1b, 0x61, 1);
const BOLD = bytes(0x1b, 0x45, 1);
const PLAIN = bytes(0x1b, 0x45, 0);
const CUT = bytes(0x1d, 0x56, 0x42, 0);

/** Bytes 0x80 to 0x9f of Windows-1252, a blank for each that has no character; the others are those of Latin-1. */
const HIGH = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** The byte of a character; undefined when the code page does not have it. */
function findByte(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0;
  if ((code >= 0x20 && code < 0x7f) || (code > 0xa0 && code <= 0xff)) return code;
  const index = HIGH.indexOf(character);
  return index === -1 ? undefined : 0x80 + index;
}

const encode = (text: string) => Buffer.from([...text].map((character) => findByte(character) ?? 0x3f));

/** Characters of the code page alone. A control character inside a name would be a command to the printer. */
function clean(text: string): string {
  return [...text.normalize("NFC")]
    .map((character) => {
      if (/[\p{Cc}\u00a0]/u.test(character)) return " ";
      return findByte(character) === undefined ? "?" : character;
    })
    .join("");
}

/** Lines no longer than the paper is wide; a word that is longer, such as the CUFE, is broken. */
function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of clean(text).split(" ")) {
    if (word === "") continue;
    if (line !== "" && line.length + 1 + word.length <= columns) {
      line += ` ${word}`;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (line.length > columns) {
      lines.push(line.slice(0, columns));
      line = line.slice(columns);
    }
  }
  return line === "" ? lines : [...lines, line];
}

/** A text with its amount at the right edge. */
function pair(text: string, amount: string, columns: number): string[] {
  const lines = wrap(text, columns);
  const last = lines.at(-1) ?? "";
  if (last.length + 1 + amount.length > columns) return [...lines, amount.padStart(columns)];
  return [...lines.slice(0, -1), last + amount.padStart(columns - last.length)];
}

/** `1234567.50` as `1.234.567,50`. */
function formatNumber(value: string): string {
  const [whole = "", fraction] = value.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ".");
  return fraction === undefined ? grouped : `${grouped},${fraction}`;
}

const formatQuantity = (value: string) => formatNumber(value.includes(".") ? value.replace(/\.?0+$/, "") : value);
const isZero = (value: string) => /^[0.]+$/.test(value);
const print = (lines: readonly string[]) => Buffer.concat(lines.flatMap((line) => [encode(line), bytes(0x0a)]));

/** The printer draws the code itself: model 2, size of a module, correction M, the text, print. */
function printQr(text: string, module: number): Buffer {
  const data = encode(text);
  const command = (...parameters: number[]) => {
    const { length } = parameters;
    return bytes(0x1d, 0x28, 0x6b, length & 0xff, length >> 8, ...parameters);
  };
  return Buffer.concat([
    command(0x31, 0x41, 0x32, 0),
    command(0x31, 0x43, module),
    command(0x31, 0x45, 0x31),
    command(0x31, 0x50, 0x30, ...data),
    command(0x31, 0x51, 0x30),
  ]);
}

/**
 * The bytes of a ticket.
 * @throws Error while the authority has not validated the document: it must not be handed over yet.
 */
function writeTicket({ doc, representacion: shown }: Answer, sale: Sale, columns: number): Buffer {
  if (doc.estado_authority !== "aceptado" || shown === null || shown.validacion === null) {
    throw new Error(`estado ${doc.estado_authority}: todavía no se entrega`);
  }
  const { emisor, validacion, identificador, resolucion, fabricante } = shown;
  const legend = shown.leyenda === null ? [] : wrap(shown.leyenda, columns);
  const present = (texts: readonly (string | null)[]) =>
    texts.flatMap((text) => (text === null ? [] : wrap(text, columns)));
  const rule = "-".repeat(columns);
  const heading = present([
    `NIT ${emisor.nit}${emisor.dv === null ? "" : `-${emisor.dv}`}`,
    emisor.direccion,
    emisor.municipio,
    ...emisor.calidades,
  ]);
  const facts = present([
    `Expedición: ${shown.fecha} ${shown.hora.slice(0, 8)}`,
    `Validación: ${validacion.fecha} ${validacion.hora.slice(0, 8)}`,
    `Cliente: ${doc.tercero.nombre}`,
    `Identificación: ${doc.tercero.numero_documento}`,
  ]);
  const lines = doc.items.flatMap((item, index) => {
    const { codigo = "", unidad = "" } = sale.productos[index] ?? {};
    const rate = isZero(item.tarifa) ? item.tipo_impuesto : `${item.tipo_impuesto} ${formatNumber(item.tarifa)} %`;
    return [
      ...wrap(`${index + 1}. ${codigo} ${item.descripcion}`, columns),
      ...pair(
        `${formatQuantity(item.cantidad)} ${unidad} x ${formatNumber(item.valor_unitario)}, ${rate}`,
        formatNumber(item.base_imponible),
        columns,
      ),
      ...(isZero(item.descuento) ? [] : wrap(`Descuento incluido: ${formatNumber(item.descuento)}`, columns)),
    ];
  });
  const sums = [
    ...pair("Subtotal", formatNumber(doc.subtotal), columns),
    ...shown.impuestos.flatMap(({ nombre, tarifa, base, valor }) => {
      const text = tarifa === null ? nombre : `${nombre} ${formatNumber(tarifa)} % de ${formatNumber(base)}`;
      return pair(text, formatNumber(valor), columns);
    }),
    ...doc.descuentos.flatMap(({ motivo, valor }) => pair(motivo, `-${formatNumber(valor)}`, columns)),
    ...doc.cargos.flatMap(({ motivo, valor }) => pair(motivo, formatNumber(valor), columns)),
  ];
  const withheld = isZero(doc.total_retenciones)
    ? []
    : pair("Retenciones", formatNumber(doc.total_retenciones), columns);
  const end = present([
    `Forma y medio de pago: ${sale.pago}`,
    `Líneas: ${doc.items.length}`,
    resolucion?.texto ?? null,
    `${identificador.nombre}:`,
    identificador.valor,
  ]);
  const maker = present([
    fabricante === null
      ? null
      : `Software: ${fabricante.software}. Fabricante: ${fabricante.nombre}, NIT ${fabricante.nit}`,
  ]);
  return Buffer.concat([
    START,
    CENTRE,
    BOLD,
    print([...legend, ...wrap(emisor.nombre, columns)]),
    PLAIN,
    print(heading),
    BOLD,
    print([...wrap(shown.titulo, columns), shown.numero]),
    PLAIN,
    LEFT,
    print([...facts, rule, ...lines, rule, ...sums]),
    BOLD,
    print(pair("TOTAL", formatNumber(doc.total), columns)),
    PLAIN,
    print([...withheld, ...end]),
    CENTRE,
    // The empty lines are the margin without which a QR code is not read.
    print([""]),
    printQr(shown.qr_url, moduleOf(columns)),
    print(["", ...maker, ...legend]),
    CUT,
  ]);
}

const [path, columns = String(WIDE)] = process.argv.slice(2);
if (path === undefined) throw new Error("usage: ticket.ts FILE [COLUMNS] > /dev/usb/lp0");
const { respuesta, venta }: { readonly respuesta: Answer; readonly venta: Sale } = JSON.parse(
  readFileSync(path, "utf8"),
);
try {
  process.stdout.write(writeTicket(respuesta, venta, Number(columns)));
} catch (cause) {
  if (!(cause instanceof Error)) throw cause;
  console.error(cause.message);
  process.exitCode = 1;
}
