// Says where a client of v2 sells, branch and till, in answers.

/** Most characters of the name of a till. */
export const TILL_MOST = 40;
/** Most characters of the code of a branch. */
export const ESTABLISHMENT_MOST = 20;

/** The members of every answer of v2 that shows a document. */
export function toPointOfSale({
  establishment,
  till,
}: {
  readonly establishment: string | null;
  readonly till: string | null;
}) {
  return { establecimiento: establishment, caja: till };
}
