// Reads what a row knows of an environment of the authority, whichever version of the service wrote it.
import * as z from "zod";
import { type BrakeState, RELEASED } from "../../domain/document/brake.ts";

const atMs = z.number();
const companyId = z.int();

const FORM = z.strictObject({
  failures: z.array(atMs),
  lostSendings: z.array(z.strictObject({ atMs, companyId })),
  outage: z
    .strictObject({
      sinceMs: atMs,
      answersSinceMs: atMs.nullable(),
      probeAtMs: atMs,
      tries: z.int(),
      onlyOf: companyId.nullable(),
    })
    .nullable(),
  backSince: atMs.nullable(),
  heldFrom: atMs.nullable(),
  heldOwn: z.strictObject({ companyId, fromMs: atMs }).nullable(),
}) satisfies z.ZodType<BrakeState>;

/** In another form, as another version writes it, it says nothing: a document that could not be judged would never leave. */
export function readBrakeState(text: string): BrakeState {
  return FORM.safeParse(JSON.parse(text)).data ?? RELEASED;
}
