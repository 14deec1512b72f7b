// Runs the sandbox's program and visits it: each visitor has a company of his own, and a day later there is none.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { findFreePort } from "../../stand/port.ts";
import { makeCall, sampleInvoice } from "../../stand/request.ts";
import { untilWiped } from "../../stand/sandbox.ts";

const ROOT = join(import.meta.dirname, "../..");
const STARTED_WITHIN = { timeout: 300_000, interval: 200 };
/** In a minute, of one token (`SEARCH_REQUESTS` of wrangler.toml). */
const SEARCHES_MOST = 120;
const VISIT = z.object({
  base_url: z.string(),
  company_id: z.number(),
  token: z.string(),
  docs: z.string(),
  mailbox: z.string(),
});

const folder = mkdtempSync(join(tmpdir(), "factura-edge-sandbox-"));
const [port, service, authority] = [await findFreePort(), await findFreePort(), await findFreePort()];
const origin = `http://127.0.0.1:${port}`;
const program = spawn(process.execPath, ["--no-warnings", "stand/sandbox.ts"], {
  cwd: ROOT,
  env: {
    ...process.env,
    STAND_FOLDER: folder,
    PORT: String(service),
    AUTHORITY_PORT: String(authority),
    SANDBOX_PORT: String(port),
  },
});
let said = "";
for (const stream of [program.stdout, program.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
const ended = new Promise<number | null>((resolve) => program.once("exit", resolve));
const countOpenings = () => said.split("The sandbox is open").length - 1;

beforeAll(() => vi.waitFor(() => expect(countOpenings(), said).toBe(1), STARTED_WITHIN));
afterAll(async () => {
  program.kill("SIGTERM");
  expect(await ended).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, request: RequestInit = {}) =>
  fetch(`${origin}${path}`, { ...request, signal: AbortSignal.timeout(60_000) });

async function signUp(correo: string) {
  const headers = { "content-type": "application/json", accept: "application/json" };
  const response = await ask("/", { method: "POST", headers, body: JSON.stringify({ correo }) });
  return { status: response.status, body: await response.json() };
}

async function issue({ base_url: base, token }: z.output<typeof VISIT>, companyId: number) {
  const response = await fetch(`${base}/companies/${companyId}/fe/facturas`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(sampleInvoice("Luis Rojas", "venta-1")),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, body: z.looseObject({}).parse(await response.json()) };
}

describe("the sandbox", () => {
  it("is wiped at 3 in the morning in Bogotá", () => {
    expect(untilWiped(Date.parse("2026-03-04T07:59:00Z"))).toBe(60_000);
    expect(untilWiped(Date.parse("2026-03-04T08:00:00Z"))).toBe(86_400_000);
    expect(untilWiped(Date.parse("2026-03-04T23:00:00-05:00"))).toBe(4 * 3_600_000);
  });

  it("gives each visitor a company of his own, and shuts what is not his; a day later all of it is forgotten", async () => {
    const form = await ask("/");
    expect([form.status, await form.text()]).toEqual([200, expect.stringContaining('name="correo"')]);
    const [one, two] = [await signUp("ana@tienda.co"), await signUp("luis@bodega.co")];
    const [ana, luis] = [VISIT.parse(one.body), VISIT.parse(two.body)];
    expect([one.status, two.status, ana.company_id, luis.company_id]).toEqual([201, 201, 1, 2]);
    expect(await issue(ana, 1)).toMatchObject({ status: 201, body: { estado: "aceptado", prefijo: "FEA" } });
    expect(await issue(luis, 2)).toMatchObject({ status: 201, body: { estado: "aceptado", prefijo: "FEB" } });
    expect(await issue(luis, 1)).toMatchObject({ status: 403, body: { code: "wrong_company" } });
    expect((await fetch(ana.mailbox)).status).toBe(200);
    expect((await ask("/correo/AAAAAAAAAAAAAAAAAAAAAA")).status).toBe(404);
    expect((await fetch(ana.docs)).status).toBe(200);
    for (const path of ["/cdn-cgi/local/explorer/api/d1/database", "/api/../cdn-cgi/handler/scheduled", "/ledger"]) {
      expect((await ask(path)).status, path).toBe(404);
    }
    program.kill("SIGUSR2");
    await vi.waitFor(() => expect(countOpenings(), said).toBe(2), STARTED_WITHIN);
    expect((await issue(ana, 1)).status).toBe(401);
    expect((await fetch(ana.mailbox)).status).toBe(404);
    const again = await signUp("ana@tienda.co");
    expect(again).toMatchObject({ status: 201, body: { company_id: 1 } });
  }, 400_000);

  it("refuses the search after the last that a minute allows, and says when to come again", async () => {
    const { base_url: base, company_id: companyId, token } = VISIT.parse((await signUp("eva@tienda.co")).body);
    const url = `${base}/companies/${companyId}/fe/docs?q=cafe`;
    const answers = [];
    // A minute may end in between, and with it the count.
    for (let sent = 0; sent <= 2 * SEARCHES_MOST && answers.at(-1)?.status !== 429; sent += 1) {
      answers.push(await makeCall({ method: "GET", url, token }));
    }
    expect(answers.length).toBeGreaterThan(SEARCHES_MOST);
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it.each(["", "ana", "a b@c.co", "ana@tienda.co>"])("refuses %o as an address", async (correo) => {
    const { status, body } = await signUp(correo);
    expect([status, body]).toEqual([400, { ok: false, error: expect.stringContaining("`correo`") }]);
  });

  it("gives one address on the network five companies an hour", async () => {
    // Two of the five are above.
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await signUp(`v${count}@tienda.co`)).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
  });
});
