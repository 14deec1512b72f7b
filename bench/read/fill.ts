// Fills one company of a database with documents of every kind, and others with a few each, by statements that every SQLite runs.
import { foldText } from "../../src/store/base/stored-form.ts";

/** The company with all the documents. */
export const BIG = 1;
/** Its documents are of so many days, however many there are. */
export const DAYS = 60;
/** But the newest are of one more, which has so many of them. */
export const LAST_DAY = "2026-03-05";
const OF_LAST_DAY = 1_000;
const PARTIES = 100;
const OPEN = 5;
/** Documents of each neighbour. */
const SMALL = 20;
/** Half of all documents name one of these two, the others take turns. */
export const COMMON = "Consumidor Final";

export interface FillStatement {
  readonly sql: string;
  readonly params: readonly (string | number)[];
}

const MODULES = ["fe", "dse"] as const;

/** The receivers and suppliers of a company: the first of each module is the common one. */
function listParties(companyId: number, parties: number): readonly FillStatement[] {
  const sql = `INSERT INTO third_parties (company_id, module, identification_type, identification_number, name, folded_name)
    SELECT ?1, ?2, '13', value ->> '$[0]', value ->> '$[1]', value ->> '$[2]' FROM json_each(?3)`;
  const names = Array.from({ length: parties }, (_, i) => (i === 0 ? COMMON : `Comercial María ${i} SAS`));
  const rows = names.map((name, i) => [String(70_000 + i), name, foldText(name)]);
  return MODULES.map((module) => ({ sql, params: [companyId, module, JSON.stringify(rows)] }));
}

/** Documents by turns: invoices, contingency, notes of both kinds, support documents and notes on them; the last few are open. */
const DOCUMENTS = `WITH RECURSIVE n(i) AS (SELECT ?2 UNION ALL SELECT i + 1 FROM n WHERE i < ?3),
  typed(i, type) AS (SELECT i, CASE WHEN i % 2 THEN iif(i % 20 = 1, '95', '05') WHEN i % 10 = 2 THEN '91' WHEN i % 50 = 4 THEN '92'
    WHEN i % 50 = 6 THEN '03' ELSE '01' END FROM n)
INSERT INTO documents (company_id, module, type_code, environment, client_id, issuance_name, idempotency_key, reservation_id, fingerprint,
  reserved_at, prefix, number, full_number, state, version, issue_date, issue_time, currency, subtotal, taxes, total, withheld,
  third_party_id, fiscal_id, corrected_id, plan_sequence, due_at)
SELECT ?1, iif(i % 2, 'dse', 'fe'), type, 'produccion', 1, iif(i % 2, 'dse:' || ?1 || ':1:venta-', 'fe:' || ?1 || ':venta-') || i, 'venta-' || i,
  ?1 || ':' || i, '1:aa', '2026-01-01T00:00:00Z', 'P' || type || 'X', i, 'P' || type || 'X' || i,
  CASE WHEN i > ?4 - ${OPEN} THEN 'en_proceso' WHEN i % 29 THEN 'aceptado' ELSE 'rechazado' END, 9,
  iif(i > ?4 - ${OF_LAST_DAY}, '${LAST_DAY}', date('2026-01-01', '+' || (i * ${DAYS - 1} / ?4) || ' days')), '10:00:00-05:00', 'COP', '100.00', '19.00', '119.00', '0.00',
  ?5 + iif(i % 2, ?6, 0) + iif(i / 2 % 2, 0, i / 4 % ?6), unhex(printf('%08x%08x', ?1, i) || ?7),
  iif(type IN ('91', '92'), ?8, NULL), i, iif(i > ?4 - ${OPEN}, '2026-03-01T00:00:00.000Z', NULL)
FROM typed`;
const AT_ONCE = 20_000;

function listDocumentsOf(companyId: number, documents: number, firstParty: number, parties: number, firstId: number) {
  const statements: FillStatement[] = [];
  for (let from = 1; from <= documents; from += AT_ONCE) {
    const to = Math.min(documents, from + AT_ONCE - 1);
    const params = [companyId, from, to, documents, firstParty, parties, "b7".repeat(40), firstId];
    statements.push({ sql: DOCUMENTS, params });
  }
  return statements;
}

/**
 * The statements that fill a database that has just been migrated.
 * @param documents of the big company.
 * @param neighbours companies with a few documents each.
 */
export function* listFill(documents: number, neighbours: number): Generator<FillStatement> {
  yield* listParties(BIG, PARTIES);
  // Ids count from one in an empty database.
  yield* listDocumentsOf(BIG, documents, 1, PARTIES, 1);
  for (let i = 0; i < neighbours; i += 1) {
    const companyId = BIG + 1 + i;
    yield* listParties(companyId, 2);
    yield* listDocumentsOf(companyId, SMALL, 1 + MODULES.length * (PARTIES + 2 * i), 2, documents + i * SMALL + 1);
  }
}
