// The supplier of a support document as described into the party that its XML names, resident or not.
import {
  findCountry,
  findDepartment,
  findIdentificationType,
  findMunicipality,
  getTaxName,
  type Municipality,
} from "./catalogue.ts";
import { findCheckDigit, splitRunOnNit } from "./check-digit.ts";
import type { Address, Company } from "./company.ts";
import type { Party } from "./document.ts";
import type { SupplierDraft } from "./draft.ts";
import { NIT, personTypeOf, RESPONSIBILITIES } from "./party.ts";
import { isDepartmentName, isSameName, resolveDepartment, resolveMunicipality } from "./place.ts";
import type { ProblemList } from "./problem-list.ts";

const COLOMBIA = "CO";
/** What a vendor abroad may be identified with (DSAJ25a). */
const NON_RESIDENT_TYPES: readonly string[] = ["21", "22", "31", "41", "42", "47", "50"];
/** The support document's own list adds two to the invoice's. */
const SUPPLIER_RESPONSIBILITIES: readonly string[] = [...RESPONSIBILITIES, "O-48", "O-49"];
/** Tax schemes of a party. */
const TAX_SCHEMES: readonly string[] = ["01", "04", "ZA", "ZZ"];
/** The municipality of last resort: Bogotá. */
const CAPITAL = "11001";

/** Whether the vendor lives in Colombia: operation type 10, otherwise 11 (DSAD02b). */
export function isResident(supplier: Pick<SupplierDraft, "countryCode">): boolean {
  return supplier.countryCode === COLOMBIA;
}

/** Checks everything about a supplier that needs no more than the supplier (contract 2.13, DSAJ). */
export function checkSupplier(supplier: SupplierDraft, problems: ProblemList): void {
  checkFiscalProfile(supplier, problems);
  if (findCountry(supplier.countryCode) === undefined) {
    const phrase = `debe ser un país ISO 3166-1 de dos letras, como "CO"; se recibió "${supplier.countryCode}"`;
    problems.add("proveedor.pais", phrase, "DSAJ16");
    return;
  }
  checkIdentification(supplier, problems);
  if (isResident(supplier)) checkPlace(supplier, problems);
}

/**
 * A NIT that ends in the check digit of its first nine digits, without its own beside it (DSAJ24b): the document would name
 * another taxpayer. Only a new document is asked, because documents issued before may carry such a number.
 */
export function checkRunOnNit(supplier: SupplierDraft, problems: ProblemList): void {
  if (supplier.checkDigit === null) reportRunOnNit(supplier, problems);
}

/** @returns whether there was something to report. */
function reportRunOnNit({ identificationType, identificationNumber }: SupplierDraft, problems: ProblemList): boolean {
  const runOn = identificationType === NIT ? splitRunOnNit(identificationNumber) : undefined;
  if (runOn === undefined) return false;
  const right = `envíe "${runOn.nit}" y "${runOn.checkDigit}" en \`proveedor.dv\``;
  const other = `o "${findCheckDigit(identificationNumber)}" en \`proveedor.dv\` si el NIT tiene diez dígitos`;
  const phrase = `termina en el dígito de verificación del NIT ${runOn.nit}: ${right}, ${other}; se recibió "${identificationNumber}"`;
  problems.add("proveedor.nit", phrase, "DSAJ24b");
  return true;
}

/**
 * The supplier as party; call it once `checkSupplier` found nothing. A resident's missing municipality is taken
 * from the buyer, where the operation took place.
 */
export function supplierParty(supplier: SupplierDraft, company: Pick<Company, "address">): Party {
  const { identificationType, identificationNumber } = supplier;
  return {
    identificationType,
    identificationNumber,
    checkDigit: findOwnCheckDigit(supplier) ?? null,
    personType: personTypeOf(identificationType),
    name: supplier.name,
    tradeName: supplier.tradeName,
    responsibilities: supplier.regime.split(";"),
    taxSchemeCode: supplier.taxSchemeCode,
    taxSchemeName: getTaxName(supplier.taxSchemeCode),
    address: isResident(supplier) ? residentAddress(supplier, company) : foreignAddress(supplier),
    email: supplier.email,
    phone: supplier.phone,
  };
}

/** A resident's number is treated as a NIT whatever its type (DSAJ24a); abroad only a NIT has a check digit. */
function findOwnCheckDigit(supplier: SupplierDraft): string | undefined {
  if (!isResident(supplier) && supplier.identificationType !== NIT) return undefined;
  return findCheckDigit(supplier.identificationNumber);
}

function checkIdentification(supplier: SupplierDraft, problems: ProblemList): void {
  const { identificationType, identificationNumber, checkDigit } = supplier;
  const expected = findOwnCheckDigit(supplier);
  if (isResident(supplier)) {
    if (findIdentificationType(identificationType) === undefined) {
      const phrase = `debe ser un tipo de identificación de la lista oficial, como "13" o "31"; se recibió "${identificationType}"`;
      problems.add("proveedor.tipo_documento", phrase, "DSAJ25a");
    }
    if (expected === undefined) {
      const why =
        "de un proveedor residente debe tener de 1 a 15 dígitos, sin puntos, guiones ni dígito de verificación";
      problems.add("proveedor.nit", `${why}; se recibió "${identificationNumber}"`, "DSAJ24a");
    }
  } else if (!NON_RESIDENT_TYPES.includes(identificationType)) {
    const allowed = NON_RESIDENT_TYPES.join(", ");
    const phrase = `debe ser uno de ${allowed} porque el proveedor no reside en Colombia; se recibió "${identificationType}"`;
    problems.add("proveedor.tipo_documento", phrase, "DSAJ25a");
  }
  if (checkDigit === null || checkDigit === expected) return;
  // Told only which digit is right, the client would send it, and name another taxpayer.
  if (expected !== undefined && reportRunOnNit(supplier, problems)) return;
  if (expected !== undefined) {
    const phrase = `debe ser "${expected}" para el número ${identificationNumber}; se recibió "${checkDigit}"`;
    problems.add("proveedor.dv", phrase, "DSAJ24b");
  } else if (!isResident(supplier)) {
    problems.add("proveedor.dv", "no aplica a esta identificación del exterior; no lo envíe", "DSAJ24b");
  }
}

function checkFiscalProfile(supplier: SupplierDraft, problems: ProblemList): void {
  const unknown = supplier.regime.split(";").filter((code) => !SUPPLIER_RESPONSIBILITIES.includes(code));
  if (unknown.length > 0) {
    const allowed = SUPPLIER_RESPONSIBILITIES.join(", ");
    problems.add(
      "proveedor.regimen",
      `debe ser de ${allowed}, separados por ";"; se recibió "${supplier.regime}"`,
      "DSAJ26",
    );
  }
  if (!TAX_SCHEMES.includes(supplier.taxSchemeCode)) {
    const phrase = `debe ser uno de ${TAX_SCHEMES.join(", ")}; se recibió "${supplier.taxSchemeCode}"`;
    problems.add("proveedor.authority_tax_scheme_code", phrase, "DSAJ40");
  }
}

function checkPlace(supplier: SupplierDraft, problems: ProblemList): void {
  const municipality = checkMunicipality(supplier, problems);
  checkDepartment(supplier, municipality, problems);
  if (supplier.postalCode !== null && !/^\d{6}$/.test(supplier.postalCode)) {
    const phrase = `debe tener 6 dígitos en Colombia; se recibió "${supplier.postalCode}"`;
    problems.add("proveedor.codigo_postal", phrase, "DSAJ73");
  }
}

function checkMunicipality(supplier: SupplierDraft, problems: ProblemList): Municipality | undefined {
  const { municipalityCode, municipalityName } = supplier;
  if (municipalityCode === null) {
    const named = resolveMunicipality(supplier);
    if (municipalityName !== null && named === undefined) {
      const phrase = `es obligatorio, porque \`proveedor.municipio\` "${municipalityName}" no nombra un solo municipio de la lista oficial`;
      problems.add("proveedor.codigo_municipio", phrase, "DSAJ09");
    }
    return named;
  }
  const municipality = findMunicipality(municipalityCode);
  if (municipality === undefined) {
    const phrase = `debe ser un código DIVIPOLA de 5 dígitos de la lista oficial; se recibió "${municipalityCode}"`;
    problems.add("proveedor.codigo_municipio", phrase, "DSAJ09");
  } else if (municipalityName !== null && !isSameName(municipalityName, municipality.name)) {
    const phrase = `no corresponde al código ${municipalityCode}, que es ${municipality.name}; se recibió "${municipalityName}"`;
    problems.add("proveedor.municipio", phrase, "DSAJ10");
  }
  return municipality;
}

function checkDepartment(supplier: SupplierDraft, municipality: Municipality | undefined, problems: ProblemList): void {
  const { departmentCode, departmentName } = supplier;
  const path = "proveedor.codigo_departamento";
  if (departmentCode !== null && findDepartment(departmentCode) === undefined) {
    problems.add(path, `debe ser un código de 2 dígitos de la lista oficial; se recibió "${departmentCode}"`, "DSAJ12");
    return;
  }
  const expectedCode = municipality?.departmentCode;
  if (departmentCode !== null && expectedCode !== undefined && departmentCode !== expectedCode) {
    const phrase = `debe ser "${expectedCode}", el departamento del municipio ${municipality?.code}; se recibió "${departmentCode}"`;
    problems.add(path, phrase, "DSAJ12");
    return;
  }
  const code = expectedCode ?? departmentCode;
  if (departmentName === null || (code !== null && isDepartmentName(departmentName, code))) return;
  if (code === null && resolveDepartment(supplier) !== undefined) return;
  const name = code === null ? undefined : findDepartment(code)?.name;
  const why =
    name === undefined
      ? "no nombra un solo departamento de la lista oficial"
      : `no corresponde al código ${code}, que es ${name}`;
  problems.add("proveedor.departamento", `${why}; se recibió "${departmentName}"`, "DSAJ11");
}

/** Complete, as the authority asks of residents (DSAJ08a); names are the official ones of the codes. */
function residentAddress(supplier: SupplierDraft, company: Pick<Company, "address">): Address {
  const municipality =
    resolveMunicipality(supplier) ?? findDefaultMunicipality(supplier, company) ?? findMunicipality(CAPITAL);
  return {
    line: supplier.address,
    municipalityCode: municipality?.code ?? null,
    municipalityName: municipality?.name ?? null,
    departmentCode: municipality?.departmentCode ?? null,
    departmentName: municipality?.departmentName ?? null,
    postalCode: supplier.postalCode,
    countryCode: COLOMBIA,
    countryName: findCountry(COLOMBIA)?.name ?? "",
  };
}

/** The first municipality of the department that the client named, mostly its capital, else the buyer's municipality. */
function findDefaultMunicipality(supplier: SupplierDraft, company: Pick<Company, "address">): Municipality | undefined {
  const department = resolveDepartment(supplier);
  const code = department === undefined ? company.address.municipalityCode : `${department.code}001`;
  return code === null ? undefined : findMunicipality(code);
}

function foreignAddress(supplier: SupplierDraft): Address {
  return {
    line: supplier.address,
    municipalityCode: null,
    municipalityName: supplier.municipalityName,
    departmentCode: null,
    departmentName: supplier.departmentName,
    postalCode: supplier.postalCode,
    countryCode: supplier.countryCode,
    countryName: findCountry(supplier.countryCode)?.name ?? supplier.countryCode,
  };
}
