// Reads what a client of v2 keeps with a document for itself, and describes it in requests and answers.
import * as z from "zod";
import type { Metadata } from "../../domain/document/metadata.ts";
import { type TextMapDescription, textMapField } from "./field.ts";

const EXAMPLE: Metadata = { pedido: "WEB-10233", "turno.caja": "2" };

const REQUEST: TextMapDescription = {
  description:
    "Datos suyos, que se guardan con el documento y se devuelven con él: hasta 20 textos de hasta 200 caracteres, con nombres de 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`. No se firman ni se imprimen; cuentan para reconocer un reintento.",
  example: EXAMPLE,
  most: 20,
  name: /^[a-z0-9_.-]{1,40}$/,
  expectedName: "debe llamarse con 1 a 40 letras minúsculas sin tilde, dígitos, `_`, `.` o `-`",
  max: 200,
};

/** The field of every creation. */
export const metadataFields = { metadatos: textMapField(REQUEST).nullish() };

/** The member of every answer of v2 that shows a document or rehearses one. */
export const metadataReplyFields = {
  metadatos: z.record(z.string(), z.string()).nullable().meta({
    description: "Los datos suyos que se guardan con el documento, como los envió; null si no envió.",
    example: EXAMPLE,
  }),
};
