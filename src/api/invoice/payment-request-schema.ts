// Describes how one payment is sent, and the short codes that clients send as numbers too.
import { JsonNumber } from "../../domain/value/json.ts";
import { blankableChoiceField, blankableDateField, FieldTypeError, field, readCode } from "../field/field.ts";
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

/** A short code that some clients send as a number. */
export function blankableIdField(description: string, example: string, max: number, suggest = (_: string) => "") {
  const expected = `debe ser un código de hasta ${max} letras o dígitos`;
  return field("string", { description, example, maxLength: max }, (input) => {
    const text = readCode(input instanceof JsonNumber ? input.plain : input);
    if (text instanceof FieldTypeError) return text;
    if (text === "") return null;
    return text !== undefined && text.length <= max && /^[0-9A-Za-z]+$/.test(text)
      ? text
      : new FieldTypeError(`${expected}${suggest(text ?? "")}`);
  }).nullish();
}

/** Any type: the list gives integers, forms send them as text. */
function methodIdField() {
  const about = { description: "Id de un método de pago activo de la empresa.", example: 1 };
  return field("integer", about, (input) => {
    const text = readCode(input instanceof JsonNumber ? input.plain : input);
    if (text instanceof FieldTypeError) return text;
    if (text === "") return null;
    return text !== undefined && /^\d{1,15}$/.test(text)
      ? Number(text)
      : new FieldTypeError("debe ser el id de un método de pago de la empresa");
  });
}
