// Compares the tables of states and of steps in docs with those in the source.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EVENTS, TRANSITIONS } from "../../src/domain/document/state.ts";
import { LIFE } from "../../src/issuance/step/life.ts";
import { readStateTable } from "../support/state-table.ts";

describe("the table of states", () => {
  it("of docs/design.md is the source's, whole", () => {
    const { events, rows } = readStateTable("docs/design.md");
    expect(rows).toEqual(TRANSITIONS);
    expect([...events].sort()).toEqual([...EVENTS].sort());
  });
});

describe("the table of steps", () => {
  it("of docs/architecture.md names the source's, in their order", () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/architecture.md"), "utf8");
    const [, table = ""] = /\n\| step \| due when \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(page) ?? [];
    const names = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
    expect(names).toEqual(LIFE.map(({ name }) => name));
  });
});
