// Makes a record of the journal as it was just reserved, for tests of single changes.
import type { IssueCommand } from "../../src/issuance/contract/command.ts";
import type { IssueRecord } from "../../src/issuance/contract/ports.ts";
import { reserveRecord } from "../../src/issuance/record/transition.ts";
import { makeLine, makeSupportDocument, taxOf } from "../ubl/fixture.ts";
import { COMPANY } from "./company.ts";

export const NOW_MS = Date.parse("2026-03-04T15:11:12.000Z");
/** No jitter, no scale. */
export const INSTANT = { nowMs: NOW_MS, random: 0.5, pollScale: 1 };
export const COMMAND = {
  name: "dse:7:3:key-1",
  module: "dse",
  companyId: 7,
  clientId: 3,
  key: "key-1",
  fingerprint: "1:aa",
  company: COMPANY,
} as IssueCommand;
export const DOCUMENT = makeSupportDocument([
  makeLine(1, { base: "100000.00", withholdings: [taxOf("06", "11.00", "100000.00", "11000.00")] }),
]);
export const NUMBERING = {
  rangeId: 1,
  resolution: "18760000003",
  resolutionDate: "2019-01-19",
  prefix: "SEDS",
  from: 1,
  to: 1_000,
  validFrom: "2026-01-01",
  validTo: "2027-01-01",
  number: 5,
  fileSequence: 1,
};

/** A record just reserved, changed as asked. */
export function sampleRecord(changes: Partial<IssueRecord> = {}): IssueRecord {
  const priced = { document: DOCUMENT, rangeKind: "dse" as const };
  return { ...reserveRecord(COMMAND, priced, "reservation-1", INSTANT), ...changes };
}

/** ISO instant so many milliseconds after the tests' present. */
export function at(laterMs: number): string {
  return new Date(NOW_MS + laterMs).toISOString();
}
