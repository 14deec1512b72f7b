// Tests that every planted bug still fits the source that it is planted in: a patch that does not apply would never be found.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FEED_MUTANTS } from "./mutant-feed-list.ts";
import { MUTANTS } from "./mutant-list.ts";
import { MOVE_MUTANTS } from "./mutant-move-list.ts";
import { NOTE_MUTANTS } from "./mutant-note-list.ts";
import { TROUBLE_MUTANTS } from "./mutant-trouble-list.ts";
import { SOURCE_ROOT } from "./system.ts";

it.each([...MUTANTS, ...TROUBLE_MUTANTS, ...NOTE_MUTANTS, ...FEED_MUTANTS, ...MOVE_MUTANTS])("$name", ({ edits }) => {
  for (const { file, find, replace } of edits) {
    expect(readFileSync(join(SOURCE_ROOT, file), "utf8").split(find), find).toHaveLength(2);
    expect(replace).not.toBe(find);
  }
});
