// Audits a world that has come to rest, and lists everything that is wrong with it.
import { fullNumber } from "../../src/domain/company.ts";
import { isTerminal } from "../../src/domain/document/state.ts";
import { type Attempt, isDenial } from "../../src/domain/document/timeline.ts";
import { isTypeCode, KINDS } from "../../src/domain/kind.ts";
import type { IssueRecord } from "../../src/issuance/contract/ports.ts";
import { answerPath, snapshotPath } from "../../src/store/archive/files.ts";
import { readAnswerBehind, readSnapshot } from "../../src/store/archive/snapshot.ts";
import { printLastError, readStored } from "../../src/store/base/stored-form.ts";
import { sha256Hex } from "./bucket.ts";
import { findLeftToRow, isGivenAgain, isLeftToFile, isStuckByMisfortune } from "./excuse.ts";
import { auditNotes } from "./note.ts";
import { numberKeyOf, softwareIdOf } from "./payload.ts";
import type { Reply, SimulatedWorld } from "./world.ts";

interface Row {
  readonly id: number;
  readonly issuance_name: string;
  readonly reservation_id: string;
  readonly range_id: number;
  readonly number: number;
  readonly full_number: string;
  readonly environment: string;
  readonly type_code: string;
  readonly state: string;
  readonly version: number;
  readonly fiscal_id: string | null;
  readonly total: string;
  readonly file_sha256: string | null;
  readonly third_party_id: number | null;
  readonly xml_path: string | null;
  readonly xml_sha256: string | null;
  readonly due_at: string | null;
}

export function auditWorld(world: SimulatedWorld): void {
  const rows = world.database.query("SELECT * FROM documents ORDER BY number") as unknown as Row[];
  auditNumbers(world, rows);
  auditStops(world, listRecords(world));
  auditPlans(world, rows);
  auditDays(world);
  auditIds(world);
  for (const name of new Set([...world.host.objects.keys(), ...rows.map((row) => row.issuance_name)])) {
    auditDocument(
      world,
      name,
      rows.find((row) => row.issuance_name === name),
    );
  }
  auditArrivals(world, rows);
  auditOrders(world);
  auditKeys(world);
  auditNotes(world);
  for (const { command } of world.replies.filter(({ command }) => command.draft.kind === "note")) {
    auditNoteKey(world, command.name);
  }
}

/** What clients were answered about a note holds together, as of every document. */
function auditNoteKey(world: SimulatedWorld, name: string): void {
  auditAnswers(
    world,
    name,
    world.replies.filter(({ command }) => command.name === name),
    world.readRecord(name),
  );
}

function listRecords(world: SimulatedWorld): IssueRecord[] {
  return [...world.host.objects.keys()].flatMap((name) => world.readRecord(name) ?? []);
}

/** I1: numbers without hole or twin; I2: one document per key. */
function auditNumbers(world: SimulatedWorld, rows: readonly Row[]): void {
  const { watch, database, misfortune } = world;
  for (const range of database.query("SELECT id, from_number AS first, next_number AS next FROM ranges")) {
    const [first, next] = [Number(range.first), Number(range.next)];
    const own = rows.filter((row) => row.range_id === range.id);
    const skipped = misfortune.skipped.get(Number(range.id)) ?? new Set<number>();
    const given = next - first - skipped.size;
    const last = Math.max(own.at(-1)?.number ?? first - 1, ...skipped);
    // A number that D1 gave and forgot before its object heard of it belongs to no document.
    const isGapless = given === own.length || misfortune.isSetBack;
    if (!isGapless) watch.violate("I1 gapless numbers", "range", `${given} given, ${own.length} documents`);
    if (next !== last + 1) watch.violate("I1 gapless numbers", "range", `next ${next}, the last is ${last}`);
    const isLeftOut = own.some(({ number }) => skipped.has(number));
    if (isLeftOut) watch.violate("I1 gapless numbers", "range", "a number that was left out is given");
  }
  const names = new Set(rows.map((row) => row.issuance_name));
  if (names.size !== rows.length) watch.violate("I2 one document per key", "range", `${names.size} of ${rows.length}`);
  // One that was closed unsent has the number of another: of two prefixes that print alike, in two databases, the file tells.
  const holders = rows.filter(({ issuance_name: name }) => {
    const record = world.readRecord(name);
    return record === undefined || !isShutOut(world, record);
  });
  const numbers = new Set(holders.map((row) => `${row.environment}/${row.type_code}/${row.full_number}`));
  if (numbers.size !== holders.length)
    watch.violate("I11 full numbers are unique", "range", `${numbers.size} of ${holders.length}`);
}

/**
 * I13: clients are told one fiscal id of an id. Where D1 was set back and callers went on, only of documents that were asked for
 * before the archive showed it; a stranger's file there shows nothing of it.
 */
function auditIds({ watch, replies, misfortune, bucket }: SimulatedWorld): void {
  const conflictMs = bucket.planted.size > 0 ? undefined : watch.firstAlerts.get("archive_conflict");
  const shownMs = misfortune.isSetBack ? (conflictMs ?? Number.POSITIVE_INFINITY) : 0;
  const asked = new Map<string, number>();
  const told = new Map<number, Map<string, string>>();
  for (const { askedMs, command, result } of replies) {
    asked.set(command.name, Math.min(asked.get(command.name) ?? askedMs, askedMs));
    if (result.type !== "issued" || result.document === null || result.document.fiscalId === null) continue;
    const { id, fiscalId } = result.document;
    told.set(id, (told.get(id) ?? new Map()).set(fiscalId, command.name));
  }
  for (const [id, names] of told) {
    const late = [...names.values()].filter((name) => (asked.get(name) ?? 0) > shownMs);
    if (names.size > 1 && late.length > 0)
      watch.violate("I13 one fiscal id per id", `id ${id}`, [...names.keys()].join());
  }
}

/** I1d: what is counted by day is what is there, and what is told of earlier days is their sum. */
function auditDays({ watch, database }: SimulatedWorld): void {
  const wrong = database.query(
    `WITH rested AS (SELECT company_id, type_code, prefix, issue_date AS day, sum(state = 'aceptado') AS approved,
        sum(state = 'rechazado') AS rejected, count(*) AS documents
      FROM documents WHERE environment = 'produccion' AND due_at IS NULL GROUP BY 1, 2, 3, 4)
    SELECT company_id, type_code, prefix, day FROM document_days FULL JOIN rested USING (company_id, type_code, prefix, day)
    WHERE coalesce(document_days.approved, 0) <> coalesce(rested.approved, 0)
      OR coalesce(document_days.rejected, 0) <> coalesce(rested.rejected, 0)
      OR coalesce(document_days.approved + document_days.rejected + document_days.pending, 0) <> coalesce(documents, 0)
    UNION ALL SELECT company_id, type_code, prefix, day FROM document_days AS later
    WHERE approved_before + rejected_before + pending_before <> (SELECT coalesce(sum(approved + rejected + pending), 0)
      FROM document_days AS earlier WHERE earlier.company_id = later.company_id AND earlier.type_code = later.type_code
        AND earlier.prefix = later.prefix AND earlier.day < later.day)`,
  );
  for (const row of wrong) watch.violate("I1d counts by day", "counts", JSON.stringify(row));
}

function auditPlans({ watch, database, misfortune }: SimulatedWorld, rows: readonly Row[]): void {
  const used = Number(database.query("SELECT sum(used) AS used FROM plans")[0]?.used);
  const expected = rows.filter(({ environment }) => environment === "produccion").length;
  // As with numbers: a position that D1 gave and forgot belongs to no document.
  const isForgotten = misfortune.isSetBack && used > expected;
  if (used !== expected && !isForgotten) watch.violate("I1 plan", "plan", `${used} used, ${expected} documents`);
}

/** Journal, row, file and authority say the same of one document. */
function auditDocument(world: SimulatedWorld, name: string, row: Row | undefined): void {
  const { watch } = world;
  const record = world.readRecord(name);
  if (findLeftToRow(world, name) !== undefined) {
    if (record !== undefined && !isLeftToFile(record))
      watch.violate("I16 nothing is made of a lost file", name, record.state);
    return;
  }
  if (record === undefined) {
    if (row !== undefined) watch.violate("I9 journal and row", name, `row ${row.state} without a journal`);
    return;
  }
  if (row === undefined) {
    if (isGivenAgain(world, record)) return;
    watch.violate("I9 journal and row", name, `journal ${record.state} without a row`);
    return;
  }
  auditEnd(world, record);
  const isInPlace = row.xml_path === null || row.xml_path.includes(`/${row.environment}/`);
  if (!isInPlace) watch.violate("I14 a document stays in its environment", name, `${row.environment}: ${row.xml_path}`);
  const pairs = [
    ["environment", record.environment, row.environment],
    ["reservation", record.reservationId, row.reservation_id],
    ["id", record.documentId, row.id],
    ["number", record.numbering?.number, row.number],
    ["state", record.state, row.state],
    ["version", record.version, row.version],
    ["fiscal id", record.fiscalId, row.fiscal_id],
    ["path", record.xmlPath, row.xml_path],
    ["digest", record.xmlSha256, row.xml_sha256],
  ] as const;
  for (const [what, ours, theirs] of pairs) {
    const isAtRest = isTerminal(record.state) && (record.isAdopted || world.misfortune.rewound.has(name));
    if (ours !== theirs && !(what === "version" && isAtRest)) {
      watch.violate("I9 journal and row", name, `${what}: ${ours} in the journal, ${theirs} in D1`);
    }
  }
  if (isTerminal(record.state)) auditTerminal(world, name, record, row);
  auditRow(world, name, row);
  auditChain(world, name, record);
}

/** I16: what a row at rest left to its file is there, and is what it left. @returns the text; undefined where it was robbed. */
function readDetail(
  { watch, bucket, misfortune, database }: SimulatedWorld,
  name: string,
  row: Row,
): string | undefined {
  const [beside] = database.query("SELECT detail FROM document_details WHERE document_id = ?", row.id);
  if (beside !== undefined) return String(beside.detail);
  const path = snapshotPath(row.xml_path ?? "");
  const file = bucket.files.get(path);
  if (file !== undefined && file.sha256 === row.file_sha256) return String(readSnapshot(file.bytes).row.detail);
  if (!misfortune.damaged.has(path)) watch.violate("I16 the file has what its row left to it", name, path);
  return undefined;
}

/** I9: a row says what was signed, and to whom, also when it was written from the archive first. */
function auditRow(world: SimulatedWorld, name: string, row: Row): void {
  const { watch } = world;
  const said = readDetail(world, name, row);
  if (said === undefined) return;
  const { totals }: { readonly totals?: { readonly total?: string } } = readStored(said);
  if (totals?.total !== row.total) watch.violate("I9 whole rows", name, `${totals?.total} in the detail, ${row.total}`);
  if (row.third_party_id === null) watch.violate("I9 whole rows", name, "no third party");
}

/** After the calm, everything has come to its end, except what could not be brought there. */
function auditEnd(world: SimulatedWorld, record: IssueRecord): void {
  if (isTerminal(record.state)) return;
  const { watch, host, authority, bucket } = world;
  const isStuckByRight =
    // Rule 90 that names our own document never says that its number is lost.
    (isTaken(world, record) && !authority.namesHolder) ||
    isStuckByMisfortune(world, record) ||
    // The payload died with the journal before anything was archived: the bytes are lost.
    (record.isAdopted && record.state === "send_unknown" && !bucket.files.has(record.xmlPath ?? ""));
  if (!isStuckByRight) {
    const known = authority.verdictOf(record.fiscalId ?? "");
    const losses = host.getObject(record.name).losses;
    watch.violate(
      "I6 everything converges",
      record.name,
      `${record.state} ${printLastError(record.lastError)} authority ${known} losses ${losses}`,
    );
  }
  if (record.wakeAt === null) watch.violate("I6 nothing without a driver", record.name, record.state);
}

/** Another system has its number. */
function isTaken({ authority, scenario }: SimulatedWorld, { numbering, rangeKind }: IssueRecord): boolean {
  if (numbering === null) return false;
  // Of invoices none is another system's here.
  const typeCode = { dse: "05", pos: "20" }[rangeKind as string] ?? rangeKind;
  return authority.isOccupied(numberKeyOf(scenario.environment, typeCode, fullNumber(numbering)));
}

/** Another document's file is in its place, so that it could never be sent. */
function isShutOut({ bucket, misfortune, authority }: SimulatedWorld, record: IssueRecord): boolean {
  const { numbering, environment, companyId, fiscalId, xmlSha256 } = record;
  if (numbering === null || authority.verdictOf(fiscalId ?? "") !== undefined) return false;
  const path = `documents/${companyId}/${environment}/05/${fullNumber(numbering)}.xml`;
  const file = bucket.files.get(path);
  return file !== undefined && file.sha256 !== xmlSha256 && !misfortune.damaged.has(path);
}

/** I5: the verdict is the authority's, and rests on an answer that is archived; then payload and bytes are gone. */
function auditTerminal(world: SimulatedWorld, name: string, record: IssueRecord, row: Row): void {
  const { watch, bucket, authority, host } = world;
  const isLost = isTaken(world, record);
  const isDenied = record.verdict?.isClosing === true;
  const isClosed = isShutOut(world, record) && !isDenied;
  const expected = record.state === "aceptado" ? "accepted" : "rejected";
  const known = authority.verdictOf(record.fiscalId ?? "");
  const truth = isLost || isClosed || (isDenied && known === undefined) ? "rejected" : known;
  if (truth !== expected)
    watch.violate("I5 the authority's verdict", name, `${record.state}, the authority says ${truth}`);
  if (isClosed) auditClosed(world, name, record);
  const proof = isLost ? "number-taken" : expected;
  const isProof = ({ outcome }: Attempt) => (isDenied ? isDenial(outcome) : outcome === proof);
  const evidence = record.attempts.findLast((attempt) => isProof(attempt) && attempt.answerSha256 !== null);
  const isInherited = isClosed || (record.isAdopted && record.attempts.length === 0);
  if (evidence === undefined && !isInherited) watch.violate("I5 evidence", name, "no attempt bears the verdict out");
  // Settled and projected, it is not due any more: if its last alarm is lost, the answer waits in the journal.
  const isWaiting = record.wakeAt !== null && host.getObject(name).lostAlarms > 0;
  if (isWaiting) return;
  if (evidence !== undefined) {
    const [bundlePath, path] = [snapshotPath(record.xmlPath ?? ""), answerPath(record.xmlPath ?? "", evidence.id)];
    const bundle = bucket.files.get(bundlePath)?.bytes;
    const bytes = (bundle && readAnswerBehind(bundle, path)) ?? bucket.files.get(path)?.bytes;
    const isDamaged = [bundlePath, path].some((one) => world.misfortune.damaged.has(one));
    if ((bytes === undefined || sha256Hex(bytes) !== evidence.answerSha256) && !isDamaged)
      watch.violate("I5 evidence", name, "the answer is not in the archive");
  }
  if (record.document !== null || record.wakeAt !== null) watch.violate("I6 at rest", name, "payload or alarm left");
  if (row.due_at !== null) watch.violate("I9 journal and row", name, "due although at rest");
  const storage = host.getObject(name).storage.open(() => false);
  const left = storage.sql.exec("SELECT name FROM journal WHERE id > 1").toArray().length;
  if (left > 0) watch.violate("I6 at rest", name, `${left} rows of bytes left`);
}

/** Two people closed it: it never left, and what was signed is kept beside the file of the other document. */
function auditClosed({ watch, bucket, misfortune }: SimulatedWorld, name: string, record: IssueRecord): void {
  if (watch.countDepartures(name) > 0) watch.violate("I5 closed unsent", name, "it was sent");
  const { xmlPath, xmlSha256 } = record;
  if (xmlPath === null || misfortune.damaged.has(xmlPath)) return;
  if (bucket.files.get(xmlPath)?.sha256 !== xmlSha256) watch.violate("I5 closed unsent", name, `no file at ${xmlPath}`);
}

/** I13: a range or series of which another system used a number gives none more, until operators let it go on past that number. */
function auditStops({ watch, database }: SimulatedWorld, records: readonly IssueRecord[]): void {
  const ranges = database.query("SELECT id, stopped_by AS stoppedBy, stops_from AS stopsFrom FROM ranges");
  const series = database.query(
    "SELECT company_id, environment, prefix, stopped_by AS stoppedBy, stops_from AS stopsFrom FROM series",
  );
  for (const { name, companyId, environment, numberTaken = null, numbering } of records) {
    if (numberTaken === null || numbering === null) continue;
    const { rangeId, prefix, number } = numbering;
    const source =
      ranges.find(({ id }) => id === rangeId) ??
      series.find((one) => one.company_id === companyId && one.environment === environment && one.prefix === prefix);
    const isSeen = source !== undefined && (source.stoppedBy !== null || Number(source.stopsFrom) > number);
    if (!isSeen) watch.violate("I13 a taken number stops its range", name, `${prefix}${number}`);
  }
}

/** I7: the changes are one chain that ends in the present state. */
function auditChain({ watch }: SimulatedWorld, name: string, record: IssueRecord): void {
  let state: string | null = null;
  for (const change of record.changes) {
    if (change.from !== null && change.from !== state)
      watch.violate("I7 chain", name, `${state} then from ${change.from}`);
    state = change.to;
  }
  if (state !== record.state) watch.violate("I7 chain", name, `ends in ${state}, is ${record.state}`);
}

/** I3 and I4: one body per number, archived, sent at most once by itself, and no accepted document that we do not know. */
function auditArrivals(world: SimulatedWorld, rows: readonly Row[]): void {
  const { watch, authority, bucket, misfortune } = world;
  auditFileNames(world);
  auditSoftware(world);
  const records = listRecords(world);
  const isExcused = (fiscalId: string | undefined) =>
    records.some((record) => record.fiscalId === fiscalId && isGivenAgain(world, record));
  for (const numberKey of new Set(authority.arrivals.map((arrival) => arrival.numberKey))) {
    const arrivals = authority.arrivals.filter((arrival) => arrival.numberKey === numberKey);
    const digests = new Set(arrivals.map((arrival) => arrival.sha256));
    if (digests.size > 1) watch.violate("I3 one body per number", numberKey, `${digests.size} bodies`);
    const row = rows.find((one) => one.fiscal_id === arrivals[0]?.fiscalId);
    if (row === undefined) {
      if (!isExcused(arrivals[0]?.fiscalId)) watch.violate("I9 no ghosts", numberKey, "arrived, and no row knows it");
      continue;
    }
    if (misfortune.damaged.has(row.xml_path ?? "")) continue;
    const file = bucket.files.get(row.xml_path ?? "");
    if (file === undefined || sha256Hex(file.bytes) !== arrivals[0]?.sha256) {
      watch.violate("I3 archived before sent", numberKey, "the archive has other bytes or none");
    }
  }
  for (const [path, sha256] of bucket.planted) {
    if (bucket.files.get(path)?.sha256 !== sha256)
      watch.violate("I3 write-once", path, "a stranger's file was replaced");
  }
  for (const name of new Set(watch.departures.map((departure) => departure.name))) auditSendings(world, name);
}

/** I23: a document is of the software that the authority knows for its module. */
function auditSoftware({ watch, authority }: SimulatedWorld): void {
  for (const { numberKey, softwareId } of authority.arrivals) {
    const typeCode = numberKey.split("/").at(-2) ?? "";
    const isOwn = isTypeCode(typeCode) && softwareId === softwareIdOf(KINDS[typeCode].module);
    if (!isOwn) watch.violate("I23 the software of its module", numberKey, softwareId);
  }
}

/** I10: a name says which file of the company's year it is, in both environments: no two documents have one. */
function auditFileNames(world: SimulatedWorld): void {
  const { watch, authority } = world;
  const holders = new Map<string, string>();
  const hold = (fileName: string, what: string) => {
    const holder = holders.get(fileName) ?? what;
    holders.set(fileName, holder);
    if (holder !== what) watch.violate("I10 file names are unique", fileName, `${holder} and ${what}`);
  };
  for (const { fileName, fiscalId } of authority.arrivals) hold(fileName, fiscalId);
  for (const record of listRecords(world)) {
    if (record.fileName !== null && !isGivenAgain(world, record)) hold(record.fileName, record.fiscalId ?? "");
  }
}

function auditSendings(world: SimulatedWorld, name: string): void {
  const { watch, misfortune } = world;
  const sent = watch.departures.filter((one) => one.name === name);
  const own = sent.filter(({ isOrdered }) => !isOrdered);
  const open = own.filter(({ attemptId }) => !watch.refused.has(attemptId));
  // Set back behind a request that D1 never saw, an object cannot know of it.
  const allowed = 1 + (misfortune.blind.get(name) ?? 0);
  if (open.length > allowed) watch.violate("I4 sent once", name, `${open.length} requests, ${allowed} allowed`);
  const orders = watch.countOrders(name);
  const ordered = sent.length - own.length;
  if (ordered > orders) watch.violate("I4 sent once for an order", name, `${ordered} requests, ${orders} orders`);
  const firstOrdered = sent.findIndex(({ isOrdered }) => isOrdered);
  const isAlone = firstOrdered === -1 || sent.slice(firstOrdered).every(({ isOrdered }) => isOrdered);
  if (!isAlone && allowed === 1) watch.violate("I4 after an order only orders", name, "it was sent again by itself");
}

interface Order {
  readonly id: number;
  readonly name: string;
  readonly outcome: string;
}

/** What operators read of their orders is what the objects did; a lost journal forgets. */
function auditOrders(world: SimulatedWorld): void {
  const closed = world.database.query(
    `SELECT o.id, d.issuance_name AS name, o.outcome FROM resend_orders o JOIN documents d ON d.id = o.document_id
    WHERE o.closed_at IS NOT NULL`,
  ) as unknown as Order[];
  for (const { id, name, outcome } of closed) {
    const record = world.readRecord(name);
    if (record === undefined || world.host.getObject(name).losses > 0) continue;
    const isObeyed = record.changes.some(({ orderId }) => orderId === id);
    if (isObeyed !== (outcome === "resent" || outcome === "closed")) {
      world.watch.violate("A6 orders are reported truly", name, `order ${id}: ${outcome}, obeyed: ${isObeyed}`);
    }
  }
  // The last orders of a document that is still open are hours old, and all is calm: one without an answer never gets one.
  for (const { id, name } of world.database.query(
    `SELECT o.id, d.issuance_name AS name FROM resend_orders o JOIN documents d ON d.id = o.document_id
    WHERE o.closed_at IS NULL AND d.state NOT IN ('aceptado', 'rechazado')`,
  )) {
    const record = world.readRecord(String(name));
    if (record !== undefined && isGivenAgain(world, record)) continue;
    world.watch.violate("A7 orders are answered", String(name), `order ${id}`);
  }
}

/** I2 and H: a key has one document in each environment, and its answers are about that one. */
function auditKeys(world: SimulatedWorld): void {
  const records = listRecords(world);
  const rest = ({ clientId, key }: Pick<IssueRecord, "clientId" | "key">) => `${clientId}:${key}`;
  for (const { clientId, key } of world.scenario.keys) {
    for (const environment of ["produccion", "habilitacion"] as const) {
      const mine = records.filter((one) => rest(one) === rest({ clientId, key }) && one.environment === environment);
      const name = `${rest({ clientId, key })} in ${environment}`;
      if (mine.length > 1) world.watch.violate("I2 one document per key", name, mine.map((one) => one.name).join());
      const replies = world.replies.filter(
        ({ command }) => rest(command) === rest({ clientId, key }) && command.company.environment === environment,
      );
      const found = mine[0]?.name ?? findNameInRow(world, { clientId, key, environment }) ?? name;
      auditAnswers(world, found, replies, mine[0]);
    }
  }
}

/** The name of a document whose journal is gone. */
function findNameInRow(
  { database }: SimulatedWorld,
  { clientId, key, environment }: Pick<IssueRecord, "clientId" | "key" | "environment">,
): string | undefined {
  const sql = "SELECT issuance_name FROM documents WHERE client_id = ? AND idempotency_key = ? AND environment = ?";
  const [row] = database.query(sql, clientId, key, environment);
  return row && String(row.issuance_name);
}

/** What clients were answered about one key in one environment holds together. */
function auditAnswers(
  world: SimulatedWorld,
  name: string,
  replies: readonly Reply[],
  record: IssueRecord | undefined,
): void {
  const { watch } = world;
  const left = findLeftToRow(world, name);
  if (left !== undefined) {
    for (const { result } of replies) {
      if (result.type !== "issued" || result.document === null) continue;
      const { id, number } = result.document;
      if (id !== left.id || number !== left.number) watch.violate("A1 one document", name, `${id} beside ${left.id}`);
    }
    return;
  }
  let end: string | undefined;
  let firsts = 0;
  for (const one of replies) {
    const { result, command } = one;
    // A refused reservation in between may have been another payload's; a document never.
    const isOwn = record?.fingerprint === command.fingerprint;
    if (result.type === "conflict" && (result.documentId ?? record?.documentId) !== record?.documentId) {
      watch.violate(
        "A8 the environment is part of the key",
        name,
        `answered with a conflict with ${result.documentId}`,
      );
    }
    if (result.type === "conflict" && result.documentId !== null && isOwn) {
      watch.violate("A2 conflict", name, "answered with a conflict with its own payload");
    }
    const isKnown = replies.some((other) => other.repliedMs <= one.askedMs && isDocumentOf(other, command.fingerprint));
    if (result.type === "refused" && isKnown) watch.violate("A5 known keys are not refused", name, result.code);
    if (result.type !== "issued") continue;
    if (!result.isReplay) firsts += 1;
    const { document } = result;
    if (document === null) continue;
    if ((document.environment ?? command.company.environment) !== command.company.environment) {
      watch.violate(
        "A8 the environment is part of the key",
        name,
        `answered with a document of ${document.environment}`,
      );
    }
    if (record !== undefined && record.fingerprint !== command.fingerprint) {
      watch.violate("A2 conflict", name, "an altered payload got the document");
    }
    if (document.id !== record?.documentId || document.number !== record.numbering?.number) {
      watch.violate("A1 one document", name, `answered with ${document.id}, is ${record?.documentId}`);
    }
    if (isTerminal(document.state)) end = end ?? document.state;
    // Set back, or lost before D1 showed it, it knows no better until it asks again.
    if (world.misfortune.rewound.has(name) || world.misfortune.unwritten.has(name)) continue;
    if (end !== undefined && document.state !== end && one.askedMs > (findEnd(replies, end) ?? Infinity)) {
      watch.violate("A3 terminal for ever", name, `${document.state} after ${end}`);
    }
  }
  if (end !== undefined && record?.state !== end)
    watch.violate("A3 terminal for ever", name, `answered ${end}, is ${record?.state}`);
  const lastReply = replies.at(-1)?.result;
  if (lastReply?.type === "refused" && lastReply.code === "range_missing")
    watch.violate("A7 a resumed range goes on", name, lastReply.why?.reason ?? "no reason");
  if (firsts > 1) watch.violate("A1 one document", name, `${firsts} answers claim to be the first`);
}

function isDocumentOf({ result, command }: Reply, fingerprint: string): boolean {
  return result.type === "issued" && result.document !== null && command.fingerprint === fingerprint;
}

function findEnd(replies: readonly Reply[], state: string): number | undefined {
  return replies.find(({ result }) => result.type === "issued" && result.document?.state === state)?.repliedMs;
}
