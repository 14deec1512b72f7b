// Says why a search found nothing, by what its text looks like.
import { type Database, run } from "../../src/store/base/db.ts";
import { selectNumberOwners } from "./document-search.ts";

/** Digits of a CUFE or CUDE. */
const FISCAL_DIGITS = 96;
/** More hexadecimal digits in a row than anything else has. */
const LIKE_FISCAL_ID = /^[0-9a-f]{41,}$/i;
/** A prefix and a number. */
const LIKE_NUMBER = /^[A-Z][A-Z0-9]{0,3}\d{1,10}$/;
const DAY = /^(?:\d{4}-\d\d-\d\d|\d{1,2}\/\d{1,2}\/\d{4})$/;
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** Why a text finds nothing anywhere; undefined where that is not to be seen. */
export async function explainMiss(databases: readonly Database[], text: string): Promise<string | undefined> {
  const bare = text.replaceAll(/\s/g, "");
  if (LIKE_FISCAL_ID.test(bare) && bare.length !== FISCAL_DIGITS) {
    return `a CUFE or CUDE has ${FISCAL_DIGITS} hexadecimal digits, and this has ${bare.length}`;
  }
  if (ADDRESS.test(text)) return "none is found by an e-mail address";
  if (DAY.test(text)) return "`operator document list --from DAY --to DAY` lists those of a day";
  if (/^\d+$/.test(bare)) {
    return "digits alone find an id or the number of a counterparty; the number of a document has its prefix before it";
  }
  const number = bare.replaceAll("-", "").toUpperCase();
  if (!LIKE_NUMBER.test(number)) return undefined;
  const owners = await Promise.all(databases.map((db) => run(db, selectNumberOwners(number))));
  return owners.flat().length > 0 ? undefined : `no range or series has a prefix with which ${number} begins`;
}
