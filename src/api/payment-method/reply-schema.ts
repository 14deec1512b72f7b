// Describes the answer about methods of payment as a schema.
import * as z from "zod";
import { flag, integer, okFlag, oneOf, text } from "../field/reply-field.ts";
import { noticesField } from "../field/verdict-schema.ts";

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
  .meta({ id: "PaymentMethod" });

/** GET fe/payment-methods. */
export const paymentMethodListSchema = z
  .object({
    ok: okFlag(true),
    payment_methods: z.array(paymentMethodSchema).meta({ description: "Métodos de pago de la empresa." }),
    notices: noticesField,
  })
  .meta({ id: "PaymentMethodList" });
