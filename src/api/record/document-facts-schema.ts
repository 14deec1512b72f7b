// Describes what v2 adds to every answer about one document.
import * as z from "zod";
import { metadataReplyFields } from "../field/metadata.ts";
import { pointOfSaleReplyFields } from "../field/point-of-sale-schema.ts";
import { nullableText } from "../field/reply-field.ts";
import { representationSchema } from "./representation-schema.ts";

/** What v2 adds at the top level of the answers to creations, replays and reads. */
export const documentFactFields = {
  draft_key: nullableText("La clave de idempotencia con que se creó; null si no tuvo.", "venta-2026-000123"),
  idempotency_key: nullableText("La misma clave, con su otro nombre.", "venta-2026-000123"),
  ...metadataReplyFields,
  ...pointOfSaleReplyFields,
  representacion: representationSchema.nullable(),
};

/** The schema of an answer as v2 gives it, under the same name. @param more what this kind alone has. */
export function withDocumentFacts<Shape extends z.ZodRawShape, More extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  more: More,
) {
  const id = schema.meta()?.id;
  if (id === undefined) throw new Error("an answer of the reference has a name");
  return z.object({ ...schema.shape, ...documentFactFields, ...more }).meta({ id });
}
