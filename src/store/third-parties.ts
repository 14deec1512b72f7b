// A company into the receivers that its invoices have named (contract 4.3), by name, one page of all or of a search.
import { type Database, readBatch } from "./database.ts";
import type { StoredThirdParty } from "./documents.ts";
import type { Listing, PageWish } from "./listing.ts";
import { buildThirdPartySearch } from "./search.ts";

const COLUMNS = `id, name, identification_type AS identificationType, identification_number AS identificationNumber,
  email, address`;

/** Lists receivers. */
export async function listThirdParties(
  db: Database,
  companyId: number,
  search: string | null,
  page: PageWish,
): Promise<Listing<StoredThirdParty>> {
  const found = search === null ? null : buildThirdPartySearch(search, 2);
  const where = `company_id = ?1 AND module = 'fe'${found === null ? "" : ` AND id IN (${found.sql})`}`;
  const values = [companyId, ...(found?.values ?? [])];
  const limit = ` LIMIT ${page.perPage} OFFSET ${(page.page - 1) * page.perPage}`;
  const [counted, rows] = await readBatch(db, [
    db.prepare(`SELECT count(*) AS total FROM third_parties WHERE ${where}`).bind(...values),
    db.prepare(`SELECT ${COLUMNS} FROM third_parties WHERE ${where} ORDER BY folded_name, id${limit}`).bind(...values),
  ]);
  const [count] = (counted ?? []) as readonly { readonly total: number }[];
  return { rows: (rows ?? []) as StoredThirdParty[], total: count?.total ?? 0 };
}
