// Defines what issuing needs to know about a company: fiscal profile, configuration and numbering range. It holds no secrets.
import type { TaxScheme, WithholdingCode } from "./tax-table.ts";

export const ENVIRONMENTS = ["produccion", "habilitacion"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
/** Invoices, support documents, and the equivalent documents of tills. */
export type Module = "fe" | "dse" | "dee";
export const MODULES = ["fe", "dse", "dee"] as const satisfies readonly Module[];
/** Which numbering range a document draws from. */
export type RangeKind = "fe" | "contingency" | "dse" | "pos";
export const RANGE_KINDS = ["fe", "contingency", "dse", "pos"] as const satisfies readonly RangeKind[];

/** What a company is to its operator: `suspended` and `archived` ones begin no document, and `active` ones alone warn. */
export const COMPANY_STATES = ["draft", "active", "suspended", "archived"] as const;
export type StateOfCompany = (typeof COMPANY_STATES)[number];

/** A postal address by the authority's lists (DIVIPOLA). */
export interface Address {
  readonly line: string;
  readonly municipalityCode: string | null;
  readonly municipalityName: string | null;
  readonly departmentCode: string | null;
  readonly departmentName: string | null;
  readonly postalCode: string | null;
  /** ISO 3166-1 alpha-2; null where the country is not known: it is never guessed. */
  readonly countryCode: string | null;
  readonly countryName: string | null;
}

/** Payment method record. */
export interface PaymentMethod {
  readonly id: number;
  readonly form: "contado" | "credito";
  readonly label: string;
  readonly meansCode: string;
  readonly meansName: string;
  readonly isActive: boolean;
  readonly isDefault: boolean;
}

/** A withholding that the company's FE configuration allows. */
export interface WithholdingType {
  readonly type: string;
  readonly taxCode: WithholdingCode;
  readonly name: string;
  readonly baseModes: readonly string[];
}

export interface CostCenter {
  readonly id: number;
  readonly code: string;
  readonly alternativeCode: string | null;
  readonly name: string;
}

/** A shop of a company, which its documents name by code. */
export interface Branch {
  readonly code: string;
  /** Its trade name, as its documents print it. */
  readonly name: string;
  readonly address: Address;
  /** Its ranges: those with this prefix number its documents, and no others. Null: the ranges that are no branch's. */
  readonly prefix: string | null;
  readonly phone: string | null;
  /** Number in the commercial register (matrícula mercantil). */
  readonly registration: string | null;
}

/** A till, as its tickets name it. */
export interface Till {
  /** Its inventory plate. */
  readonly plate: string;
  /** Where it stands. */
  readonly place: string;
  readonly type: string;
}

/** How a company sends e-mail; a company without them sends none. */
export interface MailSettings {
  /** Its own sender's address; null: the deployment's. */
  readonly sender: string | null;
  /** Where answers go; null: the issuer's mailbox as signed. */
  readonly replyTo: string | null;
  /** Whether documents are sent whose request says nothing of it. */
  readonly isAutomatic: boolean;
  /** The only addresses that get documents of `habilitacion`. */
  readonly testAddresses: readonly string[];
}

/** The issuer as configured by the operator; travels with a command, so plain JSON. */
export interface Company {
  readonly id: number;
  /** Without check digit. */
  readonly nit: string;
  readonly checkDigit: string;
  readonly name: string;
  readonly tradeName: string | null;
  readonly environment: Environment;
  /** Absent: `active`. */
  readonly state?: StateOfCompany;
  /** 1 legal person, 2 natural person (FAJ02). */
  readonly personType: "1" | "2";
  /** TaxLevelCode values: O-13, O-15, O-23, O-47, R-99-PN. */
  readonly responsibilities: readonly string[];
  readonly taxSchemeCode: TaxScheme;
  readonly address: Address;
  readonly email: string;
  readonly phone: string | null;
  /** CIIU codes joined by `;`, or null. */
  readonly industryCode: string | null;
  readonly modules: readonly Module[];
  /** Software ids by module: DSE needs its own enablement. */
  readonly software: Readonly<Partial<Record<Module, Software>>>;
  readonly paymentMethods: readonly PaymentMethod[];
  readonly withholdingTypes: readonly WithholdingType[];
  readonly costCenters: readonly CostCenter[];
  readonly branches: readonly Branch[];
  /** Absent: none. */
  readonly tills?: readonly Till[];
  /** Whether it sells nothing above five tax units by ticket; absent: it does, with a notice. */
  readonly refusesLargeTickets?: boolean;
  /** How it sends e-mail; absent or null: it sends none. */
  readonly mail?: MailSettings | null;
  /** Signing certificates, newest first; metadata only. */
  readonly certificates: readonly CertificateSummary[];
}

/** A company as its documents of a module see it: in the environment of that module. */
export function inModule<Known extends Pick<Company, "environment" | "software">>(
  company: Known,
  module: Module,
): Known {
  const environment = company.software[module]?.environment ?? company.environment;
  return environment === company.environment ? company : { ...company, environment };
}

/** The invoicing software as registered with the authority; its PIN stays in the vault. */
export interface Software {
  readonly id: string;
  /** NIT of the technology provider; the issuer's own for own software. */
  readonly providerNit: string;
  readonly providerCheckDigit: string;
  /** Three digits of the file names: 000 own software. */
  readonly providerCode: string;
  /** Set only while the company is in `habilitacion`. */
  readonly testSetId: string | null;
  /** Of a module that is enabled by itself; absent or null: the company's. */
  readonly environment?: Environment | null;
}

export interface CertificateSummary {
  /** `secret:NAME` or `vault`. */
  readonly location: string;
  /** Decimal serial number. */
  readonly serialNumber: string;
  /** ISO instants. */
  readonly notBefore: string;
  readonly notAfter: string;
}

/** The number that a document got, with the range it came from. A note has none: its resolution and dates are empty. */
export interface Numbering {
  readonly rangeId: number | null;
  readonly resolution: string;
  /** Date of the resolution, `YYYY-MM-DD`; null without a range. */
  readonly resolutionDate: string | null;
  readonly prefix: string;
  readonly from: number;
  readonly to: number;
  readonly validFrom: string;
  readonly validTo: string;
  readonly number: number;
  /** Counter of files sent by this NIT in this calendar year, for the file names (annex 6.5.7). */
  readonly fileSequence: number;
}

/** prefix + number without separators (FAD05a). */
export function fullNumber(numbering: Pick<Numbering, "prefix" | "number">): string {
  return `${numbering.prefix}${numbering.number}`;
}
