// Defines an example of the reference: a request as a client writes it, what must be true before it, and its exact answer.

import type { ApiVersion } from "../../src/api/base/version.ts";
import { translateBody } from "../../src/api/message/translate.ts";

/** The day on which every example takes place; tests move all dates by the distance to the present. */
export const EXAMPLE_DATE = "2026-03-02";

/** What keeps a company from issuing anything. */
export type CompanyTrouble = "suspended" | "plan-used-up" | "old-certificate";

/** What must be true before the request, beyond a company with everything. */
export type Given =
  /** The same key and body was sent before. */
  | { readonly type: "sent-before" }
  /** The same key was sent before with another body. */
  | { readonly type: "sent-otherwise"; readonly body: object }
  /** The same request is on its way at the same time. */
  | { readonly type: "in-flight" }
  /** A document exists whose id stands in the path as `doc_id`; where a note is given, that of the note on it. */
  | {
      readonly type: "issued";
      readonly body: object;
      readonly note?: object;
      /** The service and the company hand documents over, by links and by e-mail. */
      readonly isHandedOver?: boolean;
      /** An order by e-mail that was sent before, and has arrived. */
      readonly mailed?: object;
      /** The same request was sent before. */
      readonly isRepeated?: boolean;
      /** Another body was sent before under the same key. */
      readonly otherwise?: object;
    }
  | { readonly type: "branches" }
  /** A webhook stands in the path as `webhook_id`, to which a change was delivered. */
  | { readonly type: "webhook" }
  /** A document was issued whose id stands in the note's body as 1042. */
  | {
      readonly type: "corrects";
      readonly body: object;
      /** An earlier note on it, of the same type. */
      readonly after?: object;
      /** 1042 is the id of that note. */
      readonly isOfNote?: boolean;
      /** The note was sent before. */
      readonly isRepeated?: boolean;
      /** False: the company has no series of notes. */
      readonly hasSeries?: boolean;
      /** The operation of that earlier note, where it is another one. */
      readonly afterBy?: string;
      /** What became of the company since the document was issued. */
      readonly then?: CompanyTrouble;
      /** The note's key was sent before with this. */
      readonly otherwise?: object;
      /** The same note is on its way at the same time. */
      readonly isInFlight?: boolean;
    }
  /** An invoice that the authority has accepted, and that is not kept here, is the note's `factura`. */
  | { readonly type: "issued-elsewhere"; readonly body: object }
  | { readonly type: "no-token" }
  | { readonly type: "other-company" }
  | { readonly type: "scopes"; readonly scopes: readonly string[] }
  | { readonly type: "modules"; readonly modules: readonly ("fe" | "dse" | "dee")[] }
  | { readonly type: CompanyTrouble }
  | { readonly type: "no-range"; readonly scopes?: readonly string[] }
  | { readonly type: "old-range" }
  | { readonly type: "used-range" }
  /** The company sells nothing above five tax units by ticket. */
  | { readonly type: "no-large-tickets" };

/** An example that is executed: a test sends the request and compares the answer member by member. */
export interface ExampleRequest {
  /** Where it is shown; absent: in every version of the API. */
  readonly versions?: readonly ApiVersion[];
  readonly operationId: string;
  /** kebab-case, unique. */
  readonly name: string;
  /** Spanish, shown by the page. */
  readonly summary: string;
  readonly given?: Given;
  readonly query?: string;
  /** Idempotency key: one of its own unless given, none when null. */
  readonly key?: string | null;
  /** Id in the path, for examples that need no document. */
  readonly docId?: number | string;
  /** Name of the file in the path. */
  readonly file?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object, or text for a body that is not JSON. */
  readonly body?: object | string;
}

/** What came back, with ids, hashes and times replaced by fixed ones. */
export interface ExampleAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

export interface Example extends ExampleRequest {
  readonly answer: ExampleAnswer;
}

/** What the service answers to the same request with `Accept-Language: en`. */
export function sayInEnglish(answer: ExampleAnswer): ExampleAnswer {
  return { ...answer, body: translateBody(answer.body) };
}
