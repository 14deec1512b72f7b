// Reads the body of POST authority/get-acquirer: the identification to ask about; or reports every problem with it.
import * as z from "zod";
import {
  findCheckDigit,
  findIdentificationType,
  type Identification,
  NIT,
  readIdentification,
  splitRunOnNit,
} from "../../domain/catalogue/catalogue.ts";
import type { JsonObject } from "../../domain/value/json.ts";
import type { Detail } from "../base/error.ts";
import type { ApiVersion } from "../base/version.ts";
import { booleanField, codeField, readFields } from "../field/field.ts";
import { type AliasTable, findUnknownMembers, listNames, resolveAliases } from "../field/name.ts";
import { suggestTypes } from "../message/code-name.ts";
import { ACQUIRER, describeField } from "../message/field.ts";

/** Other names of the fields. */
export const ACQUIRER_ALIASES: AliasTable = {
  names: {
    tipo_doc: "identification_type",
    tipo_documento: "identification_type",
    numero_doc: "identification_number",
    numero_documento: "identification_number",
  },
};

/** The body of POST authority/get-acquirer. */
export const acquirerSchema = z
  .object({
    identification_type: codeField({
      description: "Tipo de identificación (alias tipo_doc, tipo_documento).",
      example: "31",
      pattern: /^\d{2}$/,
      expected: "debe tener 2 dígitos, entre comillas",
      suggest: suggestTypes,
      rule: "2.11",
    }),
    identification_number: codeField({
      description:
        "Número de identificación en cualquier escritura; el dígito de verificación, tras un guion (alias numero_doc, numero_documento).",
      example: "900373115",
      pattern: /^\P{C}{1,40}$/u,
      expected: "debe ser el número de identificación, de hasta 40 caracteres, entre comillas",
      rule: "2.11",
    }),
    force_refresh: booleanField({
      description: "true consulta de nuevo aunque haya una respuesta guardada.",
      example: false,
    }).nullish(),
  })
  .meta({ id: "AcquirerRequest" });

const NAMES = listNames(acquirerSchema, ACQUIRER_ALIASES);

/** The members that are not used. */
export function findUnused(body: JsonObject, version: ApiVersion): readonly Detail[] {
  return findUnknownMembers(body, NAMES, version);
}

export interface AcquirerQuestion {
  readonly identificationType: string;
  readonly identificationNumber: string;
  readonly isForced: boolean;
}

/** Reads the body; there is a question exactly when there are no problems. */
export function readAcquirerQuestion(
  body: JsonObject,
  version: ApiVersion = "v1",
): {
  readonly question: AcquirerQuestion | undefined;
  readonly problems: readonly Detail[];
} {
  const { value, problems, spell } = resolveAliases(body, ACQUIRER_ALIASES);
  const read = readFields(acquirerSchema, value, spell);
  const all = [...problems, ...read.problems];
  if (read.value === undefined || all.length > 0) return { question: undefined, problems: all };
  const type = read.value.identification_type;
  if (findIdentificationType(type) === undefined) {
    const problem = describeField(spell(["identification_type"]), ACQUIRER.type(type, version !== "v1"), "2.11");
    return { question: undefined, problems: [problem] };
  }
  const sent = read.value.identification_number;
  const identification = readIdentification(type, sent);
  const phrase = complain(type, sent, identification);
  if (phrase !== undefined) {
    const problem = describeField(spell(["identification_number"]), phrase, "2.11");
    return { question: undefined, problems: [problem] };
  }
  const question = {
    identificationType: type,
    identificationNumber: identification.number,
    isForced: read.value.force_refresh === true,
  };
  return { question, problems: [] };
}

/** What is wrong with a number and the check digit that came behind it, to follow "El campo X". */
function complain(type: string, value: string, identification: Identification): string | undefined {
  const { number, checkDigit, characters, isSound } = identification;
  if (!isSound) return ACQUIRER.number(value, type, characters);
  const expected = findCheckDigit(number) ?? "";
  const runOn = type === NIT ? splitRunOnNit(number) : undefined;
  if (runOn !== undefined && checkDigit !== expected) {
    return ACQUIRER.runOnNit({ nit: runOn.nit, number, own: expected, value });
  }
  return checkDigit === null || checkDigit === expected ? undefined : ACQUIRER.checkDigit(value);
}
