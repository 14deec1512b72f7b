// Writes the statement that finds the documents, or third parties, that a text typed by a client may mean, out of a bounded number of rows.
import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { listIdentificationTypes, listNumbers } from "../../domain/catalogue/catalogue.ts";
import type { Module } from "../../domain/company.ts";
import { listCodes, listKeyNames, nameKeyOwner, type TypeCode } from "../../domain/kind.ts";
import { isAmongJson } from "../base/db.ts";
import { documentDays, documents, ranges, series, signedNames, thirdParties, thirdPartyNames } from "../base/schema.ts";
import { foldText } from "../base/stored-form.ts";

/** Third parties of a company whose rows in `third_party_names` lie together (see migrations/0001_triggers.sql). */
const ROWS_PER_COMPANY = sql.raw("4294967296");
/** The index knows no shorter parts of names. */
const TRIGRAM = 3;
const MOST_DIGITS = 15;
/** CUFE or CUDE: SHA-384 in hexadecimal. */
const FISCAL_ID = /^[0-9a-f]{96}$/;

/** What a search looks at, however much there is. */
export const SEARCH_MOST = {
  /** Documents of the third parties that it finds, the first in the order of the list: an equal share for each of them. */
  documents: 2_000,
  /** Third parties whose documents are looked for. */
  parties: 100,
  /** Names that may contain the text. */
  names: 1_000,
} as const;
const LEAST_SHARE = SEARCH_MOST.documents / SEARCH_MOST.parties;

/** Values of a search; lists are JSON text. */
export const SEARCH_VALUES = [
  ...["id", "fullNumber", "fiscalId"],
  ...["partyNumbers", "match", "part", "key", "keyOwner", "names"],
] as readonly SearchValue[];
type SearchValue =
  | ("id" | "fullNumber" | "fiscalId")
  | ("partyNumbers" | "match" | "part" | "key" | "keyOwner" | "names");
type Values<Value> = Readonly<Record<SearchValue, Value>>;

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
    ...{ id: null, fullNumber: null, fiscalId: null, partyNumbers: null, match: null, part: null },
    ...{ key: null, keyOwner: null, names: null },
  },
} as const;

/** Placeholders of a statement that searches in a company. */
export type SearchPlaceholders = Values<Placeholder> & { readonly companyId: Placeholder };

/** In which order documents are looked at, and whether only beyond one of them. */
export interface Walk {
  readonly order: "ASC" | "DESC";
  /** What is true of the documents beyond the place where the list goes on; all of them without it. */
  readonly isBeyond?: SQL | undefined;
}

/** Third parties of a company that documents of a module have named. */
export function isPartyOf(companyId: Placeholder, module: Module): SQL {
  return sql`${thirdParties.companyId} = ${companyId} AND ${thirdParties.module} = ${sql.raw(`'${module}'`)}`;
}

/** Production documents of a company. The literal is that of the partial indexes, which serve no other text. */
export function isProduction(companyId: Placeholder): SQL {
  return sql`${documents.companyId} = ${companyId} AND ${documents.environment} = 'produccion'`;
}

/** A table that is read through one index. */
export function indexedBy(table: typeof documents | typeof thirdParties, index: string): SQL {
  return sql`${table} INDEXED BY ${sql.identifier(index)}`;
}

/** A list of texts that are part of the statement, as JSON. */
export function writeList(texts: readonly string[]): SQL {
  return sql.raw(`'${JSON.stringify(texts)}'`);
}

/**
 * The table `prefixes(type, prefix)`: types and prefixes of the documents at rest of a company, in one step for each.
 * @param types codes of the authority.
 */
export function writePrefixes(companyId: Placeholder, types: readonly string[]): SQL {
  const { typeCode, prefix } = documentDays;
  const firstAfter = (condition: SQL) => sql`(SELECT min(${prefix}) FROM ${documentDays}
    WHERE ${documentDays.companyId} = ${companyId} AND ${typeCode} = ${condition})`;
  return sql`prefixes(type, prefix) AS (
    SELECT value, ${firstAfter(sql`value`)} FROM json_each(${writeList(types)})
    UNION ALL SELECT type, ${firstAfter(sql`type AND ${prefix} > prefixes.prefix`)} FROM prefixes WHERE prefixes.prefix IS NOT NULL)`;
}

/**
 * Tables of a search, to follow WITH RECURSIVE: `hit(id)` are production documents of a company that a text may mean: id,
 * consecutive, full number, CUFE or CUDS, the number of the third party or its name (any part, accents and case folded; of an
 * invoice as signed), and the key where that is wanted. `horizon(id)` is the last document up to which they are complete in the
 * order of the walk, or null. `breadth(is_broad)` says whether more third parties may be meant than were looked at.
 */
export function writeDocumentSearch(
  module: Module,
  shape: SearchShape,
  value: SearchPlaceholders,
  { hasKey, ...walk }: Walk & { readonly hasKey: boolean },
): SQL {
  const { companyId } = value;
  const isMine = sql`${isProduction(companyId)} AND ${documents.module} = ${sql.raw(`'${module}'`)}`;
  const exact = [
    ...(hasKey ? [selectByKey(module, isMine, value)] : []),
    ...(shape.isFiscalId ? [selectByFiscalId(isMine, value)] : []),
    ...(shape.hasId && !shape.isFiscalId ? [selectById(isMine, value)] : []),
    ...(shape.hasNumbers && !shape.isFiscalId ? [selectByNumber(module, isMine, shape, value)] : []),
  ];
  if (shape.isFiscalId) {
    return sql`hit(id) AS (${sql.join(exact, sql` UNION `)}), horizon(id) AS (SELECT NULL), breadth(is_broad) AS (SELECT false)`;
  }
  // D1 takes a UNION of at most five terms.
  const hits = [
    ...exact,
    sql`SELECT value FROM walked, json_each(ids) WHERE is_whole`,
    ...(module === "dse" ? [] : [selectNamed(companyId, value)]),
  ];
  return sql`${writeParties(module, shape, value, { isSigned: module !== "dse", most: SEARCH_MOST.parties + 1 })}, ${writeWalk(companyId, walk)},
    hit(id) AS (${sql.join(hits, sql` UNION `)})`;
}

/** For each third party the ids of its documents, so many as its share, and how far all of them reach. */
function writeWalk(companyId: Placeholder, { order, isBeyond }: Walk): SQL {
  const { id, thirdPartyId } = documents;
  const own = sql`SELECT ${id} AS own FROM ${indexedBy(documents, "documents_party")}
    WHERE ${isProduction(companyId)} AND ${thirdPartyId} = party.id${isBeyond && sql` AND ${isBeyond}`}
    ORDER BY ${id} ${sql.raw(order)} LIMIT (SELECT most FROM share)`;
  return sql`share(most) AS MATERIALIZED (
      SELECT max(${sql.raw(`${LEAST_SHARE}, ${SEARCH_MOST.documents}`)} / max(1, count(*))) FROM party),
    walked(is_whole, ids) AS MATERIALIZED (SELECT is_whole, (SELECT json_group_array(own) FROM (${own})) FROM party),
    ${writeHorizon(order, sql`(SELECT most FROM share)`)},
    breadth(is_broad) AS (SELECT count(*) > ${sql.raw(`${SEARCH_MOST.parties}`)}
      OR (SELECT count(*) FROM candidate) >= ${sql.raw(`${SEARCH_MOST.names}`)}
      OR (SELECT count(*) FROM signed) >= ${sql.raw(`${SEARCH_MOST.names}`)} FROM party)`;
}

/**
 * The same bound for a walk that is no search: notes on one document, as `hit` and `horizon`.
 * @param isWanted which documents of the index they are.
 */
export function writeNoteWalk(isWanted: SQL, { order, isBeyond }: Walk): SQL {
  const { id } = documents;
  const last = order === "DESC" ? sql`min` : sql`max`;
  const most = sql.raw(`${SEARCH_MOST.documents}`);
  return sql`hit(id) AS MATERIALIZED (SELECT ${id} FROM ${indexedBy(documents, "documents_corrected")}
      WHERE ${isWanted}${isBeyond && sql` AND ${isBeyond}`} ORDER BY ${id} ${sql.raw(order)} LIMIT ${most}),
    horizon(id) AS (SELECT iif(count(*) >= ${most}, ${last}(id), NULL) FROM hit), breadth(is_broad) AS (SELECT false)`;
}

/**
 * The same of documents of some types, an equal share for each of them.
 * @param index in which the documents of a type that are wanted lie in the order of their ids.
 */
export function writeTypeWalks(
  index: string,
  types: readonly TypeCode[],
  { isWanted, open }: { readonly isWanted: SQL /** Ids of others. */; readonly open: SQL | undefined },
  { order, isBeyond }: Walk,
): SQL {
  const { id, typeCode } = documents;
  const most = sql.raw(`${Math.floor(SEARCH_MOST.documents / types.length)}`);
  const own = sql`SELECT ${id} AS own FROM ${indexedBy(documents, index)}
    WHERE ${isWanted} AND ${typeCode} = each_type.value${isBeyond && sql` AND ${isBeyond}`}
    ORDER BY ${id} ${sql.raw(order)} LIMIT ${most}`;
  return sql`walked(ids) AS MATERIALIZED (
      SELECT (SELECT json_group_array(own) FROM (${own})) FROM json_each(${writeList(types)}) AS each_type),
    hit(id) AS (SELECT value FROM walked, json_each(ids)${open && sql` UNION ${open}`}),
    ${writeHorizon(order, sql`${most}`)}, breadth(is_broad) AS (SELECT false)`;
}

/** The last document up to which every one of `walked` is complete. @param most documents of each. */
function writeHorizon(order: Walk["order"], most: SQL): SQL {
  const [nearest, last] = order === "DESC" ? [sql`max`, sql`min`] : [sql`min`, sql`max`];
  return sql`horizon(id) AS MATERIALIZED (SELECT ${nearest}((SELECT ${last}(value) FROM json_each(ids)))
      FROM walked WHERE json_array_length(ids) >= ${most})`;
}

function selectById(isMine: SQL, value: Values<Placeholder>): SQL {
  const { id } = documents;
  return sql`SELECT ${id} FROM ${documents} WHERE ${id} = ${value.id} AND ${isMine}`;
}

/** By its name; that of a support document has the client in the middle, of which there are few: one step for each. */
function selectByKey(module: Module, isMine: SQL, { names, key, keyOwner }: Values<Placeholder>): SQL {
  const { id, issuanceName } = documents;
  const from = indexedBy(documents, "documents_issuance_name");
  const byName = sql`SELECT ${id} FROM ${from} WHERE ${isAmongJson(issuanceName, names)} AND ${isMine}`;
  if (module !== "dse") return byName;
  const firstFrom = (start: SQL) => sql`(SELECT min(${issuanceName}) FROM ${from}
    WHERE ${issuanceName} >= ${start} AND ${issuanceName} < rtrim(${keyOwner}, ':') || ';')`;
  const client = sql`substr(name, length(${keyOwner}) + 1, instr(substr(name, length(${keyOwner}) + 1), ':') - 1)`;
  return sql`${byName} UNION SELECT * FROM (WITH RECURSIVE client(name) AS (
    SELECT ${firstFrom(sql`${keyOwner}`)}
    UNION ALL SELECT ${firstFrom(sql`${keyOwner} || ${client} || ';'`)} FROM client WHERE name IS NOT NULL)
    SELECT ${id} FROM client CROSS JOIN ${from} ON ${issuanceName} = ${keyOwner} || ${client} || ':' || ${key} WHERE ${isMine})`;
}

/** By its consecutive or its full number, which is one of the company's prefixes and a number. */
function selectByNumber(
  module: Module,
  isMine: SQL,
  { isNumber }: SearchShape,
  { companyId, id: number, fullNumber: text }: SearchPlaceholders,
): SQL {
  const { id, typeCode, fullNumber } = documents;
  const types = listCodes({ module });
  // Open documents are not counted yet: their prefix is that of a range or series.
  const known = sql`SELECT prefix FROM prefixes WHERE prefix IS NOT NULL
    UNION SELECT ${ranges.prefix} FROM ${ranges} WHERE ${ranges.companyId} = ${companyId}
    UNION SELECT ${series.prefix} FROM ${series} WHERE ${series.companyId} = ${companyId}`;
  const rest = sql`substr(${text}, length(prefix) + 1)`;
  const asTyped = sql`SELECT prefix || ${rest} AS wanted FROM (${known})
    WHERE prefix = substr(${text}, 1, length(prefix)) COLLATE NOCASE AND ${rest} <> '' AND ${rest} NOT GLOB '*[^0-9]*'`;
  const wanted = isNumber ? sql`${asTyped} UNION SELECT prefix || CAST(${number} AS INTEGER) FROM (${known})` : asTyped;
  return sql`SELECT * FROM (WITH RECURSIVE ${writePrefixes(companyId, types)}
    SELECT ${id} FROM (${wanted}) CROSS JOIN json_each(${writeList(types)}) AS each_type
    CROSS JOIN ${indexedBy(documents, "documents_full_number")}
      ON ${typeCode} = each_type.value AND ${fullNumber} = wanted WHERE ${isMine})`;
}

function selectByFiscalId(isWanted: SQL, value: Values<Placeholder>): SQL {
  return sql`SELECT ${documents.id} FROM ${indexedBy(documents, "documents_fiscal_id")}
    WHERE ${documents.fiscalId} = ${sql.param(value.fiscalId, documents.fiscalId)} AND ${isWanted}`;
}

/** Of receivers that had several names, the documents that were signed with one that has the text. */
function selectNamed(companyId: Placeholder, { part }: Values<Placeholder>): SQL {
  const { id, thirdPartyId, party } = documents;
  return sql`SELECT ${id} FROM walked, json_each(ids) CROSS JOIN ${documents} ON ${id} = value
    CROSS JOIN ${signedNames} ON ${signedNames.companyId} = ${companyId} AND ${signedNames.thirdPartyId} = ${thirdPartyId}
      AND ${signedNames.name} = ${party} ->> 0
    WHERE NOT is_whole AND instr(${signedNames.foldedName}, ${part}) > 0`;
}

/** Of which third parties, and how many. */
interface Wanted {
  /** Whether a receiver is found by names too that it had when documents were signed. */
  readonly isSigned: boolean;
  readonly most: number;
}

/**
 * Tables of the third parties of a module whose number a text is, or whose name it is part of: `party(id, is_whole)`; not whole
 * are receivers of which some documents were signed with another name. `candidate` and `signed` are the names that were looked at.
 */
export function writeParties(
  module: Module,
  shape: SearchShape,
  value: SearchPlaceholders,
  { isSigned, most }: Wanted,
): SQL {
  const { companyId, part } = value;
  const { id, identificationType, identificationNumber, foldedName } = thirdParties;
  const isMine = isPartyOf(companyId, module);
  const codes = listIdentificationTypes().map(({ code }) => code);
  const found = [
    sql`SELECT ${id} AS found, true AS whole FROM ${indexedBy(thirdParties, "third_parties_identity")}
      WHERE ${isMine} AND ${identificationType} IN (SELECT value FROM json_each(${writeList(codes)}))
      AND ${isAmongJson(identificationNumber, value.partyNumbers)}`,
  ];
  const has = (name: SQL) => sql`instr(${name}, ${part}) > 0`;
  if (shape.hasPart) {
    const isWhole = isSigned
      ? sql`NOT EXISTS (SELECT 1 FROM ${signedNames}
            WHERE ${signedNames.companyId} = ${companyId} AND ${signedNames.thirdPartyId} = ${id})`
      : sql`true`;
    // Names that begin with the text come first: no number of others hides them.
    found.push(
      sql`SELECT * FROM (SELECT ${id}, ${isWhole} FROM ${indexedBy(thirdParties, "third_parties_list")}
        WHERE ${isMine} AND ${foldedName} >= ${part} AND ${foldedName} < ${part} || char(1114111)
        ORDER BY ${foldedName} LIMIT ${sql.raw(`${most}`)})`,
      sql`SELECT ${id}, ${isWhole} FROM candidate CROSS JOIN ${thirdParties} ON ${id} = candidate.id
        WHERE ${isMine} AND ${has(sql`${foldedName}`)}`,
      ...(isSigned ? [sql`SELECT DISTINCT signed.id, false FROM signed WHERE ${has(sql`signed.folded`)}`] : []),
    );
  }
  return sql`candidate(id) AS MATERIALIZED (${writeCandidates(isMine, shape, value)}),
    signed(id, folded) AS MATERIALIZED (${writeSigned(isSigned && shape.hasPart, companyId)}),
    party(id, is_whole) AS MATERIALIZED (SELECT found, max(whole) FROM (${sql.join(found, sql` UNION ALL `)})
      GROUP BY found LIMIT ${sql.raw(`${most}`)})`;
}

/** Third parties whose present name may have the text: the newest of those that have some of its trigrams. */
function writeCandidates(
  isMine: SQL,
  { hasPart, hasMatch }: SearchShape,
  { companyId, match }: SearchPlaceholders,
): SQL {
  const most = sql.raw(`${SEARCH_MOST.names}`);
  const { id, foldedName } = thirdParties;
  if (!hasPart) return sql`SELECT NULL WHERE false`;
  if (!hasMatch) {
    return sql`SELECT ${id} FROM ${indexedBy(thirdParties, "third_parties_list")} WHERE ${isMine} ORDER BY ${foldedName} LIMIT ${most}`;
  }
  return selectNameCandidates(sql`${companyId}`, sql`${match}`, SEARCH_MOST.names);
}

/** Ids of the newest third parties of a company whose present name may have a text. @param match as `readSearch` writes it. */
export function selectNameCandidates(companyId: SQL, match: SQL, most: number): SQL {
  const { rowid, whole } = thirdPartyNames;
  // FTS5 skips to a range of row ids only when its bounds are integers.
  const company = sql`CAST(${companyId} AS INTEGER)`;
  return sql`SELECT ${rowid} & 4294967295 AS found FROM ${thirdPartyNames} WHERE ${whole} MATCH ${match}
    AND ${rowid} BETWEEN ${company} * ${ROWS_PER_COMPANY} AND (${company} + 1) * ${ROWS_PER_COMPANY} - 1
    ORDER BY ${rowid} DESC LIMIT ${sql.raw(`${most}`)}`;
}

/** Names of receivers that had several. */
function writeSigned(isAsked: boolean, companyId: Placeholder): SQL {
  const { thirdPartyId, foldedName } = signedNames;
  if (!isAsked) return sql`SELECT NULL, NULL WHERE false`;
  return sql`SELECT ${thirdPartyId}, ${foldedName} FROM ${signedNames}
    WHERE ${signedNames.companyId} = ${companyId} LIMIT ${sql.raw(`${SEARCH_MOST.names}`)}`;
}

/** Reads what a client typed. @param companyId whose documents of the module the keys belong to. */
export function readSearch(search: string, companyId = 0, module: Module = "fe"): Search {
  const text = search.trim();
  const part = foldText(text);
  const match = sampleTrigrams(part);
  const fullNumber = text.replace(/[\s-]/g, "");
  const fiscalId = text.toLowerCase();
  const id = new RegExp(`^\\d{1,${MOST_DIGITS}}$`).test(text) ? Number(text) : null;
  return {
    shape: {
      isFiscalId: FISCAL_ID.test(fiscalId),
      hasId: id !== null,
      hasNumbers: /\d$/.test(fullNumber),
      isNumber: id !== null,
      hasPart: part !== "",
      hasMatch: match !== "",
    },
    values: {
      ...{ id, fullNumber, fiscalId, match, part, key: text },
      keyOwner: nameKeyOwner(companyId),
      names: JSON.stringify(listKeyNames(module, companyId, text)),
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
