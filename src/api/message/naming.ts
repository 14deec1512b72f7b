// Defines how a request names what a sentence is about.
import type { Draft } from "../../domain/draft.ts";
import type { FieldPath } from "../../domain/refusal/problem.ts";

/** How a request names the things that the domain reports on. */
export interface Naming {
  /** v2: refuses what v1 only remarks on, and lists every code of a short list where v1 gives examples. */
  readonly isStrict?: boolean;
  readonly kind: Draft["kind"];
  /** A place in the draft as the client spelled it: `items.0.codigo`. */
  readonly spell: (field: FieldPath) => string;
  /** The names by which a note's client sent what a refusal may be about. */
  readonly noteWords?: NoteWords;
}

/** Members of a note that have several names. */
export interface NoteWords {
  /** What it corrects: `factura_id` or `factura`, `documento_id` or `documento`. */
  readonly id: string;
  readonly withholdings: string;
}
