// Documents found over all companies by what a caller has, in a bounded number of rows; and what a command is about, as a plain argument.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reach } from "../../operator/access/database.ts";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { subjectOf } from "../../operator/command.ts";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import {
  findByAmount,
  findExact,
  findNamedParties,
  findOfParties,
  LOOKED_AT,
} from "../../operator/data/document-search.ts";
import { nameKey } from "../../src/domain/kind.ts";
import { createLedger } from "../../src/store/ledger.ts";
import { sampleInvoice, sampleProgress, sampleReservation } from "../store/sample.ts";
import { COMPANY, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

const CUFE = "c0fe".repeat(24);
const BUYER = "52000111";

let bench: Workbench;
beforeAll(async () => {
  bench = openWorkbench();
  for (const [place, nit] of ["900373115-3", "900123456"].entries()) {
    await bench.run("company add", { ...COMPANY, nit });
    await bench.run("range add", { ...RANGE, company: place + 1, prefix: `P${place + 1}` });
  }
  await addInvoice(1, "pedido-1", CUFE);
  await addInvoice(1, "pedido-2");
  await addInvoice(2, "pedido-1");
});
afterAll(() => bench.close());

/** An invoice of 100000.00 to the same buyer. */
async function addInvoice(companyId: number, key: string, fiscalId?: string): Promise<void> {
  const { db, close } = openSqlite(bench.databaseFile);
  const ledger = createLedger(db);
  const owner = { module: "fe", companyId, clientId: 1, environment: "produccion" } as const;
  const reservation = sampleReservation(companyId, {
    ...owner,
    rangeKind: "fe",
    key,
    name: nameKey(owner, key),
    reservedAt: "2026-11-20T14:00:00.000Z",
  });
  await ledger.allocate(reservation, sampleInvoice());
  const facts = fiscalId === undefined ? {} : { fiscalId };
  await ledger.project(
    sampleProgress(reservation, { state: "en_proceso", wakeAt: "2026-11-20T15:30:00.000Z", ...facts }),
  );
  await close();
}

type Found = readonly { readonly document: number }[];
const find = async (text: string | undefined, flags: Readonly<Record<string, string | number>> = {}) => {
  const { code, out, err } = await bench.run("document find", { ...flags, json: true }, text);
  if (code !== 0 && code !== 3) throw new Error(err);
  const found = (JSON.parse(out) as Found).map(({ document }) => document);
  // A script asks the exit code alone.
  expect(code).toBe(found.length === 0 ? 3 : 0);
  return found;
};

describe("document find", () => {
  it.each<[string, string, number[]]>([
    ["a CUFE", CUFE, [1]],
    ["a CUFE in capitals", CUFE.toUpperCase(), [1]],
    ["a CUFE with its name", `CUFE: ${CUFE}`, [1]],
    ["a CUFE over several lines", ` ${CUFE.slice(0, 40)}\n${CUFE.slice(40)}\n`, [1]],
    ["the address of a QR code", `https://catalogo-vpfe.dian.gov.co/document/searchqr?documentkey=${CUFE}`, [1]],
    [
      "the text of a QR code",
      `NumFac: P1990000000\nFecFac: 2026-11-20\nValTolFac: 100000.00\nCUFE: ${CUFE}\nhttps://x`,
      [1],
    ],
    ["an id", "2", [2]],
    ["a full number", "P2990000000", [3]],
    ["a full number in small letters", "p1990000001", [2]],
    ["a number as it is written by hand", "p1-990000001", [2]],
    ["a number with a blank", "P1 990000001", [2]],
    ["a key that two companies used", "pedido-1", [3, 1]],
    ["a key in other letters than the client's", "PEDIDO-2", [2]],
    ["the words of a name in another order", "muñoz ana", [3, 2, 1]],
    ["a name as lists write it, a comma behind the surname", "Muñoz, Ana", [3, 2, 1]],
    ["words of which a name has not all", "muñoz rosa", []],
    ["the number of a counterparty of two companies", BUYER, [3, 2, 1]],
    ["that number with the points of an identity card", BUYER.replaceAll(/\B(?=(?:\d{3})+$)/g, "."), [3, 2, 1]],
    ["a part of its name, in small letters and without accents", "munoz", [3, 2, 1]],
    ["its name as it is written", "Muñoz", [3, 2, 1]],
    ["the beginning of a CUFE, as it is read out", CUFE.slice(0, 8).toUpperCase(), [1]],
    ["what nothing has", "XX1", []],
  ])("finds by %s, the newest first", async (_, text, ids) => {
    expect(await find(text)).toEqual(ids);
  });

  it.each<[string, string | undefined, Readonly<Record<string, string | number>>, number[]]>([
    ["an amount, of yesterday and today", undefined, { amount: "100000" }, [3, 2, 1]],
    ["an amount as it is pasted", undefined, { amount: "$ 100.000,00" }, [3, 2, 1]],
    ["an amount of one company", undefined, { amount: "100000.00", company: 1 }, [2, 1]],
    ["an amount of other days", undefined, { amount: "100000", to: "2026-11-18" }, []],
    ["an amount that differs by a cent", undefined, { amount: "100000.01" }, []],
    ["a counterparty within days", BUYER, { from: "2026-11-20", to: "20/11/2026" }, [3, 2, 1]],
    ["a counterparty of other days", BUYER, { from: "21/11/2026" }, []],
    ["a key of days before", "pedido-1", { to: "2026-11-19" }, []],
    [
      "an amount of days as they are said",
      undefined,
      { amount: "100000", from: "1/11/2026", to: "20/11/2026" },
      [3, 2, 1],
    ],
    ["a counterparty and an amount", BUYER, { amount: "99999" }, []],
    ["a CUFE with its name, in one company", `CUFE: ${CUFE}`, { company: 1 }, [1]],
    ["a counterparty, in one company", BUYER, { company: 2 }, [3]],
    ["a part of its name, in one company", "muñ", { company: 1 }, [2, 1]],
    ["a counterparty, one row", BUYER, { limit: 1 }, [3]],
    ["a key, one row", "pedido-1", { limit: 1 }, [3]],
    ["an amount that is pasted without its flag", "$ 100.000,00", {}, [3, 2, 1]],
  ])("finds by %s", async (_, text, flags, ids) => {
    expect(await find(text, flags)).toEqual(ids);
  });

  it.each<[string, string | undefined, Readonly<Record<string, string>>, string]>([
    ["nothing to look for", undefined, {}, "nothing is looked for"],
    ["no day", BUYER, { from: "31/11/2026" }, '"31/11/2026" is not a date YYYY-MM-DD or DD/MM/YYYY'],
    ["days in the wrong order", BUYER, { from: "2026-11-21", to: "2026-11-20" }, "is after"],
    ["no amount", undefined, { amount: "1,5,5" }, "not an amount"],
    ["32 days", undefined, { amount: "1", from: "2026-10-01", to: "2026-11-01" }, "more than 31 days"],
  ])("refuses %s", async (_, text, flags, words) => {
    const ran = await bench.run("document find", flags, text);
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(words)]);
  });

  it("says how it read an amount that can be meant in two ways", async () => {
    const said = '"100.000" was read as 100000.00, with a thousands separator and no decimals';
    for (const text of [undefined, BUYER]) {
      const { code, out } = await bench.run("document find", { amount: "100.000" }, text);
      expect([code, out]).toEqual([0, expect.stringContaining(`\n${said}`)]);
    }
    expect((await bench.run("document find", { amount: "100.000,00" })).out).not.toContain("was read as");
  });

  it("says who bought, and that more were found than it shows", async () => {
    const cut = await bench.run("document find", { limit: 2 }, BUYER);
    expect(cut.out).toMatch(/Ana {2}Muñoz.*\n.*Ana {2}Muñoz.*\nthe newest 2 of more: --limit shows others$/);
    expect((await bench.run("document find", { limit: 3 }, BUYER)).out).not.toContain("of more");
    expect((await bench.run("document find", {}, "$ 100.000,00")).out).toContain(
      '"$ 100.000,00" was read as a total, 100000.00',
    );
  });

  it("says of what it did not find where a name is looked for", async () => {
    const ran = await bench.run("document find", {}, "Ordóñez");
    expect(ran).toMatchObject({ code: 3, out: expect.stringContaining("no such document; over all companies a name") });
    expect(await bench.run("document find", { company: 2 }, "Perez")).toMatchObject({
      code: 3,
      out: "no such document",
    });
    expect(await find("mu")).toEqual([]);
  });

  it("says of the days that none of what it looked for was issued on them, or that none was on any day", async () => {
    const say = async (text: string, flags: Readonly<Record<string, string>>) =>
      (await bench.run("document find", flags, text)).out;
    const others =
      "3 documents of other days are left out, issued on 2026-11-20: other days, or neither --from nor --to,";
    for (const text of ["Muñoz", BUYER])
      expect(await say(text, { from: "2026-11-01", to: "2026-11-02" })).toContain(others);
    expect(await say("Ordóñez", { from: "2026-11-01" })).toContain("none of another day either");
    expect(await say("Ordóñez", {})).not.toContain("day");
    expect(await say("Muñoz", { from: "2026-11-01" })).not.toContain("left out");
  });

  it("finds a key of mixed letters in any others, of which each word has its own", async () => {
    const mixed = openWorkbench(bench);
    try {
      mixed.query(
        "UPDATE documents SET issuance_name = replace(issuance_name, 'pedido-2', 'Venta-POS-7') WHERE id = 2",
      );
      for (const text of ["venta-pos-7", "VENTA-POS-7", "Venta-POS-7", "Venta-Pos-7"]) {
        expect((await mixed.run("document find", { json: true }, text)).out).toContain('"document": 2');
      }
    } finally {
      mixed.close();
    }
  });

  it.each([
    ["a CUFE without its last digit", CUFE.slice(1), "a CUFE or CUDE has 96 hexadecimal digits, and this has 95"],
    ["a CUFE with a digit more", `${CUFE}a`, "a CUFE or CUDE has 96 hexadecimal digits, and this has 97"],
    ["a number of another prefix", "fe-123", "no range or series has a prefix with which FE123 begins"],
    ["a day", "29/11/2026", "`operator document list --from DAY --to DAY` lists those of a day"],
    ["an e-mail address", "ana@example.com", "none is found by an e-mail address"],
  ])("says of %s that it does not find why it cannot", async (_, text, why) => {
    expect(await bench.run("document find", {}, text)).toMatchObject({ code: 3, out: `no such document: ${why}` });
    expect(await bench.run("document find", { company: 1 }, text)).toMatchObject({
      code: 3,
      out: `no such document: ${why}`,
    });
  });

  it("says of digits alone as what they are looked for, and of a number with its prefix no more than that", async () => {
    expect((await bench.run("document find", {}, "990000777")).out).toContain(
      "the number of a document has its prefix before it",
    );
    expect((await bench.run("document find", {}, "P1990000777")).out).toMatch(/^no such document; over all companies/);
  });

  it("says so when more counterparties have a name than are looked at, and finds those of every company", async () => {
    const full = openWorkbench(bench);
    try {
      full.query(
        `INSERT INTO third_parties (company_id, module, identification_type, identification_number, name, folded_name)
          SELECT 1, 'fe', '13', 'x' || value, 'Rosa Muñoz ' || value, 'rosa munoz ' || value FROM json_each(?)`,
        JSON.stringify([...Array(200).keys()]),
      );
      const { db, close } = openSqlite(full.databaseFile);
      const { parties, isWhole } = await findNamedParties(db, "munoz", 1_000);
      await close();
      expect(isWhole).toBe(false);
      expect(parties.map(({ companyId }) => companyId).filter((id) => id === 2)).toEqual([2]);
      expect(parties.filter(({ companyId }) => companyId === 1)).toHaveLength(LOOKED_AT.names);
      expect((await full.run("document find", {}, "munoz")).out).toContain(
        "more counterparties have such a name than are looked at",
      );
    } finally {
      full.close();
    }
  });

  it("names the company and the next step of one document, and answers in CSV", async () => {
    expect((await bench.run("document find", {}, CUFE)).out).toContain("next: operator document explain 1");
    const csv = (await bench.run("document find", { csv: true }, CUFE)).out;
    expect(csv.split("\r\n")[1]).toBe(
      `1,1,${COMPANY.name},01,P1990000000,Ana  Muñoz,2026-11-20,produccion,100000.00,COP,en_proceso`,
    );
  });

  it("says so when more was issued on these days than is looked at", async () => {
    const full = openWorkbench(bench);
    try {
      const own = ["id", "issuance_name", "reservation_id", "number", "full_number", "fiscal_id"];
      const columns = full
        .query("SELECT name FROM pragma_table_info('documents')")
        .map(({ name }) => String(name))
        .filter((name) => !own.includes(name));
      full.query(`WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < ${LOOKED_AT.documents})
        INSERT INTO documents (reservation_id, number, full_number, ${columns.join(", ")})
        SELECT randomblob(16), number + n, prefix || (number + n), ${columns.join(", ")} FROM documents, more WHERE id = 2`);
      const { out } = await full.run("document find", { amount: "7.00" });
      expect(out).toContain("only the first 20000 documents of these days were looked at");
      expect((await full.run("document find", { amount: "7.00", company: 2 })).out).toBe("no such document");
      const narrowed = "of more documents than the newest 1000 none was looked at";
      expect((await full.run("document find", { from: "2026-11-20" }, BUYER)).out).toContain(narrowed);
      expect((await full.run("document find", {}, BUYER)).out).not.toContain(narrowed);
    } finally {
      full.close();
    }
  });

  it("reads documents by an index alone, however they are looked for", async () => {
    const { execute, close } = openSqlite(bench.databaseFile);
    const asked: { readonly sql: string; readonly params: readonly unknown[] }[] = [];
    const watched = reach(async (queries) => {
      asked.push(...queries);
      return execute(queries);
    }).db;
    for (const text of [CUFE, CUFE.slice(0, 8), "2", "P2990000000", "pedido-1"]) await findExact(watched, text, 20);
    for (const text of [BUYER, "muñoz", "muñoz ana"]) await findOfParties(watched, text, 20);
    await findByAmount(watched, { total: "1.00", companyId: null, from: "2026-11-01", to: "2026-11-20" }, 20);
    await close();
    const plans = asked.flatMap(({ sql, params }) =>
      bench.query(`EXPLAIN QUERY PLAN ${sql}`, ...params.map(String)).map(({ detail }) => String(detail)),
    );
    expect(plans.filter((step) => /SCAN "?(?:documents|third_parties)\b/.test(step))).toEqual([]);
    expect(
      plans.filter((step) => /documents_(?:day|party|full_number|fiscal_id|issuance_name)/.test(step)).length,
    ).toBeGreaterThan(4);
  });
});

describe("what a command is about", () => {
  it("stands after its name, or behind its flag", async () => {
    const said = (await bench.run("company show", {}, "2")).out;
    expect(said).toContain("company 2");
    expect((await bench.run("company show", { company: 2 })).out).toBe(said);
    expect((await bench.run("document explain", {}, "1")).out).toContain("document 1, P1990000000");
    expect((await bench.run("range edit", { next: 990000005 }, "2")).code).toBe(0);
  });

  it.each(["900373115", "900.373.115", "900373115-3", "900.373.115-3", "9003731153"])(
    "is a company by its NIT as well: %s",
    async (nit) => {
      const said = (await bench.run("company show", {}, "1")).out;
      expect((await bench.run("company show", {}, nit)).out).toBe(said);
      expect((await bench.run("company show", { company: nit })).out).toBe(said);
      expect(await bench.json("document list", { company: nit })).toHaveLength(2);
      expect(await find("P1990000000", { company: nit })).toEqual([1]);
    },
  );

  it("is refused as a NIT that no company has, with another check digit, or whose digits are those of two", async () => {
    for (const [text, words] of [
      ["800197268", "there is no company 800197268"],
      ["800.197.268-4", "there is no company of NIT 800.197.268-4"],
      ["900373115-4", "the check digit of 900373115 is 3, not 4"],
    ] as const) {
      const ran = await bench.run("company show", { company: text });
      expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(words)]);
    }
    const two = openWorkbench(bench);
    try {
      two.query("UPDATE companies SET nit = '9003731153' WHERE id = 2");
      const ran = await two.run("company show", {}, "9003731153");
      const words = "9003731153 may be company 1 of NIT 900373115 or company 2 of NIT 9003731153";
      expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(words)]);
    } finally {
      two.close();
    }
  });

  it("says where it is as documents print it, which the authority's list does not", async () => {
    expect((await bench.run("company show", { company: 1 })).out).toContain("Bogotá, D.C. (11001)");
  });

  it("is found by a part of the name, or by the NIT, of a company", async () => {
    const list = async (text: string) => {
      const listed = JSON.parse((await bench.run("company list", { json: true }, text)).out) as { id: number }[];
      return listed.map(({ id }) => id);
    };
    expect(await list("AGIL")).toEqual([1, 2]);
    expect(await list("ágil, compañia")).toEqual([1, 2]);
    expect(await list("agil nobody")).toEqual([]);
    expect(await list(",")).toEqual([]);
    expect(await list("900.123.456")).toEqual([2]);
    expect((await bench.run("company list", {}, "nobody")).out).toBe('no company like "nobody"');
    const { out } = await bench.run("company list", { csv: true }, "900123456");
    expect(out.split("\r\n")).toHaveLength(2);
  });

  it("is named by a search for its NIT", async () => {
    const { code, out } = await bench.run("document find", {}, "900.123.456");
    expect([code, out]).toEqual([3, expect.stringContaining(`is the NIT of company 2 (${COMPANY.name})`)]);
  });

  it("is refused where it stands twice", async () => {
    const ran = await bench.run("company show", { company: 2 }, "2");
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("--company and COMPANY are the same")]);
  });

  it("is the beginning of its life: whose it is and what of, and whether its file is as it was", async () => {
    const { out } = await bench.run("document explain", {}, "1");
    const [, asked, fiscalId, file] = out.split("\n");
    expect(asked).toMatch(/^key pedido-1, of client 1; 100000\.00 COP, .+ \(52000111\)$/);
    expect([fiscalId, file]).toEqual([CUFE, "it has no signed file yet"]);
  });

  it("is no number: that is found first", async () => {
    const ran = await bench.run("document explain", {}, "P1990000001");
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("`operator document find` takes a number")]);
  });

  it("is refused as a secret: the whole text of a token", async () => {
    const ran = await bench.run("token revoke", {}, "fed_produccion_ABCDEFGHIJKL_secretsecretsecret");
    expect([ran.code, ran.err]).toEqual([1, expect.not.stringContaining("secretsecret")]);
  });

  it("is a plain argument of every command that shows or changes one thing", () => {
    const named = ALL_COMMANDS.filter((command) => subjectOf(command) !== undefined).map(({ name }) => name);
    expect(named).toEqual(
      expect.arrayContaining([
        "company show",
        "company edit",
        "document show",
        "document explain",
        "document files",
        "client edit",
        "token issue",
        "token rotate",
        "token revoke",
        "range edit",
        "webhook show",
        "webhook retry",
      ]),
    );
  });
});
