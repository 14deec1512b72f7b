// The body of POST authority/get-acquirer into an identification to ask about, or into every problem with it (contract 2.11).
import * as z from "zod";
import { findIdentificationType } from "../../domain/catalogue.ts";
import { findCheckDigit, splitRunOnNit } from "../../domain/check-digit.ts";
import type { JsonObject } from "../../domain/json.ts";
import { NIT } from "../../domain/party.ts";
import type { Problem } from "../../domain/refusal.ts";
import { type AliasTable, resolveAliases } from "../alias.ts";
import { booleanField, codeField, readFields } from "../field.ts";

/** Other names of contract 2.11. */
export const ACQUIRER_ALIASES: AliasTable = {
  names: {
    tipo_doc: "identification_type",
    tipo_documento: "identification_type",
    numero_doc: "identification_number",
    numero_documento: "identification_number",
  },
};

export const acquirerSchema = z
  .object({
    identification_type: codeField({
      description: "Tipo de identificación (alias tipo_doc, tipo_documento).",
      example: "31",
      pattern: /^\d{2}$/,
      expected: "debe tener 2 dígitos, entre comillas",
      rule: "2.11",
    }),
    identification_number: codeField({
      description: "Número de identificación sin dígito de verificación (alias numero_doc, numero_documento).",
      example: "900373115",
      pattern: /^[0-9A-Za-z-]{1,30}$/,
      expected: "debe tener de 1 a 30 letras o dígitos, entre comillas",
      rule: "2.11",
    }),
    force_refresh: booleanField({
      description: "true consulta de nuevo aunque haya una respuesta guardada.",
      example: false,
    }).nullish(),
  })
  .meta({ id: "AcquirerRequest" });

export interface AcquirerQuestion {
  readonly identificationType: string;
  readonly identificationNumber: string;
  readonly isForced: boolean;
}

/** Reads the body; the problems are empty exactly when there is a question. */
export function readAcquirerQuestion(body: JsonObject): {
  readonly question: AcquirerQuestion | undefined;
  readonly problems: readonly Problem[];
} {
  const { value, problems, spell } = resolveAliases(body, ACQUIRER_ALIASES);
  const read = readFields(acquirerSchema, value, spell);
  const all = [...problems, ...read.problems];
  if (read.value === undefined || all.length > 0) return { question: undefined, problems: all };
  const type = read.value.identification_type;
  if (findIdentificationType(type) === undefined) {
    const path = spell(["identification_type"]);
    const message = `El campo \`${path}\` debe ser un tipo de la lista oficial, como "13" o "31"; se recibió "${type}".`;
    return { question: undefined, problems: [{ path, message, rule: "2.11" }] };
  }
  const [number = "", checkDigit] = type === NIT ? read.value.identification_number.split("-") : [];
  const complaint = complainOfNit(number, checkDigit);
  if (complaint !== undefined) {
    const path = spell(["identification_number"]);
    const message = `El campo \`${path}\` ${complaint}; se recibió "${read.value.identification_number}".`;
    return { question: undefined, problems: [{ path, message, rule: "2.11" }] };
  }
  const question = {
    identificationType: type,
    identificationNumber: checkDigit === undefined ? read.value.identification_number : number,
    isForced: read.value.force_refresh === true,
  };
  return { question, problems: [] };
}

/** What is wrong with a NIT and the check digit that came after its hyphen, to follow "El campo X". */
function complainOfNit(number: string, checkDigit: string | undefined): string | undefined {
  const expected = findCheckDigit(number);
  const runOn = splitRunOnNit(number);
  if (runOn !== undefined && checkDigit !== expected) {
    const ways = `envíe "${runOn.nit}", o "${number}-${expected}" si el NIT tiene diez dígitos`;
    return `termina en el dígito de verificación del NIT ${runOn.nit}: ${ways}`;
  }
  if (checkDigit === undefined || checkDigit === expected) return undefined;
  return "trae un NIT con un dígito de verificación que no le corresponde";
}
