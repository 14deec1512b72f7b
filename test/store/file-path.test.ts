// Tests the paths of a document's files, and how paths are read back.
import { describe, expect, it } from "vitest";
import { answerPath, readPath, snapshotPath, xmlPathOf } from "../../src/store/archive/files.ts";

const XML = "documents/7/habilitacion/05/SEDS984000000.xml";
const own = { companyId: 7, environment: "habilitacion", xmlPath: XML };

describe("a document's place in the archive", () => {
  it("is named by company, environment, type and number; what belongs to it lies in a folder of that name", () => {
    const numbering = { prefix: "SEDS", number: 984_000_000 };
    expect(xmlPathOf({ id: 7, environment: "habilitacion" }, "05", numbering)).toBe(XML);
    expect(answerPath(XML, "a-1")).toBe("documents/7/habilitacion/05/SEDS984000000/a-1.answer.xml");
    expect(snapshotPath(XML)).toBe("documents/7/habilitacion/05/SEDS984000000/document.json.gz");
  });

  it.each([
    [XML, { type: "signed", ...own }],
    [snapshotPath(XML), { type: "snapshot", ...own }],
    [answerPath(XML, "a-1"), { type: "other", ...own }],
    ["documents/7/habilitacion/05/SEDS984000000/a-1.application-response.xml", { type: "other", ...own }],
    ["documents/7/elsewhere/05/SEDS984000000.xml", undefined],
    ["documents/x/produccion/05/SEDS984000000.xml", undefined],
    ["documents/7/produccion/05/SEDS984000000", undefined],
    ["documents/7/produccion/05/SEDS1/deeper/document.json.gz", undefined],
    ["elsewhere/documents/7/produccion/05/SEDS1.xml", undefined],
  ])("%s is read back", (path, read) => {
    expect(readPath(path)).toEqual(read);
  });
});
