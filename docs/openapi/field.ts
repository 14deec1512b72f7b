// Words about a field of an answer into its schema: type, meaning and example, so that no field goes undescribed.
import { z } from "@hono/zod-openapi";

/** A text. */
export function text(description: string, example: string) {
  return z.string().openapi({ description, example });
}

/** A text that may be null. */
export function nullableText(description: string, example: string | null) {
  return z.string().nullable().openapi({ description, example });
}

/** One of the service's own closed lists. */
export function oneOf<const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  description: string,
  example: Choices[number],
) {
  return z.enum(choices).openapi({ description, example });
}

/** Money of an answer: decimal text, two decimals (contract 2, conventions). */
export function money(description: string, example: string) {
  return z
    .string()
    .regex(/^-?\d+\.\d{2}$/)
    .openapi({ description: `${description} Texto decimal con dos decimales, en la moneda del documento.`, example });
}

/** Another figure as decimal text: quantity, price, percentage. */
export function figure(description: string, example: string) {
  return z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .openapi({ description: `${description} Texto decimal.`, example });
}

export function integer(description: string, example: number) {
  return z.int().openapi({ description, example });
}

export function flag(description: string, example: boolean) {
  return z.boolean().openapi({ description, example });
}

/** The member `ok`, which repeats what the status says. */
export function okFlag(value: boolean) {
  const description = value ? "true: la solicitud se atendió." : "false: vea `error`.";
  return z.literal(value).openapi({ description, example: value });
}

export function date(description: string, example: string) {
  return z.iso.date().openapi({ description: `${description} \`AAAA-MM-DD\`.`, example });
}

/** `YYYY-MM-DD HH:MM:SS` (contract 2.16). */
export function moment(description: string, example: string) {
  return z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
    .openapi({ description: `${description} \`AAAA-MM-DD HH:MM:SS\`.`, example });
}
