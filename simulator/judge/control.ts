// Judges the authority's own extension: numbering authorisation, software, security code, QR address (rules AB).
import { hexDigest } from "../canonical.ts";
import { all, at, attribute, textAt, textOf } from "../dom.ts";
import type { Range, RangeKind, Software, Taxpayer } from "../register.ts";
import { AGENCY, CATALOGUE } from "../wire-literal.ts";
import { checkDigit } from "./check-digit.ts";
import type { Sheet } from "./sheet.ts";

const KIND: Readonly<Record<string, RangeKind>> = {
  "01": "fe",
  "02": "fe",
  "03": "contingency",
  "04": "fe",
  "05": "dse",
  "20": "pos",
};

export interface Authorization {
  readonly range: Range | undefined;
  readonly software: Software | undefined;
}

/** Adds the findings about the extension; returns what the register holds for this document. */
export async function judgeControl(sheet: Sheet): Promise<Authorization> {
  const extensions = all(sheet.root, "ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/sts:DianExtensions");
  sheet.require(extensions.length === 1, "AB03", "Debe existir un solo UBLExtension con sts:DianExtensions.");
  if (!sheet.control || !sheet.taxpayer) return { range: undefined, software: undefined };
  // Notes are numbered without an authorised range.
  const range = sheet.isNote ? undefined : judgeRange(sheet, sheet.taxpayer);
  const software = judgeSoftware(sheet, sheet.taxpayer);
  await judgeSecurityCode(sheet, software);
  judgeAgency(sheet);
  judgeQr(sheet);
  return { range, software };
}

function judgeRange(sheet: Sheet, taxpayer: Taxpayer): Range | undefined {
  const control = at(sheet.control, "sts:InvoiceControl");
  const resolution = textAt(control, "sts:InvoiceAuthorization").trim();
  if (resolution === "") {
    sheet.reject("AB05a", "No se informó el número de la autorización de numeración.");
    return undefined;
  }
  const prefix = textAt(control, "sts:AuthorizedInvoices/sts:Prefix");
  const granted = taxpayer.ranges.filter((one) => one.resolution === resolution && one.kind === KIND[sheet.type]);
  const range = granted.find((one) => one.prefix === prefix) ?? granted[0];
  if (!range) {
    sheet.reject(
      "AB05b",
      "Número de la autorización de la numeración no corresponde a un número otorgado a este emisor.",
    );
    return undefined;
  }
  judgePeriod(sheet, range);
  sheet.require(prefix === range.prefix, "AB10b", "El prefijo no corresponde al de la autorización.");
  const registered = textAt(sheet.supplier, "cac:Party/cac:PartyLegalEntity/cac:CorporateRegistrationScheme/cbc:ID");
  if (!sheet.isSupport) {
    sheet.require(
      prefix === registered,
      "AB10a",
      "El prefijo no corresponde al informado en CorporateRegistrationScheme/ID.",
    );
  }
  const from = textAt(control, "sts:AuthorizedInvoices/sts:From");
  const to = textAt(control, "sts:AuthorizedInvoices/sts:To");
  sheet.require(from === String(range.from), "AB11b", "El valor inicial no corresponde a un rango vigente del emisor.");
  sheet.require(to === String(range.to), "AB12b", "El valor final no corresponde a un rango vigente del emisor.");
  judgeNumber(sheet, range);
  return range;
}

function judgePeriod(sheet: Sheet, range: Range): void {
  const period = at(sheet.control, "sts:InvoiceControl/sts:AuthorizationPeriod");
  const start = textAt(period, "cbc:StartDate");
  const end = textAt(period, "cbc:EndDate");
  const issued = textAt(sheet.root, "cbc:IssueDate");
  sheet.require(start <= issued, "AB07a", "La fecha inicial de la autorización es posterior a la fecha de emisión.");
  sheet.require(start === range.validFrom, "AB07b", "La fecha inicial no corresponde a la de la autorización.");
  sheet.require(end >= issued, "AB08a", "La fecha final de la autorización es anterior a la fecha de emisión.");
  sheet.require(end === range.validTo, "AB08b", "La fecha final no corresponde a la de la autorización.");
  sheet.require(issued >= range.validFrom, "AD09a", "La fecha de emisión es anterior al inicio de la autorización.");
  sheet.require(issued <= range.validTo, "AD09b", "La fecha de emisión es posterior al fin de la autorización.");
}

function judgeNumber(sheet: Sheet, range: Range): void {
  const consecutive = sheet.number.startsWith(range.prefix) ? sheet.number.slice(range.prefix.length) : "";
  if (!/^\d{1,9}$/.test(consecutive) || String(Number(consecutive)) !== consecutive) {
    sheet.reject("AD05e", "El número no existe para el número de autorización.");
    return;
  }
  const value = Number(consecutive);
  if (value < range.from) sheet.reject("AD05b", "El número es inferior al inicio del rango autorizado.");
  if (value > range.to) sheet.reject("AD05c", "El número es superior al fin del rango autorizado.");
}

function judgeSoftware(sheet: Sheet, taxpayer: Taxpayer): Software | undefined {
  const provider = at(sheet.control, "sts:SoftwareProvider/sts:ProviderID");
  const nit = textOf(provider);
  const id = textAt(sheet.control, "sts:SoftwareProvider/sts:SoftwareID");
  sheet.require(nit !== "", "AB19a", "No se informó el NIT del prestador de servicios.");
  sheet.require(id !== "", "AB24a", "No se informó el identificador del software.");
  const ofKind = taxpayer.software.filter(({ isForTickets }) => isForTickets === sheet.isTicket);
  const software = ofKind.find((one) => one.id.toLowerCase() === id.toLowerCase());
  sheet.require(id === "" || software !== undefined, "AB24b", "El software no está autorizado para este emisor.");
  if (software?.isActive === false) sheet.reject("AB24c", "El software está inactivo.");
  if (software && nit !== "" && nit !== (software.providerNit ?? taxpayer.nit)) {
    const text = "El NIT del prestador de servicios no está autorizado para prestar servicios.";
    if (sheet.isSupport && sheet.environment === "2") sheet.notice("AB19b", text);
    else sheet.reject("AB19b", text);
  }
  const digit = attribute(provider, "schemeID") ?? "";
  sheet.require(digit !== "", "AB22a", "No se informó el DV del NIT del prestador de servicios.");
  sheet.require(
    digit === "" || digit === checkDigit(nit),
    "AB22b",
    "El DV del NIT del prestador de servicios no es correcto.",
  );
  sheet.require(
    attribute(provider, "schemeName") === "31",
    "AB23",
    "El tipo de identificación del prestador no es 31.",
  );
  return software;
}

async function judgeSecurityCode(sheet: Sheet, software: Software | undefined): Promise<void> {
  const code = textAt(sheet.control, "sts:SoftwareSecurityCode");
  sheet.require(code !== "", "AB27a", "No se informó la huella del software.");
  if (!software || code === "") return;
  const expected = await hexDigest("SHA-384", software.id + software.pin + sheet.number);
  sheet.require(code === expected, "AB27b", "Huella no corresponde a un software autorizado para este OFE.");
}

function judgeAgency(sheet: Sheet): void {
  const agency = at(sheet.control, "sts:AuthorizationProvider/sts:AuthorizationProviderID");
  sheet.require(
    textOf(agency) === AGENCY.nit,
    "AB31",
    "El NIT del proveedor de autorización no es el de la autoridad.",
  );
  sheet.require(attribute(agency, "schemeID") === AGENCY.checkDigit, "AB34", "El DV de la autoridad no es correcto.");
  sheet.require(
    attribute(agency, "schemeName") === "31",
    "AB35",
    "El tipo de identificación de la autoridad no es 31.",
  );
  const source = textAt(sheet.control, "sts:InvoiceSource/cbc:IdentificationCode");
  sheet.require(source === "CO", "AB13", "El país de origen del documento no es CO.");
  for (const path of [
    "sts:SoftwareProvider/sts:ProviderID",
    "sts:SoftwareProvider/sts:SoftwareID",
    "sts:SoftwareSecurityCode",
  ]) {
    const element = at(sheet.control, path);
    const agreed =
      attribute(element, "schemeAgencyID") === AGENCY.id && attribute(element, "schemeAgencyName") === AGENCY.name;
    if (element && !agreed) sheet.remark(`${path}: faltan schemeAgencyID y schemeAgencyName convenidos`);
  }
}

/** An invoice may carry text that ends in the address; a support document only the address (DSAB36). */
function judgeQr(sheet: Sheet): void {
  const qr = textAt(sheet.control, "sts:QRCode").trim();
  const expected = `${CATALOGUE[sheet.environment] ?? CATALOGUE["1"]}${sheet.uuid}`;
  const holds = sheet.isSupport ? qr === expected : qr.toLowerCase().includes(expected.toLowerCase());
  sheet.require(holds, "AB36", `El código QR no contiene la dirección de consulta del documento (${expected}).`);
}
