// Describes the members of a v2 list besides its documents.
import * as z from "zod";
import { flag, integer, nullableText } from "../field/reply-field.ts";
import { noticesField } from "../field/verdict-schema.ts";
import { writeListCursor } from "./document-list-query.ts";

/** The members of a page beside its documents. */
export const pageFields = {
  page: z.int().nullable().meta({ description: "Página; null después de un cursor.", example: 1 }),
  per_page: integer("Tamaño de página que se aplicó.", 20),
  total: z.int().nullable().meta({
    description:
      "Documentos que cumplen el filtro; null si una búsqueda no los vio todos, como lo dice entonces `notices`.",
    example: 137,
  }),
  pages: z.int().nullable().meta({ description: "Páginas que hay; null si `total` lo es.", example: 7 }),
  cursor: nullableText("Envíelo en `after` para lo que sigue; null al final.", writeListCursor("-id", 1042)),
  hay_mas: flag("Siguen más documentos.", true),
  notices: noticesField,
};
