// Finds the trouble that keeps a document from where it should be, if there is one that no service could repair.
import { fullNumber, type Numbering } from "../../src/domain/company.ts";
import type { IssueRecord } from "../../src/issuance/contract/ports.ts";
import { snapshotPath } from "../../src/store/archive/files.ts";
import type { SimulatedWorld } from "./world.ts";

/** Whether only a person can move a document, and rightly so. */
export function isStuckByMisfortune(world: SimulatedWorld, record: IssueRecord): boolean {
  return isHeldByDamage(world, record) || isGivenAgain(world, record);
}

/** Its signed file is not the one that was frozen: it is not sent, or not sent again. */
function isHeldByDamage({ misfortune }: SimulatedWorld, record: IssueRecord): boolean {
  if (isLeftToFile(record) && misfortune.damaged.has(snapshotPath(record.xmlPath ?? ""))) return true;
  if (!misfortune.damaged.has(record.xmlPath ?? "")) return false;
  const isRefused = record.state === "firmado" && record.lastError?.reason === "other-bytes";
  return isRefused || record.state === "send_unknown";
}

/** Its journal was set back, and says itself that D1 knows more, in a file that is not as it was. */
export function isLeftToFile({ lastError, state }: IssueRecord): boolean {
  return state === "firmado" && lastError?.reason === "file-lost";
}

/** A document at rest whose row is all that is left: its journal is gone or was set back, and its file is not the one that the row was left to. */
interface LeftToRow {
  readonly id: number;
  readonly number: number;
  readonly state: string;
}

/** Its row, where a person must put the file back before its key is known again; until then nothing may be made of it. */
export function findLeftToRow(world: SimulatedWorld, name: string): LeftToRow | undefined {
  const record = world.readRecord(name);
  if (record !== undefined && record.documentId !== null && !isLeftToFile(record)) return undefined;
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

/** Two ranges, which operators would be refused, have numbers that are printed alike, and an older database has the other document. */
export function isPrintedAlike(world: SimulatedWorld, { name, numbering, lastError }: IssueRecord): boolean {
  if (numbering === null || lastError?.reason !== "other-bytes") return false;
  return [...world.host.objects.keys()].some((other) => {
    const held = other === name ? null : (world.readRecord(other)?.numbering ?? null);
    return held !== null && !isEqualNumber(held, numbering) && fullNumber(held) === fullNumber(numbering);
  });
}

function isEqualNumber(one: Numbering | null, { prefix, number }: Numbering): boolean {
  return one?.prefix === prefix && one.number === number;
}
