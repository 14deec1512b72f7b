// Defines how a request names what a sentence is about.
import type { Draft } from "../../domain/draft/draft.ts";
import type { FieldPath } from "../../domain/refusal/problem.ts";
import type { Tells } from "../base/disclosure.ts";

/** How a request names the things that the domain reports on. */
export interface Naming {
  /** v2: refuses what v1 only remarks on, and lists every code of a short list where v1 gives examples. */
  readonly isStrict?: boolean;
  readonly kind: Draft["kind"];
  /** A place in the draft as the client spelled it: `items.0.codigo`. */
  readonly spell: (field: FieldPath) => string;
  /** It is about a ticket, whose draft is that of an invoice. */
  readonly isTicket?: boolean;
  /** The document is a note; `kind` is then that of what it corrects. */
  readonly isNote?: boolean;
  /** Which parts of the corrected document its sender is told; absent: all. */
  readonly tells?: Tells;
}

/** Whether a sentence may say a part of the corrected document. */
export function maySay({ tells }: Pick<Naming, "tells">, part: Parameters<Tells>[0]): boolean {
  return tells === undefined || tells(part);
}

/** What a sentence is written with. */
export interface Context extends Naming {
  /** The place as the client spelled it; empty: the document as a whole. */
  readonly path: string;
  /** How most sentences begin: "El campo `items.0.codigo`". */
  readonly subject: string;
}
