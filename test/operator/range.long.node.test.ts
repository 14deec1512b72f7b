// Ranges that share numbers into renewals that go on where the old one ended, or into refusals that name the number.
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { allocateNumber } from "../../src/store/number/allocation.ts";
import { findFreePort } from "../../stand/port.ts";
import { startAuthority } from "../../stand/stand.ts";
import { sampleInvoice, sampleReservation } from "../store/sample.ts";
import { NEEDED, walk } from "./walk.ts";
import { COMPANY, openWorkbench, RANGE, TICKETS, type Workbench } from "./workbench.ts";

/** In force until yesterday: numbers 1 to 1000, of which 400 are given. */
const OLD = {
  ...RANGE,
  prefix: "FE",
  from: 1,
  to: 1000,
  next: 401,
  "valid-from": "2024-11-20",
  "valid-to": "2026-11-19",
} as const;
/** The ordinary renewal of what the old one has left. */
const RENEWED = {
  ...OLD,
  resolution: "18760000002",
  from: 401,
  "valid-from": "2026-11-20",
  "valid-to": "2028-11-19",
} as const;
type Flags = Readonly<Record<string, string | number | true>>;

let bench: Workbench;
beforeEach(async () => {
  bench = openWorkbench();
  await bench.run("company add", COMPANY);
});
afterEach(() => bench.close());

async function add(...ranges: readonly Flags[]): Promise<void> {
  for (const range of ranges) expect(await bench.run("range add", range)).toMatchObject({ code: 0, err: "" });
}

async function expectRefusal(command: string, flags: Flags, says: RegExp): Promise<void> {
  const before = bench.dump();
  const { code, err } = await bench.run(command, flags);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(says) });
  expect(bench.dump()).toBe(before);
}

function withoutNext({ next: _next, ...flags }: Flags): Flags {
  return flags;
}

/** Numbers of invoices that are issued now, one after the other. */
async function issue(count: number, issueDate = "2026-11-20"): Promise<string[]> {
  const { db, close } = openSqlite(bench.databaseFile);
  const numbers: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const reservation = sampleReservation(1, { module: "fe", rangeKind: "fe" });
    const allocation = await allocateNumber(db, reservation, sampleInvoice({ issueDate }));
    const { type } = allocation;
    numbers.push(type === "allocated" ? `${allocation.numbering.prefix}${allocation.numbering.number}` : type);
  }
  await close();
  return numbers;
}

function listRanges(): Record<string, unknown>[] {
  return bench.query("SELECT id, next_number AS next, last_number AS last, to_number AS 'to' FROM ranges ORDER BY id");
}

function readLastEvent(): Record<string, unknown> {
  const [event] = bench.query("SELECT action, detail FROM events ORDER BY sequence DESC LIMIT 1");
  return { action: event?.action, detail: JSON.parse(String(event?.detail)) };
}

describe("a renewed resolution of the same prefix", () => {
  it("goes on with the number that the expired one left, which is cut in the same transaction", async () => {
    await add(OLD, withoutNext(RENEWED));
    expect(listRanges()).toEqual([
      { id: 1, next: 401, last: 400, to: 1000 },
      { id: 2, next: 401, last: null, to: 1000 },
    ]);
    expect(readLastEvent()).toMatchObject({
      action: "range.add",
      detail: { resolution: "18760000002", next: 401, cuts: [{ range: 1, last: 400 }] },
    });
    expect(await issue(2)).toEqual(["FE401", "FE402"]);
  });

  it("is what --next may be left out for: a range that renews none is refused without it", async () => {
    await expectRefusal("range add", withoutNext(OLD), /--next is missing.*the first one, or past the last that other/);
  });

  it("says what it cut, and range list shows no number left of it", async () => {
    await add(OLD);
    expect(await bench.run("range add", withoutNext(RENEWED))).toMatchObject({
      out: expect.stringMatching(/^range FE 401-1000, next 401; range 1 ends with 400\n/),
    });
    expect(await bench.json("range list", { company: 1 })).toMatchObject([
      { id: 1, to: 1000, last: 400, numbers_left: 0 },
      { id: 2, to: 1000, last: 1000, numbers_left: 600 },
    ]);
  });

  it("is taken while the old one is in force, and no number is given twice or left out", async () => {
    await add({ ...OLD, "valid-to": "2026-12-19" });
    expect(await issue(2)).toEqual(["FE401", "FE402"]);
    await add({ ...RENEWED, next: 403 });
    expect(await issue(2)).toEqual(["FE403", "FE404"]);
    expect(listRanges()).toMatchObject([{ last: 402 }, { next: 405 }]);
    expect(await bench.run("ledger gaps", { company: 1 })).toMatchObject({ code: 0 });
  });

  it("that begins past the old one's next number leaves that the numbers before", async () => {
    await add({ ...OLD, "valid-to": "2026-12-19" }, withoutNext({ ...RENEWED, from: 403 }));
    expect(await issue(3)).toEqual(["FE401", "FE402", "FE403"]);
  });

  it("is refused a number that the old one has given", async () => {
    await add(OLD);
    await expectRefusal("range add", { ...RENEWED, from: 301, next: 400 }, /range 1 .* has given FE400.*\n.*401/);
  });

  it("that begins later leaves the old one numbers until then, or is refused", async () => {
    const later = { ...RENEWED, "valid-from": "2026-12-01" };
    await add({ ...OLD, "valid-to": "2026-12-19" });
    await expectRefusal("range add", later, /begins on 2026-12-01.*range 1.*\n.*--next.*from 401/);
    await add({ ...later, next: 403 });
    expect(await issue(3)).toEqual(["FE401", "FE402", "refused"]);
    expect(await issue(1, "2026-12-01")).toEqual(["FE403"]);
  });

  it("does not come back to life when the old one is registered again, or lasts longer", async () => {
    await add(OLD, withoutNext(RENEWED), withoutNext(OLD), withoutNext({ ...OLD, "valid-to": "2027-06-01" }));
    expect(listRanges()).toMatchObject([{ last: 400, to: 1000 }, { next: 401 }]);
    expect(await issue(1)).toEqual(["FE401"]);
  });

  it("that is none, because it ends when the other does, is refused", async () => {
    await add({ ...OLD, "valid-to": RENEWED["valid-to"] });
    await expectRefusal(
      "range add",
      RENEWED,
      /range 1 \(FE 1-1000\) holds some of these numbers already, such as FE401/,
    );
  });

  it("is refused numbers that documents have although no range holds them", async () => {
    await add(OLD, withoutNext(RENEWED));
    await issue(3);
    bench.query("DELETE FROM ranges WHERE id = 2");
    await expectRefusal("range add", RENEWED, /a document FE403 already\n.*404/);
  });
});

describe("a number that is given while a renewal is registered", () => {
  const REMOTE = { remote: true } as const;
  const give = () => void bench.query("UPDATE ranges SET next_number = next_number + 1 WHERE id = 1");
  const insertion = /insert into "ranges"/;

  beforeEach(async () => {
    // The deployment's database is the local one: so are its secrets.
    copyFileSync(join(bench.root, ".dev.vars"), join(bench.root, ".dev.vars.remote"));
    await add({ ...OLD, "valid-to": "2026-12-19" });
  });

  it("moves the renewal past it", async () => {
    bench.deployed.beforeOnce(insertion, give);
    expect(await bench.run("range add", { ...withoutNext(RENEWED), ...REMOTE })).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^writes to .*$/),
    });
    expect(listRanges()).toMatchObject([{ next: 402, last: 401 }, { next: 402 }]);
  });

  it("stands against a renewal that names it", async () => {
    bench.deployed.beforeOnce(insertion, give);
    const { code, err } = await bench.run("range add", { ...RENEWED, ...REMOTE });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/has given FE401.*\n.*402/) });
    expect(listRanges()).toHaveLength(1);
  });

  it("lets the renewal go after some tries", async () => {
    for (const _ of [1, 2, 3]) bench.deployed.beforeOnce(insertion, give);
    const { code, err } = await bench.run("range add", { ...withoutNext(RENEWED), ...REMOTE });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/change while.*\n.*again/) });
    expect(listRanges()).toMatchObject([{ next: 404, last: null }]);
  });

  it("and another operator's range are seen before it is written", async () => {
    bench.deployed.beforeOnce(insertion, () => {
      // What another terminal does meanwhile: the event, which is in every transaction of the program.
      bench.query(
        `INSERT INTO events SELECT company_id, sequence + 1, at, actor, action, reason, document_id, detail, hash, 'x'
         FROM events ORDER BY sequence DESC LIMIT 1`,
      );
      bench.query(
        `INSERT INTO ranges (company_id, kind, resolution, resolution_date, prefix, from_number, to_number, valid_from,
           valid_to, next_number) VALUES (1, 'fe', '7', '2026-01-01', 'FE4', 1, 99, '2026-01-01', '2027-12-31', 1)`,
      );
    });
    const { code, err } = await bench.run("range add", { ...withoutNext(RENEWED), ...REMOTE });
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/range 2 \(FE4 1-99\) holds .* such as FE410/),
    });
  });
});

describe("prefixes that meet", () => {
  const SHORT = { ...OLD, to: 5000, next: 20, "valid-to": "2027-11-19" } as const;
  const LONG = { ...SHORT, resolution: "18760000003", prefix: "FE1", to: 99, next: 1 } as const;

  it.each([
    { why: "numbers that the other has given", first: SHORT, second: LONG, says: /range 1 .* has given FE11 / },
    {
      why: "numbers that it may give",
      first: SHORT,
      second: { ...LONG, from: 10, next: 10 },
      says: /range 1 \(FE 1-5000\) holds .* such as FE110/,
    },
    {
      why: "the longer prefix first",
      first: LONG,
      second: { ...SHORT, next: 1 },
      says: /range 1 \(FE1 1-99\) holds .* such as FE11/,
    },
    {
      why: "a contingency range",
      first: SHORT,
      second: { ...LONG, kind: "contingency", from: 10, next: 10 },
      says: /FE110/,
    },
  ])("are refused: $why", async ({ first, second, says }) => {
    await add(first);
    await expectRefusal("range add", second, says);
  });

  it.each([
    { why: "no full number is shared", second: { ...LONG, from: 5000, to: 9000, next: 5000 } },
    { why: "support documents have their own numbers", second: { ...LONG, kind: "dse" } },
  ])("are taken when $why", async ({ second }) => {
    await add(SHORT, second);
  });

  it("are taken when the other is over and gave none of them: it is cut", async () => {
    await add({ ...SHORT, "valid-to": "2026-11-19" }, { ...LONG, from: 10, next: 10 });
    expect(listRanges()).toMatchObject([{ last: 19, to: 5000 }, { last: null }]);
  });

  it("are taken after the other was ended before them, and it does not grow into them again", async () => {
    await add(SHORT);
    expect(await bench.run("range edit", { range: 1, last: 109 })).toMatchObject({ code: 0, err: "" });
    await add({ ...LONG, from: 10, next: 10 });
    await expectRefusal("range edit", { range: 1, last: 110 }, /range 2 \(FE1 10-99\) .* such as FE110/);
    await expectRefusal("range edit", { range: 1, last: 5001 }, /5001 is past 5000/);
    await expectRefusal("range edit", { range: 1, last: 18 }, /--last: 18 is before 19, which is given/);
  });

  it("that are registered already are taken out of use, and not into use", async () => {
    await add(SHORT, { ...LONG, kind: "dse" });
    bench.query("UPDATE ranges SET kind = 'fe' WHERE id = 2");
    expect(await bench.run("range edit", { range: 2, active: "false" })).toMatchObject({ code: 0 });
    await expectRefusal("range edit", { range: 2, active: "true" }, /range 1 \(FE 1-5000\)/);
  });

  it("of another company or environment stand against nothing", async () => {
    await add(SHORT);
    await issue(1);
    bench.query("UPDATE documents SET environment = 'habilitacion'");
    await add({ ...LONG, from: 10, next: 10 });
  });
});

describe("a range that stopped because another system used a number of it", () => {
  beforeEach(async () => {
    await add({ ...OLD, "valid-to": "2027-11-19" });
    await issue(1);
    bench.query("UPDATE ranges SET stopped_by = 1, stops_from = 0");
  });

  it("goes on past the numbers that were used there, and the ledger says why they have no document", async () => {
    expect(await issue(1)).toEqual(["refused"]);
    expect(await bench.json("range list", { company: 1 })).toMatchObject([{ stopped_by: 1 }]);
    const line = { range: 1, next: 410, reason: "a till used 402 to 409" };
    expect(await bench.run("range resume", line)).toMatchObject({ code: 0, out: "range 1 goes on with FE410" });
    expect(await issue(1)).toEqual(["FE410"]);
    expect(readLastEvent()).toMatchObject({
      action: "range.resume",
      detail: { stopped_by: 1, before: { next: 402 }, next: 410 },
    });
    expect(await bench.json("ledger gaps", { company: 1 })).toMatchObject({ findings: [], ranges: [{ skipped: 408 }] });
  });

  it("goes on where it was, once", async () => {
    expect(await bench.run("range resume", { range: 1 })).toMatchObject({ code: 0 });
    expect(await issue(1)).toEqual(["FE402"]);
    await expectRefusal("range resume", { range: 1 }, /range 1 is not stopped/);
  });

  it("does not go back", async () => {
    await expectRefusal("range resume", { range: 1, next: 401 }, /401 is not from 402 to 1001/);
  });
});

describe("range list --ends-by", () => {
  const kept = { ...RANGE, next: 1, from: 1, to: 1000 } as const;

  it("shows of all companies what still gives numbers and ends by that day, however many days are left", async () => {
    await bench.run("company add", { ...COMPANY, nit: "800197268-4", name: "Vecina S.A.S." });
    await add(
      { ...kept, prefix: "A", "valid-to": "2027-01-31" },
      { ...kept, prefix: "B", "valid-to": "2027-02-01" },
      { ...kept, prefix: "C", "valid-to": "2026-11-19" },
      { ...kept, prefix: "D", "valid-to": "2026-11-20", company: 2 },
      { ...kept, prefix: "E", "valid-to": "2027-01-31", company: 2 },
    );
    expect((await bench.run("range edit", { range: 5, active: "false" })).code).toBe(0);
    const listed = await bench.json<unknown>("range list", { "ends-by": "2027-01-31" });
    expect(listed).toMatchObject([
      { company: 1, name: COMPANY.name, prefix: "A", days_left: 72 },
      { company: 2, name: "Vecina S.A.S.", prefix: "D", days_left: 0 },
    ]);
    expect(listed).toHaveLength(2);
    const none = await bench.run("range list", { company: 2, "ends-by": "2026-11-19" });
    expect(none).toMatchObject({ code: 0, out: "no range that gives numbers ends by 2026-11-19" });
    await expectRefusal("range list", { "ends-by": "enero" }, /--ends-by: "enero" is not a date YYYY-MM-DD/);
  });
});

describe("range import of a renewal", () => {
  // The pretend authority looks at its own clock: a request is as old as its security header says.
  const NOW_MS = Date.now();
  const dayFromNow = (days: number) => dateInBogota(NOW_MS + days * 86_400_000);
  const LINE = { company: 1, kind: "fe", prefix: "FE" } as const;
  let authority: Awaited<ReturnType<typeof startAuthority>>;
  let home: Workbench;

  beforeAll(async () => {
    home = openWorkbench();
    authority = await startAuthority(await findFreePort(), join(home.root, ".wrangler/state"));
  });
  afterAll(async () => {
    await authority.stop();
    home.close();
  });

  /** Both resolutions at the authority, the old one here. */
  async function grant(lastDayOfOld: number): Promise<{ readonly old: Flags; readonly renewed: Flags }> {
    const old = { ...OLD, "valid-to": dayFromNow(lastDayOfOld) };
    const renewed = { ...RENEWED, "valid-from": dayFromNow(0), "valid-to": dayFromNow(700) };
    const ranges = [old, renewed].map((range) => ({
      ...range,
      resolution_date: range["resolution-date"],
      valid_from: range["valid-from"],
      valid_to: range["valid-to"],
      technical_key: range["technical-key"],
    }));
    const software = [
      { id: COMPANY["fe-software-id"], pin: COMPANY["fe-pin"] },
      { id: TICKETS["dee-software-id"], pin: TICKETS["dee-pin"] },
    ];
    const response = await fetch(`${authority.origin}/taxpayers/900373115`, {
      method: "PUT",
      body: JSON.stringify({ nit: "900373115", name: COMPANY.name, software, ranges, test_sets: [] }),
    });
    expect(response.status).toBeLessThan(300);
    bench.setNow(new Date(NOW_MS).toISOString());
    Object.assign(bench.environment, { AUTHORITY_URL: authority.origin, CERTIFICATE_PASSWORD: "secreto" });
    const file = join(import.meta.dirname, "fixture/modern-chain.p12");
    expect(await bench.run("certificate import", { company: 1 }, file)).toMatchObject({ code: 0 });
    await add(old);
    return { old, renewed };
  }

  it("takes the resolution that is named, and knows the other one too", async () => {
    await grant(-1);
    const take = (resolution: string) => bench.json("range import", { ...LINE, resolution });
    expect(await take(OLD.resolution)).toMatchObject({ done: "unchanged", next: 401 });
    expect(await take(RENEWED.resolution)).toMatchObject({ done: "added", next: 401, cuts: [{ range: 1, last: 400 }] });
    for (const { resolution } of [OLD, RENEWED]) expect(await take(resolution)).toMatchObject({ done: "unchanged" });
    expect(listRanges()).toMatchObject([{ last: 400, to: 1000 }, { next: 401 }]);
  });

  it("takes the one that is not over when none is named", async () => {
    await grant(-1);
    expect(await bench.json("range import", LINE)).toMatchObject({ done: "added", resolution: RENEWED.resolution });
  });

  it("asks which one when both are in force, and lists what there is", async () => {
    await grant(20);
    const both = `2 ranges with prefix "FE"\n.*--resolution.*${OLD.resolution} until .*${RENEWED.resolution}`;
    await expectRefusal("range import", LINE, new RegExp(both));
    const none = { company: 1, kind: "fe", resolution: "18760000009" };
    await expectRefusal("range import", none, /0 ranges with resolution 18760000009\n.*18760000001/);
    expect(await bench.json("range import", { ...LINE, resolution: RENEWED.resolution })).toMatchObject({ next: 401 });
  });

  it("takes the range of each row of a file, and a second time nothing, wherever its numbers are by then", async () => {
    await grant(-1);
    const rows = join(bench.root, "ranges.csv");
    const lines = [
      "nit,kind,prefix,next",
      "900373115,fe,FE,",
      "900373115,dse,DS,1",
      "811000000,fe,FE,1",
      "900373115,fe,,",
    ];
    writeFileSync(rows, lines.join("\n"));
    const ran = await bench.run("range import", { rows });
    expect([ran.code, ran.err, ran.out.split("\n")[0]]).toEqual([3, "", "4 ranges: 1 added, 3 refused"]);
    for (const words of [
      /^line 2 .* added +FE 401-1000 of \d+, next 401; range 1 ends with 400$/m,
      /^line 3 .* refused +company 1 has no software for dse/m,
      /^line 4 .* refused +there is no company of NIT 811000000/m,
      /^line 5 .* refused +it names no range/m,
    ])
      expect(ran.out).toMatch(words);
    bench.query("UPDATE ranges SET next_number = 450 WHERE next_number = 401 AND last_number IS NULL");
    writeFileSync(rows, "nit,kind,prefix,next\n900373115,fe,FE,401");
    const before = bench.dump();
    const again = await bench.run("range import", { rows, verbose: true });
    expect([again.code, again.out]).toEqual([0, expect.stringMatching(/unchanged +FE 401-1000 of \d+, next 450$/)]);
    expect(bench.dump()).toBe(before);
  });

  it("asks for the range of tickets where tickets are issued, not where the company invoices", async () => {
    await grant(-1);
    Object.assign(bench.environment, { AUTHORITY_TEST_URL: authority.origin, AUTHORITY_URL: "http://127.0.0.1:9" });
    const line = { ...LINE, kind: "pos", resolution: RENEWED.resolution, next: 410 };
    await expectRefusal("range import", line, /company 1 has no software for dee/);
    expect(await bench.run("company edit", { company: 1, ...TICKETS })).toMatchObject({ code: 0 });
    expect(await bench.json("range import", line)).toMatchObject({ done: "added", next: 410, cuts: [] });
    expect(bench.query("SELECT kind, prefix, next_number AS next FROM ranges WHERE kind = 'pos'")).toEqual([
      { kind: "pos", prefix: "FE", next: 410 },
    ]);
  });

  it("is a choice of `company setup`, which asks the authority before anything is written", async () => {
    await grant(-1);
    const fresh = openWorkbench();
    try {
      fresh.environment.AUTHORITY_URL = authority.origin;
      const script = {
        ...{ ...NEEDED, "what it issues": "fe", "identifier of the FE software": COMPANY["fe-software-id"] },
        ...{
          "where its range": ["authority", "", "later"],
          "answer this part again?": "yes",
          "prefix of the one": ["XX", "FE"],
          "number of the next": "450",
        },
      };
      const { code, err, screen } = await walk(fresh, script, [], NOW_MS);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(screen).toContain(RENEWED.resolution);
      expect(screen).toContain('the authority has 0 ranges with prefix "XX"');
      expect(screen).not.toContain(RENEWED["technical-key"]);
      expect(fresh.query("SELECT prefix, resolution, next_number AS next FROM ranges")).toEqual([
        { prefix: "FE", resolution: RENEWED.resolution, next: 450 },
      ]);
    } finally {
      fresh.close();
    }
  });
});
