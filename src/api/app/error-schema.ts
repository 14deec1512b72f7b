// Describes the body of every error as a schema.
import * as z from "zod";
import type { ApiVersion } from "../base/version.ts";
import { integer, okFlag, text } from "../field/reply-field.ts";
import { noticesField, stateField } from "../field/verdict-schema.ts";
import { listErrorCodes } from "./error-table.ts";

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
            "El documento del que trata el error: en `idempotency_conflict`, al que pertenece la clave; en v2, también en `paper_number_taken`, `not_ready` y `file_lost`.",
        }),
      notices: noticesField,
    })
    .meta({ id: "ErrorBody", description: "Cuerpo de todo error." });
}
