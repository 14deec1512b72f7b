// Reads out of the time lines how the authority has been answering: in the last hour, and since when it has not.
import { isNotNull, type SQL, sql } from "drizzle-orm";
import type { Environment } from "../../src/domain/company.ts";
import { build } from "../../src/store/base/db.ts";
import { changes, documents, software } from "../../src/store/base/schema.ts";
import { attempt, attempts } from "../../src/store/document/exchange.ts";
import { openDocuments } from "../../src/store/watch/health.ts";
import type { Context } from "../command.ts";
import { isNotLeftBehind } from "../left-behind.ts";

const HOUR_MS = 3_600_000;
/** Documents of the last hour that are looked at, at most: the walk is one step in the key for each. */
const MOST = 50_000;

/** A failure: no answer came that says anything. */
const FAILURE = sql.raw("'unknown'");
/** The authority answered, and refused a call before it was processed: that is the caller's matter. */
const REFUSAL = sql.raw("'not-processed'");

/** No request was made, for a reason of our own (`Refusal: …`, `SecretError: …`): it says nothing of the authority. */
const NOT_MADE = sql`coalesce(${attempt.detail} GLOB 'not sent: *' OR ${attempt.detail} GLOB '[A-Z]*: *', 0)`;

/** How one of the authority's two hosts has been answering. Instants are ISO. */
export interface AuthorityHealth {
  readonly environment: Environment;
  /** Of the last hour. */
  readonly answered: number;
  /** Of the answers, verdicts that reject. */
  readonly rejected: number;
  readonly failed: number;
  /** Requests that we could not make. */
  readonly not_made: number;
  readonly last_answer: string | null;
  /** The first of the failures that no answer has followed. */
  readonly failing_since: string | null;
  /** How many those are, and of how many companies. */
  readonly failures_in_a_row: number;
  readonly failing_companies: number;
  /** Answers of the last hour that refused a call before it was processed, by company, the most first. */
  readonly refusals: readonly Refused[];
  readonly last_failure: LastFailure | null;
}

/** Calls of one company that the authority refused. */
export interface Refused {
  readonly company: number;
  readonly times: number;
  /** Whether it took none of the company's in that hour. */
  readonly is_all: boolean;
  /** Of the newest one. */
  readonly document: number;
  readonly detail: string | null;
}

/** The newest exchange that failed. */
export interface LastFailure {
  readonly at: string;
  readonly company: number;
  readonly document: number;
  readonly number: string;
  readonly kind: string;
  readonly outcome: string;
  readonly detail: string | null;
}

/**
 * What the exchanges say of documents that were begun in the last hour, that are open, or whose state changed in the last hour;
 * of the environments in which there was one. Each document is found by a key: settled ones of earlier hours cost nothing.
 */
export async function readAuthorityHealth({ db, nowMs }: Pick<Context, "db" | "nowMs">): Promise<AuthorityHealth[]> {
  const sinceMs = nowMs() - HOUR_MS;
  const exchanges = listExchanges(sinceMs);
  const since = new Date(sinceMs).toISOString();
  const environment = sql<Environment>`environment`;
  const answer = sql`coalesce(max(iif(fails OR not_made, NULL, at)) OVER (PARTITION BY environment), '')`;
  const judged = sql`(SELECT *, fails AND at > ${answer} AS in_row,
    row_number() OVER (PARTITION BY environment, fails ORDER BY at DESC) AS place FROM ${exchanges})`;
  const isRefused = sql`outcome = ${REFUSAL} AND NOT not_made`;
  const [counts, failures, refusals] = await db.batch([
    build
      .select({
        environment: environment.as("environment"),
        answered: sql<number>`sum(at >= ${since} AND NOT fails AND NOT not_made)`.as("answered"),
        not_made: sql<number>`sum(at >= ${since} AND not_made)`.as("not_made"),
        rejected: sql<number>`sum(at >= ${since} AND outcome = 'rejected')`.as("rejected"),
        failed: sql<number>`sum(at >= ${since} AND fails)`.as("failed"),
        last_answer: sql<string | null>`max(iif(fails OR not_made, NULL, at))`.as("last_answer"),
        failing_since: sql<string | null>`min(iif(in_row, at, NULL))`.as("failing_since"),
        failures_in_a_row: sql<number>`sum(in_row)`.as("in_a_row"),
        failing_companies: sql<number>`count(DISTINCT iif(in_row, company_id, NULL))`.as("failing_companies"),
      })
      .from(judged)
      .groupBy(environment)
      .orderBy(sql`environment DESC`),
    build
      .select({
        environment: environment.as("environment"),
        at: sql<string>`at`.as("at"),
        company: sql<number>`company_id`.as("company"),
        document: sql<number>`document_id`.as("document"),
        number: sql<string>`full_number`.as("number"),
        kind: sql<string>`kind`.as("kind"),
        outcome: sql<string>`outcome`.as("outcome"),
        detail: sql<string | null>`detail`.as("detail"),
      })
      .from(judged)
      .where(sql`fails AND place = 1`),
    // SQLite takes the other columns of a group from the row that has the maximum.
    build
      .select({
        environment: environment.as("environment"),
        company: sql<number>`company_id`.as("company"),
        times: sql<number>`sum(is_refused)`.as("times"),
        taken: sql<number>`sum(NOT is_refused AND NOT fails AND NOT not_made)`.as("taken"),
        document: sql<number>`document_id`.as("document"),
        detail: sql<string | null>`detail`.as("detail"),
        newest: sql<string>`max(iif(is_refused, at, ''))`.as("newest"),
      })
      .from(sql`(SELECT *, ${isRefused} AS is_refused FROM ${exchanges})`)
      .where(sql`at >= ${since} AND company_id IS NOT NULL`)
      .groupBy(environment, sql`company_id`)
      .having(sql`sum(is_refused) > 0`)
      .orderBy(sql`times DESC, company_id`),
  ]);
  return counts.map((one) => {
    const own = refusals.filter((refused) => refused.environment === one.environment);
    const refused = own.map(({ company, times, taken, document, detail }): Refused => {
      return { company, times, is_all: taken === 0, document, detail };
    });
    const found = failures.find((failure) => failure.environment === one.environment);
    if (found === undefined) return { ...one, refusals: refused, last_failure: null };
    const { environment: _same, ...failure } = found;
    return { ...one, refusals: refused, last_failure: failure };
  });
}

/** Every exchange that ended, of the documents that are looked at, and the newest verdict of each company. */
function listExchanges(sinceMs: number): SQL {
  const { id, reservedAt, environment, companyId, fullNumber } = documents;
  const since = new Date(sinceMs).toISOString();
  const name = (column: { readonly name: string }) => sql.identifier(column.name);
  return sql`(WITH RECURSIVE
    recent(id) AS (
      SELECT ${id} FROM ${documents} WHERE ${id} = (SELECT max(${id}) FROM ${documents}) AND ${reservedAt} >= ${since}
      UNION ALL
      SELECT earlier.id FROM recent CROSS JOIN ${documents} AS earlier
        WHERE earlier.id = (SELECT max(below.id) FROM ${documents} AS below WHERE below.id < recent.id)
        AND earlier.${name(reservedAt)} >= ${since} LIMIT ${sql.raw(String(MOST))}
    ),
    changed(id) AS (
      SELECT ${changes.documentId} FROM ${software} CROSS JOIN ${changes} WHERE ${changes.companyId} = ${software.companyId}
        AND ${changes.module} = ${software.module} AND ${changes.sequence} >= ${sinceMs}
    ),
    looked(id) AS (
      SELECT id FROM recent UNION SELECT id FROM changed UNION SELECT ${id} FROM ${openDocuments}
    )
    SELECT ${environment} AS environment, ${companyId} AS company_id, ${id} AS document_id, ${fullNumber} AS full_number,
      ${attempt.endedAt} AS at, ${attempt.kind} AS kind, ${attempt.outcome} AS outcome,
      ${attempt.detail} AS detail, ${attempt.outcome} = ${FAILURE} AND NOT ${NOT_MADE} AS fails, ${NOT_MADE} AS not_made
    FROM looked CROSS JOIN ${documents} ON ${id} = looked.id, ${attempts}
    WHERE ${isNotLeftBehind(companyId)} AND ${isNotNull(attempt.endedAt)} AND ${isNotNull(attempt.outcome)}
    UNION ALL
    SELECT environment, NULL, NULL, NULL, strftime('%Y-%m-%dT%H:%M:%fZ', sequence / 1000.0, 'unixepoch'), NULL, 'verdict', NULL, 0, 0
    FROM (SELECT ${environment} AS environment, ${changes.sequence} AS sequence FROM ${software}
      CROSS JOIN ${changes} ON ${changes.companyId} = ${software.companyId} AND ${changes.module} = ${software.module}
        AND ${changes.sequence} = (SELECT verdict.sequence FROM ${changes} AS verdict WHERE verdict.${name(changes.companyId)} = ${software.companyId}
          AND verdict.module = ${software.module} AND verdict.state IN ('aceptado', 'rechazado') ORDER BY verdict.sequence DESC LIMIT 1)
      CROSS JOIN ${documents} ON ${id} = ${changes.documentId}
      WHERE ${isNotLeftBehind(software.companyId)})
    WHERE sequence < ${sinceMs})`;
}
