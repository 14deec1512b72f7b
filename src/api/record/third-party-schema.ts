// Describes the answer of the list of third parties as a schema.
import * as z from "zod";
import { integer, okFlag, text } from "../field/reply-field.ts";
import { noticesField } from "../field/verdict-schema.ts";

/** Third party record. */
export const thirdPartySchema = z
  .object({
    id: integer("Id del tercero.", 17),
    nombre: text("Nombre o razón social.", "Comercial Andina SAS"),
    tipo_documento: text("Tipo de identificación.", "31"),
    numero_documento: text("Número de identificación.", "800134536"),
    email: text("Correo; vacío si no se conoce.", "compras@example.org"),
    direccion: text("Dirección; vacía si no se conoce.", "Carrera 4 # 5-06"),
  })
  .meta({ id: "ThirdParty" });

/** GET fe/terceros. */
export const thirdPartyListSchema = z
  .object({
    ok: okFlag(true),
    terceros: z.array(thirdPartySchema).meta({ description: "Adquirentes registrados." }),
    page: integer("Página, si se pidió o si no están todos.", 1).optional(),
    per_page: integer("Tamaño de página, si se pidió o si no están todos.", 20).optional(),
    total: integer("Terceros que cumplen el filtro, si se pidió página o búsqueda o si no están todos.", 42).optional(),
    pages: integer("Páginas que hay, si se pidió o si no están todos.", 3).optional(),
    notices: noticesField,
  })
  .meta({ id: "ThirdPartyList" });
