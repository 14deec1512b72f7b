// Describes the answer about branches as a schema.
import * as z from "zod";
import { nullableText, okFlag, text } from "../field/reply-field.ts";
import { noticesField } from "../field/verdict-schema.ts";

const branchSchema = z
  .object({
    codigo: text("Código: el `establecimiento` de un documento.", "CEN"),
    nombre: text("Nombre comercial, como lo firma el documento.", "Almacén Andino - Sede Centro"),
    direccion: text("Dirección.", "Calle 10 # 43-20, local 3"),
    codigo_municipio: nullableText("Municipio, código DIVIPOLA.", "05001"),
    municipio: nullableText("Nombre del municipio.", "Medellín"),
    departamento: nullableText("Nombre del departamento.", "Antioquia"),
    codigo_postal: nullableText("Código postal, si se registró.", "050021"),
    telefono: nullableText("Teléfono, si se registró.", "6040000000"),
    matricula: nullableText("Matrícula mercantil, si se registró.", "21000555"),
    prefijo: nullableText("Prefijo de sus propios rangos; null si usa los comunes de la empresa.", "CEN"),
  })
  .meta({ id: "Branch" });

/** GET establecimientos. */
export const branchListSchema = z
  .object({
    ok: okFlag(true),
    establecimientos: z.array(branchSchema).meta({ description: "Establecimientos de la empresa, por código." }),
    notices: noticesField,
  })
  .meta({ id: "BranchList" });
