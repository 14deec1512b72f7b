// Tests what a record does next: every row of the table of steps.
import { describe, expect, it } from "vitest";
import type { IssueRecord } from "../../src/issuance/contract/ports.ts";
import { chooseStep, type Surroundings } from "../../src/issuance/step/life.ts";
import { at, NOW_MS, NUMBERING, sampleRecord } from "../support/record.ts";

function nameOf(record: IssueRecord, surroundings: Surroundings): string {
  return chooseStep(record, surroundings)?.name ?? "rest";
}

describe("the next step", () => {
  const PAST = { wakeAt: at(0) };
  const LATER = { wakeAt: at(1) };
  const NUMBERED = { documentId: 9, projectedVersion: 1 };
  const SIGNED = { numbering: NUMBERING, xmlPath: "documents/7/produccion/05/SEDS5.xml" };
  const CASES: readonly (readonly [string, string, Partial<IssueRecord>])[] = [
    ["a reservation", "allocate", { state: "creating" }],
    ["a reservation that failed, before its time", "rest", { state: "creating", pollCount: 1, ...LATER }],
    ["a reservation that failed, at its time", "allocate", { state: "creating", pollCount: 1, ...PAST }],
    ["a number", "sign", { state: "creating", ...NUMBERED }],
    ["signed bytes", "archive", { state: "firmado", ...NUMBERED }],
    ["signed bytes that failed", "rest", { state: "firmado", ...NUMBERED, pollCount: 1, ...LATER }],
    ["signed bytes that failed, at their time", "archive", { state: "firmado", ...NUMBERED, pollCount: 1, ...PAST }],
    ["an archived file", "transmit", { state: "firmado", ...NUMBERED, isArchived: true }],
    ["an adopted file", "presume-sent", { state: "firmado", ...NUMBERED, isArchived: true, isAdopted: true }],
    ["a request in hand", "rest", { state: "sending", ...NUMBERED, ...LATER }],
    ["a request whose instance died", "give-up-waiting", { state: "sending", ...NUMBERED, ...PAST }],
    ["a question, before its time", "rest", { state: "enviado", ...NUMBERED, ...LATER }],
    ["a question, at its time", "ask", { state: "en_proceso", ...NUMBERED, ...PAST }],
    ["a question without a time", "rest", { state: "en_proceso", ...NUMBERED, wakeAt: null }],
    ["a verdict that D1 does not show", "project", { state: "aceptado", ...NUMBERED, projectedVersion: 0 }],
    ["a verdict that D1 shows", "drop", { state: "rechazado", ...NUMBERED, ...LATER }],
    ["a verdict at rest", "rest", { state: "aceptado", ...NUMBERED, wakeAt: null }],
    ["a question that D1 does not show", "project", { state: "enviado", ...NUMBERED, projectedVersion: 0, ...LATER }],
    [
      "an uncertain one that D1 does not show",
      "project",
      { state: "en_proceso_http", ...NUMBERED, projectedVersion: 0, ...PAST },
    ],
    ["an uncertain one, at its time", "ask", { state: "en_proceso_http", ...NUMBERED, ...PAST }],
    [
      "one whose number another has, before D1 shows it",
      "ask",
      {
        state: "en_proceso_http",
        ...NUMBERED,
        projectedVersion: 0,
        lastError: { step: null, reason: "number-taken", detail: "rule 90 names another document" },
        ...PAST,
      },
    ],
    ["a verdict without a number", "drop", { state: "aceptado", documentId: null, ...LATER }],
  ];

  it.each(CASES)("of %s is %s", (_, step, changes) => {
    const nothing = { nowMs: NOW_MS, pendingFiles: 0, failed: new Set<string>() };
    expect(nameOf(sampleRecord(changes), nothing)).toBe(step);
  });

  it.each<[string, string, Partial<IssueRecord>, number, readonly string[]]>([
    ["answers wait for the archive", "archive-answers", { state: "aceptado", ...SIGNED }, 2, []],
    ["the last answer waits, to be filed with the facts", "file", { state: "aceptado", ...SIGNED }, 1, []],
    ["its facts are filed", "drop", { state: "aceptado", ...SIGNED, fileSha256: "ab" }, 1, []],
    ["another file has the place of its facts", "drop", { state: "aceptado", ...SIGNED, fileSha256: null }, 1, []],
    ["its facts could not be filed", "rest", { state: "aceptado", ...SIGNED }, 1, ["file"]],
    [
      "its facts are filed and D1 shows them still",
      "project",
      { state: "aceptado", ...SIGNED, fileSha256: "ab", projectedVersion: 0 },
      1,
      [],
    ],
    [
      "an answer waits and no facts are left to file it with",
      "archive-answers",
      { state: "aceptado", ...SIGNED, document: null },
      1,
      [],
    ],
    ["an answer waits and nothing was signed", "archive-answers", { state: "rechazado" }, 1, []],
    ["an answer waits at rest", "archive-answers", { state: "aceptado", ...SIGNED, wakeAt: null }, 1, []],
    ["an answer to an open question waits", "archive-answers", { state: "enviado", ...SIGNED }, 1, []],
    ["answers could not be archived", "rest", { state: "aceptado", ...SIGNED }, 2, ["archive-answers", "file"]],
    ["D1 could not be written", "rest", { state: "aceptado", projectedVersion: 0 }, 0, ["project"]],
    [
      "D1 could not be written and answers wait",
      "archive-answers",
      { state: "aceptado", projectedVersion: 0 },
      1,
      ["project"],
    ],
    ["the payload could not be dropped", "rest", { state: "aceptado" }, 0, ["drop"]],
    ["signing failed", "rest", { state: "creating" }, 0, ["sign"]],
    ["signing failed and D1 is behind", "project", { state: "creating", projectedVersion: 0 }, 0, ["sign"]],
    ["another step failed", "sign", { state: "creating" }, 0, ["allocate"]],
  ])("when %s is %s", (_, step, changes, pendingFiles, failed) => {
    const record = sampleRecord({ ...NUMBERED, ...LATER, ...changes });
    expect(nameOf(record, { nowMs: NOW_MS, pendingFiles, failed: new Set(failed) })).toBe(step);
  });
});
