// Names every list, search, page and closing that clients ask for, and what the cron asks, as the product's own functions run it:
// what `npm run bench:list` counts.
import type { Module } from "../../src/domain/company.ts";
import { readWalkPage } from "../../src/store/audit/walks.ts";
import type { Database } from "../../src/store/base/db.ts";
import { findAcquirer } from "../../src/store/company/acquirers.ts";
import { sumDays } from "../../src/store/document/closing.ts";
import { loadBalance } from "../../src/store/document/corrected.ts";
import { type DocumentFilter, type DocumentSlice, listDocuments } from "../../src/store/document/document-list.ts";
import { findDocument, listOverdue } from "../../src/store/document/documents.ts";
import { listInvoices } from "../../src/store/document/invoice-list.ts";
import { listThirdParties } from "../../src/store/document/third-parties.ts";
import { findLastChange, listChanges } from "../../src/store/watch/changes.ts";
import { countPending } from "../../src/store/watch/health.ts";
import { BIG, COMMON, LAST_DAY } from "./fill.ts";

/** What is asked of a company with so many documents. */
export interface ReadCase {
  readonly name: string;
  readonly run: (db: Database, documents: number) => Promise<unknown>;
}

const PER_PAGE = 20;
const NONE = {
  typeCodes: [],
  status: null,
  search: null,
  from: null,
  to: null,
  correctedId: null,
  establishment: null,
  till: null,
} as const;
/** The middle of the documents, of a module: even numbers are invoices and notes on them, odd ones of the other module. */
const middle = (documents: number, module: Module) => 2 * Math.floor(documents / 4) + (module === "fe" ? 0 : 1);

type Asked = Partial<DocumentFilter & DocumentSlice>;

function list(name: string, module: Module, asked: (documents: number) => Asked): ReadCase {
  return {
    name: `${module}: ${name}`,
    run: (db, documents) => {
      const { order = "DESC", offset = 0, after = null, ...filter } = asked(documents);
      const slice = { order, offset, after, limit: PER_PAGE };
      return listDocuments(db, { companyId: BIG, module, ...NONE, ...filter }, slice);
    },
  };
}

function listBoth(name: string, asked: (documents: number, module: Module) => Asked): readonly ReadCase[] {
  return (["fe", "dse"] as const).map((module) => list(name, module, (documents) => asked(documents, module)));
}

/** What is overdue when the cron comes. */
const CRON_AT = "2026-03-06T00:00:00.000Z";

export const READ_CASES: readonly ReadCase[] = [
  ...listBoth("list", () => ({})),
  ...listBoth("orden=id", () => ({ order: "ASC" })),
  ...listBoth("page 51", () => ({ offset: 50 * PER_PAGE })),
  ...listBoth("a page beyond the last", (documents) => ({ offset: 2 * documents })),
  ...listBoth("after", (documents, module) => ({ after: middle(documents, module) })),
  ...listBoth("tipo of notes", (_, module) => ({ typeCodes: module === "fe" ? ["91", "92"] : ["95"] })),
  list("tipo=03&estado=rechazado", "fe", () => ({ typeCodes: ["03"], status: "rechazado" })),
  ...listBoth("estado=aprobado", () => ({ status: "aprobado" })),
  ...listBoth("estado=rechazado", () => ({ status: "rechazado" })),
  ...listBoth("estado=pendiente", () => ({ status: "pendiente" })),
  ...listBoth("desde, hasta", () => ({ from: "2026-01-10", to: "2026-01-12" })),
  ...listBoth("desde, hasta, orden=id", () => ({ from: "2026-01-10", to: "2026-01-12", order: "ASC" })),
  ...listBoth("hasta, no document", () => ({ to: "2020-01-01" })),
  ...listBoth("q=id or number", (documents, module) => ({ search: String(middle(documents, module)) })),
  list("q=full number", "fe", (documents) => ({ search: `p01x${middle(documents, "fe")}` })),
  list("q=full number", "dse", (documents) => ({ search: `p05x${middle(documents, "dse")}` })),
  ...listBoth("q=fiscal id", (documents, module) => ({
    search: `00000001${middle(documents, module).toString(16).padStart(8, "0")}${"b7".repeat(40)}`,
  })),
  ...listBoth("q=key", (documents, module) => ({ search: `venta-${middle(documents, module)}` })),
  ...listBoth("q=party number", () => ({ search: "70007" })),
  ...listBoth("q=common name", () => ({ search: COMMON })),
  ...listBoth("q=common name&estado=pendiente", () => ({ search: COMMON, status: "pendiente" })),
  ...listBoth("q=common name, after", (documents, module) => ({ search: COMMON, after: middle(documents, module) })),
  ...listBoth("q=part of many names", () => ({ search: "maria" })),
  ...listBoth("q=two letters", () => ({ search: "ri" })),
  ...listBoth("q=nothing", () => ({ search: "zzzz" })),
  list("factura_id", "fe", () => ({ correctedId: 1 })),
  {
    name: "v1: list",
    run: (db) =>
      listInvoices(db, { companyId: BIG, typeCode: null, status: null, search: null }, { page: 1, perPage: PER_PAGE }),
  },
  {
    name: "v1: last page",
    run: (db, documents) =>
      listInvoices(
        db,
        { companyId: BIG, typeCode: "91", status: null, search: null },
        { page: documents / 10 / PER_PAGE, perPage: PER_PAGE },
      ),
  },
  {
    name: "v1: q=common name",
    run: (db) =>
      listInvoices(
        db,
        { companyId: BIG, typeCode: "01", status: null, search: COMMON },
        { page: 1, perPage: PER_PAGE },
      ),
  },
  { name: "terceros", run: (db) => listThirdParties(db, BIG, null, { page: 1, perPage: PER_PAGE }) },
  {
    name: "terceros: q=part of many names",
    run: (db) => listThirdParties(db, BIG, "maria", { page: 1, perPage: PER_PAGE }),
  },
  { name: "document by id", run: (db, documents) => findDocument(db, BIG, "fe", middle(documents, "fe")) },
  { name: "balance of an invoice", run: (db, documents) => loadBalance(db, BIG, middle(documents, "fe")) },
  {
    name: "cambios",
    run: (db) => listChanges(db, { companyId: BIG, modules: ["fe", "dse"], after: 0, limit: PER_PAGE }),
  },
  { name: "cambios: the last one", run: (db) => findLastChange(db, BIG) },
  ...(["fe", "dse"] as const).map((module) => ({
    name: `${module}: resumen of a day of 500 documents`,
    run: (db: Database) => sumDays(db, { companyId: BIG, module, from: LAST_DAY, to: LAST_DAY, by: "day" }),
  })),
  { name: "cron: what is overdue", run: (db) => listOverdue(db, CRON_AT, 100) },
  { name: "cron: what is open", run: (db) => countPending(db, Date.parse(CRON_AT)) },
  { name: "cron: journals at rest", run: (db) => readWalkPage(db, 100) },
  {
    name: "acquirer",
    run: (db) =>
      findAcquirer(db, { companyId: BIG, identificationType: "13", identificationNumber: "1" }, "2026-01-01"),
  },
];
