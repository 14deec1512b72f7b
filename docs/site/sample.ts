// Takes the calls that the pages show out of programs that the tests run, one region for each operation.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ApiVersion } from "../../src/api/base/version.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples");

/** A language, the word after the fence of its code, and its program; clients that speak the newest version alone say so. */
const LANGUAGES = [
  { name: "curl", fence: "sh", file: "curl/operations.sh" },
  { name: "TypeScript", fence: "ts", file: "typescript/operations.ts" },
  { name: "Python", fence: "python", file: "python/operations.py" },
  { name: "PHP", fence: "php", file: "php/operations.php", isNewest: true },
  { name: "C#", fence: "csharp", file: "csharp/Operations.cs", isNewest: true },
] as const;

/** What a program that has installed the client imports. */
const PACKAGE: Readonly<Record<ApiVersion, string>> = { v1: "factura-edge-client", v2: "factura-edge-client/v2" };

/** Code of an operation in one language. */
interface Sample {
  readonly name: string;
  readonly fence: string;
  readonly code: string;
}

const PROGRAMS = LANGUAGES.map((language) => ({
  ...language,
  text: readFileSync(join(EXAMPLES, language.file), "utf8"),
}));

/** The calls of an operation, in every language that has one. */
export function listSamples(version: ApiVersion, operationId: string): readonly Sample[] {
  return PROGRAMS.flatMap(({ name, fence, text, ...rest }) => {
    if ("isNewest" in rest && version === "v1") return [];
    const region = new RegExp(`^( *)(?://|#) #region ${operationId}\\n([\\s\\S]*?)\\n *(?://|#) #endregion`, "m");
    const [, indent = "", code] = region.exec(text) ?? [];
    if (code === undefined) return [];
    const shown = code
      .replace(new RegExp(`^${indent}`, "gm"), "")
      .replace("../../client/src/client-v2.ts", PACKAGE[version]);
    return [{ name, fence, code: shown }];
  });
}

/** The operations, in the order in which the programs call them. */
export function listCalled(): readonly string[] {
  const [first] = PROGRAMS;
  return [...(first?.text.matchAll(/#region (\w+)/g) ?? [])].map(([, operationId = ""]) => operationId);
}

/** Blocks of Markdown that become tabs, one for each language that has the region. */
export function printTabs(version: ApiVersion, region: string): string {
  const samples = listSamples(version, region);
  return samples.map(({ name, fence, code }) => `\`\`\`${fence} tab=${name}\n${code}\n\`\`\``).join("\n");
}
