// Judges supplier and customer: kind of person, identification, check digit, address, responsibilities (rules AJ, AK).
import { all, at, attribute, type Element, textAt, textOf } from "../dom.ts";
import {
  isCountry,
  isDepartment,
  isDepartmentName,
  isIdentificationType,
  isMunicipality,
  isMunicipalityName,
  TAX_NAMES,
} from "./catalogue.ts";
import { checkDigit } from "./check-digit.ts";
import type { Sheet } from "./sheet.ts";

const RESPONSIBILITIES = ["O-13", "O-15", "O-23", "O-47", "R-99-PN"];
/** The support document's list has two more. */
const SUPPORT_RESPONSIBILITIES = [...RESPONSIBILITIES, "O-48", "O-49"];
const FOREIGN_TYPES = ["21", "22", "31", "41", "42", "47", "50"];

const FINAL_CONSUMER = "222222222222";
const NO_RESPONSIBILITY = "R-99-PN";
/** What an address in Colombia has, beside its country. */
const WHOLE_ADDRESS: readonly string[] = [
  "cbc:ID",
  "cbc:CityName",
  "cbc:CountrySubentity",
  "cbc:CountrySubentityCode",
  "cac:AddressLine/cbc:Line",
];

interface Side {
  readonly party: Element | undefined;
  /** AJ for the supplier, AK for the customer. */
  readonly rule: "AJ" | "AK";
  readonly isSupplier: boolean;
}

/** Adds the findings about both parties. */
export function judgeParties(sheet: Sheet): void {
  for (const side of [
    { party: sheet.supplier, rule: "AJ", isSupplier: true },
    { party: sheet.customer, rule: "AK", isSupplier: false },
  ] as const) {
    judgePerson(sheet, side);
    judgeTaxScheme(sheet, side);
    if (sheet.isSupport) judgeSupportSide(sheet, side);
    else judgeInvoiceSide(sheet, side);
  }
}

function judgePerson(sheet: Sheet, side: Side): void {
  const person = textAt(side.party, "cbc:AdditionalAccountID");
  const given = person !== "";
  sheet.require(
    given,
    side.isSupplier && !sheet.isSupport ? "AJ02a" : `${side.rule}02`,
    "No se informó el tipo de organización.",
  );
  const code = side.isSupplier && !sheet.isSupport ? "AJ02b" : `${side.rule}02`;
  sheet.require(!given || person === "1" || person === "2", code, "El tipo de organización no es 1 ni 2.");
  sheet.require(at(side.party, "cac:Party") !== undefined, `${side.rule}03`, "Falta el grupo Party.");
  for (const path of ["cbc:AdditionalAccountID", "cac:Party/cac:PartyTaxScheme", "cac:Party/cac:PartyLegalEntity"]) {
    if (all(side.party, path).length > 1) sheet.remark(`${path} aparece más de una vez`);
  }
}

function judgeTaxScheme(sheet: Sheet, side: Side): void {
  const scheme = at(side.party, "cac:Party/cac:PartyTaxScheme");
  const isCustomerOfInvoice = !side.isSupplier && !sheet.isSupport;
  if (!scheme && !isCustomerOfInvoice) {
    sheet.reject(`${side.rule}19`, "Falta el grupo PartyTaxScheme.");
    return;
  }
  sheet.require(textAt(scheme, "cbc:RegistrationName").trim() !== "", `${side.rule}20`, "No se informó el nombre.");
  const company = at(scheme, "cbc:CompanyID");
  sheet.require(textOf(company) !== "", `${side.rule}21`, "No se informó la identificación.");
  judgeIdentification(sheet, side, company, { digit: "24", type: "25" });
  const allowed = sheet.isSupport ? SUPPORT_RESPONSIBILITIES : RESPONSIBILITIES;
  const responsibilities = textAt(scheme, "cbc:TaxLevelCode").split(";");
  const listed = responsibilities.every((one) => allowed.includes(one));
  sheet.require(listed, `${side.rule}26`, "La responsabilidad informada no está en la lista.");
  if (!side.isSupplier && !sheet.isSupport && textOf(company) === FINAL_CONSUMER) {
    const isPlain = responsibilities.join(";") === NO_RESPONSIBILITY;
    sheet.require(isPlain, "AK26", "La responsabilidad del consumidor final es R-99-PN.");
  }
  const code = textAt(scheme, "cac:TaxScheme/cbc:ID");
  const names = code === "ZA" ? ["IVA e INC"] : TAX_NAMES[code];
  sheet.require(names !== undefined, `${side.rule}40`, "El tributo del tercero no está en la lista.");
  if (names && !names.includes(textAt(scheme, "cac:TaxScheme/cbc:Name"))) {
    sheet.reject(`${side.rule}41`, "El nombre del tributo no corresponde al código.");
  }
}

interface IdentificationRule {
  readonly digit: string;
  readonly type: string;
}

/** Type in the list; with type 31 digits only, a check digit, and the right one. */
function judgeIdentification(sheet: Sheet, side: Side, id: Element | undefined, rule: IdentificationRule): void {
  if (!id) return;
  const type = attribute(id, "schemeName") ?? "";
  const digit = attribute(id, "schemeID") ?? "";
  const isIssuer = id !== undefined && side.party === sheet.issuer;
  const typeHolds = isIssuer ? type === "31" : isIdentificationType(type);
  const typeRule = sheet.isSupport && side.isSupplier ? `${side.rule}${rule.type}a` : `${side.rule}${rule.type}`;
  sheet.require(typeHolds, typeRule, "El tipo de identificación no está en la lista.");
  if (type !== "31") return;
  const hasLetters = side.isSupplier || sheet.isSupport;
  const [missing, wrong] = hasLetters ? ["a", "b"] : ["", ""];
  const foreign = sheet.isSupport && side.isSupplier && textAt(sheet.root, "cbc:CustomizationID") === "11";
  if (digit === "") {
    if (!foreign) sheet.reject(`${side.rule}${rule.digit}${missing}`, "No está informado el DV del NIT.");
    return;
  }
  const expected = checkDigit(textOf(id));
  if (!(foreign && digit === "0") && digit !== expected) {
    sheet.reject(`${side.rule}${rule.digit}${wrong}`, "El DV del NIT no está correctamente calculado.");
  }
}

function judgeSupportSide(sheet: Sheet, side: Side): void {
  if (!side.isSupplier) {
    const code = textAt(side.party, "cac:Party/cac:PartyTaxScheme/cac:TaxScheme/cbc:ID");
    if (code !== "01" && code !== "ZZ" && code !== "04" && code !== "ZA")
      sheet.reject("AK40", "El tributo del comprador no es el esperado.");
    return;
  }
  const company = at(side.party, "cac:Party/cac:PartyTaxScheme/cbc:CompanyID");
  const type = attribute(company, "schemeName") ?? "";
  if (textAt(sheet.root, "cbc:CustomizationID") === "11") {
    sheet.require(
      FOREIGN_TYPES.includes(type),
      "AJ25a",
      "Un vendedor no residente lleva tipo 21, 22, 31, 41, 42, 47 o 50.",
    );
    return;
  }
  sheet.require(type === "31", "AJ25a", "Un vendedor residente lleva tipo de identificación 31.");
  const address = at(side.party, "cac:Party/cac:PhysicalLocation/cac:Address");
  judgeAddress(sheet, address, { group: "AJ08a", municipality: "AJ09", department: "AJ12", country: "AJ16" }, true);
}

interface AddressRule {
  readonly group: string;
  readonly municipality: string;
  readonly department: string;
  readonly country: string;
}

function judgeAddress(sheet: Sheet, address: Element | undefined, rule: AddressRule, withPostalZone: boolean): void {
  const needed = [...WHOLE_ADDRESS];
  if (withPostalZone) needed.push("cbc:PostalZone");
  needed.push("cac:Country/cbc:IdentificationCode");
  const lacking = needed.filter((path) => textAt(address, path).trim() === "");
  sheet.require(lacking.length === 0, rule.group, `La dirección está incompleta: ${lacking.join(", ")}.`);
  if (lacking.length > 0) return;
  const municipality = textAt(address, "cbc:ID");
  const department = textAt(address, "cbc:CountrySubentityCode");
  sheet.require(isMunicipality(municipality), rule.municipality, "El código del municipio no está en la lista.");
  sheet.require(isDepartment(department), rule.department, "El código del departamento no está en la lista.");
  if (!municipality.startsWith(department)) sheet.remark("el municipio no es del departamento informado");
  sheet.require(
    textAt(address, "cac:Country/cbc:IdentificationCode") === "CO",
    rule.country,
    "El código del país no es CO.",
  );
  const zone = textAt(address, "cbc:PostalZone");
  if (zone !== "" && !/^\d{6}$/.test(zone)) sheet.reject("AJ73", "El código postal no está en la lista.");
}

function judgeInvoiceSide(sheet: Sheet, side: Side): void {
  const { party } = side;
  const scheme = at(party, "cac:Party/cac:PartyTaxScheme");
  const location = at(party, "cac:Party/cac:PhysicalLocation/cac:Address");
  const registered = at(scheme, "cac:RegistrationAddress");
  if (side.isSupplier) {
    judgeAddress(sheet, location, { group: "AJ08", municipality: "AJ09", department: "AJ12", country: "AJ16" }, false);
    judgeAddress(
      sheet,
      registered,
      { group: "AJ28", municipality: "AJ29", department: "AJ32", country: "AJ36" },
      false,
    );
  } else {
    judgeCustomerAddress(sheet, location, PLACE_OF_CUSTOMER);
    judgeCustomerAddress(sheet, registered, REGISTERED_CUSTOMER);
    judgeCustomerIdentity(sheet, party);
  }
  // A person at a till is named once, and gives an e-mail only to have the document sent.
  const isPersonAtTill = sheet.isTicket && !side.isSupplier && textAt(party, "cbc:AdditionalAccountID") === "2";
  if (!isPersonAtTill) judgeLegalEntity(sheet, side);
  if (sheet.isTicket) return;
  const contact = at(party, "cac:Party/cac:Contact");
  if (side.isSupplier) return;
  sheet.require(contact !== undefined, "AK51", "Falta el grupo Contact.");
  sheet.require(textAt(contact, "cbc:ElectronicMail") !== "", "AK55", "No se informó el correo electrónico.");
}

interface CustomerRule extends AddressRule {
  readonly municipalityName: string;
  readonly departmentName: string;
  /** Only there: that the country is called as the list calls it. */
  readonly countryName?: string;
}

const PLACE_OF_CUSTOMER: CustomerRule = {
  group: "AK08",
  municipality: "AK09",
  municipalityName: "AK10",
  departmentName: "AK11",
  department: "AK12",
  country: "AK16",
  countryName: "AK17",
};
const REGISTERED_CUSTOMER: CustomerRule = {
  group: "AK28",
  municipality: "AK29",
  municipalityName: "AK30",
  departmentName: "AK31",
  department: "AK32",
  country: "AK36",
};

/** In Colombia an address is whole; of the place of a customer all of it only notifies, of the registered address the names. */
function judgeCustomerAddress(sheet: Sheet, address: Element | undefined, rule: CustomerRule): void {
  if (!address) return;
  const country = textAt(address, "cac:Country/cbc:IdentificationCode");
  sheet.require(isCountry(country), rule.country, "El código del país no está en la lista.");
  if (country !== "CO") return;
  const value = (path: string): string => textAt(address, path).trim();
  const needed = [...WHOLE_ADDRESS, "cac:Country/cbc:IdentificationCode"];
  const lacking = needed.filter((path) => value(path) === "");
  const text = `La dirección está incompleta: ${lacking.join(", ")}.`;
  // A street alone is left out here: most clients send no more, and the remark would say nothing of a document.
  const isStreetAlone = lacking.join() === WHOLE_ADDRESS.slice(0, -1).join();
  sheet.require(lacking.length === 0 || isStreetAlone, rule.group, text);
  const isRegistered = rule === REGISTERED_CUSTOMER;
  /** What is missing of the place is the group's matter alone. */
  const judge = (path: string, isListed: (text: string) => boolean, code: string, text: string): void => {
    const isLeft = value(path) === "" && !(isRegistered && path !== "cbc:CityName" && path !== "cbc:CountrySubentity");
    sheet.require(isLeft || isListed(value(path)), code, text);
  };
  judge("cbc:ID", isMunicipality, rule.municipality, "El código del municipio no está en la lista.");
  judge("cbc:CityName", isMunicipalityName, rule.municipalityName, "El nombre del municipio no está en la lista.");
  judge("cbc:CountrySubentity", isDepartmentName, rule.departmentName, "El departamento no está en la lista.");
  judge("cbc:CountrySubentityCode", isDepartment, rule.department, "El código del departamento no está en la lista.");
  if (rule.countryName !== undefined) {
    const isNamed = value("cac:Country/cbc:Name") === "Colombia";
    sheet.require(isNamed, rule.countryName, "El nombre del país no corresponde a su código.");
  }
  if (value("cbc:ID") !== "" && !value("cbc:ID").startsWith(value("cbc:CountrySubentityCode"))) {
    sheet.remark("el municipio no es del departamento informado");
  }
}

/** A natural person must be identified twice, with the same number. */
function judgeCustomerIdentity(sheet: Sheet, party: Element | undefined): void {
  if (textAt(party, "cbc:AdditionalAccountID") !== "2") return;
  const identification = at(party, "cac:Party/cac:PartyIdentification");
  sheet.require(identification !== undefined, "AK61", "Falta PartyIdentification de la persona natural.");
  if (!identification) return;
  const id = at(identification, "cbc:ID");
  const company = at(party, "cac:Party/cac:PartyTaxScheme/cbc:CompanyID");
  sheet.require(textOf(id) !== "", "AK62", "No se informó la identificación de la persona natural.");
  if (textOf(id) !== textOf(company))
    sheet.remark("PartyIdentification y PartyTaxScheme llevan identificaciones distintas");
  const type = attribute(id, "schemeName") ?? "";
  sheet.require(isIdentificationType(type), "AK63", "El tipo de identificación no está en la lista.");
  if (type === "31") {
    sheet.require(
      attribute(id, "schemeID") === checkDigit(textOf(id)),
      "AK64",
      "El DV de la identificación no es correcto.",
    );
  }
}

function judgeLegalEntity(sheet: Sheet, side: Side): void {
  const { rule } = side;
  const entities = all(side.party, "cac:Party/cac:PartyLegalEntity");
  const entity = entities[0];
  sheet.require(entity !== undefined, `${rule}42`, "Falta el grupo PartyLegalEntity.");
  if (!entity) return;
  const letter = side.isSupplier ? "a" : "";
  sheet.require(
    textAt(entity, "cbc:RegistrationName").trim() !== "",
    `${rule}43${letter}`,
    "No se informó el nombre registrado.",
  );
  const company = at(entity, "cbc:CompanyID");
  sheet.require(textOf(company) !== "", `${rule}44${letter}`, "No se informó la identificación registrada.");
  const other = textAt(side.party, "cac:Party/cac:PartyTaxScheme/cbc:CompanyID");
  if (textOf(company) !== other) sheet.remark("PartyLegalEntity y PartyTaxScheme llevan identificaciones distintas");
  judgeIdentificationOfEntity(sheet, side, company);
  if (side.isSupplier) {
    const registration = at(entity, "cac:CorporateRegistrationScheme");
    sheet.require(registration !== undefined, "AJ49", "Falta el grupo CorporateRegistrationScheme.");
  }
}

function judgeIdentificationOfEntity(sheet: Sheet, side: Side, company: Element | undefined): void {
  if (!company) return;
  const type = attribute(company, "schemeName") ?? "";
  const holds = side.isSupplier ? type === "31" : isIdentificationType(type);
  sheet.require(holds, `${side.rule}48`, "El tipo de identificación registrado no está en la lista.");
  if (type !== "31") return;
  const right = attribute(company, "schemeID") === checkDigit(textOf(company));
  sheet.require(right, `${side.rule}47`, "El DV de la identificación registrada falta o no es correcto.");
}
