// Lists the receivers that the invoices of a company have named, by name, one page of all or of a search.
import { and, asc, desc, eq, sql } from "drizzle-orm";
import { build, byShape, type Database, findOne, run, statement } from "../base/db.ts";
import { thirdParties, thirdPartyCounts } from "../base/schema.ts";
import { DEEP_OFFSET, DEEPEST_OFFSET, type Listing, PageTooDeepError } from "./document-list.ts";
import type { PageWish } from "./invoice-list.ts";
import {
  isPartyOf,
  NO_SEARCH,
  readSearch,
  SEARCH_MOST,
  SEARCH_VALUES,
  type Search,
  type SearchPlaceholders,
  writeParties,
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

/** So many receivers a search shows at most. */
const MOST = SEARCH_MOST.names;

const countOf = byShape((shape: Shape) =>
  statement(["companyId", ...SEARCH_VALUES], (value) => {
    const { companyId, module, total } = thirdPartyCounts;
    if (shape === null) {
      return build
        .select({ total, isBroad: sql<number>`0`.as("isBroad") })
        .from(thirdPartyCounts)
        .where(and(eq(companyId, value.companyId), eq(module, sql`'fe'`)));
    }
    const names = sql`(SELECT count(*) FROM candidate) >= ${sql.raw(`${MOST}`)}`;
    return build
      .select({
        total: sql<number>`min(total, ${sql.raw(`${MOST}`)})`.as("total"),
        isBroad: sql<number>`is_broad`.as("isBroad"),
      })
      .from(sql`(WITH ${writeParties("fe", shape, value, { isSigned: false, most: MOST + 1 })}
        SELECT (SELECT count(*) FROM party) AS total, (SELECT count(*) FROM party) > ${sql.raw(`${MOST}`)} OR ${names} AS is_broad)`);
  }),
);

const pageOf = byShape(({ shape, isBackward }: { readonly shape: Shape; readonly isBackward: boolean }) =>
  statement(["companyId", "limit", "offset", ...SEARCH_VALUES], ({ limit, offset, ...value }) => {
    const order = isBackward ? [desc(foldedName), desc(id)] : [asc(foldedName), asc(id)];
    return build
      .select({ id, name, identificationType, identificationNumber, email, address })
      .from(thirdParties)
      .where(isFound(shape, value))
      .orderBy(...order)
      .limit(limit)
      .offset(offset);
  }),
);

function isFound(shape: Shape, value: SearchPlaceholders) {
  const isMine = isPartyOf(value.companyId, "fe");
  if (shape === null) return isMine;
  return and(
    isMine,
    sql`${id} IN (WITH ${writeParties("fe", shape, value, { isSigned: false, most: MOST })} SELECT id FROM party)`,
  );
}

/**
 * Lists receivers.
 * @throws PageTooDeepError
 */
export async function listThirdParties(
  db: Database,
  companyId: number,
  search: string | null,
  { page, perPage: limit }: PageWish,
): Promise<Listing<StoredThirdParty>> {
  const { shape, values } = search === null ? NO_SEARCH : readSearch(search);
  const offset = (page - 1) * limit;
  const counting = countOf(shape)({ companyId, ...values });
  const cut = (isBackward: boolean, most: number, start: number) =>
    pageOf({ shape, isBackward })({ companyId, limit: most, offset: start, ...values });
  if (offset < DEEP_OFFSET) {
    const [counted, rows] = await db.batch([counting, cut(false, limit, offset)]);
    const isBroad = counted[0]?.isBroad === 1;
    return { rows, total: counted[0]?.total ?? 0, narrowing: isBroad ? { horizon: null, isBroad } : null };
  }
  const total = (await findOne(db, counting))?.total ?? 0;
  if (offset >= total) return { rows: [], total, narrowing: null };
  const most = Math.min(limit, total - offset);
  const isNear = offset <= total / 2;
  const distance = isNear ? offset : total - offset - most;
  if (distance > DEEPEST_OFFSET) throw new PageTooDeepError("a page far from both ends");
  const rows = await run(db, cut(!isNear, most, distance));
  return { rows: isNear ? rows : rows.toReversed(), total, narrowing: null };
}
