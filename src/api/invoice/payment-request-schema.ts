// Describes how one payment is sent.
import { blankableChoiceField, blankableDateField, blankableIdField, methodIdField } from "../field/field.ts";
import { suggestForm, suggestMeans } from "../message/code-name.ts";

/** `payment`, or one of `pagos`. */
export const paymentFields = {
  form: blankableChoiceField({
    description: "Forma de pago.",
    example: "contado",
    choices: ["contado", "credito"],
    suggest: suggestForm({ cash: "contado", credit: "credito", means: "means_code" }),
  }).nullish(),
  method_id: methodIdField().nullish(),
  means_code: blankableIdField("Medio de pago de la lista de la autoridad.", "10", 3, suggestMeans),
  due_date: blankableDateField({
    description: "Vencimiento, AAAA-MM-DD; obligatorio a crédito, vacío de contado.",
    example: "",
  }).nullish(),
};
