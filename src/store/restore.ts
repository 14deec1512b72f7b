// What outlived D1 into the row of a document, its third party, and the counters that it moves.
import {
  INPUT_COLUMNS,
  KEEP_SIGNED_NAMES,
  KEEP_THIRD_PARTY,
  LINK_THIRD_PARTY,
  planYearSql,
  TAKE_FILE_SEQUENCE,
} from "./allocation.ts";
import { type Database, writeBatch } from "./database.ts";
import { type Snapshot, STUB_VERSION } from "./snapshot.ts";

/** Columns that a restored row has; whatever else a snapshot may hold is left out, the id of its third party too. */
const COLUMNS: readonly string[] = [
  ...Object.keys(INPUT_COLUMNS),
  ...["id", "environment", "range_id", "prefix", "number", "full_number", "taken_by", "file_sequence", "plan_sequence"],
  "detail",
  ...["fiscal_id", "file_name", "xml_path", "xml_sha256", "track_id", "zip_key", "verdict", "last_status_error"],
  ...["timeline", "created_at", "updated_at"],
];

// Two documents of an earlier release may have one number: whichever row comes second does not hold it.
const HOLDER = `SELECT h.id FROM documents h WHERE h.company_id = ?1 ->> '$.company_id'
  AND h.environment = ${environmentSql()} AND h.type_code = ?1 ->> '$.type_code'
  AND h.full_number = ?1 ->> '$.full_number' AND h.taken_by IS NULL AND h.reservation_id <> ?1 ->> '$.reservation_id'`;

function environmentSql(): string {
  return `coalesce(?1 ->> '$.environment', (SELECT environment FROM companies WHERE id = ?1 ->> '$.company_id'))`;
}

const VALUES = COLUMNS.map((column) => {
  if (column === "environment") return environmentSql();
  return column === "taken_by" ? `(${HOLDER})` : `?1 ->> '$.${column}'`;
});

// A stub gives way to whoever knows more; every other row stays as it is.
const INSERT = `
INSERT INTO documents (${COLUMNS.join(", ")}) SELECT ${VALUES.join(", ")} WHERE true
ON CONFLICT (reservation_id) DO UPDATE SET ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(", ")}
WHERE documents.version = ${STUB_VERSION} AND excluded.version > ${STUB_VERSION}`;

/**
 * Ranges and plans past every document of which `column` is ?1. They never go back. A plan that came back smaller than
 * what it gave is used up: nothing is given until it is mended and moved again.
 */
function moveCounters(column: "reservation_id" | "company_id"): readonly string[] {
  return [
    `UPDATE ranges SET next_number = d.number + 1
     FROM (SELECT r.id, max(d.number) AS number FROM documents d JOIN ranges r ON r.id = d.range_id
         AND r.company_id = d.company_id AND d.number BETWEEN r.from_number AND r.to_number
       WHERE d.${column} = ?1 GROUP BY r.id) d
     WHERE ranges.id = d.id AND ranges.next_number <= d.number`,
    `UPDATE plans SET used = min(d.position, plans.allowance)
     FROM (SELECT company_id, module, ${planYearSql("documents")} AS year, max(plan_sequence) AS position
       FROM documents WHERE ${column} = ?1 AND plan_sequence IS NOT NULL GROUP BY 1, 2, 3) d
     WHERE plans.company_id = d.company_id AND plans.module = d.module AND plans.year = d.year
       AND plans.used < min(d.position, plans.allowance)`,
  ];
}

const MOVE_BY_DOCUMENT = moveCounters("reservation_id");
const MOVE_BY_COMPANY = moveCounters("company_id");

/**
 * Writes a row that is missing, or of which there is only a stub, its third party, and the counters that it moves, in one
 * transaction. A row that is there stays.
 */
export async function restoreDocument(db: Database, { row, thirdParty }: Snapshot): Promise<void> {
  const reservationId = row.reservation_id;
  const counters = [...MOVE_BY_DOCUMENT, TAKE_FILE_SEQUENCE].map((sql) => db.prepare(sql).bind(reservationId));
  const links = thirdParty === null ? [] : [KEEP_SIGNED_NAMES, KEEP_THIRD_PARTY, LINK_THIRD_PARTY];
  const party = links.map((sql) => db.prepare(sql).bind(reservationId, JSON.stringify(thirdParty)));
  await writeBatch(db, [db.prepare(INSERT).bind(JSON.stringify(row)), ...counters, ...party]);
}

/** Moves the ranges and plans of a company past its documents: what was mended since they were restored counts too. */
export async function restoreCounters(db: Database, companyId: number): Promise<void> {
  await writeBatch(
    db,
    MOVE_BY_COMPANY.map((sql) => db.prepare(sql).bind(companyId)),
  );
}
