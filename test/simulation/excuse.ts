// Finds the trouble that keeps a document from where it should be, if there is one that no service could repair.
import type { Numbering } from "../../src/domain/company.ts";
import type { IssueRecord } from "../../src/issuance/contract/ports.ts";
import { snapshotPath } from "../../src/store/archive/files.ts";
import type { SimulatedWorld } from "./world.ts";

/** Whether only a person can move a document, and rightly so. */
export function isStuckByMisfortune(world: SimulatedWorld, record: IssueRecord): boolean {
  return isHeldByDamage(world, record) || isGivenAgain(world, record);
}

/** Its signed file is not the one that was frozen: it is not sent, or not sent again. */
function isHeldByDamage({ misfortune }: SimulatedWorld, record: IssueRecord): boolean {
  if (!misfortune.damaged.has(record.xmlPath ?? "")) return false;
  const isRefused = record.state === "firmado" && record.lastError?.reason === "other-bytes";
  return isRefused || record.state === "send_unknown";
}

/** A document at rest whose row is all that is left: its journal is gone, and its file is not the one that the row was left to. */
interface LeftToRow {
  readonly id: number;
  readonly number: number;
  readonly state: string;
}

/** Its row, where a person must put the file back before its key is known again; until then nothing may be made of it. */
export function findLeftToRow(world: SimulatedWorld, name: string): LeftToRow | undefined {
  if ((world.readRecord(name)?.documentId ?? null) !== null) return undefined;
  const sql = "SELECT id, number, state, xml_path FROM documents WHERE issuance_name = ? AND file_sha256 IS NOT NULL";
  const [row] = world.database.query(sql, name);
  if (row === undefined || !world.misfortune.damaged.has(snapshotPath(String(row.xml_path)))) return undefined;
  return { id: Number(row.id), number: Number(row.number), state: String(row.state) };
}

/**
 * D1 forgot its number, nothing else knew, and another document got it. Whichever is archived first has it; the
 * other one waits for two people.
 */
export function isGivenAgain(world: SimulatedWorld, record: IssueRecord): boolean {
  const { misfortune, host } = world;
  if (!misfortune.isDisorderly && misfortune.unshown.size === 0) return false;
  const { documentId, numbering } = record;
  const twins = [...host.objects.keys()].filter((name) => {
    const other = world.readRecord(name);
    const isSameRow = documentId !== null && other?.documentId === documentId;
    const isSameNumber = numbering !== null && isEqualNumber(other?.numbering ?? null, numbering);
    return isSameRow || isSameNumber;
  });
  const isKnown = misfortune.isDisorderly || twins.some((name) => misfortune.unshown.has(name));
  return twins.length > 1 && isKnown;
}

function isEqualNumber(one: Numbering | null, { prefix, number }: Numbering): boolean {
  return one?.prefix === prefix && one.number === number;
}
