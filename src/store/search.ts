// Writes the statement that finds the documents, or third parties, that a text typed by a client may mean.
import { and, eq, exists, not, type Placeholder, type SQL, sql } from "drizzle-orm";
import { build, isAmong } from "./db.ts";
import { documents, signedNames, thirdParties, thirdPartyNames } from "./schema.ts";

/** Third parties of a company whose rows in `third_party_names` lie together (see migrations/0001_listing.sql). */
const ROWS_PER_COMPANY = sql.raw("4294967296");
/** The index knows no shorter parts of names. */
const TRIGRAM = 3;
const MOST_DIGITS = 15;
/** CUFE or CUDE: SHA-384 in hexadecimal. */
const FISCAL_ID = /^[0-9a-f]{96}$/;

/** What a text may be. */
interface Terms {
  readonly id: number | null;
  /** Numbers that a full number may end in: a prefix may itself end in digits. */
  readonly numbers: readonly number[];
  readonly fullNumber: string;
  readonly fiscalId: string;
  /** As typed, in either case, and as a NIT is kept. */
  readonly partyNumbers: readonly string[];
  /** FTS5 expression of a few of the text's trigrams; empty for texts too short for the index. */
  readonly match: string;
  /** What a folded name must hold. */
  readonly part: string;
}

/** Production invoices of a company. The literals are those of the partial indexes, which serve no other text. */
export function isProductionInvoice(companyId: number | Placeholder): SQL {
  return sql`${documents.companyId} = ${companyId} AND ${documents.module} = 'fe' AND ${documents.environment} = 'produccion'`;
}

/** Third parties that a company's invoices have named; the literal as above. */
export function isReceiver(companyId: number | Placeholder): SQL {
  return sql`${thirdParties.companyId} = ${companyId} AND ${thirdParties.module} = 'fe'`;
}

/** A table that is read through one index. */
export function indexedBy(table: typeof documents | typeof thirdParties, index: string): SQL {
  return sql`${table} INDEXED BY ${sql.identifier(index)}`;
}

/**
 * Ids of production invoices of a company that a text may mean: id, consecutive, full number, CUFE, the number of the
 * third party or its name as signed (any part, accents and case folded).
 */
export function buildSearch(companyId: number, search: string): SQL {
  const terms = readTerms(search);
  const { id, number, fullNumber, fiscalId, thirdPartyId, detail } = documents;
  const isMine = isProductionInvoice(companyId);
  if (FISCAL_ID.test(terms.fiscalId)) {
    return sql`SELECT ${id} FROM ${indexedBy(documents, "documents_fiscal_id")}
      WHERE ${fiscalId} = ${terms.fiscalId} AND ${isMine}`;
  }
  const parts: SQL[] = [];
  if (terms.id !== null) parts.push(sql`SELECT ${id} FROM ${documents} WHERE ${id} = ${terms.id} AND ${isMine}`);
  if (terms.numbers.length > 0) {
    const isAlone = /^\d+$/.test(terms.fullNumber);
    const isExact = isAlone
      ? sql`(${number} = ${terms.id} OR ${fullNumber} = ${terms.fullNumber})`
      : sql`${fullNumber} = ${terms.fullNumber} COLLATE NOCASE`;
    parts.push(
      sql`SELECT ${id} FROM ${indexedBy(documents, "documents_consecutive")}
      WHERE ${isMine} AND ${isExact} AND ${isAmong(number, terms.numbers)}`,
    );
  }
  const hasSeveralNames = exists(
    build
      .select({ one: sql`1` })
      .from(signedNames)
      .where(and(eq(signedNames.companyId, companyId), eq(signedNames.thirdPartyId, thirdParties.id))),
  );
  parts.push(
    sql`SELECT ${id} FROM ${indexedBy(documents, "documents_receiver")}
      WHERE ${isMine} AND ${thirdPartyId} IN (${buildReceiverSearch(companyId, terms, not(hasSeveralNames))})`,
  );
  if (terms.part !== "") {
    // The plus keeps the column's affinity out: with it the index would not serve the name.
    parts.push(
      sql`SELECT ${id} FROM ${signedNames} CROSS JOIN ${indexedBy(documents, "documents_receiver")}
      ON ${isMine} AND ${thirdPartyId} = ${signedNames.thirdPartyId} AND ${detail} ->> '$.party.name' = +${signedNames.name}
      WHERE ${signedNames.companyId} = ${companyId} AND instr(${signedNames.foldedName}, ${terms.part}) > 0`,
    );
  }
  // D1 takes at most five of them.
  return sql.join(parts, sql` UNION `);
}

/** Ids of receivers of a company whose number a text is, or whose name it is part of. */
export function buildThirdPartySearch(companyId: number, search: string): SQL {
  return buildReceiverSearch(companyId, readTerms(search), sql`TRUE`);
}

/** By number, or by the name that a third party has now if it fulfils the condition. */
function buildReceiverSearch(companyId: number, terms: Terms, condition: SQL): SQL {
  const { id, identificationNumber, foldedName } = thirdParties;
  const { rowid, whole } = thirdPartyNames;
  const byNumber = sql`SELECT ${id} FROM ${indexedBy(thirdParties, "third_parties_number")}
    WHERE ${isReceiver(companyId)} AND ${isAmong(identificationNumber, terms.partyNumbers)}`;
  if (terms.part === "") return byNumber;
  const isPart = sql`instr(${foldedName}, ${terms.part}) > 0`;
  // FTS5 skips to a range of row ids only when its bounds are integers.
  const company = sql`CAST(${companyId} AS INTEGER)`;
  const byName =
    terms.match === ""
      ? sql`SELECT ${id} FROM ${indexedBy(thirdParties, "third_parties_list")}
        WHERE ${isReceiver(companyId)} AND ${isPart} AND ${condition}`
      : sql`SELECT ${id} FROM ${thirdPartyNames} CROSS JOIN ${thirdParties} ON ${id} = ${rowid} & 4294967295
        WHERE ${whole} MATCH ${terms.match} AND ${isPart} AND ${condition}
        AND ${rowid} BETWEEN ${company} * ${ROWS_PER_COMPANY} AND (${company} + 1) * ${ROWS_PER_COMPANY} - 1`;
  return sql`${byNumber} UNION ${byName}`;
}

/** Without accents, lower case, single spaces: `Compañía  ÁGIL` gives `compania agil`. */
export function foldText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/gu, " ").trim();
}

function readTerms(search: string): Terms {
  const text = search.trim();
  const folded = foldText(text);
  const [digits = ""] = /\d*$/.exec(text) ?? [];
  const numbers: number[] = [];
  for (let length = 1; length <= Math.min(digits.length, MOST_DIGITS); length += 1) {
    numbers.push(Number(digits.slice(-length)));
  }
  return {
    id: /^\d{1,15}$/.test(text) ? Number(text) : null,
    numbers,
    fullNumber: text.replace(/[\s-]/g, ""),
    fiscalId: text.toLowerCase(),
    partyNumbers: [...new Set([text, text.toUpperCase(), text.toLowerCase(), readNit(text)])],
    match: sampleTrigrams(folded),
    part: folded,
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

/** A NIT may be typed with dots and with its check digit. */
function readNit(text: string): string {
  const [, digits] = /^([\d.]+)-\d$/.exec(text) ?? [];
  const number = digits ?? text;
  return /^[\d.]+$/.test(number) ? number.replaceAll(".", "") : number;
}
