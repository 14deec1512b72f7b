// Tests that docs/storage.md has every form in which something is stored: tables of D1 and of objects, and keys of R2.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableColumns, getTableName, getViewName, getViewSelectedFields, is, Table, View } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as schema from "../../src/store/base/schema.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const [, d1 = "", objects = "", r2 = ""] = read("docs/storage.md").split(/^## .*$/m);

/** Heading -> its example as it is written. */
function readExamples(section: string): ReadonlyMap<string, string> {
  const found = section.matchAll(/^### (\w+)\n[\s\S]*?```json\n(.*)\n```/gm);
  return new Map([...found].map(([, name = "", example = ""]) => [name, example]));
}

const stored = Object.values(schema).flatMap((value): { readonly name: string; readonly columns: string[] }[] => {
  if (is(value, Table)) {
    return [{ name: getTableName(value), columns: Object.values(getTableColumns(value)).map(({ name }) => name) }];
  }
  if (!is(value, View)) return [];
  // What MATCH searches is no column that a row shows.
  const name = getViewName(value);
  const columns = Object.values(getViewSelectedFields(value)).flatMap((field) =>
    "name" in field ? [String(field.name)] : [],
  );
  return [{ name, columns: columns.filter((column) => column !== name) }];
});

describe("the page of stored forms", () => {
  it("has every table of D1, each with an example of all its columns", () => {
    const examples = readExamples(d1);
    expect([...examples.keys()].toSorted()).toEqual(stored.map(({ name }) => name).toSorted());
    for (const { name, columns } of stored) {
      expect(Object.keys(JSON.parse(examples.get(name) ?? "{}")).toSorted(), name).toEqual(columns.toSorted());
    }
  });

  it("has every table and key of the objects", () => {
    const texts = [
      "src/issuance/record/journal.ts",
      "src/delivery/storage.ts",
      "src/delivery/object.ts",
      "src/mail/object.ts",
    ]
      .map(read)
      .join("\n");
    const tables = texts.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g);
    const keys = texts.matchAll(/^const \w*ID_KEY = "(\w+)"|^const PROGRESS_KEY = "(\w+)"/gm);
    const made = [...tables, ...keys].map(([, name, other]) => name ?? other);
    expect([...readExamples(objects).keys()].toSorted()).toEqual(made.toSorted());
  });

  it("has every form of an R2 key", () => {
    const sources = ["archive", "audit"].flatMap((folder) =>
      readdirSync(join(ROOT, "src/store", folder)).map((name) => read(`src/store/${folder}/${name}`)),
    );
    const texts = sources.join("\n");
    const makers = [...texts.matchAll(/^export function (\w+Path|\w+PathOf)\(/gm)].map(([, name]) => name);
    const named = [...r2.matchAll(/^\| `[^`]+` \| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(
      makers.filter((name) => name !== "readPath" && name !== "isClosedPath").toSorted(),
    );
  });
});
