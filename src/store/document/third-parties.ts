// Lists the receivers that the invoices of a company have named, by name, one page of all or of a search.
import { and, count, sql } from "drizzle-orm";
import { build, byShape, type Database, statement } from "../base/db.ts";
import { thirdParties } from "../base/schema.ts";
import type { Listing, PageWish } from "./invoice-list.ts";
import {
  buildThirdPartySearch,
  isReceiver,
  NO_SEARCH,
  readSearch,
  SEARCH_VALUES,
  type Search,
  type SearchPlaceholders,
} from "./search.ts";

const { id, name, foldedName, identificationType, identificationNumber, email, address } = thirdParties;

/** A third party as lists and documents show it. */
export type StoredThirdParty = Readonly<
  Pick<
    typeof thirdParties.$inferSelect,
    "id" | "name" | "identificationType" | "identificationNumber" | "email" | "address"
  >
>;

type Shape = Search["shape"] | null;

const countOf = byShape((shape: Shape) =>
  statement(["companyId", ...SEARCH_VALUES], (value) =>
    build.select({ total: count() }).from(thirdParties).where(isFound(shape, value)),
  ),
);

const pageOf = byShape((shape: Shape) =>
  statement(["companyId", "limit", "offset", ...SEARCH_VALUES], ({ limit, offset, ...value }) =>
    build
      .select({ id, name, identificationType, identificationNumber, email, address })
      .from(thirdParties)
      .where(isFound(shape, value))
      .orderBy(foldedName, id)
      .limit(limit)
      .offset(offset),
  ),
);

function isFound(shape: Shape, { companyId, ...value }: SearchPlaceholders) {
  if (shape === null) return isReceiver(companyId);
  return and(isReceiver(companyId), sql`${id} IN (${buildThirdPartySearch(companyId, shape, value)})`);
}

/** Lists receivers. */
export async function listThirdParties(
  db: Database,
  companyId: number,
  search: string | null,
  page: PageWish,
): Promise<Listing<StoredThirdParty>> {
  const { shape, values } = search === null ? NO_SEARCH : readSearch(search);
  const limit = page.perPage;
  const offset = (page.page - 1) * page.perPage;
  const [counted, rows] = await db.batch([
    countOf(shape)({ companyId, ...values }),
    pageOf(shape)({ companyId, limit, offset, ...values }),
  ]);
  return { rows, total: counted[0]?.total ?? 0 };
}
