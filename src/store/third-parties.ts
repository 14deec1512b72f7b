// Lists the receivers that the invoices of a company have named, by name, one page of all or of a search.
import { and, count, type Placeholder, sql } from "drizzle-orm";
import { build, type Database, statement } from "./db.ts";
import type { Listing, PageWish } from "./listing.ts";
import { thirdParties } from "./schema.ts";
import { buildThirdPartySearch, isReceiver } from "./search.ts";

const { id, name, foldedName, identificationType, identificationNumber, email, address } = thirdParties;

/** A third party as lists and documents show it. */
export type StoredThirdParty = Readonly<
  Pick<
    typeof thirdParties.$inferSelect,
    "id" | "name" | "identificationType" | "identificationNumber" | "email" | "address"
  >
>;

type Value<Type> = Type | Placeholder;

function selectCount(companyId: Value<number>, search: string | null) {
  return build.select({ total: count() }).from(thirdParties).where(isFound(companyId, search));
}

function selectPage(companyId: Value<number>, search: string | null, limit: Value<number>, offset: Value<number>) {
  return build
    .select({ id, name, identificationType, identificationNumber, email, address })
    .from(thirdParties)
    .where(isFound(companyId, search))
    .orderBy(foldedName, id)
    .limit(limit)
    .offset(offset);
}

function isFound(companyId: Value<number>, search: string | null) {
  if (search === null || typeof companyId !== "number") return isReceiver(companyId);
  return and(isReceiver(companyId), sql`${id} IN (${buildThirdPartySearch(companyId, search)})`);
}

const countAll = statement(["companyId"], ({ companyId }) => selectCount(companyId, null));
const pageOfAll = statement(["companyId", "limit", "offset"], ({ companyId, limit, offset }) =>
  selectPage(companyId, null, limit, offset),
);

/** Lists receivers. */
export async function listThirdParties(
  db: Database,
  companyId: number,
  search: string | null,
  page: PageWish,
): Promise<Listing<StoredThirdParty>> {
  const limit = page.perPage;
  const offset = (page.page - 1) * page.perPage;
  const [counted, rows] = await (search === null
    ? db.batch([countAll({ companyId }), pageOfAll({ companyId, limit, offset })])
    : db.batch([selectCount(companyId, search), selectPage(companyId, search, limit, offset)]));
  return { rows, total: counted[0]?.total ?? 0 };
}
