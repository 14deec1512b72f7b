// The states of a company at the operator's program: which leads to which, what is written down, and whom `status` goes on watching.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeThrowAwayCertificate } from "../../operator/throw-away.ts";
import { COMPANY, NOW, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = openWorkbench();
});
afterEach(() => bench.close());

type State = "draft" | "active" | "suspended" | "archived";
type Verb = "activate" | "suspend" | "resume" | "archive";

const LEADS: Readonly<Record<State, Partial<Record<Verb, State>>>> = {
  draft: { activate: "active", suspend: "suspended", archive: "archived" },
  active: { suspend: "suspended", archive: "archived" },
  suspended: { resume: "active", archive: "archived" },
  archived: { resume: "active" },
};
const VERBS: readonly Verb[] = ["activate", "suspend", "resume", "archive"];
const PAIRS = (Object.keys(LEADS) as State[]).flatMap((state) => VERBS.map((verb) => [state, verb] as const));

const readState = () => bench.query("SELECT state FROM companies")[0]?.state;
const listActions = () => bench.query("SELECT action, reason, detail FROM events ORDER BY sequence");
const openDocument = (state: string) =>
  bench.query(`INSERT INTO documents (company_id, module, type_code, client_id, issuance_name, reservation_id, fingerprint, reserved_at,
    state, version, environment, prefix, number, full_number, issue_date, issue_time, currency, subtotal, taxes, total, withheld,
    third_party_id, file_sequence) VALUES (1, 'fe', '01', 1, 'fe:1:k', x'00', x'00', '2026-11-20T14:00:00.000Z', '${state}', 1,
    'produccion', 'SETP', 1, 'SETP1', '2026-11-20', '09:00:00', 'COP', '1', '0', '1', '0', 1, 1)`);

it.each(PAIRS)("a company that is %s: `company %s`", async (state, verb) => {
  await bench.run("company add", COMPANY);
  bench.query(`UPDATE companies SET state = '${state}'`);
  const before = listActions().length;
  const rehearsed = await bench.run(`company ${verb}`, { company: 1, "dry-run": true });
  expect([readState(), listActions().length]).toEqual([state, before]);
  const ran = await bench.run(`company ${verb}`, { company: 1, reason: "no paga" });
  const to = LEADS[state][verb];
  expect(readState()).toBe(to ?? state);
  expect([rehearsed.code, ran.code]).toEqual(to === undefined ? [1, 1] : [0, 0]);
  if (to === undefined) {
    expect(ran.err).toMatch(new RegExp(`company 1 is ${state}, not `));
    expect(listActions()).toHaveLength(before);
  } else {
    const detail = JSON.stringify({ from: state, to });
    expect(listActions().at(-1)).toEqual({ action: `company.${verb}`, reason: "no paga", detail });
  }
});

it("`company add --draft` begins with a draft, which lists and screens show and which warns nobody until it is activated", async () => {
  const { out } = await bench.run("company add", { ...COMPANY, draft: true });
  expect(out).toContain("operator company activate --company 1");
  expect(await bench.json("company list", {})).toMatchObject([{ id: 1, state: "draft" }]);
  expect((await bench.run("company show", { company: 1 })).out).toMatch(/state\s+draft/);
  expect((await bench.run("status", {})).code).toBe(0);
  await bench.run("company activate", { company: 1 });
  expect((await bench.run("status", {})).code).toBe(4);
  await bench.run("company suspend", { company: 1 });
  expect((await bench.run("status", {})).code).toBe(0);
});

it("what a company lacks is said when it is activated and resumed, as `--all` says it, with the commands for it", async () => {
  await bench.run("company add", { ...COMPANY, draft: true });
  const all = await bench.run("company activate", { all: true });
  expect(all).toMatchObject({ code: 3, out: expect.stringMatching(/not ready +it lacks certificate, fe range/) });
  const ran = await bench.run("company activate", { company: 1 });
  expect(ran.out).toContain("company 1 is active: it lacks certificate, fe range, and issues nothing that needs it;");
  expect(ran.out).toContain("next: operator range import --company 1 --kind fe");
  await bench.run("company suspend", { company: 1 });
  expect((await bench.run("company resume", { company: 1 })).out).toContain("active again: it lacks certificate");
  bench.query("UPDATE companies SET state = 'draft'");
  await bench.run("range add", RANGE);
  const file = join(bench.root, "own.pem");
  writeFileSync(file, makeThrowAwayCertificate("900373115", "Ágil", Date.parse(NOW)));
  await bench.run("certificate import", { company: 1 }, file);
  expect((await bench.run("company activate", { company: 1 })).out).toBe(
    "company 1 is active: it issues; `status` and alerts watch it",
  );
});

it("a company that another operator changed meanwhile keeps his state", async () => {
  await bench.run("company add", COMPANY);
  bench.deployed.beforeOnce(/update "companies"/, () => {
    bench.query("UPDATE companies SET state = 'archived'");
  });
  expect((await bench.run("company suspend", { company: 1, remote: true })).err).toContain("nothing was changed");
  expect(readState()).toBe("archived");
});

it("is archived only once nothing of it is open but what may never end", async () => {
  await bench.run("company add", COMPANY);
  openDocument("enviado");
  expect((await bench.run("company archive", { company: 1 })).err).toContain("1 open documents");
  expect((await bench.run("company suspend", { company: 1 })).out).toContain("1 open documents go on to their verdict");
  bench.query("UPDATE documents SET state = 'send_unknown'");
  expect(await bench.run("company archive", { company: 1 })).toMatchObject({ code: 0 });
});

it.each([
  ["suspend", "suspended"],
  ["archive", "archived"],
] as const)(
  "after `company %s` `status` of it says since when it is %s, by whom and why, and that it cannot issue",
  async (verb, state) => {
    await bench.run("company add", { ...COMPANY, draft: true });
    await bench.run(`company ${verb}`, { company: 1, reason: "no paga" });
    bench.query("UPDATE events SET at = ? WHERE action = ?", "2026-11-20T14:30:00.000Z", `company.${verb}`);
    const { code, out } = await bench.run("status", { company: 1 });
    expect(code).toBe(3);
    expect(out).toContain(
      `Company 1 Compañía Ágil S.A.S. is ${state} since 2026-11-20 09:30:00 (30 min ago) by ana ("no paga"): it begins no documents; \`operator company resume --company 1\``,
    );
    // Of all companies, and of codes that are asked for, it says nothing: an operator wanted it so.
    for (const flags of [{}, { company: 1, only: "critical" }]) {
      expect(await bench.run("status", flags)).toMatchObject({ code: 0, out: expect.not.stringContaining(state) });
    }
  },
);

it("`status` of a draft says what it lacks as `company activate` does, and is 0 once it lacks nothing", async () => {
  await bench.run("company add", { ...COMPANY, draft: true });
  const { code, out } = await bench.run("status", { company: 1 });
  expect(code).toBe(3);
  const [line = ""] = out.split("\n");
  const [lacks = "none"] = /it lacks .*, and issues nothing that needs it/.exec(line) ?? [];
  expect(lacks).toBe("it lacks certificate, fe range, and issues nothing that needs it");
  expect(line).toMatch(/^Company 1 .* is a draft since .*; `operator certificate import --company 1 .*`$/);
  expect(out).toContain("next: operator company activate --company 1");
  const [row] = JSON.parse((await bench.run("status", { company: 1, json: true })).out).standing.missing;
  expect(row).toBe("certificate");
  writeFileSync(join(bench.root, "own.pem"), makeThrowAwayCertificate("900373115", "Agil", Date.parse(NOW)));
  await bench.run("certificate import", { company: 1 }, join(bench.root, "own.pem"));
  await bench.run("range add", RANGE);
  const ready = await bench.run("status", { company: 1 });
  expect(ready.out).toMatch(/is a draft since .*: it issues; `operator company activate --company 1`/);
  expect(ready.code).toBe(0);
});
