// Plants bugs of tickets, as `mutant-list.ts` plants those of every document: their software, their notes, the names of their files.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the patches are source text, not texts with holes.
import type { Mutant } from "./mutant-list.ts";
import { edit } from "./plant.ts";

export const TICKET_MUTANTS: readonly Mutant[] = [
  {
    name: "tickets: they are hashed with the PIN of support documents",
    edits: [
      edit(
        "softwareOf",
        "software[KINDS[typeCode].module]",
        'software[typeCode === "20" ? "dse" : KINDS[typeCode].module]',
      ),
    ],
  },
  {
    name: "tickets: credit notes take nothing of them",
    edits: [
      edit(
        "isLowering",
        'KINDS[typeCode].effect === "lowers" && state !== "rechazado"',
        'KINDS[typeCode].effect === "lowers" && state !== "rechazado" && typeCode !== "94"',
      ),
    ],
  },
  {
    name: "tickets: their files are counted apart from those of support documents",
    edits: [
      edit(
        "insertNumbered",
        "sql`coalesce(${fileSequences.next}, 1)`",
        "sql`(SELECT coalesce(max(file_sequence), 0) + 1 FROM documents WHERE company_id = ${companies.id} AND module = ${input.module})`",
      ),
    ],
  },
  {
    name: "tickets: debit notes take of them what credit notes may",
    edits: [
      edit(
        "isLowering",
        'KINDS[typeCode].effect === "lowers"',
        '(KINDS[typeCode].effect === "lowers" || typeCode === "93")',
      ),
    ],
  },
];
