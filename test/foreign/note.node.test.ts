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
      const types = new Set<string>();
      for (const draw of fc.sample(anyNoteDocument, cases(24))) {
        const drawn = drawDocument(draw);
        if (drawn === undefined) continue;
        const { document } = drawn;
        types.add(document.typeCode);
        const bytes = await sign(drawn);
        expect(schemas[schemaOf(document)].findFaults(bytes), JSON.stringify(document)).toEqual([]);
        expect(findSignatureFault(folder, bytes), JSON.stringify(document)).toBeUndefined();
      }
      expect([...types].sort()).toEqual(["91", "92", "95"]);
    });
  });
});
