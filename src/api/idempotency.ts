// A header and the body's own names for it into the one idempotency key of a request.
import type { JsonObject } from "../domain/json.ts";
import { Refusal } from "../domain/refusal.ts";
import { countCharacters, hasMarkRun, MARKS_MOST, trimNormal } from "./text.ts";

const HEADER = "Idempotency-Key";
// biome-ignore lint/suspicious/noControlCharactersInRegex: a key is compared, stored and logged; control characters have no place in it.
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;
/** What every byte that is not UTF-8 is read as: keys that differ in such bytes alone would be one key. */
const UNREADABLE = "\ufffd";

/**
 * Checks the header before the body is read (design 5: the key comes before the body).
 * @param max characters (contract 8).
 * @returns undefined when the header is absent or blank: the body may still carry the key.
 * @throws Refusal `invalid_idempotency_key`.
 */
export function readHeaderKey(headers: Pick<Headers, "get">, max: number): string | undefined {
  const value = headers.get(HEADER);
  return value === null || value.trim() === "" ? undefined : checkKey(value, HEADER, max);
}

/**
 * The key of a request that must have one.
 * @throws Refusal `missing_idempotency_key`, `invalid_idempotency_key`.
 */
export function getKey(headerKey: string | undefined, body: JsonObject, names: readonly string[], max: number): string {
  const key = findKey(headerKey, body, names, max);
  if (key === undefined) throw refuseMissingKey();
  return key;
}

/**
 * The key of a request: the header's, or the body's under one of its names; when several come they must agree.
 * @throws Refusal `invalid_idempotency_key`.
 */
export function findKey(
  headerKey: string | undefined,
  body: JsonObject,
  names: readonly string[],
  max: number,
): string | undefined {
  let found = headerKey === undefined ? undefined : { name: HEADER, key: headerKey };
  for (const name of names) {
    const value = body[name];
    if (value === undefined || value === null || value === "") continue;
    if (typeof value !== "string") throw refuseKey(name, `debe ser un texto de hasta ${max} caracteres`);
    const key = checkKey(value, name, max);
    if (found !== undefined && found.key !== key) {
      throw refuseKey(name, `contradice a ${found.name}: envíe la clave una sola vez o con el mismo valor`);
    }
    found ??= { name, key };
  }
  return found?.key;
}

/** The refusal of a request without a key (contract 4.7 rule 1). */
export function refuseMissingKey(): Refusal {
  const message = `Falta la cabecera ${HEADER}: envíe una clave única por operación, la misma en cada reintento.`;
  return new Refusal("missing_idempotency_key", message, [{ path: HEADER, message, rule: "4.7.1" }]);
}

function checkKey(value: string, name: string, max: number): string {
  if (value.includes(UNREADABLE))
    throw refuseKey(name, "trae bytes que no son UTF-8; envíela en UTF-8, o solo en ASCII");
  // Before the ends are trimmed: a key and the same key with a line feed are two texts.
  if (CONTROL_CHARACTER.test(value)) throw refuseKey(name, "no puede llevar caracteres de control");
  if (hasMarkRun(value))
    throw refuseKey(name, `trae más de ${MARKS_MOST} marcas combinantes (tildes sueltas) seguidas`);
  const key = trimNormal(value, max) ?? value.trim();
  const length = countCharacters(key);
  if (length === 0) throw refuseKey(name, "no puede ir en blanco");
  if (length > max) throw refuseKey(name, `admite hasta ${max} caracteres y trae ${length}`);
  if (!key.isWellFormed()) throw refuseKey(name, "no puede llevar caracteres de control");
  return key;
}

function refuseKey(name: string, phrase: string): Refusal {
  const message = `La clave de idempotencia \`${name}\` ${phrase}.`;
  return new Refusal("invalid_idempotency_key", message, [{ path: name, message, rule: "4.7.2" }]);
}
