// Describes the answers to a creation as schemas: a document whose state is final, one that is reserved, a rejection, and a fate
// that is not known yet.
import * as z from "zod";
import { STATES } from "../../domain/document/state.ts";
import { requestIdField } from "../app/error-schema.ts";
import type { Answer } from "../app/route.ts";
import { okFlag, oneOf, text } from "../field/reply-field.ts";
import { noticesField, pendingField, rejectionsField, replayField, verdictSchema } from "../field/verdict-schema.ts";

/** What the reference says of the answers about one kind of document. */
interface AnswerWords {
  /** In front of the names of the schemas. */
  readonly name: string;
  /** When each answer comes. */
  readonly replayed: string;
  readonly created: string;
  readonly reserved: string;
  readonly rejected: string;
  readonly uncertain: string;
  /** An example of `error`. */
  readonly error: string;
  /** An example of `message`. */
  readonly message: string;
  /** `request_status`. */
  readonly status: string;
  /** Whether a failure says `pending` beside `idempotent`, not last. */
  readonly isPendingEarly?: boolean;
}

const code = <const Code extends string>(value: Code) =>
  z.literal(value).meta({ description: "Código estable.", example: value });

/**
 * The answers of a creation.
 * @param facts what they say of the document.
 * @param extra what the version adds, also while there is no document yet.
 */
export function answersOf<Facts extends z.ZodRawShape, Extra extends z.ZodRawShape, DryRun extends z.ZodType>(
  words: AnswerWords,
  facts: Facts,
  extra: Extra,
  dryRun: DryRun,
) {
  const { settled, reserved, rejected, uncertain } = describeAnswers(words, facts, extra);
  return [
    { status: 200, description: words.replayed, schema: settled, headers: ["Idempotent-Replayed"] },
    { status: 200, description: "Ensayo (`dry_run=true`).", schema: dryRun },
    { status: 201, description: words.created, schema: settled },
    { status: 202, description: words.reserved, schema: reserved, headers: ["Retry-After", "Idempotent-Replayed"] },
    { status: 422, description: words.rejected, schema: rejected, headers: ["Idempotent-Replayed"] },
    { status: 502, description: words.uncertain, schema: uncertain },
  ] as const satisfies readonly Answer[];
}

/**
 * The same where a replay shows a rejection as it is, with `ok: true`.
 * @param shown when that answer comes.
 */
export function answersOfRecorded<Facts extends z.ZodRawShape, Extra extends z.ZodRawShape, DryRun extends z.ZodType>(
  words: AnswerWords & { readonly shown: string },
  facts: Facts,
  extra: Extra,
  dryRun: DryRun,
) {
  const [replayed, rehearsed, created, reserved, rejected, uncertain] = answersOf(words, facts, extra, dryRun);
  const { headers, ...fresh } = rejected;
  const shown = { status: 422, description: words.shown, schema: created.schema, headers } as const;
  return [replayed, rehearsed, created, reserved, fresh, shown, uncertain] as const satisfies readonly Answer[];
}

function describeAnswers<Facts extends z.ZodRawShape, Extra extends z.ZodRawShape>(
  { name, error, message, status, isPendingEarly = false }: AnswerWords,
  facts: Facts,
  extra: Extra,
) {
  const said = { authority: verdictSchema.optional(), notices: noticesField };
  const failure = {
    ok: okFlag(false),
    error: text("Qué pasó, en español.", error),
    request_id: requestIdField,
    // A member keeps the place where it stood first.
    ...(isPendingEarly ? { pending: pendingField } : {}),
    idempotent: replayField,
    ...facts,
  };
  const waiting = pendingField.meta({ example: true });
  return {
    settled: z
      .object({ ok: okFlag(true), pending: pendingField, idempotent: replayField, ...facts, ...said, ...extra })
      .meta({ id: `${name}Settled` }),
    reserved: z
      .object({
        ok: okFlag(true),
        pending: waiting,
        idempotent: replayField.meta({ example: true }),
        message: text("Qué hacer mientras no hay resultado final.", message),
        request_status: oneOf(STATES, status, "creating"),
        ...z.object(facts).partial().shape,
        notices: noticesField,
        ...extra,
      })
      .meta({ id: `${name}Reserved` }),
    rejected: z
      .object({
        ...failure,
        ...said,
        details: rejectionsField,
        code: code("document_rejected"),
        pending: pendingField,
        ...extra,
      })
      .meta({ id: `${name}Rejected` }),
    uncertain: z
      .object({
        ...failure,
        notices: noticesField,
        code: code("result_uncertain"),
        pending: isPendingEarly ? pendingField : waiting,
        ...extra,
      })
      .meta({ id: `${name}Uncertain` }),
  };
}
