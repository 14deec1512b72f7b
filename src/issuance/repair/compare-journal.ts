// Compares a journal with the row of its document and lists the differences in plain words; it changes and sends nothing.
import { isTerminal } from "../../domain/document/state.ts";
import { completeEntry } from "../../store/archive/filed.ts";
import { DamagedFileError } from "../../store/archive/files.ts";
import type { JournalAudit } from "../contract/calls.ts";
import type { IssueRecord, LedgerRow, Ports } from "../contract/ports.ts";
import { mayBeRetired } from "../record/schedule.ts";

type AuditPorts = Pick<Ports, "journal" | "ledger" | "world" | "archive">;

/** Looks at a document that goes on meanwhile. */
const LOOKS = 3;

/**
 * Compares the journal of an object with what D1 says.
 * @param row as the caller read it, perhaps a while ago: before anything is called different, D1 is asked again.
 */
export async function auditJournal(ports: AuditPorts, name: string, row: LedgerRow): Promise<JournalAudit> {
  const { journal, ledger } = ports;
  try {
    if (journal.read() === undefined) return { type: mayBeRetired(row, ports.world.nowMs()) ? "agrees" : "lost" };
  } catch (cause) {
    // Its message may quote the payload; its name does not.
    const error = cause instanceof Error ? cause.name : "unknown error";
    return { type: "different", differences: [`the journal cannot be read (${error})`] };
  }
  if ((await examine(ports, name, row)).length === 0) return { type: "agrees" };
  for (let look = 0; look < LOOKS; look += 1) {
    const before = journal.read();
    const present = await ledger.findByName(name);
    // The journal went on while D1 answered: the two are of different instants.
    if (journal.read() !== before) continue;
    if (present === undefined) return { type: "different", differences: ["D1 has no row under its name"] };
    const differences = await examine(ports, name, present);
    return differences.length === 0 ? { type: "agrees" } : { type: "different", differences };
  }
  return { type: "moving" };
}

async function examine(ports: AuditPorts, name: string, row: LedgerRow): Promise<readonly string[]> {
  const record = ports.journal.read();
  if (record === undefined) return ["the journal is empty"];
  const bytes = ports.journal.readSignedBytes();
  const differences = await compareWhole(ports, record, name, row);
  if (bytes === undefined) {
    if (record.xmlSha256 !== null && !record.isArchived) {
      differences.push("signed file: neither in the journal nor, as far as that knows, in the archive");
    }
  } else {
    const sha256 = await ports.world.sha256Hex(bytes);
    if (sha256 !== record.xmlSha256) {
      differences.push(`signed file: the journal's bytes have ${sha256}, its record says ${record.xmlSha256}`);
    }
  }
  return differences;
}

/** The same with what a row at rest left to its file. @throws Error when R2 does not answer. */
async function compareWhole({ archive }: AuditPorts, record: IssueRecord, name: string, row: LedgerRow) {
  try {
    return [...compareRecord(record, name, await completeEntry(archive.get, row))];
  } catch (cause) {
    if (!(cause instanceof DamagedFileError)) throw cause;
    return [...compareRecord(record, name, row), `what its row left to its file: ${cause.damage}`];
  }
}

/** What differs between a journal's record and its row; a row that the journal has not brought up to date yet may lag. */
export function compareRecord(record: IssueRecord, name: string, row: LedgerRow): readonly string[] {
  const differences = compareAll(listLasting(record, row));
  if (record.name !== name) differences.unshift("key: the journal is another key's");
  // Adopted at rest, it counts from beyond anything that the lost journal could have shown.
  const isAtRest = record.isAdopted && isTerminal(record.state);
  if (row.version > record.version) {
    return [...differences, `version: D1 says ${row.version}, the journal only ${record.version}`];
  }
  if (row.version < record.projectedVersion && !isAtRest) {
    return [...differences, `version: D1 says ${row.version}, and was shown ${record.projectedVersion}`];
  }
  const isShown = row.version === record.version || isAtRest;
  return isShown ? [...new Set([...differences, ...compareAll(listProgress(record, row))])] : differences;
}

type Fact = string | number | boolean | null;
type Pair = readonly [what: string, inRow: Fact, inJournal: Fact];

/** What a document never changes; what the journal does not know yet is no difference. */
function listLasting(record: IssueRecord, row: LedgerRow): readonly Pair[] {
  const { documentId, numbering, summary } = record;
  return [
    ["reservation", row.reservationId, record.reservationId],
    ["reserved at", row.reservedAt, record.reservedAt],
    // At rest its file has it.
    ["fingerprint", row.fingerprint ?? record.fingerprint, record.fingerprint],
    ["company", row.companyId, record.companyId],
    ["client", row.clientId, record.clientId],
    ["module", row.module, record.module],
    ["environment", row.environment, record.environment],
    ["document", row.documentId, documentId ?? row.documentId],
    ["range", row.numbering.rangeId, numbering?.rangeId ?? row.numbering.rangeId],
    ["prefix", row.numbering.prefix, numbering?.prefix ?? row.numbering.prefix],
    ["number", row.numbering.number, numbering?.number ?? row.numbering.number],
    ["file sequence", row.numbering.fileSequence, numbering?.fileSequence ?? row.numbering.fileSequence],
    ["issue date", row.issueDate, summary?.issueDate ?? row.issueDate],
    ["currency", row.currency, summary?.currency ?? row.currency],
    ["establishment", row.establishment, record.establishment ?? null],
    ["till", row.till, record.till ?? null],
    ["total", row.total, summary?.total ?? row.total],
    // Once it has them, these last too.
    ["fiscal id", row.fiscalId ?? record.fiscalId, record.fiscalId ?? row.fiscalId],
    ["path of the signed file", row.xmlPath ?? record.xmlPath, record.xmlPath ?? row.xmlPath],
    ["digest of the signed file", row.xmlSha256 ?? record.xmlSha256, record.xmlSha256 ?? row.xmlSha256],
  ];
}

/** What a row shows of the version that it carries. */
function listProgress(record: IssueRecord, row: LedgerRow): readonly Pair[] {
  return [
    ["state", row.state, record.state],
    ["fiscal id", row.fiscalId, record.fiscalId],
    ["path of the signed file", row.xmlPath, record.xmlPath],
    ["digest of the signed file", row.xmlSha256, record.xmlSha256],
    ["file name", row.fileName, record.fileName],
    ["acknowledgement", row.zipKey, record.zipKey],
    ...(row.fileSha256 === null ? listVerdict(record, row) : judgeValidity(record, row)),
  ];
}

/** A row that left the verdict to its file still says what it came to. */
function judgeValidity({ state, verdict }: IssueRecord, row: LedgerRow): readonly Pair[] {
  return row.state === state ? [["validity", state === "aceptado", verdict?.isValid ?? false]] : [];
}

function listVerdict(record: IssueRecord, row: LedgerRow): readonly Pair[] {
  return [
    ["verdict", row.verdict?.statusCode ?? null, record.verdict?.statusCode ?? null],
    ["validity", row.verdict?.isValid ?? null, record.verdict?.isValid ?? null],
  ];
}

function compareAll(pairs: readonly Pair[]): string[] {
  return pairs
    .filter(([, inRow, inJournal]) => inRow !== inJournal)
    .map(([what, inRow, inJournal]) => `${what}: D1 says ${inRow ?? "nothing"}, the journal ${inJournal ?? "nothing"}`);
}
