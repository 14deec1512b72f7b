// `company edit` on the software of a company: what its flags name is changed, everything else stays, and nothing is dropped in silence.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { createKeyring, describeDeployment } from "../../operator/deployment.ts";
import { findCheckDigit } from "../../src/domain/catalogue/catalogue.ts";
import { loadSealedSecrets, openPin } from "../../src/store/secret/vault.ts";
import { COMPANY, openWorkbench, type Workbench } from "./workbench.ts";

const FE = COMPANY["fe-software-id"];
const OTHER = "33333333-3333-3333-3333-333333333333";
const TEST_SETS = {
  fe: "22222222-2222-2222-2222-222222222222",
  dse: "44444444-4444-4444-4444-444444444444",
} as const;
const PROVIDER = { "provider-nit": "900100000", "provider-code": "7" } as const;
/** One software for both modules, as most companies have it. */
const BOTH = { ...COMPANY, "dse-software-id": FE, "dse-pin": COMPANY["fe-pin"] } as const;

let bench: Workbench;
beforeEach(() => {
  bench = openWorkbench();
});
afterEach(() => bench.close());

type Flags = Readonly<Record<string, string | number | true>>;

async function edit(flags: Flags): Promise<void> {
  expect(await bench.run("company edit", { company: 1, ...flags })).toMatchObject({ code: 0, err: "" });
}

async function expectRefusal(command: string, flags: Flags, says: RegExp): Promise<void> {
  const before = bench.dump();
  const { code, err } = await bench.run(command, flags);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(says) });
  expect(bench.dump()).toBe(before);
}

function readRows(): Record<string, unknown>[] {
  return bench.query("SELECT * FROM software ORDER BY module DESC");
}

/** The PIN as the Worker opens it. */
async function openPinOf(softwareId: string): Promise<string | undefined> {
  const { db, close } = openSqlite(bench.databaseFile);
  const keyring = createKeyring(describeDeployment(bench.root, false), {});
  const pin = await openPin(await keyring.vaultKeys(), await loadSealedSecrets(db, 1), softwareId);
  await close();
  return pin;
}

describe("company edit of the software", () => {
  it("writes a test set that is named alone", async () => {
    await bench.run("company add", { ...BOTH, ...PROVIDER });
    const [fe, dse] = readRows();
    await edit({ "fe-test-set": TEST_SETS.fe });
    expect(readRows()).toEqual([{ ...fe, test_set_id: TEST_SETS.fe }, dse]);
  });

  it("writes a PIN that is named alone, and the record names the change without the PIN", async () => {
    await bench.run("company add", { ...COMPANY, ...PROVIDER });
    const [fe] = readRows();
    await edit({ "fe-pin": "97531" });
    expect(await openPinOf(FE)).toBe("97531");
    expect(readRows()).toEqual([{ ...fe, sealed_pin: expect.not.stringContaining(String(fe?.sealed_pin)) }]);
    const [event] = bench.query("SELECT detail FROM events WHERE action = 'company.edit'");
    expect(JSON.parse(String(event?.detail))).toMatchObject({
      software: [{ module: "fe", softwareId: FE, pin_changed: true }],
    });
    expect(bench.dump()).not.toContain("97531");
  });

  it.each(["fe", "dse"])("gives the PIN named for %s to both modules of one software", async (module) => {
    await bench.run("company add", BOTH);
    await edit({ [`${module}-pin`]: "97531" });
    expect(await openPinOf(FE)).toBe("97531");
    // Once it is not shared, it is of one module.
    await edit({ "dse-software-id": OTHER, "dse-pin": "11111" });
    expect([await openPinOf(FE), await openPinOf(OTHER)]).toEqual(["97531", "11111"]);
  });

  it.each(["1234", "123456", "1234a", "12 34"])("a PIN %s is refused, and never repeated", async (pin) => {
    await bench.run("company add", COMPANY);
    const { code, err } = await bench.run("company edit", { company: 1, "fe-pin": pin });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("the PIN is 5 digits") });
    expect(err).not.toContain(pin);
  });

  it("refuses two PINs for one software", async () => {
    await expectRefusal("company add", { ...BOTH, "dse-pin": "11111" }, /--fe-pin and --dse-pin differ/);
  });

  it("keeps the technology provider when the software changes", async () => {
    await bench.run("company add", { ...COMPANY, ...PROVIDER });
    await edit({ "fe-software-id": OTHER, "fe-pin": "97531" });
    expect(readRows()).toMatchObject([
      {
        software_id: OTHER,
        provider_nit: "900100000",
        provider_check_digit: findCheckDigit("900100000"),
        provider_code: "007",
      },
    ]);
    expect(await openPinOf(OTHER)).toBe("97531");
  });

  it("takes a new provider to every module, or to those that other flags name", async () => {
    await bench.run("company add", BOTH);
    await edit(PROVIDER);
    expect(readRows()).toMatchObject([{ provider_nit: "900100000" }, { provider_nit: "900100000" }]);
    await edit({ "fe-software-id": FE, "provider-nit": "900373115", "provider-code": "0" });
    expect(readRows()).toMatchObject([
      { provider_nit: "900373115", provider_code: "000" },
      { provider_nit: "900100000", provider_code: "007" },
    ]);
    await edit({ "provider-code": "8" });
    expect(readRows()).toMatchObject([
      { provider_nit: "900373115", provider_code: "008" },
      { provider_nit: "900100000", provider_code: "008" },
    ]);
  });

  it("contracts another module, whose provider is the company itself unless it is named", async () => {
    await bench.run("company add", { ...COMPANY, ...PROVIDER });
    await edit({ "dse-software-id": OTHER, "dse-pin": "97531" });
    expect(readRows()).toMatchObject([
      { module: "fe", provider_nit: "900100000", provider_code: "007" },
      { module: "dse", provider_nit: "900373115", provider_code: "000" },
    ]);
  });

  it("asks for the PIN of a new software: the one before it had its own", async () => {
    await bench.run("company add", COMPANY);
    await expectRefusal("company edit", { company: 1, "fe-software-id": OTHER }, /--fe-pin is missing/);
  });

  it.each(["pin", "test-set"])("refuses --dse-%s of a company without software for dse", async (name) => {
    await bench.run("company add", COMPANY);
    const value = name === "pin" ? "97531" : TEST_SETS.dse;
    const says = new RegExp(`company 1 has no software for dse that --dse-${name} .*\\n.*--dse-software-id`);
    await expectRefusal("company edit", { company: 1, [`dse-${name}`]: value }, says);
    const { "fe-software-id": _id, ...rest } = COMPANY;
    await expectRefusal("company add", { ...rest, nit: "900100000" }, /has no software for fe that --fe-pin could/);
  });

  it("refuses a provider of no software", async () => {
    const { "fe-software-id": _id, "fe-pin": _pin, ...rest } = COMPANY;
    await bench.run("company add", rest);
    await expectRefusal("company edit", { company: 1, ...PROVIDER }, /company 1 has no software that --provider-nit/);
  });
});

describe("company edit to habilitacion", () => {
  const move = { company: 1, environment: "habilitacion" } as const;

  it("is refused until every contracted module has a test set", async () => {
    await bench.run("company add", BOTH);
    await expectRefusal("company edit", move, /--fe-test-set and --dse-test-set are missing/);
    await expectRefusal("company edit", { ...move, "fe-test-set": TEST_SETS.fe }, /--dse-test-set is missing/);
    await edit({ ...move, "fe-test-set": TEST_SETS.fe, "dse-test-set": TEST_SETS.dse });
    expect(readRows()).toMatchObject([{ test_set_id: TEST_SETS.fe }, { test_set_id: TEST_SETS.dse }]);
    expect(bench.query("SELECT environment FROM companies")).toEqual([{ environment: "habilitacion" }]);
  });

  it("takes the test sets that an earlier line named, until the software becomes another", async () => {
    await bench.run("company add", COMPANY);
    await edit({ "fe-test-set": TEST_SETS.fe });
    await edit(move);
    await edit({ environment: "produccion" });
    await edit({ "fe-software-id": OTHER, "fe-pin": "97531" });
    await expectRefusal("company edit", move, /--fe-test-set is missing/);
  });

  it("once there, wants the test set of a software that is new", async () => {
    await bench.run("company add", { ...COMPANY, environment: "habilitacion", "fe-test-set": TEST_SETS.fe });
    const change = { "fe-software-id": OTHER, "fe-pin": "97531" };
    await expectRefusal("company edit", { company: 1, ...change }, /--fe-test-set is missing/);
    await edit({ ...change, "fe-test-set": TEST_SETS.dse });
    await edit({ "fe-pin": "11111" });
    expect(readRows()).toMatchObject([{ software_id: OTHER, test_set_id: TEST_SETS.dse }]);
  });
});

it("an edit that changes nothing is refused, and so is a question about a company that does not exist", async () => {
  await bench.run("company add", COMPANY);
  await expectRefusal("company edit", { company: 1 }, /nothing to change/);
  for (const command of ["pending", "document list", "ledger gaps", "ledger verify"]) {
    await expectRefusal(command, { company: 99 }, /there is no company 99/);
  }
});

it("identifiers of software and test sets are kept in lower case, however they were typed", async () => {
  const [software, testSet] = ["963A4C64-D2A8-4EDD-ADA9-331EB47BE323", "22222222-ABCD-2222-2222-222222222222"];
  const company = { ...COMPANY, environment: "habilitacion", "fe-software-id": software, "fe-test-set": testSet };
  expect(await bench.run("company add", company)).toMatchObject({ code: 0, err: "" });
  expect(readRows()).toMatchObject([{ software_id: software.toLowerCase(), test_set_id: testSet.toLowerCase() }]);
});
