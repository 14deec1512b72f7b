// The answers of the catalogues and of the acquirer look-up as schemas (contract 2.4, 2.10, 4.3 to 4.5; design section 5).
import { z } from "@hono/zod-openapi";
import { flag, integer, okFlag, oneOf, text } from "./field.ts";
import { thirdPartySchema } from "./invoice-schema.ts";

/** GET fe/terceros. */
export const thirdPartyListSchema = z
  .object({
    ok: okFlag(true),
    terceros: z.array(thirdPartySchema).openapi({ description: "Adquirentes registrados." }),
    page: integer("Página, si se pidió.", 1).optional(),
    per_page: integer("Tamaño de página, si se pidió.", 20).optional(),
    total: integer("Terceros que cumplen el filtro, si se pidió página o búsqueda.", 42).optional(),
    pages: integer("Páginas que hay, si se pidió.", 3).optional(),
  })
  .openapi("ThirdPartyList");

const paymentMethodSchema = z
  .object({
    id: integer("Id del método: el `payment.method_id` de la factura.", 3),
    payment_form: oneOf(["contado", "credito"], "Forma de pago.", "contado"),
    label: text("Nombre que le dio la empresa.", "Caja principal"),
    payment_means_code: text("Medio de pago de la lista de la autoridad.", "10"),
    payment_means_name: text("Nombre del medio de pago.", "Efectivo"),
    is_active: flag("Se puede usar.", true),
    is_default: flag("Es el que rige cuando la factura no dice otro.", true),
  })
  .openapi("PaymentMethod");

/** GET fe/payment-methods. */
export const paymentMethodListSchema = z
  .object({
    ok: okFlag(true),
    payment_methods: z.array(paymentMethodSchema).openapi({ description: "Métodos de pago de la empresa." }),
  })
  .openapi("PaymentMethodList");

/** POST authority/get-acquirer. */
export const acquirerAnswerSchema = z
  .object({
    ok: okFlag(true),
    acquirer: z
      .object({
        identification_type: text("Tipo de identificación consultado.", "31"),
        identification_number: text("Número consultado.", "800134536"),
        name: text("Nombre que registra la autoridad.", "COMERCIAL ANDINA SAS"),
        email: text("Correo que registra la autoridad; vacío si no hay.", "recepcion@example.org"),
        tipo_doc: text("Lo mismo que `identification_type`, con el nombre que usa la factura.", "31"),
        numero_doc: text("Lo mismo que `identification_number`.", "800134536"),
        nombre: text("Lo mismo que `name`.", "COMERCIAL ANDINA SAS"),
      })
      .openapi({ description: "Lo que la autoridad registra del adquirente; sirve de `receptor` de la factura." }),
    cached: flag("La respuesta se guardó en una consulta de las últimas 24 horas.", false),
    fetched_at: text("Cuándo se consultó a la autoridad, instante ISO 8601 en UTC.", "2026-03-02T14:03:11.000Z"),
  })
  .openapi("Acquirer");
