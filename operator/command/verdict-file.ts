// The files that a document's verdict rests on, answer and acknowledgement, into what is wrong with them.
import { createHash } from "node:crypto";
import { answerPath, responsePath } from "../../src/store/path.ts";
import { readAcknowledgement } from "./acknowledgement.ts";

/** A document with its time line, as D1 holds it. */
export interface JudgedDocument {
  readonly id: number;
  /** Null for imported documents, which nobody asked the authority about from here. */
  readonly issuance_name: string | null;
  readonly state: string;
  readonly fiscal_id: string | null;
  readonly xml_path: string | null;
  /** JSON. */
  readonly timeline: string | null;
  /** 1 when two operators' order to close it is on record. */
  readonly is_close_ordered: number;
}

export interface VerdictFault {
  readonly what: "missing-file" | "changed-file" | "false-verdict" | "spoiled-row";
  readonly detail: string;
}

export interface VerdictCheck {
  readonly faults: readonly VerdictFault[];
  /** Who signed the acknowledgement; null when the verdict came without one. */
  readonly signer: string | null;
}

interface Attempt {
  readonly id: string;
  readonly kind?: string;
  readonly outcome: string | null;
  readonly answerSha256: string | null;
}

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
  {
    id,
    issuance_name: name,
    state,
    fiscal_id: fiscalId,
    xml_path: xmlPath,
    timeline,
    is_close_ordered: isCloseOrdered,
  }: JudgedDocument,
): Promise<VerdictCheck | undefined> {
  const fault = (what: VerdictFault["what"], detail: string): VerdictCheck => ({
    faults: [{ what, detail: `document ${id}: ${detail}` }],
    signer: null,
  });
  const attempts = readAttempts(timeline);
  if (attempts === undefined) return fault("spoiled-row", "its time line cannot be read");
  const verdict = VERDICTS[state];
  if (verdict === undefined) return undefined;
  const attempt =
    attempts.find((one) => one.outcome === verdict.outcome && one.answerSha256 !== null) ??
    (state === "rechazado" ? findNumberTaken(attempts) : undefined);
  // The authority was never told of it: what proves its end is the order of two people, in the record of events.
  if (attempt === undefined && isClosed({ state, timeline, is_close_ordered: isCloseOrdered }))
    return { faults: [], signer: null };
  if (attempt === undefined) {
    return name === null ? undefined : fault("false-verdict", `it is ${state}, and no answer in its time line says so`);
  }
  // Without a path there is no signed file either, which is a finding of its own.
  if (xmlPath === null) return undefined;
  const answer = await readFile(answerPath(xmlPath, attempt.id));
  if (answer === undefined) return fault("missing-file", "the answer that settled it is not in the archive");
  if (createHash("sha256").update(answer).digest("hex") !== attempt.answerSha256)
    return fault("changed-file", "the answer that settled it has other bytes than when it came");
  const bytes = await readFile(responsePath(xmlPath, attempt.id));
  if (bytes === undefined) {
    const isCarried = /<(?:\w+:)?XmlBase64Bytes>[^<]/.test(Buffer.from(answer).toString("utf8"));
    return isCarried
      ? fault("missing-file", "its acknowledgement is not in the archive")
      : { faults: [], signer: null };
  }
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
  const at = attempts.findIndex((one) => one.outcome === "number-taken" && one.answerSha256 !== null);
  const isConfirmed = attempts
    .slice(at + 1)
    .some(({ kind, outcome }) => kind === "status" && (outcome === "absent" || outcome === "number-taken"));
  return isConfirmed ? attempts[at] : undefined;
}

/** Whether two people closed a document that never left: so its time line, and so the record of events. */
export function isClosed({
  state,
  timeline,
  is_close_ordered: isOrdered,
}: Pick<JudgedDocument, "state" | "timeline" | "is_close_ordered">): boolean {
  return state === "rechazado" && isOrdered === 1 && readChanges(timeline).at(-1)?.event === "operator-close";
}

/** The changes of a time line, none where there is no time line or it is spoiled. */
function readChanges(timeline: string | null): readonly { readonly event?: string }[] {
  return readList(timeline, "changes") ?? [];
}

/** The attempts of a time line, none where there is no time line; undefined when it is spoiled. */
function readAttempts(timeline: string | null): readonly Attempt[] | undefined {
  return readList<Attempt>(timeline, "attempts");
}

function readList<Entry>(timeline: string | null, name: "attempts" | "changes"): readonly Entry[] | undefined {
  try {
    const read = JSON.parse(timeline ?? "{}") as Readonly<Record<string, unknown>> | null;
    const list = read?.[name] ?? [];
    return Array.isArray(list) ? (list as Entry[]) : undefined;
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}
