// The database as the operator's program reaches a deployed one: through wrangler itself, here on a local file.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { count } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { experimental_getWranglerCommands } from "wrangler";
import { describeLocal, nameDatabase, openRemote, runWrangler } from "../../operator/access/wrangler.ts";
import { ROOT } from "../../operator/deployment.ts";
import { build } from "../../src/store/base/db.ts";
import { costCenters } from "../../src/store/base/schema.ts";
import { CREATION, describeTexts, keepTexts, readTexts, TEXTS } from "./cost-center-values.ts";

const folder = mkdtempSync(join(tmpdir(), "factura-edge-wrangler-"));
const { db, execute } = openRemote(nameDatabase(describeLocal(folder)));

afterAll(() => rmSync(folder, { recursive: true }));

it("takes values and gives rows unchanged, and does all of a batch or nothing", async () => {
  await execute(CREATION.map((text) => ({ sql: text, params: [] })));
  await keepTexts(db, TEXTS);
  expect(await readTexts(db)).toEqual(describeTexts(TEXTS));
  const insert = build.insert(costCenters).values({ companyId: 1, code: "A", name: "n" });
  await expect(db.batch([insert, insert])).rejects.toThrow("UNIQUE constraint failed");
  const all = build.select({ n: count() }).from(costCenters);
  expect(await db.batch([all, all])).toEqual([[{ n: TEXTS.length }], [{ n: TEXTS.length }]]);
});

it("writes nothing into a database that another deployment has marked", async () => {
  const place = nameDatabase(describeLocal(mkdtempSync(join(folder, "marked-"))));
  const own = openRemote(place, runWrangler, "factura-edge");
  const table = "CREATE TABLE deployments (id INTEGER PRIMARY KEY, name TEXT NOT NULL)";
  await openRemote(place).execute([{ sql: table, params: [] }]);
  const write = (id: number, name: string) => ({ sql: "INSERT INTO deployments VALUES (?, ?)", params: [id, name] });
  await own.execute([write(1, "factura-edge")]);
  await own.execute([write(2, "factura-edge-staging")]);
  await expect(own.execute([write(3, "factura-edge")])).rejects.toThrow(
    "marked by another deployment, factura-edge-staging",
  );
  expect(await own.execute([{ sql: "SELECT count(*) FROM deployments", params: [] }])).toEqual([[[2]]]);
});

const PAGES = ["docs/operations.md", "docs/deploy.md", "docs/scale.md", "operator/README.md"];
/** Lines of wrangler that pages name, each without what stands for its values. */
const NAMED = new Set(
  PAGES.flatMap((path) => {
    const page = readFileSync(join(ROOT, path), "utf8").replaceAll("\\\n", " ");
    const inline = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);
    const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, text = ""]) => text.split("\n"));
    return [...inline, ...blocks].flatMap((text) => {
      const [, line] = /^(?:npx )?wrangler ([a-z].*?)(?: #.*| …)?$/.exec(text.trim()) ?? [];
      return line === undefined ? [] : [line.replaceAll(/"[^"]*"/g, "TEXT").trim()];
    });
  }),
);

type Commands = ReturnType<typeof experimental_getWranglerCommands>["registry"];

/** The flags of a command, also those that it takes from all and those that it takes back; undefined where it is none. */
function listFlags(command: string): readonly string[] | undefined {
  const { registry, globalFlags } = experimental_getWranglerCommands();
  let found: Commands | undefined = registry;
  for (const word of command.split(" ")) found = found?.subtree.get(word);
  if (found?.definition?.type !== "command") return undefined;
  const { args = {} } = found.definition;
  const aliases = Object.values(args).flatMap(({ alias = [] }) => alias);
  return [...Object.keys(args), ...aliases, ...Object.keys(globalFlags), "help"].flatMap((flag) => [
    flag,
    `no-${flag}`,
  ]);
}

it("is named by the pages with commands and flags that it has", () => {
  const faults: string[] = [];
  // Commands are small letters and hyphens; names of ours begin alike, and capitals stand for others.
  const byCommand = Map.groupBy(
    NAMED,
    (line) => /^[a-z\d]+(?: (?!factura-)[a-z\d][a-z\d-]*)*(?![^ ])/.exec(line)?.[0] ?? "",
  );
  for (const [command, lines] of byCommand) {
    const known = listFlags(command);
    if (known === undefined) faults.push(`${lines.join(", ")}: no command ${command}`);
    const flags = [...lines.join(" ").matchAll(/(?<= )--([a-z-]+)/g)].map(([, flag = ""]) => flag);
    faults.push(
      ...flags.filter((flag) => known?.includes(flag) === false).map((flag) => `${command}: no flag --${flag}`),
    );
  }
  expect(faults).toEqual([]);
  expect([...byCommand.keys()]).toEqual(
    expect.arrayContaining(["r2 bucket lock add", "email sending dns get", "d1 time-travel restore", "rollback"]),
  );
  expect(listFlags("d1")).toBeUndefined();
  expect(listFlags("d1 execute")).not.toContain("everywhere");
});
