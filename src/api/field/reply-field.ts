// Builds the fields of the answer schemas: each has a type, a description and an example.
import * as z from "zod";
import type { TypeCode } from "../../domain/kind.ts";
import { KIND_TEXTS } from "../message/kind-text.ts";

/** Money as every answer writes it. */
export const MONEY = /^-?\d+\.\d{2}$/;

/** Examples of fiscal ids: of an invoice, and of any other document. */
export const CUFE = "c2f0d8e11d3d4f9a9a6b7c5e4f3d2a1bc2f0d8e11d3d4f9a9a6b7c5e4f3d2a1bc2f0d8e11d3d4f9a9a6b7c5e4f3d2a1b";
export const OTHER_ID =
  "b0e6a4b6d2bf1cb0f3c0a7f1ad29d2bb2d44bb4f6d2f4c5be3aa3c6f6a5f0c7f5a2d0b2e4e7f4d1c9a8b7c6d5e4f3a2b";

/** A text. */
export function text(description: string, example: string) {
  return z.string().meta({ description, example });
}

/** A text that may be null. */
export function nullableText(description: string, example: string | null) {
  return z.string().nullable().meta({ description, example });
}

/** One of the service's own closed lists. */
export function oneOf<const Choices extends readonly string[]>(
  choices: Choices,
  description: string,
  example: Choices[number],
) {
  return z.enum(choices).meta({ description, example });
}

/** Money of an answer: decimal text, two decimals. */
export function money(description: string, example: string) {
  return z
    .string()
    .regex(MONEY)
    .meta({ description: `${description} Texto decimal con dos decimales, en la moneda del documento.`, example });
}

/** Another figure as decimal text: quantity, price, percentage. */
export function figure(description: string, example: string) {
  return z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .meta({ description: `${description} Texto decimal.`, example });
}

/** An integer. */
export function integer(description: string, example: number) {
  return z.int().meta({ description, example });
}

/** True or false. */
export function flag(description: string, example: boolean) {
  return z.boolean().meta({ description, example });
}

/** The member `ok`, which repeats what the status says. */
export function okFlag<const Value extends boolean>(value: Value) {
  const description = value ? "true: la solicitud se atendió." : "false: vea `error`.";
  return z.literal(value).meta({ description, example: value });
}

/** `YYYY-MM-DD`. */
export function date(description: string, example: string) {
  return z.iso.date().meta({ description: `${description} \`AAAA-MM-DD\`.`, example });
}

/** `YYYY-MM-DD HH:MM:SS`. */
export function moment(description: string, example: string) {
  return z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
    .meta({ description: `${description} \`AAAA-MM-DD HH:MM:SS\`.`, example });
}

/** The field `tipo_authority` of an answer that shows documents of these kinds. */
export function typeField<const Codes extends readonly TypeCode[]>(codes: Codes, example: Codes[number]) {
  return oneOf(codes, `${codes.map((code) => `${code} ${KIND_TEXTS[code].name}`).join(", ")}.`, example);
}
