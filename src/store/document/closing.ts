// Adds up the production documents of some days in D1, at one moment, for a closing.
import { and, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Module } from "../../domain/company.ts";
import { STATES, type State } from "../../domain/document/state.ts";
import { listCodes, type TypeCode } from "../../domain/kind.ts";
import type { ClosingKey, ClosingSums, DocumentSum, FigureKind, FigureSum } from "../../domain/price/closing.ts";
import type { Database } from "../base/db.ts";
import { build, byShape, type RowOf, statement, writeCodes } from "../base/db.ts";
import { runBothAcross } from "../base/home.ts";
import { documentDays, documents } from "../base/schema.ts";
import { FIGURE_MARKS } from "../base/stored-form.ts";
import { indexedBy, isProduction, writeList, writePrefixes } from "./search.ts";

/** Which documents are added up: days of issue in Bogotá, both inclusive. */
interface ClosingQuery {
  readonly companyId: number;
  readonly module: Module;
  readonly from: string;
  readonly to: string;
  readonly by: ClosingKey;
}

type Shape = Pick<ClosingQuery, "module" | "by">;

const VALUES = ["companyId", "from", "to"] as const;
type Values = Readonly<Record<(typeof VALUES)[number], Placeholder>>;

const KEYS = {
  day: sql<string | null>`${documents.issueDate}`,
  establishment: sql<string | null>`${documents.establishment}`,
  till: sql<string | null>`${documents.till}`,
} as const;

function writeKey(by: ClosingKey): SQL<string | null> {
  return by === null ? sql<string | null>`NULL` : KEYS[by];
}

/** What rows are summed by, as SQL: the builder takes no columns of a table that is read through one index. */
function writeSummed({ by }: Shape) {
  return {
    key: writeKey(by).as("key"),
    currency: sql<string>`${documents.currency}`.as("currency"),
    typeCode: sql<TypeCode>`${documents.typeCode}`.as("typeCode"),
  };
}

/**
 * The table `issued(id)` in front of its documents: those at rest from the index of lists, between the ids that their days have,
 * and the open ones. Ids rise with the days, so that few of another day are passed, and none of their rows is read.
 */
function writeIssued({ module }: Shape, { companyId, from, to }: Values): SQL {
  const { id, typeCode, state, issueDate, dueAt } = documents;
  const types = listCodes({ module });
  const isOfDays = and(isProduction(companyId), sql`${issueDate} BETWEEN ${from} AND ${to}`);
  return sql`(WITH RECURSIVE ${writePrefixes(companyId, types)},
    span(type, least, most) AS MATERIALIZED (
      SELECT prefixes.type, min(${documentDays.firstId}), max(${documentDays.lastId}) FROM prefixes CROSS JOIN ${documentDays}
      ON ${documentDays.companyId} = ${companyId} AND ${documentDays.typeCode} = prefixes.type AND ${documentDays.prefix} = prefixes.prefix
        AND ${documentDays.day} BETWEEN ${from} AND ${to} GROUP BY prefixes.type)
    SELECT ${id} AS id FROM span CROSS JOIN json_each(${writeList(STATES)}) AS each_state
      CROSS JOIN ${indexedBy(documents, "documents_listed")} ON ${typeCode} = span.type AND ${state} = each_state.value
        AND ${id} BETWEEN least AND most WHERE ${isOfDays} AND ${dueAt} IS NULL
    UNION ALL SELECT ${id} FROM ${indexedBy(documents, "documents_overdue")}
      WHERE ${isOfDays} AND ${dueAt} IS NOT NULL AND ${typeCode} IN (${writeCodes(types)})) AS issued
    CROSS JOIN ${documents} ON ${id} = issued.id`;
}

/** So many cents are summed apart from the rest: no sum leaves the integers that D1 adds, or those that JavaScript reads. */
const SPLIT = 1_000_000_000;

/** The sum of integers in two parts: so many times `SPLIT`, and what is left over. */
function sumParts(cents: SQL, name: string) {
  const split = sql.raw(String(SPLIT));
  return {
    high: sql<number | null>`sum(${cents} / ${split})`.as(`${name}High`),
    low: sql<number | null>`sum(${cents} % ${split})`.as(`${name}Low`),
  };
}

/** A printed amount in cents. */
function toCents(column: SQLiteColumn): SQL {
  return sql`CAST(replace(${column}, '.', '') AS INTEGER)`;
}

const selectDocuments = byShape((shape: Shape) =>
  statement(VALUES, (value) => {
    const { currency, typeCode, prefix, state, number } = documents;
    const [subtotal, taxes, total] = [
      sumParts(toCents(documents.subtotal), "subtotal"),
      sumParts(toCents(documents.taxes), "taxes"),
      sumParts(toCents(documents.total), "total"),
    ];
    return build
      .select({
        ...writeSummed(shape),
        prefix: sql<string>`${prefix}`.as("prefix"),
        state: sql<State>`${state}`.as("state"),
        count: sql<number>`count(*)`.as("count"),
        first: sql<number>`min(${number})`.as("first"),
        last: sql<number>`max(${number})`.as("last"),
        ...{ subtotalHigh: subtotal.high, subtotalLow: subtotal.low, taxesHigh: taxes.high, taxesLow: taxes.low },
        ...{ totalHigh: total.high, totalLow: total.low },
      })
      .from(writeIssued(shape, value))
      .groupBy(sql`1`, currency, typeCode, prefix, state);
  }),
);

const KINDS_OF_MARKS = Object.entries(FIGURE_MARKS)
  .map(([kind, mark]) => `WHEN '${mark}' THEN '${kind}'`)
  .join(" ");

/** Members of a figure by their place: see `writeFigures`. */
const figure = {
  kind: sql<FigureKind>`CASE substr(figure.value ->> 0, 1, 1) ${sql.raw(KINDS_OF_MARKS)} END`,
  amount: sql`figure.value ->> 1`,
  code: sql<string | null>`nullif(substr(figure.value ->> 0, 2), '')`,
  rate: sql<string | null>`figure.value ->> 2`,
  base: sql`figure.value ->> 3`,
} as const;

const selectFigures = byShape((shape: Shape) =>
  statement(VALUES, (value) => {
    const { currency, typeCode, state, figures } = documents;
    const [amount, base] = [sumParts(figure.amount, "amount"), sumParts(figure.base, "base")];
    return build
      .select({
        ...writeSummed(shape),
        ...{ kind: figure.kind.as("kind"), code: figure.code.as("code"), rate: figure.rate.as("rate") },
        ...{ amountHigh: amount.high, amountLow: amount.low, baseHigh: base.high, baseLow: base.low },
      })
      .from(sql`${writeIssued(shape, value)} CROSS JOIN json_each(${figures}) AS figure`)
      .where(sql`${state} <> 'rechazado'`)
      .groupBy(sql`1`, currency, typeCode, sql`4`, sql`5`, sql`6`);
  }),
);

/**
 * Sums of a company's documents of some days, all of one moment: one transaction where it lives; what older databases keep of it
 * does not change any more.
 */
export async function sumDays(db: Database, { module, by, ...span }: ClosingQuery): Promise<ClosingSums> {
  const items = [selectDocuments({ module, by })(span), selectFigures({ module, by })(span)] as const;
  const [ofDocuments, ofFigures] = await runBothAcross(db, items);
  return { documents: ofDocuments.map(toDocumentSum), figures: ofFigures.map(toFigureSum) };
}

function join(high: number | null, low: number | null): bigint {
  return BigInt(high ?? 0) * BigInt(SPLIT) + BigInt(low ?? 0);
}

type DocumentRow = RowOf<ReturnType<ReturnType<typeof selectDocuments>>>;
type FigureRow = RowOf<ReturnType<ReturnType<typeof selectFigures>>>;

function toDocumentSum({
  subtotalHigh,
  subtotalLow,
  taxesHigh,
  taxesLow,
  totalHigh,
  totalLow,
  ...row
}: DocumentRow): DocumentSum {
  return {
    ...row,
    subtotal: join(subtotalHigh, subtotalLow),
    taxes: join(taxesHigh, taxesLow),
    total: join(totalHigh, totalLow),
  };
}

function toFigureSum({ amountHigh, amountLow, baseHigh, baseLow, ...row }: FigureRow): FigureSum {
  return { ...row, amount: join(amountHigh, amountLow), base: join(baseHigh, baseLow) };
}
