// Checks the files that a document's verdict rests on: the answer of the authority and its acknowledgement.
import { createHash } from "node:crypto";
import { z } from "zod";
import { readCarriedResponse } from "../../src/authority/outcome.ts";
import { isDenial } from "../../src/domain/document/timeline.ts";
import { findAnswer } from "../../src/store/archive/snapshot.ts";
import type { documents } from "../../src/store/base/schema.ts";
import { readStored } from "../../src/store/base/stored-form.ts";
import { readAcknowledgement } from "./acknowledgement.ts";

type DocumentRow = typeof documents.$inferSelect;

/** A document as D1 holds it; `issuanceName` is null for imported ones, which the authority was not asked about from here. */
export type JudgedDocument = Readonly<
  Pick<DocumentRow, "id" | "issuanceName" | "state" | "fiscalId" | "xmlPath"> & {
    /** Its time line as it stands in the row: somebody may have spoiled it. */
    timeline: string | null;
    /** Whether two operators' order to close it is on record. */
    isCloseOrdered: boolean;
  }
>;

export interface VerdictFault {
  readonly what: "missing-file" | "changed-file" | "false-verdict" | "spoiled-row";
  readonly detail: string;
}

export interface VerdictCheck {
  readonly faults: readonly VerdictFault[];
  /** Who signed the acknowledgement; null when the verdict came without one. */
  readonly signer: string | null;
}

const TIMELINE = z
  .object({
    changes: z.array(z.object({ event: z.string() })).default([]),
    attempts: z
      .array(
        z.object({
          id: z.string(),
          kind: z.enum(["send", "status", "status-zip"]).default("send"),
          outcome: z.string().nullish(),
          answerSha256: z.string().nullish(),
        }),
      )
      .default([]),
  })
  .nullable()
  .transform((timeline) => timeline ?? { changes: [], attempts: [] });

type ReadTimeline = z.output<typeof TIMELINE>;
type Attempt = ReadTimeline["attempts"][number];

/** Which outcome brings which state, and what its acknowledgement must say. */
const VERDICTS: Readonly<Record<string, { readonly outcome: string; readonly responseCode: string }>> = {
  aceptado: { outcome: "accepted", responseCode: "02" },
  rechazado: { outcome: "rejected", responseCode: "04" },
};

/**
 * Checks the answer that brought a terminal state against the digest that was noted when it came, and the
 * acknowledgement in it: signature, document, verdict.
 * @returns undefined for a document that is not settled, or was imported.
 */
export async function checkVerdict(
  readFile: (path: string) => Promise<Uint8Array | undefined>,
  document: JudgedDocument,
): Promise<VerdictCheck | undefined> {
  const { id, state, fiscalId, xmlPath } = document;
  const fault = (what: VerdictFault["what"], detail: string): VerdictCheck => ({
    faults: [{ what, detail: `document ${id}: ${detail}` }],
    signer: null,
  });
  const timeline = readTimeline(document.timeline);
  if (timeline === undefined) return fault("spoiled-row", "its time line cannot be read");
  const verdict = VERDICTS[state];
  if (verdict === undefined) return undefined;
  const { attempts } = timeline;
  const attempt =
    attempts.find((one) => one.outcome === verdict.outcome && hasAnswer(one)) ??
    (state === "rechazado" ? findNumberTaken(attempts) : undefined);
  // What proves its end is the order of two people, in the record of events; of one that was sent, a denial as well.
  if (attempt === undefined && isClosed(document)) {
    const denial = findDenial(attempts);
    if (denial === undefined || xmlPath === null) return { faults: [], signer: null };
    const answer = await findAnswer(readFile, xmlPath, denial.id);
    if (answer === undefined)
      return fault("missing-file", "the answer after which it was closed is not in the archive");
    return hashOf(answer) === denial.answerSha256
      ? { faults: [], signer: null }
      : fault("changed-file", "the answer after which it was closed has other bytes than when it came");
  }
  if (attempt === undefined) {
    return document.issuanceName === null
      ? undefined
      : fault("false-verdict", `it is ${state}, and no answer in its time line says so`);
  }
  // Without a path there is no signed file either, which is a finding of its own.
  if (xmlPath === null) return undefined;
  const answer = await findAnswer(readFile, xmlPath, attempt.id);
  if (answer === undefined)
    return fault(
      "missing-file",
      `the answer that settled it is not in the archive, below ${xmlPath.replace(/\.xml$/, "/")}`,
    );
  if (hashOf(answer) !== attempt.answerSha256)
    return fault("changed-file", "the answer that settled it has other bytes than when it came");
  const bytes = readCarriedResponse(attempt.kind, answer);
  if (bytes === null) return { faults: [], signer: null };
  const read = readAcknowledgement(bytes);
  if (read.type === "unsound") return fault("false-verdict", read.why);
  const { facts, signer } = read;
  const isAboutUs = attempt.outcome === verdict.outcome;
  if (
    facts !== null &&
    ((facts.documentKey === fiscalId) !== isAboutUs || (isAboutUs && facts.responseCode !== verdict.responseCode))
  )
    return fault(
      "false-verdict",
      `its acknowledgement says ${facts.responseCode} of ${facts.documentKey.slice(0, 20)}…`,
    );
  return { faults: [], signer };
}

/** The answer that the number is another document's, confirmed by a later question: that document's acknowledgement may come with it. */
function findNumberTaken(attempts: readonly Attempt[]): Attempt | undefined {
  const at = attempts.findIndex((one) => one.outcome === "number-taken" && hasAnswer(one));
  const isConfirmed = attempts
    .slice(at + 1)
    .some(({ kind, outcome }) => kind === "status" && (outcome === "absent" || outcome === "number-taken"));
  return isConfirmed ? attempts[at] : undefined;
}

/** The last answer to a question about a document that two people closed; undefined where it was never sent. */
function findDenial(attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.findLast((one) => one.kind === "status" && isDenial(one.outcome ?? null) && hasAnswer(one));
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function hasAnswer({ answerSha256 }: Attempt): boolean {
  return typeof answerSha256 === "string";
}

/** Whether two people closed a document: so its time line, and so the record of events. */
export function isClosed({
  state,
  timeline,
  isCloseOrdered,
}: Pick<JudgedDocument, "state" | "timeline" | "isCloseOrdered">): boolean {
  return state === "rechazado" && isCloseOrdered && readTimeline(timeline)?.changes.at(-1)?.event === "operator-close";
}

/** A time line, empty where there is none; undefined when it is spoiled. */
function readTimeline(text: string | null): ReadTimeline | undefined {
  try {
    const read = TIMELINE.safeParse(text === null ? null : readStored(text));
    return read.success ? read.data : undefined;
  } catch (cause) {
    // No JSON, or nothing that was packed.
    if (cause instanceof Error) return undefined;
    throw cause;
  }
}
