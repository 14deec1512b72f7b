// Writes bodies and texts that cost most for a size in bytes; each is named after what it attacks.

import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { pick, type Random } from "../support/random.ts";

/** Made for any size: a body or text of about so many bytes. */
export interface Expensive {
  readonly name: string;
  readonly write: (bytes: number) => string;
}

const MARKS = "\u0315\u0316";
/** More than any list may hold is refused by its length alone; this many elements are all looked at. */
const LIST_MOST = 2_000;
const WITHHOLDINGS_MOST = 50;

/** So many pieces that together, with their commas, fill the bytes; at most `most` of them. */
function fill(bytes: number, write: (index: number) => string, most = Number.POSITIVE_INFINITY): string {
  const pieces: string[] = [];
  for (let filled = 0; filled < bytes && pieces.length < most; ) {
    const piece = write(pieces.length);
    pieces.push(piece);
    filled += Buffer.byteLength(piece) + 1;
  }
  return pieces.join(",");
}

function repeat(text: string, bytes: number): string {
  return text.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(text))));
}

/** Half of the bytes for a name, half for what stands below it. */
const below = (write: (index: number) => string, open: string, close: string) => (bytes: number) =>
  `{"${repeat("k", bytes / 2)}":${open}${fill(bytes / 2, write)}${close}}`;

const items = (write: (index: number) => string, most?: number) => (bytes: number) =>
  `{"items":[${fill(bytes, write, most)}]}`;

const value = (text: string) => (bytes: number) => `{"draft_key":"${repeat(text, bytes)}"}`;
const number = (write: (bytes: number) => string) => (bytes: number) => `{"total":${write(bytes)}}`;

/** 20 levels are allowed. */
function writeDeep(bytes: number): string {
  const one = '{"a":[{"a":[{"a":[{"a":[{"a":[{"a":[{"a":[{"a":[{}]}]}]}]}]}]}]}]}';
  return `{"x":[${fill(bytes, () => one)}]}`;
}

/** Every list as long as it may be, everything in it wrong. */
function writeMaximal(bytes: number): string {
  const own = bytes / 3;
  const withholding = '{"type":1,"tipo":2,"base":"x","base_amount":1,"percent":"y","nombre":[]}';
  return `{"items":[${fill(own, () => '{"codigo":1,"desc":2,"cant":"x","base":1,"base_imponible":2,"iva":"z"}', LIST_MOST)}],
    "retenciones":[${fill(own / 2, () => withholding, WITHHOLDINGS_MOST)}],
    "withholdings":[${fill(own / 2, () => withholding, WITHHOLDINGS_MOST)}],
    "attachment_tokens":[${fill(own, () => '"x"', LIST_MOST)}]}`;
}

/** Sound but for its size: as many lines and withholdings as the lists take, so that it is priced and measured. */
function writePriced(bytes: number): string {
  const withholdings = fill(
    bytes / 4,
    (index) => `{"tipo":"r${index}","codigo_authority":"06","nombre":"Rete ${index}","porcentaje":${index + 1}e-2}`,
    WITHHOLDINGS_MOST,
  );
  const item = '{"codigo":"50201706","cantidad":1,"precio_unitario":1000,"porcentaje_iva":19}';
  return `{"fecha_documento":"${dateInBogota(Date.now())}","moneda":"COP",
    "proveedor":{"nit":"1098765432","nombre":"X","codigo_municipio":"25053","codigo_departamento":"25"},
    "items":[${fill((bytes * 3) / 4, () => item, LIST_MOST)}],"retenciones":[${withholdings}]}`;
}

/** An invoice of v2, sound but for its size: every item has a discount, a price with its taxes, and ten more of them. */
function writeTill(bytes: number): string {
  const codes = ["02", "03", "08", "22", "23", "24", "32", "33", "35", "36"];
  const percents = ["03", "08", "35", "36"];
  const taxes = codes.map(
    (code) => `{"codigo":"${code}","${percents.includes(code) ? "tarifa" : "valor_unitario"}":1}`,
  );
  const item = `{"desc":"x","cant":1,"iva":19,"unit_input":9999.99,"iva_incluido":true,"descuento_porcentaje":7.7,"otros_impuestos":[${taxes}]}`;
  const charges = Array.from({ length: 20 }, () => '{"porcentaje":1,"motivo":"x"}');
  return `{"receptor":{"numero_doc":"222222222222"},"items":[${fill(bytes, () => item, LIST_MOST)}],
    "cargos":[${charges}],"descuentos":[${charges}]}`;
}

/** Letters of three bytes in no order, which nothing makes smaller. */
function scramble(length: number, seed: number): string {
  const code = (index: number) => 0x4e00 + ((index * 7_919 + seed * 104_729 + index * index * 31) % 20_000);
  return String.fromCodePoint(...Array.from({ length }, (_, index) => code(index)));
}

/** Every member of a whole invoice at its longest, and every list at its most; the lines fill the rest. */
function writeWhole(bytes: number): string {
  const today = dateInBogota(Date.now());
  // All of them in a body of a hundred thousand bytes, and fewer in a smaller one.
  const many = (most: number, write: (index: number) => string) =>
    Array.from({ length: Math.ceil(most * Math.min(1, bytes / 100_000)) }, (_, at) => write(at));
  const item = (index: number) =>
    `{"desc":"${scramble(100, index)}","cant":1,"iva":19,"codigo":"${scramble(50, index)}",
      "codigo_estandar":{"esquema":"010","codigo":"7701234567897"},"unidad_medida":"H87","marca":"${scramble(100, index + 1)}",
      "modelo":"${scramble(100, index + 2)}","nota":"${scramble(500, index)}",
      ${index % 2 === 0 ? '"unit":1000' : '"obsequio":{"valor_referencia":1000.123456,"asume_iva":"vendedor"}'}}`;
  const named = (index: number) => `{"numero":"${scramble(60, index)}","fecha":"${today}"}`;
  const paid = (index: number) =>
    `{"form":"${index === 0 ? "credito" : "contado"}","means_code":"10","valor":1.11,"referencia":"${scramble(60, index)}"}`;
  const head = `{"receptor":{"numero_doc":"800134536","tipo_doc":"31","nombre":"${scramble(450, 1)}","direccion":"${scramble(300, 2)}",
      "codigo_municipio":"76001","nombre_comercial":"${scramble(450, 3)}","contacto":"${scramble(200, 4)}"},
    "pagos":[${many(10, paid)}],"cuotas":[${many(60, () => `{"valor":1.11,"due_date":"2099-12-31"}`)}],
    "anticipos":[${many(20, (index) => `{"valor":1,"fecha":"${today}","referencia":"${scramble(60, index)}"}`)}],
    "referencias":{"orden_compra":${named(0)},"remisiones":[${many(20, named)}],"entradas":[${many(20, named)}],
      "contrato":{"numero":"${scramble(60, 5)}"}},
    "entrega":{"direccion":"${scramble(300, 6)}","codigo_municipio":"05001","guia":"${scramble(60, 7)}",
      "transportador":"${scramble(200, 8)}"}`;
  return `${head},"items":[${fill(Math.max(1, bytes - Buffer.byteLength(head)), item, LIST_MOST)}]}`;
}

/** Lists of a whole invoice far beyond their most, everything in them wrong. */
function writeBrokenWhole(bytes: number): string {
  const own = bytes / 6;
  const wrong = '{"valor":"x","due_date":1,"fecha":[],"numero":{},"referencia":"\\u0001","form":2,"redondeo":"y"}';
  const lists = ["pagos", "cuotas", "anticipos"].map((name) => `"${name}":[${fill(own, () => wrong)}]`);
  const documents = ["remisiones", "entradas"].map((name) => `"${name}":[${fill(own, () => wrong)}]`);
  const item = '{"codigo":[],"codigo_estandar":{"esquema":"9","codigo":1},"obsequio":{"asume_iva":1},"tratamiento":2}';
  return `{${lists},"referencias":{${documents},"orden_compra":[],"contrato":1},"entrega":{"pais":"\\ud800","fecha":1},
    "periodo_facturado":[],"tipo":3,"items":[${fill(own, () => item, LIST_MOST)}]}`;
}

/** A note on no document of ours, with as many lines as the list takes, half of them corrections. */
function writeNote(bytes: number): string {
  const line = (index: number) =>
    index % 2 === 0 ? `{"linea":${index + 1},"cant":1,"cantidad":1}` : '{"desc":"x","cant":1,"unit":1000,"iva":19}';
  return `{"periodo":{"fecha_inicio":"2026-01-01","fecha_fin":"2026-01-31"},"concepto":"3","motivo":"${"ñ".repeat(500)}",
    "receptor":{"numero_doc":"222222222222"},"items":[${fill(bytes, line, LIST_MOST)}]}`;
}

/** Sound but for its size, and therefore priced whole; what others cost is measured by it. */
export const LARGEST_INVOICE: Expensive = { name: "an invoice of a till at its largest", write: writeTill };

/** The worst bodies that anybody has thought of. */
export const EXPENSIVE_BODIES: readonly Expensive[] = [
  { name: "a long name above lone surrogates", write: below(() => '"\\ud800"', "[", "]") },
  { name: "a long name above names with an underscore", write: below((index) => `"_${index}":1`, "{", "}") },
  { name: "a long name above one name very often", write: below(() => '"a":1', "{", "}") },
  { name: "a long name above reserved names", write: below(() => '{"__proto__":1}', "[", "]") },
  { name: "one name very often", write: (bytes) => `{${fill(bytes, () => '"a":1')}}` },
  { name: "many names", write: (bytes) => `{${fill(bytes, (index) => `"${index}":1`)}}` },
  { name: "many names that are not ASCII", write: (bytes) => `{${fill(bytes, (index) => `"ñ${index}":1`)}}` },
  { name: "deep and wide", write: writeDeep },
  { name: "many numbers", write: (bytes) => `{"x":[${fill(bytes, () => "0")}]}` },
  { name: "many lists", write: (bytes) => `{"x":[${fill(bytes, () => "[]")}]}` },
  { name: "a run of combining marks", write: value(MARKS) },
  { name: "a run of combining marks as escapes", write: value("\\u0315\\u0316") },
  { name: "runs of combining marks that are just short enough", write: value(`e${MARKS.repeat(15)}`) },
  {
    name: "runs of combining marks in an unknown name",
    write: (bytes) => `{"${repeat(`e${MARKS.repeat(15)}`, bytes)}":1}`,
  },
  { name: "many runs of combining marks", write: (bytes) => `{"x":[${fill(bytes, () => `"${MARKS.repeat(16)}"`)}]}` },
  { name: "letters that compose", write: value("e\u0301") },
  { name: "syllables that compose", write: value("\u1112\u1161\u11ab") },
  { name: "blanks around nothing", write: value(" ") },
  {
    name: "blanks between letters",
    write: (bytes) => `{"draft_key":"${" ".repeat(bytes / 2)}x${" ".repeat(bytes / 2)}"}`,
  },
  { name: "a text of escapes", write: value("\\u0041") },
  { name: "a text of escapes without end", write: (bytes) => `{"x":"${repeat("\\u0041", bytes)}` },
  { name: "a text of quotes", write: (bytes) => `{"tipo_doc":"${repeat('\\"', bytes)}","tipo_documento":"1"}` },
  { name: "a text of pairs of surrogates", write: value("😀") },
  {
    name: "names that contradict each other at length",
    write: (bytes) => `{"fecha":"${repeat("e\u0301", bytes / 2)}","fecha_documento":"${repeat("é", bytes / 2)}"}`,
  },
  {
    name: "a mail of dots",
    write: (bytes) => `{"proveedor":{"email":"a@${repeat("a.", bytes)}"},"receptor":{"email":"a@${"a.".repeat(99)}"}}`,
  },
  { name: "a number of zeros and a one", write: number((bytes) => `1${"0".repeat(bytes)}1`) },
  { name: "a number of zeros in runs", write: number((bytes) => repeat("1000000000", bytes)) },
  { name: "a fraction of zeros and a one", write: number((bytes) => `0.${"0".repeat(bytes)}1`) },
  { name: "an exponent of zeros", write: number((bytes) => `1e${"0".repeat(bytes)}1`) },
  { name: "an exponent of nines", write: number((bytes) => `1e-${"9".repeat(bytes)}`) },
  { name: "numbers of 400 digits", write: (bytes) => `{"x":[${fill(bytes, () => `1.${"03".repeat(200)}e5`)}]}` },
  { name: "items of numbers of 400 digits", write: items(() => `{"cantidad":1${"0".repeat(400)},"cant":1e400}`) },
  { name: "items that are nothing", write: items(() => "{}", LIST_MOST) },
  { name: "more items than may be", write: items(() => "{}") },
  { name: "items that contradict themselves", write: items(() => '{"base":1,"base_imponible":2}') },
  {
    name: "withholdings that contradict themselves",
    write: (bytes) => `{"retenciones":[${fill(bytes, () => '{"tipo":"a","type":"b"}')}]}`,
  },
  {
    name: "withholdings that are switched off",
    write: (bytes) => `{"retenciones":[${fill(bytes, () => '{"enabled":false,"tipo":"a","type":"b"}')}]}`,
  },
  { name: "every list at its longest, all wrong", write: writeMaximal },
  { name: "a document at its largest", write: writePriced },
  LARGEST_INVOICE,
  { name: "a whole invoice at its largest", write: writeWhole },
  { name: "lists of a whole invoice, all wrong", write: writeBrokenWhole },
  { name: "a note at its largest", write: writeNote },
  {
    name: "corrections of one line very often",
    write: items(() => '{"linea":1,"cant":1,"cantidad":1,"unit":1}', LIST_MOST),
  },
  {
    name: "discounts and taxes that contradict themselves",
    write: items(
      () =>
        `{"descuento":1,"descuento_porcentaje":1,"otros_impuestos":[${Array.from({ length: 10 }, () => '{"codigo":"22","tarifa":1}')}]}`,
      LIST_MOST,
    ),
  },
];

/** The worst texts for a parameter of the query or a header. */
export const EXPENSIVE_TEXTS: readonly Expensive[] = [
  { name: "a run of combining marks", write: (bytes) => repeat(MARKS, bytes) },
  { name: "letters that compose", write: (bytes) => repeat("e\u0301", bytes) },
  { name: "blanks", write: (bytes) => `${" ".repeat(bytes / 2)}x${" ".repeat(bytes / 2)}` },
  { name: "controls", write: (bytes) => repeat("\u0001", bytes) },
  { name: "digits before a letter", write: (bytes) => `${repeat("1", bytes)}x` },
  { name: "signs", write: (bytes) => repeat("-1", bytes) },
  { name: "pairs of surrogates", write: (bytes) => repeat("😀", bytes) },
];

const NAME_UNITS = ["k", "ñ", '\\"', "\\u0001", "\\ud800", "😀", "_", `e${MARKS.repeat(15)}`, MARKS] as const;
const MEMBER_UNITS = [
  '"\\ud800"',
  '{"__proto__":1}',
  '{"a":1,"a":2}',
  '{"_x":1}',
  "1e9999999999",
  `"${MARKS.repeat(16)}"`,
  "{}",
  "[[[]]]",
  '{"base":1,"base_imponible":2,"type":"a","tipo":"b"}',
  `0.${"9".repeat(400)}`,
] as const;
const HOLDERS = [
  ...["items", "retenciones", "withholdings", "attachment_tokens", "proveedor", "receptor", "x"],
  ...["pagos", "cuotas", "anticipos", "referencias", "entrega", "periodo_facturado"],
] as const;

/** A long name or several, a place of the contract or none, and very many of one kind of member below them. */
export function composeBody(random: Random): Expensive {
  const unit = pick(random, NAME_UNITS);
  const member = pick(random, MEMBER_UNITS);
  const holder = pick(random, HOLDERS);
  const depth = Math.floor(random() * 6);
  const share = random();
  const isList = random() < 0.7;
  const name = `${depth} names of ${JSON.stringify(unit.slice(0, 6))} in ${holder} above ${isList ? "a list" : "members"} of ${member.slice(0, 30)}`;
  return {
    name,
    write: (bytes) => {
      const long = depth === 0 ? "" : repeat(unit, (bytes * share) / depth);
      const rest = bytes * (depth === 0 ? 1 : 1 - share);
      const inner = isList ? `[${fill(rest, () => member)}]` : `{${fill(rest, (index) => `"${index}":${member}`)}}`;
      return `{"${holder}":${`{"${long}":`.repeat(depth)}${inner}${"}".repeat(depth)}}`;
    },
  };
}
