// Tests the ZIP and the names of files: readable by another library, the same bytes for the same file, names as the annex asks.
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { buildXmlFileName, toZipFileName, zipFile, zipFiles } from "../../src/authority/soap.ts";

const NAME = "fv08001972680001900000011.xml";

describe("zipFile", () => {
  it.each([0, 1, 20_000, 512_000])("packs %i bytes so that another library finds the one file again", (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * index) % 251);
    const files = unzipSync(zipFile(NAME, bytes));
    expect(Object.keys(files)).toEqual([NAME]);
    expect(files[NAME]).toHaveLength(length);
    expect(files[NAME]?.every((byte, index) => byte === bytes[index])).toBe(true);
  });

  it("gives the same bytes for the same file, and a fifth of the size of XML", () => {
    const bytes = new TextEncoder().encode("<cbc:ID>SETP990000001</cbc:ID>".repeat(700));
    expect(zipFile(NAME, bytes)).toEqual(zipFile(NAME, bytes));
    expect(zipFile(NAME, bytes).length).toBeLessThan(bytes.length / 5);
  });
});

describe("zipFiles", () => {
  it("packs several files so that another library finds each again", () => {
    const files = [NAME, "ad.pdf", "vacio"].map((name, index) => ({
      name,
      bytes: new Uint8Array(index * 700).fill(7),
    }));
    const found = unzipSync(zipFiles([...files].reverse()));
    expect(Object.keys(found)).toEqual(["vacio", "ad.pdf", NAME]);
    for (const { name, bytes } of files) expect(found[name]).toEqual(bytes);
  });
});

describe("file names", () => {
  const own = { providerCode: "000", year: 2019, sequence: 1 };

  it.each([
    ["fv", { nit: "800197268", providerCode: "000", year: 2019, sequence: 0x11 }, "fv08001972680001900000011.xml"],
    ["nc", { nit: "800197268", providerCode: "000", year: 2019, sequence: 1 }, "nc08001972680001900000001.xml"],
    ["nd", { nit: "800197268", providerCode: "000", year: 2019, sequence: 1 }, "nd08001972680001900000001.xml"],
    ["nas", { nit: "800197268", providerCode: "000", year: 2019, sequence: 1 }, "nas08001972680001900000001.xml"],
    [
      "ds",
      { nit: "900373115", providerCode: "001", year: 2026, sequence: 0xffffffff },
      "ds090037311500126ffffffff.xml",
    ],
    ["fv", { ...own, nit: "1234567890", sequence: 255 }, "fv123456789000019000000ff.xml"],
    ["fv", { ...own, nit: "1", year: 2100 - 1 }, "fv00000000010009900000001.xml"],
  ] as const)("%s %j", (tag, identity, expected) => {
    expect(buildXmlFileName(tag, identity)).toBe(expected);
    expect(toZipFileName(expected)).toBe(expected.replace(/^[a-z]+/, "z").replace(".xml", ".zip"));
  });

  it.each([
    { ...own, nit: "12345678901" },
    { ...own, nit: "" },
    { ...own, nit: "900373115-3" },
    { ...own, nit: "1", providerCode: "1" },
    { ...own, nit: "1", year: 19 },
    { ...own, nit: "1", sequence: 0 },
    { ...own, nit: "1", sequence: 1.5 },
    { ...own, nit: "1", sequence: 0x1_0000_0000 },
  ])("refuses %j", (identity) => {
    expect(() => buildXmlFileName("fv", identity)).toThrow();
  });

  it.each([
    "SETP1.xml",
    "fv0800197268000190000001.xml",
    "fv08001972680001900000011.zip",
    "../fv08001972680001900000011.xml",
  ])("knows no ZIP name for %s", (name) => {
    expect(() => toZipFileName(name)).toThrow();
  });
});
