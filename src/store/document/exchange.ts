// Reads exchanges with the authority inside a statement, wherever a row keeps them.
import { type SQL, sql } from "drizzle-orm";
import { documents } from "../base/schema.ts";

/** A row at rest has a list for each, as `writeExchanges` says; an open one has the attempts of its time line. */
export const attempts = sql`json_each(coalesce(${documents.exchanges}, ${documents.timeline} -> '$.attempts')) AS attempt`;

/** A member by its name, or by its place in the list. */
function read(member: string, place: number): SQL {
  return sql`coalesce(attempt.value ->> ${sql.raw(`'$.${member}'`)}, attempt.value ->> ${sql.raw(String(place))})`;
}

/** An ISO instant, which the list has in milliseconds. */
function readInstant(member: string, ms: string): SQL {
  return sql`coalesce(attempt.value ->> ${sql.raw(`'$.${member}'`)}, strftime('%Y-%m-%dT%H:%M:%fZ', (${sql.raw(ms)}) / 1000.0, 'unixepoch'))`;
}

/** Members of one of the `attempts`. */
export const attempt = {
  kind: read("kind", 0),
  outcome: read("outcome", 1),
  startedAt: readInstant("startedAt", "attempt.value ->> 2"),
  endedAt: readInstant("endedAt", "(attempt.value ->> 2) + (attempt.value ->> 3)"),
  detail: read("detail", 4),
} as const;
