// Writes an amount in Spanish words, as Colombian invoices close: `Cuatro mil veintiún pesos con 50/100 M/CTE`.

/** Up to thirty; a noun always follows, so one is `un`. */
const SMALL = (
  "cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho " +
  "diecinueve veinte veintiún veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve"
).split(" ");
const TENS = ["", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"];
const HUNDREDS =
  " ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos".split(" ");
const MILLION = 1_000_000n;
/** From here on there are trillones, which no document reaches. */
const LIMIT = MILLION ** 3n;

/**
 * The amount in words with its currency: pesos by name, others by code.
 * @returns null for what is no amount, is negative or has nineteen digits or more before its point.
 */
export function spellAmount(value: string, currency: string): string | null {
  const match = /^(\d+)(?:\.(\d{2})0*)?$/.exec(value);
  if (match === null) return null;
  const [, whole = "", cents = "00"] = match;
  const units = BigInt(whole);
  if (units >= LIMIT) return null;
  const words = spell(units);
  const noun = currency !== "COP" ? currency : units === 1n ? "peso" : "pesos";
  const of = units > 0n && units % MILLION === 0n ? "de " : "";
  const fraction = cents === "00" ? "" : ` con ${cents}/100`;
  const sentence = `${words} ${of}${noun}${fraction}${currency === "COP" ? " M/CTE" : ""}`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function spell(units: bigint): string {
  if (units === 0n) return "cero";
  const parts = [
    spellScale(units / MILLION ** 2n, "billón", "billones"),
    spellScale((units / MILLION) % MILLION, "millón", "millones"),
    spellThousands(Number(units % MILLION)),
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function spellScale(count: bigint, one: string, many: string): string {
  if (count === 0n) return "";
  return count === 1n ? `un ${one}` : `${spellThousands(Number(count))} ${many}`;
}

/** Below a million; nothing for zero. */
function spellThousands(count: number): string {
  const [thousands, rest] = [Math.floor(count / 1000), count % 1000];
  const head = thousands === 0 ? "" : thousands === 1 ? "mil" : `${spellHundreds(thousands)} mil`;
  return [head, spellHundreds(rest)].filter((part) => part !== "").join(" ");
}

function spellHundreds(count: number): string {
  if (count === 100) return "cien";
  return [HUNDREDS[Math.floor(count / 100)], spellTens(count % 100)].filter((part) => part !== "").join(" ");
}

function spellTens(count: number): string {
  if (count === 0) return "";
  if (count < SMALL.length) return SMALL[count] ?? "";
  const [ten = "", one] = [TENS[Math.floor(count / 10)], count % 10];
  return one === 0 ? ten : `${ten} y ${SMALL[one]}`;
}
