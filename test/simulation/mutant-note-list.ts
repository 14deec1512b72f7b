// Plants bugs of notes, as `mutant-list.ts` plants those of every document: the balance, the series, and what an annulment is.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the patches are source text, not texts with holes.
import type { Mutant } from "./mutant-list.ts";
import { edit } from "./plant.ts";

const IS_LOWERING = 'return KINDS[typeCode].effect === "lowers" && state !== "rechazado";';
const IS_LIVE = "sql`${state} <> 'rechazado'`,";

export const NOTE_MUTANTS: readonly Mutant[] = [
  {
    name: "notes: the balance is checked outside the batch that numbers",
    edits: [
      edit(
        "insertNote",
        "sql`(${correctedId} IS NULL OR ${selectLive(correctedId, given.typeCode)} = ${liveNotes})`,",
        "sql`(${correctedId} IS NULL OR ${liveNotes} = ${liveNotes})`,",
      ),
    ],
  },
  {
    name: "notes: rejected ones keep their amount",
    edits: [
      edit("isLowering", IS_LOWERING, 'return KINDS[typeCode].effect === "lowers" && state !== undefined;'),
      edit("selectLive", IS_LIVE, "sql`${state} <> ''`,"),
    ],
  },
  {
    name: "notes: pending ones do not count",
    edits: [
      edit("isLowering", IS_LOWERING, 'return KINDS[typeCode].effect === "lowers" && state === "aceptado";'),
      edit("selectLive", IS_LIVE, "sql`${state} = 'aceptado'`,"),
    ],
  },
  {
    name: "notes: a line may be returned more often than it was sold",
    edits: [
      edit("creditLine", "if (compare(quantity, rest.quantity) > 0) {", "if (isZero(quantity)) {"),
      edit(
        "takePriced",
        "decimal(rest.base));\n  if (isUsedUp(rest) || order > 0) return undefined;",
        "decimal(rest.base));",
      ),
      edit("takePaid", "worthOf(rest));\n  if (isUsedUp(rest) || order > 0) return undefined;", "worthOf(rest));"),
    ],
  },
  {
    name: "notes: the sum of the accepted ones lacks the first",
    edits: [edit("readTakes", "{ ids, ...sumTakes(counted) }", "{ ids, ...sumTakes(counted.slice(1)) }")],
  },
  {
    name: "notes: the number of a series is not taken",
    edits: [edit("allocateNote", "    number: takeNumber(reserved),\n", "")],
  },
  {
    name: "notes: an annulment has the taxes of today's catalogue",
    edits: [
      edit(
        "annul",
        "return copyDocument(correctable.document);",
        `const { lines } = correctable.document;
  return addUp(
    lines.map((line, index) => {
      const taxes = line.taxes.map((tax) => ({ ...tax, rate: "19.00", amount: (Number(tax.base) * 0.19).toFixed(2) }));
      return copyLine({ ...line, taxes }, index + 1);
    }),
  );`,
      ),
    ],
  },
];
