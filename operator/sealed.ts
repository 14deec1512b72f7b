// Names a sealed text of the database, for what reads it and for what tries a key on it.
import type { SealContext } from "../src/store/secret/vault.ts";

/** A sealed text of a row, and what it was sealed for. */
export interface Sealed {
  readonly table: "software" | "ranges" | "certificates" | "webhooks" | "webhooks-before";
  readonly context: SealContext;
  readonly text: string;
}
