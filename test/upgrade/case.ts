// Lists where a document may stand when a new version of the service takes over: every state, as each crash point leaves it.
import type { CrashPoint } from "../support/issuance-object.ts";

export interface FrozenCase {
  readonly title: string;
  /** Tag of the pretend authority in the counterpart's name. */
  readonly tag: string;
  readonly environment: "produccion" | "habilitacion";
  /** Where the instance died; without it the document goes on to its end. */
  readonly crash?: CrashPoint;
  /** The authority has processed the document: it must know it again when the document is thawed. */
  readonly isKnown: boolean;
  /** Where the test that thaws it must bring it. */
  readonly end: "aceptado" | "rechazado" | "send_unknown";
}

const at = (point: string, visit = 1): CrashPoint => ({ point, visit, writes: "saved" });
const production = { tag: "", environment: "produccion", isKnown: false, end: "aceptado" } as const;

export const FROZEN_CASES: readonly FrozenCase[] = [
  { ...production, title: "reserved", crash: at("ledger.allocate before") },
  { ...production, title: "numbered", crash: at("signer.sign before") },
  { ...production, title: "firmado", crash: at("archive.putOnce before") },
  { ...production, title: "firmado, archived", crash: at("archive.putOnce after") },
  { ...production, title: "sending", crash: at("authority.send after"), isKnown: true },
  { ...production, title: "sending, never left", crash: at("authority.send before"), end: "send_unknown" },
  {
    ...production,
    title: "enviado",
    environment: "habilitacion",
    crash: at("authority.askStatusZip before"),
    isKnown: true,
  },
  { ...production, title: "en_proceso", tag: "#proceso", crash: at("authority.askStatus before"), isKnown: true },
  { ...production, title: "en_proceso_http", tag: "#silencio", crash: at("ledger.project before"), isKnown: true },
  { ...production, title: "send_unknown", tag: "#perdido", end: "send_unknown" },
  { ...production, title: "aceptado, not shown", crash: at("ledger.project before"), isKnown: true },
  { ...production, title: "aceptado, answers not archived", crash: at("archive.putOnce before", 2), isKnown: true },
  { ...production, title: "aceptado", isKnown: true },
  { ...production, title: "rechazado", tag: "#rechazo", isKnown: true, end: "rechazado" },
];
