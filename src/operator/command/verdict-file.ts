// The files that a document's verdict rests on, answer and acknowledgement, into what is wrong with them.
import { createHash } from "node:crypto";
import { readAcknowledgement } from "./acknowledgement.ts";

/** A document with its time line, as D1 holds it. */
export interface JudgedDocument {
  readonly id: number;
  readonly state: string;
  readonly fiscal_id: string | null;
  readonly xml_path: string | null;
  /** JSON. */
  readonly timeline: string | null;
}

export interface VerdictFault {
  readonly what: "missing-file" | "changed-file" | "false-verdict";
  readonly detail: string;
}

export interface VerdictCheck {
  readonly faults: readonly VerdictFault[];
  /** Who signed the acknowledgement; null when the verdict came without one. */
  readonly signer: string | null;
}

interface Attempt {
  readonly id: string;
  readonly outcome: string | null;
  readonly answerSha256: string | null;
}

/** Which outcome brings which state, and what its acknowledgement must say (authority/README 5). */
const VERDICTS: Readonly<Record<string, { readonly outcome: string; readonly responseCode: string }>> = {
  aceptado: { outcome: "accepted", responseCode: "02" },
  rechazado: { outcome: "rejected", responseCode: "04" },
};

/**
 * Checks the answer that brought a terminal state against the digest that was noted when it came, and the
 * acknowledgement in it: signature, document, verdict.
 * @returns undefined for a document whose row names no such answer: it is not settled, or was imported.
 */
export async function checkVerdict(
  readFile: (path: string) => Promise<Uint8Array | undefined>,
  { id, state, fiscal_id: fiscalId, xml_path: xmlPath, timeline }: JudgedDocument,
): Promise<VerdictCheck | undefined> {
  const verdict = VERDICTS[state];
  const { attempts = [] } = JSON.parse(timeline ?? "{}") as { readonly attempts?: readonly Attempt[] };
  const attempt = attempts.find((one) => one.outcome === verdict?.outcome && one.answerSha256 !== null);
  if (verdict === undefined || attempt === undefined || xmlPath === null) return undefined;
  const path = `${xmlPath.replace(/\.xml$/, "")}/${attempt.id}`;
  const fault = (what: VerdictFault["what"], detail: string): VerdictCheck => ({
    faults: [{ what, detail: `document ${id}: ${detail}` }],
    signer: null,
  });
  const answer = await readFile(`${path}.answer.xml`);
  if (answer === undefined) return fault("missing-file", "the answer that settled it is not in the archive");
  if (createHash("sha256").update(answer).digest("hex") !== attempt.answerSha256)
    return fault("changed-file", "the answer that settled it has other bytes than when it came");
  const bytes = await readFile(`${path}.application-response.xml`);
  if (bytes === undefined) {
    const isCarried = /<(?:\w+:)?XmlBase64Bytes>[^<]/.test(Buffer.from(answer).toString("utf8"));
    return isCarried
      ? fault("missing-file", "its acknowledgement is not in the archive")
      : { faults: [], signer: null };
  }
  const read = readAcknowledgement(bytes);
  if (read.type === "unsound") return fault("false-verdict", read.why);
  const { facts, signer } = read;
  if (facts !== null && (facts.documentKey !== fiscalId || facts.responseCode !== verdict.responseCode))
    return fault(
      "false-verdict",
      `its acknowledgement says ${facts.responseCode} of ${facts.documentKey.slice(0, 20)}…`,
    );
  return { faults: [], signer };
}
