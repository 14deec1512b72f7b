// Builds the fields of the answer schemas: each has a type, a description and an example.
import * as z from "zod";

/** Money as every answer writes it. */
export const MONEY = /^-?\d+\.\d{2}$/;

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
