// Finds the trouble that keeps a document from where it should be, if there is one that no service could repair.
import type { Numbering } from "../../src/domain/company.ts";
import type { IssueRecord } from "../../src/issuance/contract/ports.ts";
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
