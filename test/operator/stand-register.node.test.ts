// A company is made known to the pretend authority by its record: what the stand's own start does for its companies.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { COMPANY, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

let bench: Workbench;
let authority: Server;
let calls: { readonly line: string; readonly body: unknown }[];
beforeEach(async () => {
  bench = openWorkbench();
  calls = [];
  authority = createServer(async (request, response) => {
    calls.push({ line: `${request.method} ${request.url}`, body: JSON.parse(await text(request)) });
    response.end("{}");
  });
  await new Promise<void>((resolve) => authority.listen(0, "127.0.0.1", resolve));
  bench.environment.AUTHORITY_URL = `http://127.0.0.1:${(authority.address() as AddressInfo).port}`;
  await bench.run("company add", COMPANY);
  await bench.run("range add", RANGE);
});
afterEach(async () => {
  bench.close();
  await new Promise((resolve) => authority.close(resolve));
});

it("sends software, PIN, ranges and technical keys, and shows no secret", async () => {
  const { code, out } = await bench.run("stand register", { company: 1 });
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("registered NIT 900373115") });
  expect(out).not.toContain(COMPANY["fe-pin"]);
  expect(calls).toEqual([
    {
      line: "PUT /taxpayers/900373115",
      body: {
        nit: "900373115",
        name: COMPANY.name,
        software: [{ id: COMPANY["fe-software-id"], pin: COMPANY["fe-pin"] }],
        ranges: [expect.objectContaining({ prefix: "SETP", from: 990000000, technical_key: RANGE["technical-key"] })],
        test_sets: [],
      },
    },
  ]);
});

it("writes to nothing but a stand on this machine", async () => {
  expect(await bench.run("stand register", { company: 1, remote: true })).toMatchObject({ code: 1 });
  expect(await bench.run("stand register", { company: 1, "dry-run": true })).toMatchObject({ code: 0 });
  bench.environment.AUTHORITY_URL = "https://vpfe.dian.gov.co";
  expect(await bench.run("stand register", { company: 1 })).toMatchObject({
    code: 1,
    err: expect.stringContaining("is not on this machine"),
  });
  expect(calls).toEqual([]);
});

it("registers all companies with --all, a line for each, and with --dry-run none", async () => {
  await bench.run("company add", { ...COMPANY, nit: "800197268-4", name: "Otra S.A.S.", draft: true });
  await bench.run("company add", { ...COMPANY, nit: "860002964-4", name: "Cerrada S.A.S." });
  await bench.run("company archive", { company: 3 });
  const rehearsed = await bench.run("stand register", { all: true, "dry-run": true });
  expect([rehearsed.code, rehearsed.out, calls]).toEqual([0, expect.stringContaining("2 companies: 2 registered"), []]);
  const { code, out } = await bench.run("stand register", { all: true, csv: true });
  expect(code).toBe(0);
  expect(out.split(/\r?\n/).slice(1)).toEqual([
    expect.stringMatching(/^company 1,1,900373115,.*,registered,"1 software, 1 range, 0 test sets"$/),
    expect.stringMatching(/^company 2,2,800197268,Otra S\.A\.S\.,registered,"1 software, 0 ranges, 0 test sets"$/),
  ]);
  expect(calls.map(({ line }) => line).sort()).toEqual(["PUT /taxpayers/800197268", "PUT /taxpayers/900373115"]);
  const both = await bench.run("stand register", { all: true, company: 1 });
  expect([both.code, both.err]).toEqual([1, expect.stringContaining("--company is one, and --all are all")]);
});

it("says so when no stand is running", async () => {
  bench.environment.AUTHORITY_URL = "http://127.0.0.1:9";
  const { code, err } = await bench.run("stand register", { company: 1 });
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("does not answer at http://127.0.0.1:9") });
});
