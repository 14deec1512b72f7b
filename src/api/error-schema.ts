// Describes the body of every error as a schema, and which codes each status can carry.
import * as z from "zod";
import type { ApiErrorCode } from "./error.ts";
import { type DocumentCode, listErrorCodes, statusOf } from "./error-table.ts";
import { integer, okFlag, text } from "./reply-field.ts";
import { noticesField, stateField } from "./verdict-schema.ts";
import type { ApiVersion } from "./version.ts";

export type ErrorCode = ApiErrorCode | DocumentCode;

const problemFields = {
  path: text(
    "Campo con el nombre que usted envió, con puntos e índices; vacío si es el cuerpo entero.",
    "items.0.codigo",
  ),
  message: text(
    "Qué campo es, qué llegó y qué se espera.",
    'El campo `items.0.codigo` debe tener exactamente 8 dígitos (código UNSPSC), entre comillas; se recibió "123".',
  ),
  rule: text(
    "Código de la regla de la autoridad (FAxxx, DSxxx) o sección del contrato, cuando hay una.",
    "2.14",
  ).optional(),
};

const PROBLEM = {
  id: "Problem",
  description: "Un problema de la solicitud. La lista los trae todos, no solo el primero.",
};

const problemSchemas: Readonly<Record<ApiVersion, z.ZodType>> = {
  v1: z.object(problemFields).meta(PROBLEM),
  v2: z
    .object({
      ...problemFields,
      value: text("La cifra que explica el problema, como texto, cuando la hay.", "119000.00").optional(),
    })
    .meta(PROBLEM),
};

/** The id of a request, which every error repeats. */
export const requestIdField = text(
  "Identificador de esta solicitud, igual a la cabecera X-Request-Id; cítelo al pedir soporte.",
  "0b6f6f0e-2d0c-4a53-9f0e-5a1d5e0f6a11",
);

/** The body of every error of a version. */
export function errorSchemaOf(version: ApiVersion) {
  return z
    .object({
      ok: okFlag(false),
      error: text("Frase en español que dice qué pasó y qué se espera.", "Scopes insuficientes. Faltan: dse.write"),
      code: z.enum(listErrorCodes(version)).meta({
        description: "Código estable del error; decida por él, no por el texto. Cada uno está en la guía de errores.",
        example: "missing_scope",
      }),
      request_id: requestIdField,
      details: z
        .array(problemSchemas[version])
        .optional()
        .meta({ description: "Todos los problemas encontrados, cuando se refieren a campos." }),
      documento: z
        .object({
          id: integer("Id; con él se consulta.", 1042),
          numero: text("Prefijo y número.", "FE1042"),
          estado_authority: stateField,
        })
        .optional()
        .meta({
          description:
            "El documento del que trata el error: en `idempotency_conflict`, al que pertenece la clave; en v2, también en `paper_number_taken` y `not_ready`.",
        }),
      notices: noticesField,
    })
    .meta({ id: "ErrorBody", description: "Cuerpo de todo error." });
}

/** Codes that can come before a handler runs, on every route under a company. */
export const COMMON_CODES: readonly ErrorCode[] = [
  "unauthorized",
  "wrong_company",
  "missing_scope",
  "module_not_contracted",
  "rate_limited",
  "unavailable",
  "internal_error",
];

/** Codes that a request with a body adds. */
export const BODY_CODES: readonly ErrorCode[] = [
  "unsupported_media_type",
  "body_too_large",
  "body_timeout",
  "invalid_json",
  "invalid_payload",
  "unknown_field",
];

/** Codes that creating a document adds. */
export const CREATION_CODES: readonly ErrorCode[] = [
  "invalid_idempotency_key",
  "invalid_parameter",
  "business_rule",
  "plan_exhausted",
  "range_missing",
  "range_expired",
  "range_exhausted",
  "certificate_missing",
  "certificate_expired",
  "idempotency_conflict",
];

/** Codes that creating a note adds: a series numbers it, and no range. */
export const NOTE_CODES: readonly ErrorCode[] = [
  ...CREATION_CODES.filter((code) => !code.startsWith("range_")),
  "reference_not_found",
  "reference_required",
  "reference_ambiguous",
  "not_correctable",
  "reference_rejected",
  "reference_pending",
  "reference_annulled",
  "concept_required",
  "concept_invalid",
  "concept_needs_reference",
  "concept_needs_whole",
  "nothing_to_credit",
  "exceeds_balance",
  "line_unknown",
  "exceeds_line",
  "party_differs",
  "currency_differs",
  "date_not_today",
  "withholdings_not_allowed",
  "period_invalid",
  "series_missing",
];

/** Codes into their statuses in a version, ascending, each with its codes. */
export function groupByStatus(
  codes: readonly ErrorCode[],
  version: ApiVersion,
): ReadonlyMap<number, readonly ErrorCode[]> {
  const statuses = [...new Set(codes.map((code) => statusOf(code, version)))].sort((one, other) => one - other);
  return new Map(statuses.map((status) => [status, codes.filter((code) => statusOf(code, version) === status)]));
}
