// The walk from a company to its token, typed line by line as a person would, against the program with its own database.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { companySetup } from "../../operator/command/company-setup.ts";
import { createVersionedKey, writeSecret } from "../../operator/deployment.ts";
import { makeThrowAwayCertificate } from "../../operator/throw-away.ts";
import { parseToken } from "../../src/store/company/clients.ts";
import { KEY, NEEDED, type Script, walk } from "./walk.ts";
import { COMPANY, NOW, openWorkbench, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = openWorkbench();
});
afterEach(() => bench.close());

function listActions(): unknown[] {
  return bench.query("SELECT action FROM events ORDER BY sequence").map(({ action }) => action);
}

describe("company setup", () => {
  it("walks from nothing to a token with what it suggests, and writes nothing before it is approved", async () => {
    const { code, out, err, screen } = await walk(bench, { ...NEEDED, "what the client is": "Caja" });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(listActions()).toEqual([
      ...["company.add", "certificate.import", "range.add", "range.add"],
      ...["payment-method.add", "client.add", "company.activate", "token.issue"],
    ]);
    const after = bench.dump();
    expect(parseToken(/fed_produccion_\S+/.exec(out)?.[0] ?? "")?.id).toBe(bench.query("SELECT id FROM tokens")[0]?.id);
    expect(out).toContain("next: operator company show --company 1");
    // Suggestions are shown, secrets are not: neither on the screen nor in the database.
    expect(screen).toContain("\ndse range\n");
    expect(screen).toContain("street address: ");
    expect(screen).toContain("the certifier's .p12 or PEM file, throw-away");
    expect(screen.match(/would do .*, by ana:/g)).toHaveLength(8);
    for (const secret of ["75315", KEY]) {
      expect(screen).not.toContain(secret);
      expect(after).not.toContain(secret);
    }
    expect(await bench.json("company show", { company: 1 })).toMatchObject({
      personType: "1",
      software: { fe: { testSetId: null }, dse: { testSetId: null } },
      ranges: [
        { kind: "dse", next: 1 },
        { kind: "fe", prefix: "SETT", next: 1 },
      ],
      plans: [{ module: "dse" }, { module: "fe", allowance: 100 }],
    });
  });

  it("shows every answer of a part before it is written, and of a secret that it was given", async () => {
    const { screen } = await walk(bench, NEEDED, ["--trade-name", "Ágil"]);
    const [company = "", certificate = ""] = screen.split("write this?");
    const answers = Object.fromEntries(
      [...company.slice(company.indexOf("your answers:")).matchAll(/^ {2}([a-z-]+) +(.+)$/gm)].map(([, name, text]) => [
        name,
        text,
      ]),
    );
    expect(answers).toEqual({
      "trade-name": "Ágil",
      nit: "900373115-3",
      modules: "fe,dse",
      environment: "produccion",
      "fe-software-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "fe-pin": "(given, not shown)",
      "fe-plan": "100",
      "dse-software-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "dse-plan": "100",
      name: "Compañía Ágil S.A.S.",
      "person-type": "1",
      responsibilities: "R-99-PN",
      "tax-scheme": "01",
      address: "Calle 1 # 2-3",
      municipality: "11001",
      email: "facturas@example.com",
    });
    expect(certificate).toMatch(/your answers:\n {2}certificate {2}throw-away\n/);
    expect(certificate).not.toContain("900373115-3\n");
  });

  it("needs no more on a stand than what only its person knows", async () => {
    const { "PIN of the FE": _pin, "technical key": _key, ...known } = NEEDED;
    const { code, screen } = await walk(bench, known);
    expect(code).toBe(0);
    expect(screen).toContain("PIN of the FE software […] (not shown): ");
    expect(screen).toContain("`range import` brings it […] (not shown): ");
    expect(Object.keys(known)).toHaveLength(4);
  });

  it("keeps every answer when one is wrong, and says what was wrong with it", async () => {
    const { code, screen } = await walk(bench, {
      ...NEEDED,
      NIT: ["900373115-4", "900373115-3"],
      "e-mail": ["ana", "a@b.co"],
    });
    expect(code).toBe(0);
    expect(screen).toContain("the check digit of 900373115 is 3, not 4: check the number on the RUT");
    expect(screen).toContain('"ana" is not an e-mail address');
    expect(screen.match(/street address: /g)).toHaveLength(1);
  });

  it("asks again for what is not approved, with the answers so far, and writes what is approved then", async () => {
    const { code, screen } = await walk(bench, {
      ...NEEDED,
      "street address": ["Calle 1", "Calle 22"],
      "write this?": "no",
      "answer this part again?": "yes",
    });
    expect(code).toBe(0);
    expect(screen).toContain("street address [Calle 1]: ");
    expect(screen).toContain("e-mail for acquirers [facturas@example.com]: ");
    const shown = await bench.json("company show", { company: 1 });
    expect(shown).toMatchObject({ email: "facturas@example.com", address: { line: "Calle 22" } });
  });

  it("asks again for what the line itself gave wrong", async () => {
    const script = { ...NEEDED, "answer this part again?": "yes", "produccion or": "produccion" };
    const { code, screen } = await walk(bench, script, [
      ...["--nit", "900373115-3", "--environment", "nowhere", "--trade-name", "Ágil"],
      ...["--responsibilities", "O-13", "--responsibilities", "O-15"],
    ]);
    expect(code).toBe(0);
    expect(screen).toContain('--environment: "nowhere" is none of produccion, habilitacion');
    expect(screen).toContain("NIT, with or without -check digit [900373115-3]: ");
    expect(await bench.json("company show", { company: 1 })).toMatchObject({
      tradeName: "Ágil",
      responsibilities: ["O-13", "O-15"],
    });
  });

  it.each([
    ["is not approved", { "write this?": "no" }, "company setup: not approved\n  nothing of it was written"],
    [
      "ends in the middle",
      { "e-mail": "END" },
      "company setup: ended before everything was answered\n  nothing of it was written",
    ],
  ])("writes nothing when it %s", async (_, script, said) => {
    const before = bench.dump();
    expect(await walk(bench, { ...NEEDED, ...script })).toMatchObject({ code: 1, err: said, out: "" });
    expect(bench.dump()).toBe(before);
  });

  it("is rehearsed with --dry-run, takes answers from flags, and asks only for the others", async () => {
    const before = bench.dump();
    const flags = ["--nit", "900373115-3", "--environment", "produccion", "--modules", "dse", "--dry-run"];
    const { code, out, screen } = await walk(bench, { ...NEEDED, "PIN of the DSE": "12345" }, flags);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining("would write: company, certificate, dse range, client"),
    });
    expect(bench.dump()).toBe(before);
    expect(screen).not.toContain("NIT, with");
    expect(screen).not.toContain("invoices");
  });

  it("leaves for later what is not at hand, and names the commands", async () => {
    const { code, out } = await walk(bench, {
      ...NEEDED,
      "the certifier's": "later",
      "where its range": ["later", "later", "later"],
    });
    expect(code).toBe(0);
    expect(out).toContain("next: operator certificate import --company 1 FILE.p12 --password-file FILE");
    expect(out).toContain(
      "next: operator range import --company 1 --kind fe\nnext: operator range import --company 1 --kind dse",
    );
    expect(out).toContain("next: operator company activate --company 1");
    expect(bench.query("SELECT state FROM companies")).toEqual([{ state: "draft" }]);
  });

  it("names what is done and what is still to do when a step fails", async () => {
    bench.query(
      "CREATE TRIGGER no_range BEFORE INSERT ON ranges BEGIN SELECT RAISE(ABORT, 'constraint failed: disk'); END",
    );
    const { code, err } = await walk(bench, NEEDED);
    expect(code).toBe(1);
    expect(err).toMatch(
      /fe range: the database refused.*\n[\s\S]*done before it:\n {4}company 1: [\s\S]*still to do:\n/,
    );
    expect(err).toContain("operator range import --company 1 --kind fe");
    expect(err).toContain("then operator token issue --client N");
    expect(listActions()).toEqual(["company.add", "certificate.import"]);
    expect(bench.query("SELECT state FROM companies")).toEqual([{ state: "draft" }]);
    bench.query("DROP TRIGGER no_range");
    const again = await walk(bench, NEEDED);
    expect(again.err).toContain("NIT 900373115 is company 1");
    expect(again.err).toMatch(/it is draft and lacks fe range, dse range, client; go on with:\n/);
    for (const command of [
      "range import --company 1 --kind fe",
      "range import --company 1 --kind dse",
      "client add",
      "company activate",
    ]) {
      expect(again.err).toContain(`    operator ${command}`);
    }
  });

  it("says of a NIT that is given again what the company lacks, with --yes too, before it asks for what a new one needs", async () => {
    await bench.run("company add", { ...COMPANY, draft: true });
    const before = bench.dump();
    const { code, err } = await bench.run("company setup", { yes: true, nit: "900373115" });
    expect([code, bench.dump()]).toEqual([1, before]);
    expect(err).toContain("NIT 900373115 is company 1");
    expect(err).toContain("it is draft and lacks certificate, fe range, client; go on with:\n");
    expect(err).not.toContain("--email");
  });

  it("refuses a certificate of another company when it is named, and needs a terminal", async () => {
    const file = join(bench.root, "other.pem");
    writeFileSync(file, makeThrowAwayCertificate("800197268", "Another", Date.parse(NOW)));
    const { code, screen } = await walk(bench, {
      ...NEEDED,
      "the certifier's": ["missing.pem", file, "throw-away"],
      "answer this part again?": "yes",
    });
    expect(code).toBe(0);
    expect(screen).toContain("missing.pem cannot be read (ENOENT)");
    expect(screen).toContain("the certificate does not name NIT 900373115");
    expect(await bench.run("company setup")).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        "there is no terminal\n  answer with flags and --yes, or begin with `operator company add`",
      ),
    });
  });
});

describe("company setup --yes", () => {
  const ANSWERS = {
    yes: true,
    nit: "900373115-3",
    name: "Compañía Ágil S.A.S.",
    address: "Calle 1 # 2-3",
    email: "facturas@example.com",
  } as const;

  it("walks from nothing to a token without a terminal, and says what it took", async () => {
    const { code, out, err } = await bench.run("company setup", { ...ANSWERS, client: "Caja", "fe-prefix": "FEY" });
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/fed_produccion_\S+/) });
    expect(err).toMatch(/your answers:[\s\S]*tax-scheme +01\n/);
    expect(listActions()).toEqual([
      ...["company.add", "certificate.import", "range.add", "range.add"],
      ...["payment-method.add", "client.add", "company.activate", "token.issue"],
    ]);
    expect(bench.query("SELECT prefix FROM ranges WHERE kind = 'fe'")).toEqual([{ prefix: "FEY" }]);
    expect(bench.query("SELECT name FROM api_clients")).toEqual([{ name: "Caja" }]);
  });

  it("names at once all that is missing, and writes nothing", async () => {
    const before = bench.dump();
    const { address: _, email: _mail, ...some } = ANSWERS;
    expect(await bench.run("company setup", some)).toMatchObject({
      code: 1,
      err: expect.stringContaining("is missing: --address, --email\n  nothing was written"),
    });
    const remote = { ...ANSWERS, remote: true, modules: "fe", "fe-numbering": "hand", "fe-prefix": "FE" } as const;
    expect((await bench.run("company setup", remote)).err).toContain(
      "is missing: --municipality, --fe-software-id, --fe-pin, --fe-test-set, --fe-resolution, --fe-resolution-date, --fe-from, --fe-to, --fe-valid-from, --fe-valid-to, --fe-technical-key, --fe-next\n",
    );
    expect(bench.dump()).toBe(before);
  });

  it("ends with what a flag is refused for, instead of asking again", async () => {
    const before = bench.dump();
    const { code, err } = await bench.run("company setup", { ...ANSWERS, "tax-scheme": "IVA" });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('--tax-scheme: "IVA" is none of') });
    expect(bench.dump()).toBe(before);
  });

  it("has no flag that only another command understands", () => {
    const names = companySetup.flags.map((flag) => flag.name());
    expect(names.filter((name) => /(?:^|-)(?:rows|csv|verbose|draft)$/.test(name))).toEqual([]);
  });
});

describe("company setup --remote", () => {
  it("suggests nothing made up, and writes to the deployment", async () => {
    for (const name of ["TOKEN_PEPPER", "VAULT_KEY"]) {
      writeSecret(join(bench.root, ".dev.vars.remote"), name, createVersionedKey(1));
    }
    const file = join(bench.root, "own.pem");
    writeFileSync(file, makeThrowAwayCertificate("900373115", "Own", Date.parse(NOW)));
    const remote: Script = {
      ...{ ...NEEDED, "DIVIPOLA code": "05001", "the certifier's": ["throw-away", file], modules: "fe" },
      "produccion or": "habilitacion",
      "answer this part again?": ["yes", "yes"],
      "what it issues": "fe",
      "identifier of the FE software": "11111111-1111-1111-1111-111111111111",
      "identifier of the FE test set": "22222222-2222-2222-2222-222222222222",
      "where its range": ["hand", "", "later"],
      ...{ "number of the resolution": "18760000009", "date of the resolution": "2026-01-01", prefix: "SETP" },
      ...{
        "first number": "1",
        "last number": ["0", "100"],
        "number of the next": "1",
        "first day": "2026-01-01",
        "last day": ["2025-01-01", "2027-12-31"],
      },
    };
    const { code, err, out, screen } = await walk(bench, remote, ["--remote", "--location", "secret:CERT_2026"]);
    expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining("refused") });
    expect(screen).toContain("the authority takes a certifier's file only");
    expect(screen).toContain('"0" is not a whole number from 1');
    expect(screen).toContain("the last day 2025-01-01 is before the first 2026-01-01");
    expect(out).toMatch(/fed_habilitacion_\S+/);
    expect([...bench.deployed.secrets.keys()]).toContain("CERT_2026");
    expect(bench.query("SELECT environment FROM companies")).toEqual([{ environment: "habilitacion" }]);
  });
});
