// Gives each database ids of its own, so that a company's rows meet no others where they go.
import { getTableName, gte, type SQL, sql } from "drizzle-orm";
import { build, type Database, findOne, greatestOf, insertSelect } from "../../src/store/base/db.ts";
import {
  apiClients,
  certificates,
  costCenters,
  documents,
  givenIds,
  journalAudits,
  paymentMethods,
  ranges,
  resendOrders,
  thirdParties,
} from "../../src/store/base/schema.ts";

/** Ids of one database: up to 21 of them stay below 2^31. */
const IDS = 100_000_000;
/** Ids of third parties have 32 bits: a thousand databases. */
const PARTY_IDS = 2 ** 22;
const NUMBERED = [apiClients, certificates, costCenters, journalAudits, paymentMethods, ranges, resendOrders];

const greatestParty = greatestOf(thirdParties.id);

/** Keeps the greatest id of a document while its company leaves: the next one comes after it. */
export function keepDocumentId() {
  return keepDocumentIds(greatestOf(documents.id));
}

function keepDocumentIds(id: SQL) {
  return build.run(insertSelect(givenIds, { id }, sql`WHERE true ON CONFLICT DO NOTHING`));
}

/** A row of no company that keeps the greatest id of a third party while its company leaves: the next one comes after it. */
export function keepPartyId() {
  return keepParty(sql`${greatestParty} + 1`, sql`true`);
}

function keepParty(id: SQL, isNeeded: SQL) {
  const printed = sql`CAST(${id} AS TEXT)`;
  const empty = sql`''`;
  return build.run(
    insertSelect(
      thirdParties,
      {
        id,
        companyId: sql`0`,
        module: "dse",
        identificationType: empty,
        identificationNumber: printed,
        name: empty,
        foldedName: empty,
      },
      sql`WHERE ${isNeeded}`,
    ),
  );
}

/** The statements after which a new database gives ids that no other one gives; repeated, they take nothing back. */
export function seedIds(shard: number) {
  const sequence = sql.identifier("sqlite_sequence");
  const least = shard * IDS;
  const seeds = NUMBERED.flatMap((table) => {
    const isIt = sql`name = ${getTableName(table)}`;
    return [
      build.run(sql`DELETE FROM ${sequence} WHERE ${isIt} AND seq < ${least}`),
      build.run(sql`INSERT INTO ${sequence} (name, seq) SELECT ${getTableName(table)}, ${least}
        WHERE NOT EXISTS (SELECT 1 FROM ${sequence} WHERE ${isIt})`),
    ];
  });
  const leastParty = sql`${shard * PARTY_IDS}`;
  return [...seeds, keepDocumentIds(sql`${least}`), keepParty(leastParty, sql`${greatestParty} < ${leastParty}`)];
}

/** Whether a database gives ids of its own: the first one always does. */
export async function isSeeded(db: Database, shard: number): Promise<boolean> {
  const isAway = gte(givenIds.id, shard * IDS);
  return shard === 0 || (await findOne(db, build.select().from(givenIds).where(isAway))) !== undefined;
}

/** The id that a database would give the next API client. */
export async function nextClientId(db: Database): Promise<number> {
  const given = sql`SELECT seq FROM ${sql.identifier("sqlite_sequence")} WHERE name = ${getTableName(apiClients)}`;
  const last = sql<number>`max(coalesce(max(${apiClients.id}), 0), coalesce((${given}), 0))`.as("lastId");
  return ((await findOne(db, build.select({ last }).from(apiClients)))?.last ?? 0) + 1;
}
