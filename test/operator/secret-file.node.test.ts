// Tests the file of secrets: what stands in it stays as it was, and only its owner reads it.
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readSecretFile, writeSecret } from "../../operator/deployment.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "secret-file-"));
  path = join(folder, ".dev.vars");
});
afterEach(() => rmSync(folder, { recursive: true }));

it("a secret that is written leaves the others as they are, quotation marks, backslashes and new lines too", () => {
  const lines = [`OBJECT='{"a": 1}'`, "WINDOWS='C:\\new'", 'APOSTROPHE="d\'Or"', 'PEM="one\ntwo"', "# a remark"];
  writeFileSync(path, `${lines.join("\n")}\n`);
  const before = readSecretFile(path);
  expect(before).toEqual({ OBJECT: '{"a": 1}', WINDOWS: "C:\\new", APOSTROPHE: "d'Or", PEM: "one\ntwo" });
  writeSecret(path, "ONE", "1");
  expect(readSecretFile(path)).toEqual({ ...before, ONE: "1" });
});

it("only its owner reads it, also where others could before, and nothing is left beside it", () => {
  writeFileSync(path, "ONE=1\n", { mode: 0o644 });
  writeSecret(path, "TWO", "2");
  expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
  expect(readdirSync(folder)).toEqual([".dev.vars"]);
});

it("a value that no quotation marks can hold is refused, and the file stays", () => {
  writeSecret(path, "ONE", "1");
  expect(() => writeSecret(path, "TWO", "\"'`")).toThrow("TWO holds every kind of quotation mark");
  expect(readSecretFile(path)).toEqual({ ONE: "1" });
});
