// Names every table and column of D1: who may issue, with which numbers, and the searchable view of every document.
// The migrations are generated from it; statements, rows and the types of JSON columns come from nowhere else.

import { Buffer } from "node:buffer";
import { sql } from "drizzle-orm";
import {
  check,
  customType,
  index,
  integer,
  primaryKey,
  sqliteTable,
  sqliteView,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { HandOver } from "../../domain/company/choice.ts";
import {
  type Address,
  COMPANY_STATES,
  type Company,
  type Environment,
  type MailSettings,
  MODULES,
  RANGE_KINDS,
} from "../../domain/company.ts";
import type { BrakeState } from "../../domain/document/brake.ts";
import { MAIL_KINDS, type MailReason, type MailState } from "../../domain/document/mail-delivery.ts";
import type { Metadata } from "../../domain/document/metadata.ts";
import type { State } from "../../domain/document/state.ts";
import type { Timeline, Verdict } from "../../domain/document/timeline.ts";
import type { NoteType, TypeCode } from "../../domain/kind.ts";
import { BOGOTA_ZONE } from "../../domain/value/calendar.ts";
import { readBrakeState } from "./brake-form.ts";
import {
  type Exchange,
  readExchanges,
  readStored,
  type StoredDetail,
  writeDetail,
  writeExchanges,
  writeTimeline,
} from "./stored-form.ts";

/** A digest as the program has it; a shorter or a foreign text is kept as it is. */
const DIGEST = /^(?:[0-9a-f]{2}){16,}$/;
const UUID = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/;

/** What a database takes and gives: bytes, which D1 gives as a list of numbers, or a text. */
type Packed = string | Uint8Array;

/** SHA-256, CUFE, CUDE or CUDS in hexadecimal. */
const digestColumn = customType<{ data: string; driverData: Packed }>({
  dataType: () => "blob",
  toDriver: (text) => (DIGEST.test(text) ? toBytes(text) : text),
  fromDriver: (value) => (typeof value === "string" ? value : toHex(value)),
});

/** A UUID. */
const uuidColumn = customType<{ data: string; driverData: Packed }>({
  dataType: () => "blob",
  toDriver: (text) => (UUID.test(text) ? toBytes(text.replaceAll("-", "")) : text),
  fromDriver: (value) =>
    typeof value === "string" ? value : toHex(value).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
});

/**
 * A text that always ends alike, without its end; one that was written whole is read as it is.
 * @throws Error, when it is written, for a text with another end.
 */
function endingColumn(end: string) {
  return customType<{ data: string; driverData: string }>({
    dataType: () => "text",
    toDriver: (text) => {
      if (!text.endsWith(end)) throw new Error(`a text of this column ends with ${end}`);
      return text.slice(0, -end.length);
    },
    fromDriver: (text) => (text.endsWith(end) ? text : `${text}${end}`),
  });
}

/** In memory of its own: D1 sends the whole of that. */
function toBytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, "hex"));
}

function toHex(value: Exclude<Packed, string>): string {
  return Buffer.from(value).toString("hex");
}

/** The present second as D1 keeps it: `YYYY-MM-DD HH:MM:SS`, UTC. */
export const now = sql`(strftime('%Y-%m-%d %H:%M:%S', 'now'))`;

/** An ISO instant as such columns have it. */
export function toSqlTime(iso: string): string {
  return iso.slice(0, 19).replace("T", " ");
}

/** The fiscal profile of a company without its lists, but for those that only its own documents use. */
export type CompanyProfile = Pick<
  Company,
  | "checkDigit"
  | "tradeName"
  | "personType"
  | "responsibilities"
  | "taxSchemeCode"
  | "address"
  | "email"
  | "phone"
  | "industryCode"
  | "withholdingTypes"
  | "refusesLargeTickets"
>;

/** A certificate above the leaf; the chain holds the sub-CA first. */
interface ChainEntry {
  /** SHA-256 of the DER, base64. */
  readonly digest: string;
  /** RFC 4514 string. */
  readonly issuerName: string;
  /** Decimal digits. */
  readonly serialNumber: string;
}

const detailColumn = customType<{ data: StoredDetail; driverData: string }>({
  dataType: () => "text",
  toDriver: writeDetail,
  fromDriver: readStored<StoredDetail>,
});
/** The counterpart as it was signed. */
export type SignedParty = readonly [name: string, email: string | null, address: string | null];

const timelineColumn = customType<{ data: Timeline; driverData: string }>({
  dataType: () => "text",
  toDriver: writeTimeline,
  fromDriver: readStored<Timeline>,
});
const bogotaTimeColumn = endingColumn(BOGOTA_ZONE);
const xmlNameColumn = endingColumn(".xml");
const exchangesColumn = customType<{ data: readonly Exchange[]; driverData: string }>({
  dataType: () => "text",
  toDriver: writeExchanges,
  fromDriver: readExchanges,
});

const brakeColumn = customType<{ data: BrakeState; driverData: string }>({
  dataType: () => "text",
  toDriver: (state) => JSON.stringify(state),
  fromDriver: readBrakeState,
});

/** Facts of an alert: ids, counts, dates. Never a person, never a secret. */
export type AlertDetail = Readonly<Partial<Record<AlertMember, string | number | null>>>;

/** Before adding one, ask whether it can hold a person's data. */
export type AlertMember =
  | (
      | "companyId"
      | "documentId"
      | "rangeId"
      | "tokenId"
      | "webhook"
      | "module"
      | "kind"
      | "typeCode"
      | "prefix"
      | "number"
    )
  | (
      | "severity"
      | "among"
      | "cause"
      | "day"
      | "daysLeft"
      | "begins"
      | "notAfter"
      | "oldestMinutes"
      | "year"
      | "secret"
      | "sequence"
    )
  | (
      | "size"
      | "numbersLeft"
      | "used"
      | "allowance"
      | "documents"
      | "unknown"
      | "sendings"
      | "tries"
      | "count"
      | "value"
      | "companies"
    )
  | ("environment" | "since" | "down" | "questions")
  | ("alert" | "step" | "error" | "refusal" | "detail" | "difference" | "statement" | "path" | "because");

/** A move of a company to another database that has begun, as the directory keeps it. */
export interface Move {
  readonly from: number;
  readonly to: number;
  readonly state: "copying" | "closing" | "catching-up" | "verified" | "switched" | "cleaning";
  /** ISO instant at which this state began. */
  readonly since: string;
  /** The epoch of the copy that was compared. */
  readonly sealed?: number;
  /** Documents with lower ids stay where they are: the company only goes on in the other database. */
  readonly below?: number;
}

/** A database that keeps older documents of a company: its own are those with ids below this one, and not below that of an earlier one. */
export interface Kept {
  readonly shard: number;
  readonly below: number;
}

/**
 * A tenant: in `DB` also the directory of all companies, wherever their rows are; in every other database those that live
 * there, or are on their way.
 */
export const companies = sqliteTable("companies", {
  id: integer().primaryKey({ autoIncrement: true }),
  nit: text().notNull().unique(),
  name: text().notNull(),
  environment: text({ enum: ["produccion", "habilitacion"] }).notNull(),
  state: text({ enum: COMPANY_STATES }).notNull().default("active"),
  profile: text({ mode: "json" }).$type<CompanyProfile>().notNull(),
  createdAt: text("created_at").notNull().default(now),
  updatedAt: text("updated_at").notNull().default(now),
  /** Of its drawings: `#rrggbb`. */
  accent: text(),
  /** Of its drawings: where the archive has the logo. */
  logoPath: text("logo_path"),
  /** How it sends e-mail; null: it sends none. */
  mail: text({ mode: "json" }).$type<MailSettings>(),
  /**
   * 1: the company lives in this database; 0: it is read here and not changed; -1: its rows are a copy that is not read; -3: older
   * documents of it are kept here, which lives elsewhere.
   */
  home: integer().notNull().default(1),
  /** Grows whenever `home` changes, so that a mover who comes late changes nothing. */
  epoch: integer().notNull().default(0),
  /** Directory: the database in which the company lives. */
  shard: integer().notNull().default(0),
  /** Directory: null while the company stays where it is. */
  move: text({ mode: "json" }).$type<Move>(),
  /** Directory: the databases that keep older documents, the oldest first; null for a company in one database. */
  kept: text({ mode: "json" }).$type<readonly Kept[]>(),
});

/** The deployment that uses this database, in one row: another one that is given it by mistake refuses it. */
export const deployments = sqliteTable("deployments", {
  id: integer().primaryKey(),
  /** Name of the Worker. */
  name: text().notNull(),
});

/** How far a walk of the cron through the documents of this database has come. */
export const walks = sqliteTable("walks", {
  name: text().primaryKey(),
  lastId: integer("last_id").notNull(),
});

/** Invoicing software per module; the PIN is sealed by the vault. */
export const software = sqliteTable(
  "software",
  {
    companyId: integer("company_id").notNull(),
    module: text({ enum: MODULES }).notNull(),
    softwareId: text("software_id").notNull(),
    sealedPin: text("sealed_pin").notNull(),
    providerNit: text("provider_nit").notNull(),
    providerCheckDigit: text("provider_check_digit").notNull(),
    providerCode: text("provider_code").notNull().default("000"),
    testSetId: text("test_set_id"),
    /** Of a module that is enabled by itself; null: the company's. */
    environment: text({ enum: ["produccion", "habilitacion"] }),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.module] })],
);

/** Signing certificates: metadata in clear, key material in a Worker secret or sealed by the vault. */
export const certificates = sqliteTable(
  "certificates",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    companyId: integer("company_id").notNull(),
    /** `secret:NAME` or `vault`. */
    location: text().notNull(),
    sealedBundle: text("sealed_bundle"),
    subject: text().notNull(),
    issuerName: text("issuer_name").notNull(),
    serialNumber: text("serial_number").notNull(),
    chain: text({ mode: "json" }).$type<readonly ChainEntry[]>().notNull(),
    certDigest: text("cert_digest").notNull(),
    notBefore: text("not_before").notNull(),
    notAfter: text("not_after").notNull(),
    /** Since when it signs nothing more; null while it may. */
    disabledAt: text("disabled_at"),
    createdAt: text("created_at").notNull().default(now),
  },
  (table) => [uniqueIndex("certificates_serial").on(table.companyId, table.serialNumber)],
);

/** Programs that may call for a company, each with its scopes; their tokens are in `tokens`. */
export const apiClients = sqliteTable("api_clients", {
  id: integer().primaryKey({ autoIncrement: true }),
  companyId: integer("company_id").notNull(),
  name: text().notNull(),
  scopes: text({ mode: "json" }).$type<readonly string[]>().notNull(),
  createdAt: text("created_at").notNull().default(now),
});

/** Only digests: HMAC-SHA-256 under a peppered secret. */
export const tokens = sqliteTable(
  "tokens",
  {
    id: text().primaryKey(),
    clientId: integer("client_id").notNull(),
    digest: text().notNull(),
    pepperVersion: integer("pepper_version").notNull(),
    expiresAt: text("expires_at"),
    revokedAt: text("revoked_at"),
    lastUsedDay: text("last_used_day"),
    createdAt: text("created_at").notNull().default(now),
  },
  (table) => [index("tokens_client").on(table.clientId)],
);

/** Numbering ranges as the authority granted them. `next_number` is the only counter of documents. */
export const ranges = sqliteTable(
  "ranges",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    companyId: integer("company_id").notNull(),
    kind: text({ enum: RANGE_KINDS }).notNull(),
    resolution: text().notNull(),
    resolutionDate: text("resolution_date").notNull(),
    prefix: text().notNull(),
    fromNumber: integer("from_number").notNull(),
    toNumber: integer("to_number").notNull(),
    validFrom: text("valid_from").notNull(),
    validTo: text("valid_to").notNull(),
    sealedTechnicalKey: text("sealed_technical_key"),
    nextNumber: integer("next_number").notNull(),
    /** Last number to be given when that is before `to_number`, which documents print as it was granted. */
    lastNumber: integer("last_number"),
    isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
    /** The document whose number turned out to be another system's: the range gives no number until an operator resumes it. */
    stoppedBy: integer("stopped_by"),
    /** Only a document with this number or a later one stops the range. */
    stopsFrom: integer("stops_from").notNull().default(0),
  },
  (table) => [
    uniqueIndex("ranges_identity").on(table.companyId, table.kind, table.resolution, table.prefix, table.fromNumber),
    check(
      "ranges_next_within",
      sql`${table.nextNumber} >= ${table.fromNumber} AND ${table.nextNumber} <= ${table.toNumber} + 1`,
    ),
  ],
);

/** The company's own consecutive numbers of its notes: no range is authorised for them. */
export const series = sqliteTable(
  "series",
  {
    companyId: integer("company_id").notNull(),
    typeCode: text("type_code").$type<NoteType>().notNull(),
    environment: text({ enum: ["produccion", "habilitacion"] }).notNull(),
    prefix: text().notNull(),
    /** The first number with this prefix that is given here. */
    firstNumber: integer("first_number").notNull(),
    nextNumber: integer("next_number").notNull(),
    /** The note whose number turned out to be another system's: no number is given until an operator changes the series. */
    stoppedBy: integer("stopped_by"),
    /** Only a note with this number or a later one stops the series. */
    stopsFrom: integer("stops_from").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.typeCode, table.environment] }),
    check("series_next_within", sql`${table.firstNumber} >= 1 AND ${table.nextNumber} >= ${table.firstNumber}`),
  ],
);

/** Contracted allowance per company, module and calendar year of Bogotá. */
export const plans = sqliteTable(
  "plans",
  {
    companyId: integer("company_id").notNull(),
    module: text({ enum: MODULES }).notNull(),
    year: integer().notNull(),
    allowance: integer().notNull(),
    used: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.module, table.year] }),
    check("plans_used_within", sql`${table.used} >= 0 AND ${table.used} <= ${table.allowance}`),
  ],
);

/** Counter of files sent per company and calendar year (annex 6.5.7). */
export const fileSequences = sqliteTable(
  "file_sequences",
  {
    companyId: integer("company_id").notNull(),
    year: integer().notNull(),
    next: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.year] })],
);

/** Payment methods that a request names by id: form, label and the authority's means code. */
export const paymentMethods = sqliteTable(
  "payment_methods",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    companyId: integer("company_id").notNull(),
    form: text({ enum: ["contado", "credito"] }).notNull(),
    label: text().notNull(),
    meansCode: text("means_code").notNull(),
    meansName: text("means_name").notNull(),
    isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
    isDefault: integer("is_default", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [index("payment_methods_company").on(table.companyId)],
);

/** Cost centers that a line of a support document names by id or by either code. */
export const costCenters = sqliteTable(
  "cost_centers",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    companyId: integer("company_id").notNull(),
    code: text().notNull(),
    alternativeCode: text("alternative_code"),
    name: text().notNull(),
  },
  (table) => [uniqueIndex("cost_centers_code").on(table.companyId, table.code)],
);

/** Shops of a company that its documents name by code: what is signed as the place of sale. */
export const branches = sqliteTable(
  "branches",
  {
    companyId: integer("company_id").notNull(),
    code: text().notNull(),
    /** The shop's trade name, as its documents print it. */
    name: text().notNull(),
    address: text({ mode: "json" }).$type<Address>().notNull(),
    /** Ranges with this prefix number its documents, and no others. */
    prefix: text(),
    phone: text(),
    /** `matrícula mercantil`. */
    registration: text(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.code] }),
    index("branches_prefix").on(table.companyId, table.prefix).where(sql`prefix IS NOT NULL`),
  ],
);

/** Tills of a company, by the inventory plate that its tickets name. */
export const tills = sqliteTable(
  "tills",
  {
    companyId: integer("company_id").notNull(),
    plate: text().notNull(),
    /** Where it stands. */
    place: text().notNull(),
    type: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.plate] })],
);

/** Counterparts of a company's documents, once for each module and identification; documents bring them up to date. */
export const thirdParties = sqliteTable(
  "third_parties",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    companyId: integer("company_id").notNull(),
    /** `GET fe/terceros` lists receivers (`fe`); suppliers of DSE are kept too. */
    module: text({ enum: MODULES }).notNull(),
    identificationType: text("identification_type").notNull(),
    identificationNumber: text("identification_number").notNull(),
    name: text().notNull(),
    /** Name without accents, lower case: what searches compare. */
    foldedName: text("folded_name").notNull(),
    email: text(),
    address: text(),
    updatedAt: text("updated_at").notNull().default(now),
  },
  (table) => [
    uniqueIndex("third_parties_identity").on(
      table.companyId,
      table.module,
      table.identificationType,
      table.identificationNumber,
    ),
    index("third_parties_list").on(table.companyId, table.module, table.foldedName, table.id),
  ],
);

/** Names of a receiver that had several: a search finds a document by the name that it was signed with. */
export const signedNames = sqliteTable(
  "signed_names",
  {
    companyId: integer("company_id").notNull(),
    thirdPartyId: integer("third_party_id").notNull(),
    name: text().notNull(),
    foldedName: text("folded_name").notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.thirdPartyId, table.name] })],
);

/** Ids of documents that are elsewhere or were lost: those that come next are greater. An id is never given twice. */
export const givenIds = sqliteTable("given_ids", { id: integer().primaryKey() });

/** Of documents that have an object. A query that says it in these words finds them by their index. */
export const RESTED_LATE = sql`issuance_name IS NOT NULL AND due_at IS NULL AND substr(updated_at, 1, 10) > substr(reserved_at, 1, 10)`;

/** The searchable view of every document; the journal of its object is the truth until terminal. */
export const documents = sqliteTable(
  "documents",
  {
    /** The next after the greatest of this table and of `givenIds`, as its insertion says. */
    id: integer().primaryKey(),
    companyId: integer("company_id").notNull(),
    module: text({ enum: MODULES }).notNull(),
    typeCode: text("type_code").$type<TypeCode>().notNull(),
    environment: text({ enum: ["produccion", "habilitacion"] }).notNull(),
    clientId: integer("client_id").notNull(),
    /** Name of the Issuance object; null for imported documents. */
    issuanceName: text("issuance_name"),
    idempotencyKey: text("idempotency_key"),
    reservationId: uuidColumn("reservation_id").notNull(),
    /** Null at rest, as the time line. */
    fingerprint: text(),
    reservedAt: text("reserved_at").notNull(),
    rangeId: integer("range_id"),
    prefix: text().notNull(),
    number: integer().notNull(),
    fullNumber: text("full_number").notNull(),
    fileSequence: integer("file_sequence"),
    /** Date of the resolution of its range, as it was when the number was given; null without a range. */
    resolutionDate: text("resolution_date"),
    /** Position in the plan of its year; null for enablement documents, which need no plan. */
    planSequence: integer("plan_sequence"),
    state: text().$type<State>().notNull(),
    /** Version of the journal's record that this row shows. */
    version: integer().notNull(),
    issueDate: text("issue_date").notNull(),
    issueTime: bogotaTimeColumn("issue_time").notNull(),
    dueDate: text("due_date"),
    accountingDueDate: text("accounting_due_date"),
    currency: text().notNull(),
    subtotal: text().notNull(),
    taxes: text().notNull(),
    total: text().notNull(),
    withheld: text().notNull(),
    /** What a closing adds up beside these, as `writeFigures` says. Null in a stub. */
    figures: text(),
    /** Null in a row that was written from a signed file alone. */
    party: text({ mode: "json" }).$type<SignedParty>(),
    thirdPartyId: integer("third_party_id"),
    costCenterId: integer("cost_center_id"),
    /** Of a note: the code of its concept. */
    conceptCode: text("concept_code"),
    /** Of a note: the document of this company that it corrects; null when that is not kept here. */
    correctedId: integer("corrected_id"),
    /** Of a contingency that names its paper: the paper's number in its canonical form. */
    paperNumber: text("paper_number"),
    /** Code of the branch that issued it; null where none was named. */
    establishment: text(),
    /** Name of the till, as the client sent it: not signed. */
    till: text(),
    /** What the client keeps with it for itself. */
    metadata: text({ mode: "json" }).$type<Metadata>(),
    /** What is owed by e-mail once it is accepted; the trigger `documents_handed_over` makes rows of it then, and empties it. */
    handOver: text("hand_over", { mode: "json" }).$type<HandOver>(),
    /** Of the links for the buyer: null 0, the first; below 0 all are ended, and the next that is given has its opposite. */
    linkGeneration: integer("link_generation"),
    fiscalId: digestColumn("fiscal_id"),
    fileName: xmlNameColumn("file_name"),
    xmlPath: text("xml_path"),
    xmlSha256: digestColumn("xml_sha256"),
    zipKey: text("zip_key"),
    /** SHA-256 of the file that has what the row left to it when it came to rest; null as long as the row has all. */
    fileSha256: digestColumn("file_sha256"),
    verdict: text({ mode: "json" }).$type<Verdict>(),
    lastStatusError: text("last_status_error"),
    /** Null before the first projection, and at rest. */
    timeline: timelineColumn(),
    /** At rest: what operators' reports count of the attempts. */
    exchanges: exchangesColumn(),
    /** When the object means to wake next; the cron wakes objects whose rows are overdue. Null once terminal. */
    dueAt: text("due_at"),
    updatedAt: text("updated_at").notNull().default(now),
  },
  (table) => [
    uniqueIndex("documents_issuance_name").on(table.issuanceName),
    // Prefix and number as they are printed: FE with 11 and FE1 with 1 are one number to the authority.
    uniqueIndex("documents_full_number").on(table.companyId, table.environment, table.typeCode, table.fullNumber),
    uniqueIndex("documents_fiscal_id").on(table.fiscalId).where(sql`fiscal_id IS NOT NULL`),
    // Documents that are open: lists read those of their company, the cron steps from company to company.
    index("documents_overdue").on(table.companyId, table.dueAt).where(sql`due_at IS NOT NULL`),
    // Of what came to rest on a later day than it was reserved: the walk by id has passed it when its journal retires.
    index("documents_rested_late").on(table.updatedAt).where(RESTED_LATE),
    index("documents_paper")
      .on(table.companyId, table.environment, table.paperNumber)
      .where(sql`paper_number IS NOT NULL`),
    index("documents_establishment")
      .on(table.companyId, table.establishment, table.typeCode, table.id)
      .where(sql`environment = 'produccion' AND establishment IS NOT NULL`),
    index("documents_till")
      .on(table.companyId, table.till, table.typeCode, table.id)
      .where(sql`environment = 'produccion' AND till IS NOT NULL`),
    index("documents_corrected").on(table.correctedId).where(sql`corrected_id IS NOT NULL`),
    index("documents_list").on(table.companyId, table.id).where(sql`environment = 'habilitacion'`),
    // Lists merge one walk of it for each type and state that they want. Written once, when the document comes to rest: lists take
    // open ones from `documents_overdue`.
    index("documents_listed")
      .on(table.companyId, table.typeCode, table.state, table.id, table.issueDate, table.dueAt)
      .where(sql`environment = 'produccion' AND due_at IS NULL`),
    index("documents_party")
      .on(table.companyId, table.thirdPartyId, table.id)
      .where(sql`environment = 'produccion' AND third_party_id IS NOT NULL`),
  ],
);

/**
 * Lines, taxes and more of a document until its own file has them; the trigger `documents_filed` takes them away then. Beside the
 * rows, which would else keep the room that they had when they were long: pages are filled in the order of the ids.
 */
export const documentDetails = sqliteTable("document_details", {
  documentId: integer("document_id").primaryKey(),
  companyId: integer("company_id").notNull(),
  detail: detailColumn().notNull(),
});

/** Answers of the authority about acquirers, 24 h per company (design: get-acquirer). */
export const acquirers = sqliteTable(
  "acquirers",
  {
    companyId: integer("company_id").notNull(),
    identificationType: text("identification_type").notNull(),
    identificationNumber: text("identification_number").notNull(),
    name: text().notNull(),
    email: text(),
    fetchedAt: text("fetched_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.identificationType, table.identificationNumber] })],
);

/** Append-only, hash-chained per company: what operators did, and what must never be forgotten. */
export const events = sqliteTable(
  "events",
  {
    companyId: integer("company_id").notNull(),
    sequence: integer().notNull(),
    at: text().notNull(),
    actor: text().notNull(),
    action: text().notNull(),
    reason: text(),
    documentId: integer("document_id"),
    /** JSON text: it is hashed as it stands. */
    detail: text().notNull(),
    previousHash: text("previous_hash").notNull(),
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.sequence] })],
);

/** Orders of an operator, approved by a second one, about one document; the cron delivers them. */
export const resendOrders = sqliteTable(
  "resend_orders",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    companyId: integer("company_id").notNull(),
    documentId: integer("document_id").notNull(),
    /** To send a `send_unknown` document again, or to close one whose number is another's. */
    kind: text({ enum: ["resend", "close"] })
      .notNull()
      .default("resend"),
    actor: text().notNull(),
    approver: text().notNull(),
    reason: text().notNull(),
    createdAt: text("created_at").notNull().default(now),
    closedAt: text("closed_at"),
    /** What the object answered; null while open. */
    outcome: text(),
  },
  (table) => [
    uniqueIndex("resend_orders_open").on(table.documentId).where(sql`closed_at IS NULL`),
    check("resend_orders_two_people", sql`${table.actor} <> ${table.approver}`),
  ],
);

/** What the service noticed by itself, once each: logged when it is raised, posted to the operator until it is delivered. */
export const alerts = sqliteTable(
  "alerts",
  {
    /** Stable name of what was noticed. */
    code: text().notNull(),
    /** What it is about, and at which threshold; never a person. */
    subject: text().notNull(),
    companyId: integer("company_id"),
    detail: text({ mode: "json" }).$type<AlertDetail>().notNull(),
    raisedAt: text("raised_at").notNull(),
    deliveredAt: text("delivered_at"),
  },
  (table) => [
    primaryKey({ columns: [table.code, table.subject] }),
    index("alerts_undelivered").on(table.raisedAt).where(sql`delivered_at IS NULL`),
  ],
);

/** What is known of each environment of the authority, for all companies together; written only when it fails, and when it is back. */
export const authorityHealth = sqliteTable("authority_health", {
  environment: text().$type<Environment>().primaryKey(),
  state: brakeColumn().notNull(),
  /** Guards each change: several isolates hear of an outage at once. */
  version: integer().notNull(),
});

/** Orders of an operator to compare journals with their rows; the cron works them off, one page of documents at a time. */
export const journalAudits = sqliteTable(
  "journal_audits",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    companyId: integer("company_id").notNull(),
    /** Only documents in this state; empty for all of them. */
    state: text().notNull(),
    /** Every document up to this id is done; the cron moves it by compare-and-set. */
    reached: integer().notNull().default(0),
    /** The newest document when the order was given. */
    lastId: integer("last_id").notNull(),
    /** Objects asked so far. */
    asked: integer().notNull().default(0),
    createdAt: text("created_at").notNull().default(now),
    closedAt: text("closed_at"),
  },
  (table) => [uniqueIndex("journal_audits_open").on(table.companyId, table.state).where(sql`closed_at IS NULL`)],
);

/** Journals that an audit found lost or different, in plain words. */
export const journalFindings = sqliteTable(
  "journal_findings",
  {
    auditId: integer("audit_id").notNull(),
    documentId: integer("document_id").notNull(),
    what: text({ enum: ["lost", "different", "unanswered"] }).notNull(),
    detail: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.auditId, table.documentId] })],
);

/**
 * What became of production documents, written by triggers on `documents` (migrations/0001_triggers.sql). So a change
 * is part of the statement that writes the state it reports: one is never there without the other, and a projection that
 * comes late or twice changes no row and adds none here. The key is the only tree: a change costs one written row.
 *
 * `sequence` is the millisecond of the commit, or one more than the company's last if that is not earlier. D1 runs one
 * transaction at a time, and each takes a sequence above all that are committed, so a reader that has seen a sequence has
 * seen everything that will ever be below it. As it follows the clock, a database that was restored or rebuilt goes on above
 * every cursor that it gave before.
 */
export const changes = sqliteTable(
  "changes",
  {
    companyId: integer("company_id").notNull(),
    module: text({ enum: MODULES }).notNull(),
    /** Milliseconds since 1970, unique in a company over both modules. */
    sequence: integer().notNull(),
    documentId: integer("document_id").notNull(),
    /** The state that the document came to, or its delivery. */
    state: text().$type<State | MailState>().notNull(),
    /** Of a change of an e-mail: which of the document's; null for one of the document. */
    delivery: integer(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.module, table.sequence] })],
);

/** Of addresses that are no hash yet. A query that says it in these words finds them by their index. */
export const isKnownRecipient = sql`recipient IS NOT NULL AND substr(recipient, 1, 5) <> 'hmac:'`;

/** States that few e-mails are in, or that are looked for: an index has these alone, and the usual way of an e-mail writes none of it. */
export const SELDOM_STATES = ["incierto", "demorado", "rebotado", "rechazado", "omitido", "quejado"] as const;
export const isSeldomState = sql.raw(`state IN (${SELDOM_STATES.map((state) => `'${state}'`).join(", ")})`);

/** What stops others to its address, or did not reach it this time: an index has these alone. */
export const isStoppingState = sql`state IN ('rebotado', 'quejado') AND released_at IS NULL`;

/**
 * E-mails that hand documents over, a row for each recipient and order. The automatic ones are written by the trigger
 * `documents_handed_over`, in the statement that shows the document as accepted; the address is here and nowhere else.
 */
export const deliveries = sqliteTable(
  "deliveries",
  {
    companyId: integer("company_id").notNull(),
    documentId: integer("document_id").notNull(),
    /** From 1 on in its document. */
    ordinal: integer().notNull(),
    module: text({ enum: MODULES }).notNull(),
    kind: text({ enum: MAIL_KINDS }).notNull(),
    /** Of a manual one: the client's key, and the digest of what it asked for. */
    key: text(),
    fingerprint: text(),
    /** Null where there is none; `hmac:…` once it is 400 days old. */
    recipient: text(),
    /** A paragraph of the client's. */
    message: text(),
    state: text().$type<MailState>().notNull(),
    reason: text().$type<MailReason>(),
    /** Grows with every change; the guard of each. */
    version: integer().notNull().default(1),
    /** Calls of the transport that were begun. */
    attempts: integer().notNull().default(0),
    /** Of them those that failed for a time, and those that got no answer. */
    failures: integer().notNull().default(0),
    unanswered: integer().notNull().default(0),
    /** ISO instants; the last attempt's is written before the transport is called. */
    createdAt: text("created_at").notNull(),
    attemptAt: text("attempt_at"),
    sentAt: text("sent_at"),
    deliveredAt: text("delivered_at"),
    /** When its object has something to do with it; null while it waits for events alone. */
    dueAt: text("due_at"),
    /** The platform's id of the message, without angle brackets. */
    providerId: text("provider_id"),
    /** SHA-256 of the subject, by which an event finds a message whose id never came. */
    subjectHash: text("subject_hash"),
    /** Since when a bounce or complaint stops no further message to the address (ISO instant). */
    releasedAt: text("released_at"),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.documentId, table.ordinal] }),
    index("deliveries_due").on(table.companyId, table.dueAt).where(sql`due_at IS NOT NULL`),
    index("deliveries_known").on(table.createdAt).where(isKnownRecipient),
    index("deliveries_listed").on(table.companyId, table.createdAt),
    index("deliveries_seldom").on(table.companyId, table.state, table.createdAt).where(isSeldomState),
    // All that is asked of these rows: else SQLite would rather walk every e-mail of the company by the primary key. An address is
    // the same in capitals, as mail servers take it.
    index("deliveries_stopping")
      .on(table.companyId, sql`lower(recipient)`, table.state, table.reason, table.releasedAt)
      .where(isStoppingState),
    index("deliveries_provider").on(table.providerId).where(sql`provider_id IS NOT NULL`),
    index("deliveries_unanswered").on(table.subjectHash).where(sql`subject_hash IS NOT NULL AND provider_id IS NULL`),
    uniqueIndex("deliveries_key").on(table.companyId, table.documentId, table.key).where(sql`key IS NOT NULL`),
  ],
);

/** What is known of the e-mail of a company, for operators; its object writes it when it changes. */
export const mailers = sqliteTable("mailers", {
  companyId: integer("company_id").primaryKey(),
  /** Nothing is sent until then, and why (ISO instant): the account's quota is used up, or the sender is not verified. */
  heldUntil: text("held_until"),
  heldBecause: text("held_because", { enum: ["quota", "sender", "rate"] }),
  /** When the last event of the platform came (ISO instant). */
  lastEventAt: text("last_event_at"),
});

/** Addresses to which the changes of a company are posted; each has an object, which keeps its own cursor and reports here. */
export const webhooks = sqliteTable(
  "webhooks",
  {
    /** `whk_` and random letters. */
    id: text().primaryKey(),
    companyId: integer("company_id").notNull(),
    url: text().notNull(),
    /** `whsec_…`, sealed by the vault. */
    sealedSecret: text("sealed_secret").notNull(),
    /** The secret before the last rotation, which signs as well until then (ISO instant). */
    previousSecret: text("previous_secret"),
    previousUntil: text("previous_until"),
    /** The object begins after this change whenever the revision is another than the one that it knows. */
    startAfter: integer("start_after").notNull(),
    revision: integer().notNull().default(1),
    /** The test message that an operator wants sent. */
    testId: text("test_id"),
    disabledAt: text("disabled_at"),
    disabledBecause: text("disabled_because", { enum: ["operator", "gone", "failing"] }),
    createdAt: text("created_at").notNull().default(now),
    /** Every change up to this one was delivered. */
    reached: integer().notNull().default(0),
    seenRevision: integer("seen_revision").notNull().default(0),
    testedId: text("tested_id"),
    /** Deliveries that failed and are tried again. */
    waiting: integer().notNull().default(0),
    lastSuccessAt: text("last_success_at"),
    lastFailureAt: text("last_failure_at"),
    /** Class of the failure: `http 500`, `timeout`. */
    lastFailure: text("last_failure"),
  },
  (table) => [index("webhooks_company").on(table.companyId)],
);

/**
 * Production documents at rest by type, prefix and day of issue, kept by triggers: what stands in the index `documents_listed`, no
 * more and no less. Open documents are counted when it is asked how many there are. A table that migrations/0001_triggers.sql makes
 * by hand.
 */
export const documentDays = sqliteView("document_days", {
  companyId: integer("company_id").notNull(),
  typeCode: text("type_code").$type<TypeCode>().notNull(),
  prefix: text().notNull(),
  /** Day of issue in Bogotá, `YYYY-MM-DD`. */
  day: text().notNull(),
  approved: integer().notNull(),
  rejected: integer().notNull(),
  pending: integer().notNull(),
  /** Of these three those that take a place in the plan. */
  planned: integer().notNull(),
  /** The same of all earlier days with this type and prefix: a span of days costs two rows. */
  approvedBefore: integer("approved_before").notNull(),
  rejectedBefore: integer("rejected_before").notNull(),
  pendingBefore: integer("pending_before").notNull(),
  /** No document of the day has an id outside these. */
  firstId: integer("first_id").notNull(),
  lastId: integer("last_id").notNull(),
}).existing();

/** Third parties of a company and module, kept by triggers. A table that migrations/0001_triggers.sql makes by hand. */
export const thirdPartyCounts = sqliteView("third_party_counts", {
  companyId: integer("company_id").notNull(),
  module: text({ enum: MODULES }).notNull(),
  total: integer().notNull(),
}).existing();

/** Folded names of third parties by trigram (FTS5), kept by triggers. A table that migrations/0001_triggers.sql makes by hand. */
export const thirdPartyNames = sqliteView("third_party_names", {
  /** Company in the upper 32 bits, third party in the lower. */
  rowid: integer().notNull(),
  name: text().notNull(),
  /** What MATCH searches: FTS5 calls it like the table. */
  whole: text("third_party_names").notNull(),
}).existing();
