// Prints the tables of codes out of the catalogue, for the reference and as a page of their own.
import {
  type CatalogueEntry,
  findMunicipality,
  listAllowanceReasons,
  listCountries,
  listDepartments,
  listIdentificationTypes,
  listMunicipalities,
  listNoteConcepts,
  listPaymentMeans,
  listTaxes,
  listUnits,
  type Tax,
} from "../../src/domain/catalogue/catalogue.ts";
import { listOtherUnitCodes, listUsualUnits } from "../../src/domain/catalogue/unit.ts";
import { RESPONSIBILITIES } from "../../src/domain/party/party.ts";
import type { Say } from "./translate.ts";

const RESPONSIBILITY_NAMES: Readonly<Record<string, string>> = {
  "O-13": "Gran contribuyente",
  "O-15": "Autorretenedor",
  "O-23": "Agente de retención IVA",
  "O-47": "Régimen simple de tributación",
  "R-99-PN": "No aplica, otros",
};

/** Every table by the name that a guide's placeholder gives it; names are the authority's, and stay in Spanish. */
const TABLES: Readonly<Record<string, (say: Say) => string>> = {
  identificaciones: (say) => printTable(listIdentificationTypes(), say),
  tributos: (say) => printTaxes(listTaxes(), say),
  "formas-de-pago": (say) =>
    printTable(
      [
        { code: "1", name: "Contado (`contado`)" },
        { code: "2", name: "Crédito (`credito`)" },
      ],
      say,
    ),
  "medios-de-pago": (say) => printTable(listPaymentMeans(), say),
  responsabilidades: (say) =>
    printTable(
      RESPONSIBILITIES.map((code) => ({ code, name: RESPONSIBILITY_NAMES[code] ?? "" })),
      say,
    ),
  descuentos: (say) => printTable([...listAllowanceReasons(false), ...listAllowanceReasons(true)], say),
  "conceptos-91": (say) => printTable(listNoteConcepts("91"), say),
  "conceptos-92": (say) => printTable(listNoteConcepts("92"), say),
  "conceptos-95": (say) => printTable(listNoteConcepts("95"), say),
  unidades: () => printCodes(listUnits()),
  "unidades-usuales": printUsualUnits,
  paises: () => printRun(listCountries()),
  municipios: printMunicipalities,
};

/** @throws Error for a table that there is not. */
export function printCodeTable(name: string, say: Say): string {
  const print = Object.hasOwn(TABLES, name) ? TABLES[name] : undefined;
  if (print === undefined) throw new Error(`no table of codes is called ${name}`);
  return print(say);
}

function printTable(entries: readonly CatalogueEntry[], say: Say): string {
  const rows = entries.map(({ code, name }) => `| \`${code}\` | ${name} |`);
  return [`| ${say("Código")} | ${say("Nombre")} |`, "|---|---|", ...rows].join("\n");
}

const TAX_KINDS: Readonly<Record<Tax["kind"], string>> = {
  percent: "porcentaje",
  nominal: "valor por unidad",
  withholding: "retención",
  party: "solo del perfil fiscal",
  other: "ningún tributo",
};

function printTaxes(taxes: readonly Tax[], say: Say): string {
  const rows = taxes.map(({ code, name, kind, isRulePublished, rates }) => {
    const how = say(isRulePublished ? TAX_KINDS[kind] : "sin regla publicada");
    return `| \`${code}\` | ${name} | ${how} | ${rates.join(", ")} |`;
  });
  const heads = ["Código", "Nombre", "Cómo se calcula", "Tarifas publicadas"].map(say);
  return [`| ${heads.join(" | ")} |`, "|---|---|---|---|", ...rows].join("\n");
}

/** The units that are printed by one name stand together. */
function printUsualUnits(say: Say): string {
  const byName = Map.groupBy(listUsualUnits(), ({ name }) => name);
  const rows = [...byName].map(([name, units]) => {
    const codes = units.map(({ code }) => code);
    const others = listOtherUnitCodes().filter(({ listed }) => codes.includes(listed));
    return `| ${name} | ${printCodes(codes)} | ${printCodes(others.map(({ code }) => code))} |`;
  });
  const heads = ["Se imprime", "Código", "Llega también como"].map(say);
  return [`| ${heads.join(" | ")} |`, "|---|---|---|", ...rows].join("\n");
}

function printCodes(codes: readonly string[]): string {
  return codes.map((code) => `\`${code}\``).join(" ");
}

/** Code and name one after the other, so that a long list stays short and is found by a search. */
function printRun(entries: readonly CatalogueEntry[]): string {
  return entries.map(({ code, name }) => `\`${code}\` ${name}`).join(" · ");
}

function printMunicipalities(): string {
  const municipalities = listMunicipalities();
  return listDepartments()
    .map(({ code, name }) => {
      const own = municipalities.filter((one) => findMunicipality(one.code)?.departmentCode === code);
      return `**\`${code}\` ${name}**: ${printRun(own)}`;
    })
    .join("\n\n");
}
