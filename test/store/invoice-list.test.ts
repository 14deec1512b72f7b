// Lists of invoices against a plain walk over the same rows: any filter, any page, any search, after any change.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/store/base/db.ts";
import { foldText } from "../../src/store/base/stored-form.ts";
import { LIST_STATUSES, listDocuments } from "../../src/store/document/document-list.ts";
import { LIST_TYPES, type ListFilter, listInvoices } from "../../src/store/document/invoice-list.ts";
import { listThirdParties } from "../../src/store/document/third-parties.ts";

interface Row {
  readonly id: number;
  readonly companyId: number;
  readonly module: string;
  readonly environment: string;
  readonly typeCode: string;
  readonly state: string;
  readonly number: number;
  readonly fullNumber: string;
  readonly partyName: string;
  readonly partyNumber: string;
}

/** One company has enough documents for deep pages; the others lie between its rows. */
const BIG = 9_001;
const COMPANIES = [BIG, 9_002, 9_003];
const DOCUMENTS = 4_200;
const NAMES = ["Ágil Ñandú", "Café del Río", "Comercial Agil", "O'Higgins & Cía", 'El "Trece"', "Río Café 777"];
const STATES = ["aceptado", "aceptado", "aceptado", "rechazado", "en_proceso_http", "firmado", "send_unknown"];

let rows: readonly Row[];

async function readRows(): Promise<readonly Row[]> {
  const sql = `SELECT d.id, d.company_id AS companyId, d.module, d.environment, d.type_code AS typeCode, d.state, d.number,
    d.full_number AS fullNumber, t.name AS partyName, t.identification_number AS partyNumber
    FROM documents d JOIN third_parties t ON t.id = d.third_party_id WHERE d.company_id IN (${COMPANIES.join()}) AND d.type_code <> '92'`;
  return (await env.DB.prepare(sql).all<Row>()).results;
}

/** Documents in turns: half of them the big company's; every tenth of another module, every eleventh of the test environment. */
const FILL = `
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${DOCUMENTS})
INSERT INTO documents (company_id, module, type_code, environment, client_id, reservation_id, fingerprint, reserved_at, prefix,
  number, full_number, state, version, issue_date, issue_time, currency, subtotal, taxes, total, withheld, third_party_id)
SELECT iif(i % 2, ${BIG}, ${BIG} + 1 + (i / 2) % 2), iif(i % 10, 'fe', 'dse'), iif(i % 10, iif(i % 7, iif(i % 13, '01', '03'), iif(i % 5, '91', '92')), iif(i % 7, '05', '95')),
  iif(i % 11, 'produccion', 'habilitacion'), 1, 'listing:' || i, '1:aa', '2026-01-01T00:00:00Z', iif(i % 7, 'FE1', 'NC'), i,
  iif(i % 7, 'FE1', 'NC') || i, ?1 ->> ('$[' || (i * 31 % ${STATES.length}) || ']'), 1, '2026-01-01', '10:00:00-05:00', 'COP',
  '1.00', '0.00', '1.00', '0.00',
  (SELECT id FROM third_parties t WHERE t.company_id = iif(i % 2, ${BIG}, ${BIG} + 1 + (i / 2) % 2) AND t.module = 'fe'
    AND t.identification_number = CAST(70000 + i % ${NAMES.length} AS TEXT))
FROM n`;

beforeAll(async () => {
  for (const companyId of COMPANIES) {
    for (const [index, name] of NAMES.entries()) {
      await env.DB.prepare(
        `INSERT INTO third_parties (company_id, module, identification_type, identification_number, name, folded_name)
         VALUES (?1, 'fe', '13', ?2, ?3, ?4)`,
      )
        .bind(companyId, String(70_000 + index), name, foldText(name))
        .run();
    }
  }
  await env.DB.prepare(FILL).bind(JSON.stringify(STATES)).run();
  rows = await readRows();
});

function statusOf(state: string): string {
  if (state === "aceptado") return "aprobado";
  return state === "rechazado" ? "rechazado" : "pendiente";
}

function isFound(row: Row, search: string): boolean {
  const text = foldText(search);
  return (
    String(row.id) === search ||
    String(row.number) === search ||
    row.fullNumber.toLowerCase() === search.toLowerCase() ||
    row.partyNumber === search ||
    foldText(row.partyName).includes(text)
  );
}

type Wanted = Omit<ListFilter, "typeCode"> & { readonly typeCode: string | null };

function expectedIds(filter: Wanted): readonly number[] {
  return rows
    .filter((row) => row.companyId === filter.companyId && row.module === "fe" && row.environment === "produccion")
    .filter((row) => filter.typeCode === null || row.typeCode === filter.typeCode)
    .filter((row) => filter.status === null || statusOf(row.state) === filter.status)
    .filter((row) => filter.search === null || isFound(row, filter.search))
    .map((row) => row.id)
    .sort((a, b) => b - a);
}

async function compare(filter: ListFilter, page: number, perPage: number): Promise<void> {
  const listing = await listInvoices(openDatabase(env.DB), filter, { page, perPage });
  const expected = expectedIds(filter);
  const at = `${JSON.stringify(filter)} page ${page} of ${perPage}`;
  expect(listing.total, at).toBe(expected.length);
  expect(
    listing.rows.map((row) => row.id),
    at,
  ).toEqual(expected.slice((page - 1) * perPage, page * perPage));
}

/** Oldest first, from the third on. */
async function compareInV2(
  typeCodes: readonly ("01" | "03" | "91")[],
  filter: Omit<ListFilter, "typeCode">,
): Promise<void> {
  const asked = {
    ...filter,
    module: "fe",
    typeCodes,
    from: null,
    to: null,
    correctedId: null,
    establishment: null,
    till: null,
  } as const;
  const slice = { order: "ASC", limit: 20, offset: 2, after: null } as const;
  const listing = await listDocuments(openDatabase(env.DB), asked, slice);
  const each = (typeCodes.length === 0 ? [null] : typeCodes).map((typeCode) => expectedIds({ ...filter, typeCode }));
  const expected = each.flat().sort((one, other) => one - other);
  expect(listing.total, JSON.stringify(asked)).toBe(expected.length);
  expect(listing.rows.map((row) => row.id)).toEqual(expected.slice(2, 22));
}

const SEARCHES = [
  null,
  "cafe",
  "CAFÉ",
  "agil",
  "o'higgins",
  '"trece"',
  "777",
  "70003",
  "FE1100",
  "nc7",
  "15",
  "4199",
  "ío",
  "zz",
];

describe("a list", () => {
  it("is what a walk over all rows gives, under every filter and search", async () => {
    for (const companyId of COMPANIES) {
      for (const typeCode of [null, ...LIST_TYPES]) {
        for (const status of [null, ...LIST_STATUSES]) {
          for (const search of SEARCHES) await compare({ companyId, typeCode, status, search }, 1, 20);
        }
      }
    }
  });

  it("of v2 is that walk too, of one type, several and all", async () => {
    const types = [["01"], ["03"], ["91"], ["01", "03"], ["03", "91"], ["01", "03", "91"]] as const;
    for (const typeCodes of types) {
      for (const status of [null, ...LIST_STATUSES]) {
        for (const search of [null, "cafe", "FE1100"]) await compareInV2(typeCodes, { companyId: BIG, status, search });
      }
    }
  });

  it.each([1, 2, 50, 51, 52, 60, 75, 93, 94, 95, 96, 200])("is the same walk cut at page %i", async (page) => {
    for (const status of [null, "aprobado"] as const) {
      await compare({ companyId: BIG, typeCode: null, status, search: null }, page, 20);
      await compare({ companyId: BIG, typeCode: "01", status, search: "cafe" }, page, 7);
    }
  });

  it("keeps its totals through changes of state and deletions", async () => {
    await env.DB.batch([
      env.DB.prepare("UPDATE documents SET state = 'aceptado' WHERE company_id = ?1 AND state = 'firmado'").bind(BIG),
      env.DB.prepare("UPDATE documents SET state = 'en_proceso' WHERE company_id = ?1 AND state = 'send_unknown'").bind(
        BIG,
      ),
      env.DB.prepare("DELETE FROM documents WHERE company_id = ?1 AND number % 5 = 0").bind(BIG),
    ]);
    rows = await readRows();
    for (const typeCode of [null, ...LIST_TYPES]) {
      for (const status of [null, ...LIST_STATUSES])
        await compare({ companyId: BIG, typeCode, status, search: null }, 1, 50);
    }
  });
});

describe("receivers", () => {
  it("are found by any part of their present name, in their company only", async () => {
    const find = async (companyId: number, search: string) =>
      (await listThirdParties(openDatabase(env.DB), companyId, search, { page: 1, perPage: 10 })).rows.map(
        (row) => row.name,
      );
    expect(await find(BIG, "cafe")).toEqual(["Café del Río", "Río Café 777"]);
    const renamed =
      "UPDATE third_parties SET name = 'Té del Río', folded_name = 'te del rio' WHERE company_id = ?1 AND name = 'Café del Río'";
    await env.DB.prepare(renamed).bind(BIG).run();
    expect(await find(BIG, "cafe")).toEqual(["Río Café 777"]);
    expect(await find(BIG, "té del")).toEqual(["Té del Río"]);
    expect(await find(9_002, "cafe")).toEqual(["Café del Río", "Río Café 777"]);
    await env.DB.prepare("DELETE FROM third_parties WHERE company_id = ?1 AND name = 'Té del Río'").bind(BIG).run();
    expect(await find(BIG, "té del")).toEqual([]);
  });
});
