// Random notes as the product writes them, against what the pretend authority reads in them: it must find nothing to reject.
import fc from "fast-check";
import { expect, it } from "vitest";
import { parseXml, textAt } from "../../simulator/dom.ts";
import { judgeAmounts } from "../../simulator/judge/currency.ts";
import { judgeLines } from "../../simulator/judge/line.ts";
import { judgeNote, judgeNoteKind } from "../../simulator/judge/note.ts";
import { judgeParties } from "../../simulator/judge/party.ts";
import { findPrefixBreach, findSchemaBreach } from "../../simulator/judge/schema.ts";
import { Sheet } from "../../simulator/judge/sheet.ts";
import { judgeTaxes } from "../../simulator/judge/tax.ts";
import { judgeTotals } from "../../simulator/judge/total.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { cases } from "../support/cases.ts";
import { resolve, targetOf } from "../support/note.ts";
import { anyNote } from "../support/note-random.ts";
import { buildUnsigned } from "./note-xml.ts";

const NUMBERS = { "91": "NC", "92": "ND", "93": "NDP", "94": "NCP", "95": "NAS" } as const;

it("the pretend authority rejects no random note", () => {
  fc.assert(
    fc.property(anyNote, ({ draft, document }) => {
      const target = document === null ? null : targetOf(document);
      const note = (() => {
        try {
          return resolve(draft, target);
        } catch (error) {
          if (error instanceof Refusal && error.why !== null) return undefined;
          throw error;
        }
      })();
      fc.pre(note !== undefined);
      const root = parseXml(buildUnsigned({ note, numbering: { prefix: NUMBERS[note.typeCode], number: 7 } }));
      const accepted = target && {
        nit: note.issuer.identificationNumber,
        type: target.document.typeCode,
        issueDate: target.document.issueDate,
        total: target.document.totals.total,
      };
      const sheet = new Sheet(root, {
        now: 0,
        dateToleranceDays: undefined,
        testSetId: undefined,
        findTaxpayer: () => undefined,
        findAccepted: (key) => (key === target?.fiscalId ? (accepted ?? undefined) : undefined),
      });
      expect([findPrefixBreach(root), findSchemaBreach(root)]).toEqual([undefined, undefined]);
      judgeNoteKind(sheet, note.operationType, textAt(root, "cbc:ProfileID"));
      for (const judge of [judgeParties, judgeAmounts, judgeTaxes, judgeTotals, judgeLines, judgeNote]) judge(sheet);
      expect(sheet.findings.filter(({ severity }) => severity === "rejection")).toEqual([]);
    }),
    { numRuns: cases(500), maxSkipsPerRun: 20 },
  );
});
