// Runs the conformance kit against a stand, where everything holds, and against the same stand behind a proxy that alters
// answers, where it must not.
import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { DemoFile } from "../../stand/demo-file.ts";
import { fetchLedger } from "../crash/audit-ledger.ts";
import { visitSharedStand } from "../support/shared-stand.ts";

const KIT = join(import.meta.dirname, "run.ts");

let demo: DemoFile;
let proxy: Server | undefined;
beforeAll(async () => {
  demo = await visitSharedStand();
});
afterEach(() => proxy?.close());

/** Runs the kit with its command line, as anybody would. */
/** The contract is of version 1. */
function firstVersionOf({ base_url: address }: DemoFile): string {
  return address.replace(/v2$/, "v1");
}

function runKit(parameters: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn("node", [KIT, ...parameters], { env: { ...process.env, NO_COLOR: "1" } });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.on("error", reject);
    child.on("exit", (code) => resolve({ code, output }));
  });
}

function tokenOf(company: number, name: "all" | "fe.read" = "all"): string {
  return demo.companies.find(({ id }) => id === company)?.tokens[name] ?? "";
}

/** What the authority received of a company's documents so far. */
async function countSendings(company: number): Promise<number> {
  const nit = demo.companies.find(({ id }) => id === company)?.nit;
  const sendings = (await fetchLedger(demo.authority_url)).filter(({ operation }) => operation?.startsWith("Send"));
  return sendings.filter((one) => one.nit === nit).length;
}

interface AnswerFacts {
  status: number;
  text: string;
  headers: Record<string, string>;
}

/** A server between kit and stand that changes answers. */
async function startAlteringProxy(alter: (answered: AnswerFacts) => AnswerFacts): Promise<string> {
  const upstream = new URL(demo.base_url).origin;
  proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      ["authorization", "content-type", "idempotency-key"].includes(name) ? [[name, String(value)] as const] : [],
    );
    const answer = await fetch(`${upstream}${request.url}`, {
      method: request.method ?? "GET",
      headers: Object.fromEntries(headers),
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const kept = ["x-request-id", "idempotent-replayed", "allow"].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const answered = alter({ status: answer.status, text: await answer.text(), headers: Object.fromEntries(kept) });
    response.writeHead(answered.status, { ...answered.headers, "content-type": "application/json" }).end(answered.text);
  });
  await new Promise<void>((resolve) => proxy?.listen(0, "127.0.0.1", resolve));
  const address = proxy.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/api/ext/v1`;
}

const ALTERATIONS: readonly { name: string; alter: (answered: AnswerFacts) => AnswerFacts; caught: string }[] = [
  {
    name: "a conflict answered as a success",
    alter: (answered) => (answered.status === 409 ? { ...answered, status: 200 } : answered),
    caught: "same key, another payload: 409",
  },
  {
    name: "a replay that hides what it is",
    alter: (answered) => ({ ...answered, text: answered.text.replace('"idempotent":true', '"idempotent":false') }),
    caught: "same key, same payload",
  },
  {
    name: "money with one decimal",
    alter: (answered) => ({ ...answered, text: answered.text.replaceAll(/"(\d+\.\d)0"/g, '"$1"') }),
    caught: "base, tax, totals",
  },
  {
    name: "refusals that do not name the field",
    alter: (answered) => ({ ...answered, text: answered.text.replace(/,"details":\[.*\]/, "") }),
    caught: "a UNSPSC of seven digits",
  },
  {
    name: "the company of another token taken for its own",
    alter: (answered) => ({ ...answered, text: answered.text.replace("wrong_company", "not_found") }),
    caught: "company 999999999, not the token's: 403",
  },
  {
    name: "an unknown cursor taken for the beginning",
    alter: (answered) =>
      answered.text.includes("invalid_cursor")
        ? { ...answered, status: 200, text: '{"ok":true,"cambios":[],"cursor":"x","hay_mas":false}' }
        : answered,
    caught: "a cursor that was never given",
  },
  {
    name: "a feed that gives each change twice",
    alter: (answered) => ({
      ...answered,
      text: answered.text.replace(/"cambios":\[(\{.*\})\]/, '"cambios":[$1,$1]'),
    }),
    caught: "created, then its verdict, in order, each once",
  },
];

describe("the conformance kit", () => {
  it("finds that the stand keeps the API contract, tags and feed included", async () => {
    const { code, output } = await runKit([
      ...["--base-url", firstVersionOf(demo), "--token", tokenOf(1), "--company", "1"],
      ...["--authority-url", demo.authority_url, "--v2"],
    ]);
    expect(output.match(/^FAIL.*\n.*/gm) ?? []).toEqual([]);
    expect(output).toMatch(/\n\d{3} ok, 0 failed, 0 skipped\n/);
    expect(code).toBe(0);
    expect(await countSendings(1)).toBeGreaterThan(0);
  });

  it("issues nothing where it was not allowed to, and says so", async () => {
    const base = firstVersionOf(demo).replace("127.0.0.1", "[::ffff:127.0.0.1]");
    const before = await countSendings(2);
    const { code, output } = await runKit(["--base-url", base, "--token", tokenOf(2), "--company", "2"]);
    expect(output).toContain("issues documents; --issue allows it");
    expect(output).toMatch(/ok, 0 failed, [1-9]\d* skipped/);
    expect(code).toBe(0);
    expect(await countSendings(2)).toBe(before);
  });

  it.each(ALTERATIONS)(
    "catches $name",
    async ({ alter, caught }) => {
      const base = await startAlteringProxy(alter);
      const target = ["--base-url", base, "--token", tokenOf(2), "--company", "2", "--v2"];
      const { code, output } = await runKit([...target, "--only", caught]);
      expect(code, output).toBe(1);
      expect(output).toMatch(/^FAIL /m);
    },
    60_000,
  );

  it.each([
    ["a token that was never issued", () => "x", "1", "401 unauthorized"],
    ["the token of another company", () => tokenOf(1), "2", "403 wrong_company"],
    ["a token of one scope", () => tokenOf(1, "fe.read"), "1", "403 missing_scope"],
  ])("tries nothing with %s, and says why", async (_, token, company, reason) => {
    const { code, output } = await runKit([
      "--base-url",
      firstVersionOf(demo),
      "--token",
      token(),
      "--company",
      company,
    ]);
    expect(output).toContain(reason);
    expect(code).toBe(2);
  });

  it("tries nothing when no case has the text that is asked for", async () => {
    const target = ["--base-url", firstVersionOf(demo), "--token", tokenOf(2), "--company", "2"];
    const { code, output } = await runKit([...target, "--only", "no case of this name"]);
    expect(output).toContain('no case has "no case of this name"');
    expect(code).toBe(2);
  });

  it("tries nothing where a company seems to have no module", async () => {
    const alter = (answered: AnswerFacts) => ({
      ...answered,
      status: 403,
      text: '{"ok":false,"code":"module_not_contracted"}',
    });
    const { code, output } = await runKit([
      "--base-url",
      await startAlteringProxy(alter),
      "--token",
      tokenOf(2),
      "--company",
      "2",
    ]);
    expect(output).toContain("neither FE nor DSE");
    expect(code).toBe(2);
  });
});
