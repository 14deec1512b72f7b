// Judges where and on which terms goods are handed over (rules AM), and what only an export says.
import { all, at, type Element, textAt, textOf } from "../dom.ts";
import { amountOrZero, ZERO } from "./amount.ts";
import { isCountry, isDepartment, isIncoterm, isMunicipality } from "./catalogue.ts";
import type { Sheet } from "./sheet.ts";

const EXPORT = "02";
const PERCENT = "cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:Percent";

/** Adds the findings about deliveries, their terms, and exports. */
export function judgeDelivery(sheet: Sheet): void {
  for (const address of all(sheet.root, "cac:Delivery/cac:DeliveryAddress")) judgePlace(sheet, address);
  for (const code of all(sheet.root, "cac:DeliveryTerms/cbc:LossRiskResponsibilityCode")) {
    if (!isIncoterm(textOf(code))) sheet.remark(`el INCOTERM '${textOf(code)}' no está en la lista`);
  }
  if (sheet.type === EXPORT) judgeExport(sheet);
}

function judgePlace(sheet: Sheet, address: Element): void {
  const lines = all(address, "cac:AddressLine");
  sheet.require(lines.length > 0, "AM09", "Falta el grupo AddressLine de la entrega.");
  const isGiven = lines.every((line) => textAt(line, "cbc:Line").trim() !== "");
  sheet.require(isGiven, "AM10", "No se informó la dirección de la entrega.");
  const country = at(address, "cac:Country");
  sheet.require(country !== undefined, "AM11", "Falta el grupo Country de la entrega.");
  if (country === undefined) return;
  const code = textAt(country, "cbc:IdentificationCode");
  sheet.require(isCountry(code), "AM12", "El código del país de la entrega no está en la lista.");
  if (code !== "CO") return;
  const isPlace = isMunicipality(textAt(address, "cbc:ID"));
  sheet.require(isPlace, "AM05", "El código del municipio de la entrega no está en la lista.");
  const isRegion = isDepartment(textAt(address, "cbc:CountrySubentityCode"));
  sheet.require(isRegion, "AM08", "El código del departamento de la entrega no está en la lista.");
}

/** No rule refuses an export for what it is of; the texts say how it is. */
function judgeExport(sheet: Sheet): void {
  const address = "cac:Party/cac:PhysicalLocation/cac:Address/cac:Country/cbc:IdentificationCode";
  if (textAt(sheet.customer, address) === "CO") sheet.remark("el adquirente de una exportación está en Colombia");
  for (const line of sheet.lines) {
    const percents = all(line, PERCENT);
    const isExempt = percents.length > 0 && percents.every((one) => amountOrZero(textOf(one)) === ZERO);
    if (!isExempt) sheet.remark("una línea de una exportación no es exenta");
  }
}
