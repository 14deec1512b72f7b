// Checks a thousand random notes on random documents against the official schemas and libxml2's own canonical form.
import fc from "fast-check";
import { expect, it } from "vitest";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { cases } from "../support/cases.ts";
import { describeShared } from "../support/describe-shared.ts";
import { resolve, targetOf } from "../support/note.ts";
import { anyNote } from "../support/note-random.ts";
import { canonicalize, loadSchema } from "./foreign-xml.ts";
import { buildUnsigned } from "./note-xml.ts";

const NUMBERS = { "91": "NC", "92": "ND", "93": "NDP", "94": "NCP", "95": "NAS" } as const;
const VALID = 1_000;

describeShared("random notes", () => {
  const schemas = { CreditNote: loadSchema("CreditNote"), DebitNote: loadSchema("DebitNote") };

  it("are valid and canonical, a thousand of them", () => {
    const wanted = cases(VALID);
    const built = new Map<string, number>();
    fc.assert(
      fc.property(anyNote, ({ draft, document }) => {
        const note = resolveOrSkip(draft, document);
        const xml = buildUnsigned({ note, numbering: { prefix: NUMBERS[note.typeCode], number: 7 } });
        expect(schemas[note.typeCode === "92" ? "DebitNote" : "CreditNote"].findFaults(xml)).toEqual([]);
        expect(canonicalize(xml)).toBe(xml);
        const kind = `${note.typeCode}/${note.operationType}`;
        built.set(kind, (built.get(kind) ?? 0) + 1);
      }),
      { numRuns: wanted, maxSkipsPerRun: 20 },
    );
    expect([...built.keys()].sort()).toEqual(["91/20", "91/22", "92/30", "92/32", "95/10", "95/11"]);
    expect([...built.values()].reduce((sum, count) => sum + count, 0)).toBe(wanted);
  });
});

/** Random parts may be more than the document has: such a note is not one of those that are built. */
function resolveOrSkip(...[draft, document]: [Parameters<typeof resolve>[0], Parameters<typeof targetOf>[0] | null]) {
  try {
    return resolve(draft, document === null ? null : targetOf(document));
  } catch (error) {
    if (error instanceof Refusal && error.why !== null) fc.pre(false);
    throw error;
  }
}
