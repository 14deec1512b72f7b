// Tests what the operator and the client read of a failure.
import { expect, it } from "vitest";
import { describeStatusError } from "../../src/api/status-error.ts";

it.each([
  ["unknown: timeout: no answer", "La autoridad no respondió a tiempo"],
  ["unknown: network: HTTP 200, body incomplete", "se cortó antes de una respuesta completa"],
  ["unknown: the instance that sent it ended before the answer", "El servicio se reinició"],
  ["unknown: fault: s:Receiver", "no dice qué pasó"],
  ["absent: 66", "no conoce el documento"],
  ["duplicate: rule 90", "ya había recibido"],
  ["processing: HTTP 200", "todavía procesa"],
  ["not-processed: InvalidSecurity", "antes de procesarlo"],
  ["number-taken: rule 90 names another document", "el número es de otro documento"],
  ["journal lost: perhaps sent", "recuperó el documento"],
  ["sign: VaultError: VAULT_KEY has no version 2", "Un paso interno falló"],
  ["archive: DeadlineError: R2 put took longer than 10000 ms", "Un paso interno falló"],
])("%s is shown in Spanish, without internals", (raw, part) => {
  const shown = describeStatusError(raw);
  expect(shown).toContain(part);
  expect(shown).toMatch(/^[A-ZÁÉÍÓÚ][^:]*\.$/);
});

it("nothing is shown when nothing went wrong", () => {
  expect(describeStatusError(null)).toBeNull();
});
