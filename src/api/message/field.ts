// Writes the sentences about fields of a body: what their type asks, and what came.
import { type Characters, FINAL_CONSUMER, listIdentificationTypes } from "../../domain/catalogue/catalogue.ts";
import { findMeantRate } from "../../domain/doubt/doubt.ts";
import { JsonNumber } from "../../domain/value/json.ts";
import type { Detail } from "../base/error.ts";
import { MARKS_MOST } from "../base/text.ts";
import { nameCodes } from "./code-name.ts";
import { MARK_RUN, showValue } from "./value.ts";

/** `"a", "b" o "c"`. */
function listChoices(choices: readonly string[]): string {
  const quoted = choices.map((choice) => `"${choice}"`);
  const last = quoted.pop() ?? "";
  return quoted.length === 0 ? last : `${quoted.join(", ")} o ${last}`;
}

const REAL_DATE = "debe ser una fecha real con la forma AAAA-MM-DD";

interface DecimalRange {
  readonly min: string;
  readonly isAbove: boolean;
  readonly max: string;
}

function describeRange({ min, isAbove, max }: DecimalRange, decimals: number): string {
  return `${isAbove ? "mayor que" : "mayor o igual que"} ${min} y hasta ${max}, con hasta ${decimals} decimales`;
}

/** What the type of a field asks of its value; each completes "El campo X …". */
export const EXPECTED = {
  text: (max: number) => `debe ser un texto de hasta ${max} caracteres`,
  textLike: (max: number, example: string) => `debe ser un texto de hasta ${max} caracteres, como "${example}"`,
  visible: "no puede llevar saltos de línea, tabulaciones ni otros caracteres invisibles",
  printable: "no puede llevar caracteres de control, tabulaciones ni U+FFFD, que queda donde se perdió una letra",
  fewMarks: `no puede llevar más de ${MARKS_MOST} marcas combinantes (tildes sueltas) seguidas`,
  oneLine: "debe ir en una sola línea, sin tabulaciones",
  length: (max: number, length: number) => `admite hasta ${max} caracteres y trae ${length}`,
  notBlank: "no puede ir vacío",
  choice: (choices: readonly string[]) => `debe ser ${listChoices(choices)}`,
  decimal: (range: DecimalRange, decimals: number) =>
    `debe ser un número JSON (sin comillas ni separador de miles) ${describeRange(range, decimals)}`,
  /** The same where decimal text is taken too. */
  decimalOrText: (range: DecimalRange, decimals: number) =>
    `debe ser un número, o texto de hasta 20 dígitos con punto decimal y sin separador de miles, ${describeRange(range, decimals)}`,
  integer: (min: number, max: number | null) =>
    `debe ser un número entero (sin comillas) desde ${min}${max === null ? "" : ` y hasta ${max}`}`,
  date: REAL_DATE,
  dateOrBlank: `${REAL_DATE}, o un texto vacío`,
  boolean: "debe ser true o false (sin comillas)",
  object: "debe ser un objeto JSON",
  objectLike: (example: string) => `debe ser un objeto JSON, como ${example}`,
  list: "debe ser una lista JSON",
  shortCode: (max: number) => `debe ser un código de hasta ${max} letras o dígitos`,
  methodId: "debe ser el id de un método de pago de la empresa",
} as const;

/** What is expected of a receiver that did not come. */
export function askFinalConsumer(expected: string): string {
  const { type, number, name } = FINAL_CONSUMER;
  const shown = JSON.stringify({ tipo_doc: type, numero_doc: number, nombre: name });
  return `${expected}; a quien no se identifica se le factura como consumidor final, con ${shown}`;
}

/** The number that a text writes for people. */
export function askNumber(meant: string): string {
  return ` (¿quiso decir ${meant}?)`;
}

/** Completes "El campo X …" with what is expected and what came. */
export function complain(expected: string, input: unknown): string {
  return input === undefined || input === null
    ? `es obligatorio: ${expected}`
    : `${expected}; se recibió ${showValue(input)}`;
}

/** What follows "El campo X …" where more than one value is at fault. */
export const PHRASE = {
  fewElements: (min: number, count: number) =>
    `debe traer al menos ${min} ${min === 1 ? "elemento" : "elementos"}; ${count === 0 ? "llegó una lista vacía" : `llegó ${count}`}`,
  manyElements: (max: number, count: number) => `admite hasta ${max} elementos; llegaron ${count}`,
  manyMembers: (max: number, count: number) => `admite hasta ${max} datos; llegaron ${count}`,
  underscore: "empieza por «_»; esos nombres no se admiten",
  reservedName: "lleva un nombre reservado que no se admite en ningún nivel del cuerpo",
  twice: "aparece más de una vez en el mismo objeto; se espera una sola vez",
  halfCharacter: "contiene medio carácter Unicode (un sustituto suelto); se espera Unicode válido",
  exponent: (shown: string, digits: number) => `trae el número ${shown}; el exponente admite hasta ${digits} cifras`,
  markRun: MARK_RUN,
  withoutPaid: (paid: string) => `es true y no vino \`${paid}\`, el precio con el impuesto incluido`,
  notWith: (other: string) => `no va con \`${other}\`; envíe uno solo`,
  requiredWith: (other: string) => `es obligatorio con \`${other}\``,
  onlyIncluded: (included: string, unit: string) =>
    `va con \`${included}\` true, e incluye el impuesto; un valor sin él va en \`${unit}\``,
  paidRequired: (included: string) => `es obligatorio con \`${included}\` true: el precio con el impuesto incluido`,
} as const;

/** A detail about one field of the body; `phrase` completes "El campo X …", without the final full stop. */
export function describeField(path: string, phrase: string, rule?: string): Detail {
  const message = `El campo \`${path}\` ${phrase}.`;
  return rule === undefined ? { path, message } : { path, message, rule };
}

/** A detail about the body as a whole; `phrase` completes "El cuerpo …". */
export function describeBody(phrase: string): Detail {
  return { path: "", message: `El cuerpo ${phrase}.` };
}

/** Two names of one field that say different things. */
export function describeContradiction(
  one: { readonly path: string; readonly value: unknown },
  other: { readonly path: string; readonly value: unknown },
): Detail {
  const { path } = other;
  const first = `\`${one.path}\` (${showValue(one.value)})`;
  const message = `El campo \`${path}\` (${showValue(other.value)}) contradice a ${first}: son nombres del mismo dato; envíe uno solo o el mismo valor.`;
  return { path, message };
}

/** A member that its place does not know, in a version that refuses it. */
export function describeUnknownMember(path: string, meant: string | undefined): Detail {
  const question = meant === undefined ? "." : `; ¿quiso decir \`${meant}\`?`;
  return { path, message: `El campo \`${path}\` no se admite en esta parte de la solicitud${question}`, rule: "9" };
}

/**
 * A decimal text that Colombia also writes for thousands.
 * @param read.plain what it was read as.
 */
export function describeThousands(
  path: string,
  read: { readonly text: string; readonly plain: string; readonly thousands: string },
): Detail {
  const { text, plain, thousands } = read;
  const message = `El campo \`${path}\` trae el texto "${text}" y se leyó ${plain}: el punto separa decimales. Si quería decir ${thousands}, envíe "${thousands}"; si no, envíe el número ${plain}, sin comillas, y este aviso no sale.`;
  return { path, message, rule: "9" };
}

/** A text that is a short number. */
function findFigure(value: unknown): string | undefined {
  return typeof value === "string" && /^\d{1,15}(?:\.\d{1,6})?$/.test(value) ? value : undefined;
}

/**
 * An item of a support document that says `iva`: in v1 it is money, and its figure may be that of a rate.
 * @param path ends in `iva`.
 */
export function describeTaxMoney(path: string, value: unknown): Detail {
  const plain = value instanceof JsonNumber ? value.plain : findFigure(value);
  const rate = plain === undefined ? undefined : findMeantRate(plain);
  const meant = rate === undefined ? `\`impuesto\`: ${plain}` : `\`porcentaje_iva\`: ${rate}`;
  const question = plain === undefined ? "." : `; ¿quiso decir ${meant}?`;
  const message = `El campo \`${path}\` no se admite: la tarifa va en \`porcentaje_iva\` y el impuesto en dinero en \`impuesto\`${question}`;
  return { path, message, rule: "9" };
}

/** What is asked of the identification of an acquirer; each completes "El campo X …". */
export const ACQUIRER = {
  type: (value: string, isStrict: boolean) =>
    isStrict
      ? `debe ser uno de ${nameCodes(listIdentificationTypes())}; se recibió "${value}"`
      : `debe ser un tipo de la lista oficial, como "13" o "31"; se recibió "${value}"`,
  runOnNit: (facts: {
    readonly nit: string;
    readonly number: string;
    readonly own: string;
    readonly value: string;
  }) => {
    const ways = `envíe "${facts.nit}", o "${facts.number}-${facts.own}" si el NIT tiene diez dígitos`;
    return `termina en el dígito de verificación del NIT ${facts.nit}: ${ways}; se recibió "${facts.value}"`;
  },
  checkDigit: (value: string) =>
    `trae un NIT con un dígito de verificación que no le corresponde; se recibió "${value}"`,
  number: (value: string, type: string, characters: Characters) =>
    `debe tener ${characters === "digits" ? "de 1 a 15 dígitos" : "de 1 a 30 letras (A a Z, Ñ) y dígitos"} con el tipo ${type}; se recibió "${value}"`,
} as const;

/** What is not used; each is a whole sentence but for its subject, `meant` the name that was probably meant. */
export const UNUSED = {
  member: (meant: string | undefined) => `no es de esta API y no se usa${askWhatWasMeant(meant)}`,
  parameter: (meant: string | undefined) => `no es de esta ruta y no se usa${askWhatWasMeant(meant)}`,
  country: (value: unknown) =>
    `no es un código ISO 3166-1 de dos letras, como "CO", y no se usa; se recibió ${showValue(value)}.`,
  besideLine: "no se usa junto a `linea`: sale de la línea del documento que se corrige.",
  others: (count: number) =>
    count === 1 ? "Hay 1 aviso más, que no se lista." : `Hay ${count} avisos más, que no se listan.`,
} as const;

function askWhatWasMeant(meant: string | undefined): string {
  return meant === undefined ? "." : `. ¿Quiso decir \`${meant}\`?`;
}

/** A detail about a field or parameter that is not used. */
export function describeUnused(what: "campo" | "parámetro", path: string, phrase: string, rule: string): Detail {
  return { path, message: `El ${what} \`${path}\` ${phrase}`, rule };
}
