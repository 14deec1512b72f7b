// Judges what only tickets have: kind, type code, and the extensions of the software's maker, the buyer and the till (rules DEPD, DEAB41 to 46).
import { all, children, type Element, textAt, textOf } from "../dom.ts";
import { TICKET_PROFILE } from "../wire-literal.ts";
import type { Sheet } from "./sheet.ts";

const TICKET = "20";
const OPERATION = "10";
const CONTENT = "ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent";
/** The issuer's or the authority's failure: how a ticket says so is unsettled, so the code itself is let pass. */
const CONTINGENCY = ["07", "08"];
const AUTHORITY_FAILED = "08";
/** What the annex of equivalent documents knows besides. */
const FAMILY = ["25", "27", "30", "32", "35", "40", "45", "50", "55", "60"];
const ALLOWED = [TICKET, ...CONTINGENCY, ...FAMILY, "01", "02", "03", "04", "05"];

interface Group {
  readonly outer: string;
  readonly inner: string;
  /** Names of the pairs, in order. */
  readonly names: readonly string[];
  /** Rule of the first pair's name; its value has the next number, the second pair the two after. */
  readonly letters: "AB" | "PD";
  readonly first: number;
  /** Rules of a group that is not there. */
  readonly absent: readonly string[];
}

const GROUPS: readonly Group[] = [
  {
    outer: "FabricanteSoftware",
    inner: "InformacionDelFabricanteDelSoftware",
    names: ["NombreApellido", "RazonSocial", "NombreSoftware"],
    letters: "AB",
    first: 41,
    absent: [],
  },
  {
    outer: "BeneficiosComprador",
    inner: "InformacionBeneficiosComprador",
    names: ["Codigo", "NombresApellidos", "Puntos"],
    letters: "PD",
    first: 15,
    absent: ["PD13", "PD14"],
  },
  {
    outer: "PuntoVenta",
    inner: "InformacionCajaVenta",
    names: ["PlacaCaja", "UbicaciónCaja", "Cajero", "TipoCaja", "CódigoVenta", "SubTotal"],
    letters: "PD",
    first: 25,
    absent: [],
  },
];

/** Adds the findings about operation type, profile and type code. */
export function judgeTicketKind(sheet: Sheet, operation: string, profile: string): void {
  sheet.require(operation === OPERATION, "AD02", "CustomizationID del tiquete POS debe ser 10.");
  sheet.require(profile === TICKET_PROFILE, "AD03", "ProfileID no es el literal del tiquete POS.");
  const { statedType } = sheet;
  sheet.require(ALLOWED.includes(statedType), "AD12a", `El tipo de documento '${statedType}' no es permitido.`);
  const isOther = ALLOWED.includes(statedType) && statedType !== TICKET && !CONTINGENCY.includes(statedType);
  sheet.require(!isOther, "AD12b", `El tipo del tiquete POS es 20 y no '${statedType}'.`);
  const refers = all(sheet.root, "cac:AdditionalDocumentReference").length > 0;
  sheet.require(
    statedType !== AUTHORITY_FAILED || refers,
    "AI01",
    "Un documento de contingencia exige AdditionalDocumentReference.",
  );
}

/** Adds the findings about the extensions that a ticket has besides the authority's own and the signature. */
export function judgeTicketExtensions(sheet: Sheet): void {
  const present = (name: string): boolean => all(sheet.root, `${CONTENT}/${name}`).length > 0;
  const needed = ["sts:DianExtensions", ...GROUPS.map(({ outer }) => outer), "ds:Signature"];
  const lacking = needed.filter((name) => !present(name));
  const text = `Faltan extensiones obligatorias del tiquete POS: ${lacking.join(", ")}.`;
  for (const rule of ["PD11", "PD21"]) sheet.require(lacking.length === 0, rule, text);
  for (const group of GROUPS) judgeGroup(sheet, group, present(group.outer));
}

/** One inner element with every pair, or one for each of them: both are known to pass. */
function judgeGroup(sheet: Sheet, group: Group, isPresent: boolean): void {
  const inner = all(sheet.root, `${CONTENT}/${group.outer}/${group.inner}`);
  for (const rule of group.absent) {
    sheet.require(inner.length > 0, rule, `No se informó el grupo ${group.inner}.`);
  }
  // What is missing as a whole is said once.
  const isSaid = !isPresent || (inner.length === 0 && group.absent.length > 0);
  if (isSaid) return;
  const members = inner.flatMap((one) => children(one));
  const read = (name: string): string[] => members.filter((one) => one.nodeName === name).map(textOf);
  const [names, values] = [read("Name"), read("Value")];
  group.names.forEach((name, index) => {
    const rule = (offset: number): string => `${group.letters}${group.first + 2 * index + offset}`;
    const found = names[index] ?? "";
    const text = `El nombre ${index + 1} de ${group.outer} debe ser '${name}' y es '${found}'.`;
    sheet.require(found === name, rule(0), text);
    sheet.require((values[index] ?? "").trim() !== "", rule(1), `No se informó el valor de ${name}.`);
  });
  if (names.length > group.names.length) sheet.remark(`${group.outer} lleva más de ${group.names.length} pares`);
  if (!alternates(members)) sheet.remark(`en ${group.outer} los nombres y los valores no se alternan`);
}

function alternates(members: readonly Element[]): boolean {
  return members.every((one, index) => one.nodeName === (index % 2 === 0 ? "Name" : "Value"));
}

/** Adds the finding about the party of a mandate in a note's line: its identification names the authority as agency. */
export function judgeMandate(sheet: Sheet): void {
  const path =
    "cac:Item/cac:InformationContentProviderParty/cac:PowerOfAttorney/cac:AgentParty/cac:PartyIdentification";
  for (const line of sheet.lines) {
    for (const party of all(line, path)) {
      const [id] = children(party, "cbc:ID");
      const agency = id?.attributes.find((one) => one.nodeName === "schemeAgencyID")?.nodeValue;
      sheet.require(
        agency === "195",
        "BA06",
        `La identificación '${textAt(party, "cbc:ID")}' no lleva el literal 195.`,
      );
    }
  }
}
