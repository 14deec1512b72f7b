// Compares the table of the authority's rules with the collected list of them, and with the code that claims to hold them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { explainTicketRule } from "../../src/api/message/ticket-rule.ts";
import table from "../../src/domain/catalogue/rules.json" with { type: "json" };
import { describeShared } from "../support/describe-shared.ts";
import { readShared } from "../support/shared.ts";

interface Rule {
  readonly code: string;
  readonly document?: string;
}

const ROOT = join(import.meta.dirname, "..", "..");
const LISTS = ["fe_rejections", "observed_notifications", "general", "signature", "support_document"] as const;
/** Rules of notes have a list of their own. */
const NOTE_CODE = /^(?:CA|CB|DA\d|DB|NS)/;

/** `DSAA02,DSAB01` and `DC26-DC32` into single codes. */
function expand(text: string): string[] {
  return text.split(",").flatMap((part) => {
    const [, letters, first, last] = /^([A-Z]+)(\d+)-[A-Z]+(\d+)$/.exec(part) ?? [];
    if (letters === undefined || first === undefined || last === undefined) return [part];
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, i) => letters + String(Number(first) + i).padStart(first.length, "0"));
  });
}

const held = table.flatMap((group) => group.codes);

describe("the table of rules", () => {
  it("names each code once, with a reason and one of three ways of being held", () => {
    expect(held.length).toBe(new Set(held).size);
    for (const group of table) {
      expect(["construction", "validation", "not-ours"]).toContain(group.held);
      expect(group.reason.length, group.codes[0]).toBeGreaterThan(20);
    }
  });

  it("names files that exist, and always one where we hold the rule", () => {
    for (const group of table) {
      if (group.by !== "") expect(existsSync(join(ROOT, group.by)), group.by).toBe(true);
      else expect(group.held).toBe("not-ours");
    }
  });

  it("has as validated exactly the codes with which requests are refused", () => {
    const folders = ["src/domain", "src/api", "src/issuance", "src/store"].map((name) => join(ROOT, name));
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        // What a dry run predicts refuses nothing, nor does a doubt, which is a notice, or an example of the reference.
        .filter((name) => name.endsWith(".ts") && !/(?:^|\/)(?:notice|doubt|verdict-schema)\.ts$/.test(name))
        .map((name) => readFileSync(join(folder, name), "utf8")),
    );
    const used = files.flatMap(
      (text) => text.match(/"(?:FA|FB|CA|CB|DA|DB|DS|NS|VLR|Z[A-E])[A-Z]*\d{2,}[a-z]?"/g) ?? [],
    );
    const claimed = [...new Set(used)].map((quoted) => quoted.slice(1, -1)).sort();
    const validated = table.filter((group) => group.held === "validation").flatMap((group) => group.codes);
    expect(claimed).toEqual(validated.sort());
  });
});

describeShared("the table of rules, beside the collected list", () => {
  it("has every rule that applies to types 01, 03 and 05", () => {
    const lists = JSON.parse(readShared("authority/rules/dian_rules.json")) as Record<(typeof LISTS)[number], Rule[]>;
    const applying = LISTS.flatMap((list) => lists[list])
      .filter((rule) => rule.document !== "NC" && rule.document !== "ND" && !NOTE_CODE.test(rule.code))
      .flatMap((rule) => expand(rule.code));
    expect(applying.length).toBeGreaterThan(350);
    expect(applying.filter((code) => !held.includes(code))).toEqual([]);
  });

  it("has every rule that applies to notes", () => {
    const lists = JSON.parse(readShared("authority/rules/dian_rules_notes.json")) as Record<string, Rule[]>;
    const codes = [...(lists.notes_rules ?? []), ...(lists.general ?? [])].map(({ code }) => code);
    expect(codes).toHaveLength(117);
    expect(codes.filter((code) => !held.includes(code))).toEqual([]);
  });

  it("has every rule of tickets and their notes that a source has seen", () => {
    const { attested } = JSON.parse(readShared("authority/rules/dian_rules_pos.json")) as { attested: Rule[] };
    expect(attested).toHaveLength(54);
    expect(attested.filter(({ code }) => !held.includes(code))).toEqual([]);
  });

  it("explains in Spanish every rule of tickets and their notes, and says where it only resembles another", () => {
    const lists = JSON.parse(readShared("authority/rules/dian_rules_pos.json")) as Record<string, Rule[]>;
    const { attested = [], mirrored_pos = [], mirrored_94 = [], mirrored_93 = [] } = lists;
    for (const { code } of attested) expect(explainTicketRule(code), code).toMatch(/^ En otras palabras: .+\.$/);
    const mirrored = [...mirrored_pos, ...mirrored_94, ...mirrored_93];
    expect(mirrored).toHaveLength(689);
    for (const { code } of mirrored) {
      expect(explainTicketRule(code), code).toMatch(/^ No se conoce el texto de esta regla; la [FCD].*, dice: .+\.$/);
    }
  });
});

describe("what a rule of tickets means", () => {
  it.each([
    ["DEPD27", " En otras palabras: El segundo dato de la caja debe llamarse UbicaciónCaja, con tilde."],
    ["NAAD06", "la CAD06, a la que se parece"],
    ["NADAU14", "la DAU14, a la que se parece"],
    ["DEAB27b", "la FAB27b, a la que se parece"],
  ])("%s", (code, text) => {
    expect(explainTicketRule(code)).toContain(text);
  });

  it.each(["FAD06", "CAD06", "DAD06", "DSAD06", "NSAD06", "90", "LGC15", "DEZZ99", ""])(
    "nothing is said of '%s'",
    (code) => {
      expect(explainTicketRule(code)).toBe("");
    },
  );
});
