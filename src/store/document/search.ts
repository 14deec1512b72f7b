// Writes the statement that finds the documents, or third parties, that a text typed by a client may mean.
import { and, eq, exists, not, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { listNumbers } from "../../domain/identification.ts";
import { listInvoiceNames } from "../../domain/issuance-name.ts";
import { listCodes } from "../../domain/kind.ts";
import { build, isAmongJson } from "../base/db.ts";
import { documents, signedNames, thirdParties, thirdPartyNames } from "../base/schema.ts";

/** Third parties of a company whose rows in `third_party_names` lie together (see migrations/0001_triggers.sql). */
const ROWS_PER_COMPANY = sql.raw("4294967296");
/** The index knows no shorter parts of names. */
const TRIGRAM = 3;
const MOST_DIGITS = 15;
/** CUFE or CUDE: SHA-384 in hexadecimal. */
const FISCAL_ID = /^[0-9a-f]{96}$/;

/** Values of a search; lists are JSON text. */
export const SEARCH_VALUES = [
  "id",
  "numbers",
  "fullNumber",
  "fiscalId",
  "partyNumbers",
  "match",
  "part",
  "key",
  "names",
] as const;
type Values<Value> = Readonly<Record<(typeof SEARCH_VALUES)[number], Value>>;

/** What a text may be, which decides how its statement reads. */
export interface SearchShape {
  readonly isFiscalId: boolean;
  readonly hasId: boolean;
  readonly hasNumbers: boolean;
  /** Digits and nothing else. */
  readonly isNumber: boolean;
  readonly hasPart: boolean;
  /** Long enough for the index of names. */
  readonly hasMatch: boolean;
}

/** A text that a client typed. */
export interface Search {
  readonly shape: SearchShape;
  readonly values: Values<string | number | null>;
}

/** No text: what has no search binds these. */
export const NO_SEARCH = {
  shape: null,
  values: {
    ...{ id: null, numbers: null, fullNumber: null, fiscalId: null, partyNumbers: null, match: null, part: null },
    ...{ key: null, names: null },
  },
} as const;

/** Placeholders of a statement that searches in a company. */
export type SearchPlaceholders = Values<Placeholder> & { readonly companyId: Placeholder };

/** Production invoices of a company. The literals are those of the partial indexes, which serve no other text. */
export function isProductionInvoice(companyId: Placeholder): SQL {
  return sql`${documents.companyId} = ${companyId} AND ${documents.module} = 'fe' AND ${documents.environment} = 'produccion'`;
}

/** Third parties that a company's invoices have named; the literal as above. */
export function isReceiver(companyId: Placeholder): SQL {
  return sql`${thirdParties.companyId} = ${companyId} AND ${thirdParties.module} = 'fe'`;
}

/** A table that is read through one index. */
export function indexedBy(table: typeof documents | typeof thirdParties, index: string): SQL {
  return sql`${table} INDEXED BY ${sql.identifier(index)}`;
}

/**
 * Ids of the documents of a company that fulfil a condition, each from the index that holds it: settled ones from the one
 * that is named, open ones, which are few, from the index of those.
 */
export function selectBoth(index: string, isWanted: SQL | undefined): SQL {
  const { id, dueAt } = documents;
  return sql`SELECT ${id} FROM ${indexedBy(documents, index)} WHERE ${isWanted} AND ${dueAt} IS NULL
    UNION ALL SELECT ${id} FROM ${indexedBy(documents, "documents_overdue")} WHERE ${isWanted} AND ${dueAt} IS NOT NULL`;
}

/** Codes of invoices and of the notes on them, as JSON. */
const INVOICE_CODES = sql.raw(`'${JSON.stringify(listCodes({ module: "fe" }))}'`);

/** Types and prefixes of the invoices of a company and of the notes on them: one step in the index for each. */
function selectPrefixes(companyId: Placeholder): SQL {
  const { typeCode, prefix } = documents;
  const firstAfter = (condition: SQL) => sql`(SELECT min(${prefix}) FROM ${indexedBy(documents, "documents_number")}
    WHERE ${documents.companyId} = ${companyId} AND ${documents.environment} = 'produccion' AND ${typeCode} = ${condition})`;
  return sql`WITH RECURSIVE prefixes(type, prefix) AS (
    SELECT value, ${firstAfter(sql`value`)} FROM json_each(${INVOICE_CODES})
    UNION ALL SELECT type, ${firstAfter(sql`type AND ${prefix} > prefixes.prefix`)} FROM prefixes WHERE prefixes.prefix IS NOT NULL)`;
}

/**
 * Ids of production invoices of a company that a text may mean: id, consecutive, full number, CUFE, the number of the
 * third party or its name as signed (any part, accents and case folded), and the idempotency key where that is wanted.
 */
export function buildInvoiceSearch(
  companyId: Placeholder,
  shape: SearchShape,
  value: Values<Placeholder>,
  hasKey: boolean,
): SQL {
  const isMine = isProductionInvoice(companyId);
  // D1 takes a UNION of at most five terms.
  const parts = shape.isFiscalId
    ? [selectByFiscalId(isMine, value)]
    : [
        ...(shape.hasId ? [selectById(isMine, value)] : []),
        ...(shape.hasNumbers ? [selectByNumber(isMine, companyId, shape, value)] : []),
        selectByReceiver(isMine, companyId, shape, value),
        ...(shape.hasPart ? [selectBySignedName(isMine, companyId, value)] : []),
      ];
  return sql.join([...parts, ...(hasKey ? [selectByKey(isMine, value)] : [])], sql` UNION `);
}

function selectById(isMine: SQL, value: Values<Placeholder>): SQL {
  const { id } = documents;
  return sql`SELECT ${id} FROM ${documents} WHERE ${id} = ${value.id} AND ${isMine}`;
}

function selectByKey(isMine: SQL, value: Values<Placeholder>): SQL {
  return sql`SELECT ${documents.id} FROM ${indexedBy(documents, "documents_issuance_name")}
      WHERE ${isAmongJson(documents.issuanceName, value.names)} AND ${isMine}`;
}

function selectByNumber(isMine: SQL, companyId: Placeholder, shape: SearchShape, value: Values<Placeholder>): SQL {
  const { id, typeCode, prefix } = documents;
  return sql`SELECT * FROM (${selectPrefixes(companyId)} SELECT ${id} FROM prefixes CROSS JOIN ${indexedBy(documents, "documents_number")}
      ON ${typeCode} = type AND ${prefix} = prefixes.prefix AND ${isNumbered(shape, value)} WHERE ${isMine})`;
}

/** By the number of the receiver, or by its name where all its documents give it the same one. */
function selectByReceiver(isMine: SQL, companyId: Placeholder, shape: SearchShape, value: Values<Placeholder>): SQL {
  const hasSeveralNames = exists(
    build
      .select({ one: sql`1` })
      .from(signedNames)
      .where(and(eq(signedNames.companyId, companyId), eq(signedNames.thirdPartyId, thirdParties.id))),
  );
  return sql`SELECT ${documents.id} FROM ${indexedBy(documents, "documents_receiver")}
      WHERE ${isMine} AND ${documents.thirdPartyId} IN (${buildReceiverSearch(companyId, shape, value, not(hasSeveralNames))})`;
}

/** By the name that the document itself gives its receiver, of which other documents give another one. */
function selectBySignedName(isMine: SQL, companyId: Placeholder, value: Values<Placeholder>): SQL {
  const { id, thirdPartyId, detail } = documents;
  // The plus keeps the column's affinity out: with it the index would not serve the name.
  return sql`SELECT ${id} FROM ${signedNames} CROSS JOIN ${indexedBy(documents, "documents_receiver")}
      ON ${isMine} AND ${thirdPartyId} = ${signedNames.thirdPartyId} AND ${detail} ->> '$.party.name' = +${signedNames.name}
      WHERE ${signedNames.companyId} = ${companyId} AND instr(${signedNames.foldedName}, ${value.part}) > 0`;
}

function selectByFiscalId(isWanted: SQL | undefined, value: Values<Placeholder>): SQL {
  return sql`SELECT ${documents.id} FROM ${indexedBy(documents, "documents_fiscal_id")}
    WHERE ${documents.fiscalId} = ${value.fiscalId} AND ${isWanted}`;
}

/** Whether the text is the consecutive of a document, or its full number. */
function isNumbered({ isNumber }: SearchShape, value: Values<Placeholder>): SQL {
  const { number, fullNumber } = documents;
  const isExact = isNumber
    ? sql`(${number} = ${value.id} OR ${fullNumber} = ${value.fullNumber})`
    : sql`${fullNumber} = ${value.fullNumber} COLLATE NOCASE`;
  return sql`(${isAmongJson(number, value.numbers)} AND ${isExact})`;
}

/** Production support documents of a company and notes on them; the literals as above. */
export function isProductionSupportDocument(companyId: Placeholder): SQL {
  return sql`${documents.companyId} = ${companyId} AND ${documents.module} = 'dse' AND ${documents.environment} = 'produccion'`;
}

/**
 * Ids of production support documents and notes on them that a text may mean: id, consecutive, full number, CUDS, key, the
 * number of the supplier, or any part of its name.
 * @param isWanted what else they are; that they are such documents of the company, at least.
 */
export function buildSupportDocumentSearch(
  companyId: Placeholder,
  shape: SearchShape,
  value: Values<Placeholder>,
  isWanted: SQL | undefined,
): SQL {
  const { id, thirdPartyId, idempotencyKey } = documents;
  if (shape.isFiscalId) return selectByFiscalId(isWanted, value);
  const hits: SQL[] = [
    sql`${thirdPartyId} IN (${buildSupplierSearch(companyId, shape, value)})`,
    sql`${idempotencyKey} = ${value.key}`,
  ];
  if (shape.hasId) hits.push(sql`${id} = ${value.id}`);
  if (shape.hasNumbers) hits.push(isNumbered(shape, value));
  return selectBoth("documents_page_dse", and(isWanted, or(...hits)));
}

function buildSupplierSearch(companyId: Placeholder, shape: SearchShape, value: Values<Placeholder>): SQL {
  const { id, identificationNumber, foldedName } = thirdParties;
  const byNumber = isAmongJson(identificationNumber, value.partyNumbers);
  const isWanted = shape.hasPart ? sql`(${byNumber} OR instr(${foldedName}, ${value.part}) > 0)` : byNumber;
  return sql`SELECT ${id} FROM ${thirdParties}
    WHERE ${thirdParties.companyId} = ${companyId} AND ${thirdParties.module} = 'dse' AND ${isWanted}`;
}

/** Ids of receivers of a company whose number a text is, or whose name it is part of. */
export function buildThirdPartySearch(companyId: Placeholder, shape: SearchShape, value: Values<Placeholder>): SQL {
  return buildReceiverSearch(companyId, shape, value, sql`TRUE`);
}

/** By number, or by the name that a third party has now if it fulfils the condition. */
function buildReceiverSearch(
  companyId: Placeholder,
  shape: SearchShape,
  value: Values<Placeholder>,
  condition: SQL,
): SQL {
  const { id, identificationNumber, foldedName } = thirdParties;
  const { rowid, whole } = thirdPartyNames;
  const byNumber = sql`SELECT ${id} FROM ${indexedBy(thirdParties, "third_parties_number")}
    WHERE ${isReceiver(companyId)} AND ${isAmongJson(identificationNumber, value.partyNumbers)}`;
  if (!shape.hasPart) return byNumber;
  const isPart = sql`instr(${foldedName}, ${value.part}) > 0`;
  // FTS5 skips to a range of row ids only when its bounds are integers.
  const company = sql`CAST(${companyId} AS INTEGER)`;
  const byName = !shape.hasMatch
    ? sql`SELECT ${id} FROM ${indexedBy(thirdParties, "third_parties_list")}
        WHERE ${isReceiver(companyId)} AND ${isPart} AND ${condition}`
    : sql`SELECT ${id} FROM ${thirdPartyNames} CROSS JOIN ${thirdParties} ON ${id} = ${rowid} & 4294967295
        WHERE ${whole} MATCH ${value.match} AND ${isPart} AND ${condition}
        AND ${rowid} BETWEEN ${company} * ${ROWS_PER_COMPANY} AND (${company} + 1) * ${ROWS_PER_COMPANY} - 1`;
  return sql`${byNumber} UNION ${byName}`;
}

/** Without accents, lower case, single spaces: `Compañía  ÁGIL` gives `compania agil`. */
export function foldText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/gu, " ").trim();
}

/** Reads what a client typed. @param companyId whose invoices the keys belong to. */
export function readSearch(search: string, companyId = 0): Search {
  const text = search.trim();
  const part = foldText(text);
  const match = sampleTrigrams(part);
  const fullNumber = text.replace(/[\s-]/g, "");
  const fiscalId = text.toLowerCase();
  const id = /^\d{1,15}$/.test(text) ? Number(text) : null;
  const [digits = ""] = /\d*$/.exec(text) ?? [];
  // A full number may end in them: a prefix may itself end in digits.
  const numbers: number[] = [];
  for (let length = 1; length <= Math.min(digits.length, MOST_DIGITS); length += 1) {
    numbers.push(Number(digits.slice(-length)));
  }
  return {
    shape: {
      isFiscalId: FISCAL_ID.test(fiscalId),
      hasId: id !== null,
      hasNumbers: numbers.length > 0,
      isNumber: /^\d+$/.test(fullNumber),
      hasPart: part !== "",
      hasMatch: match !== "",
    },
    values: {
      ...{ id, fullNumber, fiscalId, match, part, key: text },
      numbers: JSON.stringify(numbers),
      names: JSON.stringify(listInvoiceNames(companyId, text)),
      partyNumbers: JSON.stringify(listNumbers(text)),
    },
  };
}

/** First, middle and last three characters: enough to leave few candidates, far cheaper than all of them. */
function sampleTrigrams(folded: string): string {
  const characters = [...folded];
  const last = characters.length - TRIGRAM;
  if (last < 0) return "";
  const places = new Set([0, Math.floor(last / 2), last]);
  const trigrams = [...places].map((at) =>
    characters
      .slice(at, at + TRIGRAM)
      .join("")
      .replaceAll('"', '""'),
  );
  return trigrams.map((trigram) => `"${trigram}"`).join(" AND ");
}
