// Reads which numbers documents have, as runs without a hole, of every range and of every series of notes.
import { and, between, count, sql } from "drizzle-orm";
import { build, type Database } from "../../src/store/base/db.ts";
import { documents } from "../../src/store/base/schema.ts";
import { isNoCopy } from "../left-behind.ts";

/** Consecutive numbers, both ends among them. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The numbers that documents have in one range or series. */
export interface GivenNumbers {
  /** In ascending order. */
  readonly runs: readonly Span[];
  /** How many documents are in each state. */
  readonly states: Readonly<Record<string, number>>;
}

const NONE: GivenNumbers = { runs: [], states: {} };

/** By range or series, see `nameRange` and `nameSeries`. */
export interface NumberIndex {
  get(name: string): GivenNumbers;
}

export function nameRange(rangeId: number): string {
  return `range ${rangeId}`;
}

/** @param typeCode of notes: 91, 92 or 95. */
export function nameSeries(companyId: number, typeCode: string, environment: string, prefix: string): string {
  return `series ${companyId} ${typeCode} ${environment} ${prefix}`;
}

const { companyId, typeCode, environment, prefix, number, rangeId, state } = documents;
const NAME = sql<string>`iif(${rangeId} IS NOT NULL, 'range ' || ${rangeId},
  'series ' || ${companyId} || ' ' || ${typeCode} || ' ' || ${environment} || ' ' || ${prefix})`;

/**
 * Reads the documents of the companies from one id to another once, in each of the databases.
 * @param databases all those that may hold documents of them.
 */
export async function readNumbers(databases: readonly Database[], least: number, most: number): Promise<NumberIndex> {
  const isOne = and(between(companyId, least, most), isNoCopy(companyId));
  // In a run number and place grow together.
  const placed = build
    .select({
      name: NAME.as("name"),
      number: sql<number>`${number}`.as("given"),
      run: sql`${number} - row_number() OVER (PARTITION BY ${NAME} ORDER BY ${number})`.as("run"),
    })
    .from(documents)
    .where(isOne)
    .as("placed");
  const ends = { from: sql<number>`min(${placed.number})`, to: sql<number>`max(${placed.number})` };
  const runsOf = build
    .select({ name: placed.name, ...ends })
    .from(placed)
    .groupBy(sql`1`, sql`${placed.run}`);
  const statesOf = build
    .select({ name: NAME.as("name"), state, documents: count() })
    .from(documents)
    .where(isOne)
    .groupBy(sql`1`, state);
  const found = await Promise.all(databases.map((db) => db.batch([runsOf, statesOf])));
  const runs = Map.groupBy(
    found.flatMap(([rows]) => rows),
    ({ name }) => name,
  );
  const states = Map.groupBy(
    found.flatMap(([, rows]) => rows),
    ({ name }) => name,
  );
  return {
    get: (name) => {
      const own = runs.get(name);
      if (own === undefined) return NONE;
      return {
        runs: own.toSorted((one, other) => one.from - other.from),
        states: Object.fromEntries(
          [...Map.groupBy(states.get(name) ?? [], (one) => one.state)].map(([one, rows]) => [
            one,
            rows.reduce((sum, row) => sum + row.documents, 0),
          ]),
        ),
      };
    },
  };
}
