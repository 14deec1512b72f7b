// Tests how the last error of a document is kept as text, read back, and written for the client.
import { expect, it } from "vitest";
import { describeLastError } from "../../src/api/message/document.ts";
import type { LastErrorReason } from "../../src/domain/document/timeline.ts";
import { parseLastError, printLastError } from "../../src/store/base/stored-form.ts";

/** Texts that releases have kept so far. */
const TEXTS: readonly (readonly [string, string | null, LastErrorReason, string])[] = [
  ["unknown: timeout: no answer", null, "timeout", "La autoridad no respondió a tiempo"],
  ["unknown: network: HTTP 200, body incomplete", null, "network", "se cortó antes de una respuesta completa"],
  ["unknown: network", null, "network", "se cortó antes de una respuesta completa"],
  ["unknown: the instance that sent it ended before the answer", null, "instance-ended", "El servicio se reinició"],
  ["unknown: fault: s:Receiver", null, "unknown", "no dice qué pasó"],
  ["absent: 66", null, "absent", "no conoce el documento"],
  ["duplicate: rule 90", null, "duplicate", "ya había recibido"],
  ["processing: HTTP 200", null, "processing", "todavía procesa"],
  ["not-processed: status 89: no autorizado: NIT …123.", null, "not-processed", "antes de procesarlo"],
  ["number-taken: rule 90 names another document", null, "number-taken", "el número es de otro documento"],
  ["closed: another document has its number; it was never sent", null, "closed", "se cerró sin enviarse"],
  ["file lost: missing-file", null, "file-lost", "debe reponerlo"],
  ["journal lost: perhaps sent", null, "journal-lost", "recuperó el documento"],
  ["held: the authority is down", null, "held", "cuando responda"],
  ["archive: other bytes at the path", "archive", "other-bytes", "Un paso interno falló"],
  ["sign: VaultError: VAULT_KEY has no version 2", "sign", "step-failed", "Un paso interno falló"],
  ["archive: DeadlineError: R2 put took longer than 10000 ms", "archive", "step-failed", "Un paso interno falló"],
  ["a text that no release wrote", null, "step-failed", "Un paso interno falló"],
];

it.each(TEXTS)(
  "%s is read back, kept to the letter, and written in Spanish without our insides",
  (text, step, reason, part) => {
    const error = parseLastError(text);
    expect(error).toMatchObject({ step, reason });
    expect(printLastError(error)).toBe(text);
    const sentence = describeLastError(error);
    expect(sentence).toContain(part);
    expect(sentence).toMatch(/^[A-ZÁÉÍÓÚ][^:]*(?:: su número es de otro documento de la empresa)?\.$/);
  },
);

it("every reason has a text of its own", () => {
  expect(new Set(TEXTS.map(([, , reason]) => reason)).size).toBe(15);
});

it("is nothing when nothing went wrong", () => {
  expect(parseLastError(null)).toBeNull();
  expect(printLastError(null)).toBeNull();
  expect(describeLastError(null)).toBeNull();
});
