// Defines what the body of a creation is read into, whichever document it asks for.

import type { HandOverWish } from "../../domain/document/hand-over.ts";
import type { Metadata } from "../../domain/document/metadata.ts";
import type { Problem } from "../../domain/refusal/problem.ts";
import type { JsonValue } from "../../domain/value/json.ts";
import type { IssueResult } from "../../issuance/contract/command.ts";
import type { Detail } from "../base/error.ts";
import type { Naming } from "../message/naming.ts";

/** A request as read: the draft, or its problems; and what its fingerprint and its messages need. */
export interface ReadRequest<Draft> {
  readonly draft: Draft | undefined;
  /** What v2 keeps with the document; null where nothing came. */
  readonly metadata: Metadata | null;
  /** What it says of the e-mail to the buyer; null where it says nothing. */
  readonly handOver: HandOverWish | null;
  /** Problems of shape. */
  readonly typeErrors: readonly Detail[];
  /** Members that are not used, as the client spells them. */
  readonly unused: readonly Detail[];
  /** Values that were read and may not have been meant, as the client spells them; none in v1. */
  readonly remarks: readonly Detail[];
  /** The whole payload under canonical names, defaults not filled; decimal texts are the numbers that they write. */
  readonly canonical: JsonValue;
  readonly naming: Naming;
}

/** A request without problems, and what the client should look at again. */
export interface SoundRequest<Draft> extends Pick<ReadRequest<Draft>, "metadata" | "handOver" | "naming"> {
  readonly draft: Draft;
  readonly doubts: readonly Problem[];
}

/** The same with the body that it was read from, which is many times as large as its text: nothing may wait while it is held. */
export interface ReadSound<Draft> extends SoundRequest<Draft>, Pick<ReadRequest<Draft>, "canonical"> {}

/** @throws Error where a body without problems gave no draft: a bug of ours. */
export function toSound<Draft>(
  { draft, metadata, handOver, canonical, naming }: ReadRequest<Draft>,
  findDoubts: (draft: Draft) => readonly Problem[],
): ReadSound<Draft> {
  if (draft === undefined) throw new Error("a body without problems gave no draft");
  return { draft, metadata, handOver, canonical, naming, doubts: findDoubts(draft) };
}

/** What became of a request. */
export interface Created<Draft> {
  readonly request: SoundRequest<Draft>;
  readonly key: string | null;
  readonly result: IssueResult;
}
