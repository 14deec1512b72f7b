// Makes the commands of simulated clients, and the company and rows that they need: as small as the real SQL allows.

import type { Company, Environment, Module, RangeKind } from "../../src/domain/company.ts";
import { fullNumber } from "../../src/domain/company.ts";
import type {
  CorrectableDocument,
  Document,
  DocumentLine,
  Invoice,
  SupportDocument,
  TaxSubtotal,
} from "../../src/domain/document/document.ts";
import type { SupportDocumentDraft } from "../../src/domain/draft/draft.ts";
import { dateInBogota, timeInBogota } from "../../src/domain/value/calendar.ts";
import type { IssueCommand } from "../../src/issuance/contract/command.ts";
import type { DocumentSigner, Ports } from "../../src/issuance/contract/ports.ts";
import { addDefaultSeries } from "../../src/store/number/series.ts";
import { COMPANY } from "../support/company.ts";
import type { SimulatedD1 } from "./database.ts";
import type { KeyPlan, Scenario } from "./scenario.ts";
import type { System } from "./system.ts";

export const PREFIX = "SEDS";
export const FIRST_NUMBER = 101;
/** Of support documents beside tickets. */
const OTHER_PREFIX = "SEDO";
/** With 1 it prints as the other prefix with 101. */
const TWIN_PREFIX = "SEDS10";

/** Each module has a software of its own. */
export function softwareIdOf(module: Module): string {
  return `software of ${module}`;
}

/** How the authority of an environment knows a number of the company, as `PREFIX101`. */
export function numberKeyOf(environment: Environment, typeCode: string, fullNumber: string): string {
  return `${environment}/${COMPANY.nit}/${typeCode}/${fullNumber}`;
}

/** The command of a key of a module under its one name: variant 0 is its own payload, anything else an altered one. */
export function makeCommand(
  { plan, module }: { readonly plan: KeyPlan; readonly module: Module },
  variant: number,
  postedMs: number,
  company: Company,
): IssueCommand {
  // What of an invoice differs is priced below alike.
  const draft = {
    kind: module === "dse" ? "support-document" : "invoice",
    documentDate: dateInBogota(postedMs),
    lines: [{ description: plan.isBad ? "mal" : "bien", quantity: String(variant + 1) }],
  } as unknown as SupportDocumentDraft;
  return {
    name: plan.name,
    module,
    companyId: 1,
    clientId: plan.clientId,
    key: plan.key,
    fingerprint: `1:${plan.key}/${variant}`,
    draft,
    company,
  };
}

/** Prices as the domain does where it matters here: only today's date, everything else follows from the payload. */
export function createPrice(system: System, hasLines: boolean): Ports["price"] {
  return (command, nowMs, corrected) => {
    const { draft, company, module } = command;
    if (draft.kind === "note") return system.priceAny(command, nowMs, corrected);
    const { documentDate, lines } = draft as SupportDocumentDraft;
    const today = dateInBogota(nowMs);
    if (documentDate !== today) {
      const problem = { field: ["documentDate"], reason: "not-today", value: documentDate, today } as const;
      throw new system.Refusal([problem]);
    }
    const [line] = lines;
    const total = `${Number(line?.quantity) * 1000}.00`;
    const common = {
      issueDate: today,
      issueTime: timeInBogota(nowMs),
      dueDate: today,
      notes: [line?.description ?? ""],
      issuer: { ...TEMPLATE.counterpart, identificationNumber: company.nit },
      ...(hasLines ? priceLines(Number(line?.quantity), today) : {}),
      totals: hasLines
        ? sumLines(Number(line?.quantity))
        : { subtotal: total, taxableBase: total, taxes: "0.00", total, withheld: "0.00", netPayable: total },
    };
    const document: CorrectableDocument =
      module === "dse"
        ? { ...TEMPLATE, ...common, ...(hasLines ? ABROAD : {}) }
        : { ...(module === "fe" ? INVOICE : TICKET), ...common };
    return { document, rangeKind: RANGES[module] };
  };
}

/** Of a tax whose rate is none of today's, and which no price of a part gives to the cent. */
const OLD_TAX: TaxSubtotal = { code: "01", name: "IVA", rate: "16.00", base: "100.00", amount: "16.00" };

const LINE: DocumentLine = {
  number: 1,
  note: null,
  description: "Café",
  quantity: "3.000000",
  unitCode: "94",
  unitPrice: "33.333333",
  base: "100.00",
  taxes: [OLD_TAX],
  withholdings: [],
  product: { code: "A1", scheme: "999" },
  purchaseDate: "2026-01-01",
  costCenterId: null,
};

/** Two lines: three units of 33.33 with tax, and two of 500 for each of the payload's own units. */
function priceLines(units: number, today: string): Pick<SupportDocument, "lines" | "taxes"> {
  const own = {
    number: 2,
    quantity: "2.000000",
    unitPrice: `${units * 500}.00`,
    base: `${units * 1000}.00`,
    taxes: [],
  };
  const lines = [LINE, { ...LINE, ...own }].map((line) => ({ ...line, purchaseDate: today }));
  return { lines, taxes: [OLD_TAX] };
}

/** A vendor abroad needs no address. */
const ABROAD = { operationType: "11" } as const;

function sumLines(units: number): SupportDocument["totals"] {
  const [subtotal, total] = [`${units * 1000 + 100}.00`, `${units * 1000 + 116}.00`];
  return { subtotal, taxableBase: "100.00", taxes: "16.00", total, withheld: "0.00", netPayable: total };
}

/** What a signed file says of itself in a simulated world. */
export interface SignedContent {
  readonly names: string;
  readonly fiscalId: string;
  readonly numberKey: string;
  readonly isBad: boolean;
  readonly certificate: string | undefined;
  readonly reservedAt: string;
  readonly total: string;
  /** Id of the software whose PIN it is hashed with. */
  readonly softwareId: string;
}

/** The bytes of a signed file: of a document with lines, which a note may correct, its real XML with the content behind it. */
export function writeSigned(
  system: System,
  content: SignedContent,
  [company, document, numbering]: Parameters<DocumentSigner["sign"]>,
): Uint8Array {
  const text = JSON.stringify(content);
  if (document.kind === "note" || document.lines.length === 0) return new TextEncoder().encode(text);
  return new TextEncoder().encode(`${printXml(system, content.fiscalId, company, document, numbering)}<!--${text}-->`);
}

function printXml(
  system: System,
  fiscalId: string,
  company: Company,
  document: Document,
  numbering: Parameters<DocumentSigner["sign"]>[2],
): string {
  const { head, tail } = system.buildDocumentXml({
    document,
    company,
    numbering,
    software: { id: "software", providerNit: company.nit, providerCheckDigit: company.checkDigit },
    securityCode: fullNumber(numbering),
    fiscalId,
    qrUrl: fiscalId,
    environment: company.environment,
  });
  return head + tail;
}

export function readSigned(bytes: Uint8Array): SignedContent {
  const text = new TextDecoder().decode(bytes);
  const start = text.indexOf("<!--");
  return JSON.parse(start === -1 ? text : text.slice(start + 4, -3)) as SignedContent;
}

const TEMPLATE: SupportDocument = {
  kind: "support-document",
  typeCode: "05",
  operationType: "10",
  generationMode: "1",
  periodStart: "2026-01-01",
  periodEnd: "2026-01-01",
  accountingDueDate: null,
  currency: "COP",
  exchangeRate: null,
  issueDate: "2026-01-01",
  issueTime: "00:00:00-05:00",
  dueDate: "2026-01-01",
  notes: [],
  issuer: {} as SupportDocument["issuer"],
  counterpart: {
    identificationType: "13",
    identificationNumber: "1098765432",
    checkDigit: null,
    personType: "2",
    name: "Finca",
    tradeName: null,
    responsibilities: ["R-99-PN"],
    taxSchemeCode: "ZZ",
    taxSchemeName: "No aplica",
    address: null,
    email: null,
    phone: null,
  },
  payment: { form: "1", meansCode: "10", dueDate: "2026-01-01" },
  lines: [],
  taxes: [],
  withholdings: [],
  totals: { subtotal: "0.00", taxableBase: "0.00", taxes: "0.00", total: "0.00", withheld: "0.00", netPayable: "0.00" },
};

const { generationMode: _mode, periodStart: _start, periodEnd: _end, accountingDueDate: _due, ...COMMON } = TEMPLATE;
const INVOICE: Invoice = {
  ...COMMON,
  kind: "invoice",
  typeCode: "01",
  operationType: "10",
  contingencyReference: null,
};

const TICKET: Invoice = {
  ...INVOICE,
  typeCode: "20",
  ticket: {
    till: { plate: "CAJA-01", place: "Salón", type: "Caja", cashier: "No aplica", saleCode: null },
    buyer: { code: "222222222222", name: "consumidor final", points: "0" },
    maker: { person: "Laura Gómez", company: "CAJAS DEL SUR S.A.S.", product: "Caja Sur 5" },
  },
};

/** What numbers the documents of a module. */
const RANGES = { fe: "fe", dse: "dse", dee: "pos" } as const satisfies Readonly<Record<Module, RangeKind>>;

/** Company 1 with its range and plan, as the operator program would write them. */
export function seedCompany(database: Pick<SimulatedD1, "query">, scenario: Scenario): void {
  const { checkDigit, tradeName, personType, responsibilities, taxSchemeCode, address, email, phone } = COMPANY;
  const profile = { checkDigit, tradeName, personType, responsibilities, taxSchemeCode, address, email, phone };
  database.query(
    "INSERT INTO companies (id, nit, name, environment, profile) VALUES (1, ?, ?, ?, ?)",
    COMPANY.nit,
    COMPANY.name,
    scenario.environment,
    JSON.stringify({ ...profile, industryCode: null, withholdingTypes: [] }),
  );
  const { sql, params } = addDefaultSeries(1, scenario.module === "dee" ? ["dee"] : []).toSQL();
  database.query(sql, ...(params as (string | number)[]));
  for (const module of new Set([scenario.module, ...scenario.keys.map((plan) => plan.module ?? scenario.module)])) {
    seedModule(database, scenario, module);
  }
  if (scenario.hasTwinRange) addRange(database, scenario.module, TWIN_PREFIX, [1, 20], "2028-06-01");
  addCertificate(database, "1");
}

function seedModule(database: Pick<SimulatedD1, "query">, scenario: Scenario, module: Module): void {
  database.query(
    `INSERT INTO software (company_id, module, software_id, sealed_pin, provider_nit, provider_check_digit, test_set_id)
    VALUES (1, ?, ?, 'sealed', '1', '1', 'set')`,
    module,
    softwareIdOf(module),
  );
  const prefix = module === scenario.module ? PREFIX : OTHER_PREFIX;
  addRange(database, module, prefix, [FIRST_NUMBER, FIRST_NUMBER + scenario.rangeSize - 1], "2028-01-01");
  for (const year of [2026, 2027]) {
    database.query(
      "INSERT INTO plans (company_id, module, year, allowance) VALUES (1, ?, ?, ?)",
      module,
      year,
      scenario.allowance,
    );
  }
}

function addRange(
  database: Pick<SimulatedD1, "query">,
  module: Module,
  prefix: string,
  [from, to]: readonly [number, number],
  validTo: string,
): void {
  database.query(
    `INSERT INTO ranges (company_id, kind, resolution, resolution_date, prefix, from_number, to_number, valid_from,
      valid_to, next_number) VALUES (1, ?, '1', '2026-01-01', ?, ?, ?, '2026-01-01', ?, ?)`,
    RANGES[module],
    prefix,
    from,
    to,
    validTo,
    from,
  );
}

/** A newer certificate signs from now on. */
export function addCertificate(database: Pick<SimulatedD1, "query">, serialNumber: string): void {
  database.query(
    `INSERT INTO certificates (company_id, location, subject, issuer_name, serial_number, chain, cert_digest, not_before,
      not_after) VALUES (1, 'vault', 's', 'i', ?, '[]', 'd', '2026-01-01T00:00:00Z', '2028-01-01T00:00:00Z')`,
    serialNumber,
  );
}
