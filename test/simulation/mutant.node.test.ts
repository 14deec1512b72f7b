// Tests that every planted bug still fits the source that it is planted in: one that does not would never be found.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { OVERLOAD_MUTANTS } from "../overload/mutant-list.ts";
import { FEED_MUTANTS } from "./mutant-feed-list.ts";
import { MUTANTS } from "./mutant-list.ts";
import { MOVE_MUTANTS } from "./mutant-move-list.ts";
import { NOTE_MUTANTS } from "./mutant-note-list.ts";
import { OUTAGE_MUTANTS } from "./mutant-outage-list.ts";
import { TICKET_MUTANTS } from "./mutant-ticket-list.ts";
import { TROUBLE_MUTANTS } from "./mutant-trouble-list.ts";
import { checkEdit, edit, plantEdits } from "./plant.ts";
import { SOURCE_ROOT } from "./system.ts";

const FOLDERS = [SOURCE_ROOT, resolve(SOURCE_ROOT, "../operator/move")];
const BUGS = [
  ...MUTANTS,
  ...TROUBLE_MUTANTS,
  ...NOTE_MUTANTS,
  ...TICKET_MUTANTS,
  ...FEED_MUTANTS,
  ...MOVE_MUTANTS,
  ...OVERLOAD_MUTANTS,
  ...OUTAGE_MUTANTS,
];

it.each(BUGS)("the planted bug fits the source: $name", ({ edits }) => {
  for (const one of edits) checkEdit(FOLDERS, one);
});

describe("a bug is planted", () => {
  const plant = (text: string, find: string, imports: readonly string[] = []) => {
    const folder = mkdtempSync(join(tmpdir(), "plant-"));
    try {
      mkdirSync(join(folder, "a/b"), { recursive: true });
      writeFileSync(join(folder, "a/b/one.ts"), text);
      writeFileSync(join(folder, "a/other.ts"), "export const borrowed = 1;\n");
      plantEdits([folder], [edit("chosen", find, "planted", imports)]);
      return readFileSync(join(folder, "a/b/one.ts"), "utf8");
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it("however the line is broken", () => {
    const text = "function chosen() {\n  return call(\n    one,\n    [two],\n  );\n}\n";
    expect(plant(text, "call(one, [two])")).toBe("function chosen() {\n  return planted;\n}\n");
  });

  it("in the function of that name and in no other", () => {
    const text = "function other() { return 1; }\nexport class Room { chosen() { return 1; } }\n";
    expect(plant(text, "return 1;")).toBe(text.replace(/chosen\(\) \{ return 1;/, "chosen() { planted"));
  });

  it("with what it takes from another file", () => {
    const expected = 'import { borrowed } from "../other.ts";\nconst chosen = planted;\n';
    expect(plant("const chosen = 1;\n", "1", ["borrowed"])).toBe(expected);
  });

  it.each([
    ["no function of that name is there", "const other = 1;", "0 declarations of chosen"],
    ["the text is not in it", "const chosen = 2;", "0 places in chosen"],
    ["the text is in it twice", "const chosen = 1 + 1;", "2 places in chosen"],
  ])("never where %s", (_, text, message) => expect(() => plant(text, "1")).toThrow(message));
});
