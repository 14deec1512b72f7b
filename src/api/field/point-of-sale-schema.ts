// Describes where a client of v2 sells, branch and till, in requests and answers.
import { isJsonObject, type JsonValue } from "../../domain/value/json.ts";
import { askText } from "../message/value.ts";
import { blankableTextField } from "./field.ts";
import { ESTABLISHMENT_MOST, TILL_MOST } from "./point-of-sale.ts";
import { nullableText } from "./reply-field.ts";

/** The field of a document that a branch may issue. */
export const establishmentFields = {
  establecimiento: blankableTextField({
    description:
      "Código de un establecimiento de la empresa, de `GET /establecimientos`: su dirección se firma como el lugar de la operación, y con prefijo propio numeran sus rangos. Los registra el operador; su dirección no se envía.",
    example: "CEN",
    max: ESTABLISHMENT_MOST,
    isCode: true,
  }).nullish(),
};

/** The field of a document that a till may issue. */
export const tillNameFields = {
  caja: blankableTextField({
    description: "Nombre de la caja, suyo: no se firma ni se imprime; se devuelve y sirve de filtro en los listados.",
    example: "Caja 2",
    max: TILL_MOST,
    suggest: (input) => (isJsonObject(input) ? suggestPlate(input.placa) : ""),
  }).nullish(),
};

/** A ticket says its till in an object, another document by name. */
function suggestPlate(plate: JsonValue | undefined): string {
  return typeof plate === "string" && plate.length <= TILL_MOST ? askText(plate) : "";
}

/** The members of every answer of v2 that shows a document. */
export const pointOfSaleReplyFields = {
  establecimiento: nullableText("Código del establecimiento que lo emitió; null si no se dijo ninguno.", "CEN"),
  caja: nullableText("Nombre de la caja, como se envió; null si no se envió.", "Caja 2"),
};
