// Signs random notes on random documents and holds them against the official schemas and xmlsec1; `npm run deep -- foreign` signs
// thousands.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cases } from "../support/cases.ts";
import { describeShared } from "../support/describe-shared.ts";
import { hasTools } from "../support/foreign-tool.ts";
import { loadSchema } from "../ubl/foreign-xml.ts";
import { anyNoteDocument, createSigning, drawDocument, schemaOf } from "./document.ts";
import { findSignatureFault } from "./signature.ts";

/** Draws for each note that is signed: drawing is cheap, and only every fifth is a debit note. */
const DRAWS = 25;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "factura-edge-notes-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeShared("signed notes", () => {
  describe.skipIf(!hasTools("xmlsec1"))("before foreign verifiers", () => {
    const schemas = {
      Invoice: loadSchema("Invoice"),
      CreditNote: loadSchema("CreditNote"),
      DebitNote: loadSchema("DebitNote"),
    };

    it("are valid with three references, in any words", async () => {
      const sign = await createSigning();
      const wanted = cases(8);
      const drawn = fc.sample(anyNoteDocument, DRAWS * wanted).flatMap((draw) => drawDocument(draw) ?? []);
      for (const typeCode of ["91", "92", "95"]) {
        const notes = drawn.filter(({ document }) => document.typeCode === typeCode).slice(0, wanted);
        expect(notes).toHaveLength(wanted);
        for (const note of notes) {
          const bytes = await sign(note);
          const { document } = note;
          expect(schemas[schemaOf(document)].findFaults(bytes), JSON.stringify(document)).toEqual([]);
          expect(findSignatureFault(folder, bytes), JSON.stringify(document)).toBeUndefined();
        }
      }
    });
  });
});
