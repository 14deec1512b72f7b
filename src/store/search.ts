// What a client typed into the statement that finds the documents, or third parties, it may mean.
import { foldText } from "./fold.ts";

/** SQL text with the values that it binds. */
export interface Query {
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
}

/** Third parties of a company whose rows in `third_party_names` lie together (see migrations/0001_listing.sql). */
const ROWS_PER_COMPANY = "4294967296";
/** The index knows no shorter parts of names. */
const TRIGRAM = 3;
const MOST_DIGITS = 15;
/** CUFE or CUDE: SHA-384 in hexadecimal. */
const FISCAL_ID = /^[0-9a-f]{96}$/;

/** Of a third party `t`. */
const HAS_SEVERAL_NAMES = "EXISTS (SELECT 1 FROM signed_names s WHERE s.company_id = ?1 AND s.third_party_id = t.id)";

/** Values of a search, bound as one JSON text so that numbers stay integers. */
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

/**
 * Ids of production invoices of company `?1` that a text may mean: id, consecutive, full number, CUFE, the number of the
 * third party or its name as signed (any part, accents and case folded).
 * @param parameter number of the one parameter that this statement adds.
 */
export function buildSearch(search: string, parameter: number): Query {
  const terms = readTerms(search);
  const of = (member: keyof Terms) => `(?${parameter} ->> '$.${member}')`;
  const mine = "company_id = ?1 AND module = 'fe' AND environment = 'produccion'";
  if (FISCAL_ID.test(terms.fiscalId)) {
    const sql = `SELECT id FROM documents INDEXED BY documents_fiscal_id WHERE fiscal_id = ${of("fiscalId")} AND ${mine}`;
    return { sql, values: [JSON.stringify(terms)] };
  }
  const parts: string[] = [];
  if (terms.id !== null) {
    parts.push(`SELECT id FROM documents WHERE id = ${of("id")} AND ${mine}`);
  }
  if (terms.numbers.length > 0) {
    const isAlone = /^\d+$/.test(terms.fullNumber);
    const exact = isAlone
      ? `(number = ${of("id")} OR full_number = ${of("fullNumber")})`
      : `full_number = ${of("fullNumber")} COLLATE NOCASE`;
    parts.push(
      `SELECT id FROM documents INDEXED BY documents_consecutive WHERE ${mine} AND ${exact}
       AND number IN (SELECT value FROM json_each(?${parameter}, '$.numbers'))`,
    );
  }
  parts.push(
    `SELECT id FROM documents INDEXED BY documents_receiver WHERE ${mine}
     AND third_party_id IN (${buildReceiverSearch(terms, parameter, `NOT ${HAS_SEVERAL_NAMES}`)})`,
  );
  if (terms.part !== "") {
    // The plus keeps the column's affinity out: with it the index would not serve the name.
    parts.push(
      `SELECT d.id FROM signed_names s CROSS JOIN documents d INDEXED BY documents_receiver ON d.company_id = ?1
       AND d.module = 'fe' AND d.environment = 'produccion' AND d.third_party_id = s.third_party_id
       AND d.detail ->> '$.party.name' = +s.name
       WHERE s.company_id = ?1 AND instr(s.folded_name, ${of("part")}) > 0`,
    );
  }
  // D1 takes at most five of them.
  return { sql: parts.join("\nUNION "), values: [JSON.stringify(terms)] };
}

/**
 * Ids of receivers of company `?1` whose number the text is, or whose name it is part of.
 * @param parameter number of the one parameter that this statement adds.
 */
export function buildThirdPartySearch(search: string, parameter: number): Query {
  const terms = readTerms(search);
  return { sql: buildReceiverSearch(terms, parameter, "TRUE"), values: [JSON.stringify(terms)] };
}

/** By number, or by the name that a third party `t` has now if it fulfils the condition. */
function buildReceiverSearch(terms: Terms, parameter: number, condition: string): string {
  const byNumber = `SELECT id FROM third_parties INDEXED BY third_parties_number
    WHERE company_id = ?1 AND module = 'fe'
    AND identification_number IN (SELECT value FROM json_each(?${parameter}, '$.partyNumbers'))`;
  if (terms.part === "") return byNumber;
  const isPart = `instr(t.folded_name, (?${parameter} ->> '$.part')) > 0`;
  // FTS5 skips to a range of row ids only when its bounds are integers.
  const byName =
    terms.match === ""
      ? `SELECT t.id FROM third_parties t INDEXED BY third_parties_list
         WHERE t.company_id = ?1 AND t.module = 'fe' AND ${isPart} AND ${condition}`
      : `SELECT t.id FROM third_party_names n CROSS JOIN third_parties t ON t.id = n.rowid & 4294967295
         WHERE n.third_party_names MATCH (?${parameter} ->> '$.match') AND ${isPart} AND ${condition}
         AND n.rowid BETWEEN CAST(?1 AS INTEGER) * ${ROWS_PER_COMPANY} AND (CAST(?1 AS INTEGER) + 1) * ${ROWS_PER_COMPANY} - 1`;
  return `${byNumber} UNION ${byName}`;
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
