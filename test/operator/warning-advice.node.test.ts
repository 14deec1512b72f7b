// Every command that a warning names runs as it stands, once its placeholders are filled: it is copied from `status` and the console.
import { expect, it } from "vitest";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { adviseAlike, adviseWarning } from "../../operator/data/warning-advice.ts";
import { isRequired } from "../../operator/flag.ts";
import { readLine } from "../../operator/line.ts";
import { plain } from "../../operator/tone.ts";
import type { Warning } from "../../src/store/watch/health.ts";

const OF = { companyId: 4, severity: "warning" } as const;
const RANGE = { ...OF, kind: "fe" } as const;
const ENDING = { ...RANGE, code: "range_ending", size: 100, numbersLeft: 5, daysLeft: 3 } as const;
const PLAN = { ...OF, code: "plan_ending", module: "dse", used: 90, allowance: 100 } as const;
/** With what is left out where it may be, and without. */
const WARNINGS: Readonly<Record<Warning["code"], readonly Warning[]>> = {
  software_missing: [
    { ...OF, code: "software_missing" },
    { ...OF, code: "software_missing", module: "dse" },
  ],
  certificate_missing: [
    { ...OF, code: "certificate_missing" },
    { ...OF, code: "certificate_missing", begins: "2026-12-01T05:00:00.000Z" },
  ],
  certificate_ending: [{ ...OF, code: "certificate_ending", daysLeft: 3, notAfter: "2026-12-01" }],
  range_missing: [
    { ...RANGE, code: "range_missing" },
    { ...RANGE, code: "range_missing", prefix: "NORTE", begins: "2026-12-01" },
    { ...RANGE, code: "range_missing", rangeId: 3, documentId: 9 },
  ],
  range_ending: [ENDING, { ...ENDING, prefix: "NORTE", cause: "numbers", begins: "2026-12-01" }],
  series_stopped: [{ ...OF, code: "series_stopped", typeCode: "91", prefix: "NC", documentId: 7 }],
  plan_missing: [{ ...OF, code: "plan_missing", module: "dse", year: 2027 }],
  plan_ending: [PLAN, { ...PLAN, daysLeft: 4 }],
  documents_pending: [{ ...OF, code: "documents_pending", documents: 2, unknown: 1, oldestMinutes: 90 }],
};

it("a stopped range goes on from another number, and nothing else is advised", () => {
  expect(adviseWarning({ ...RANGE, code: "range_missing", rangeId: 3, documentId: 9 })).toBe(
    "no usable range for fe: stopped by document 9: another system takes its numbers; find it, then `operator range resume 3 --next M`",
  );
});

it("says one of a thing as one, and more as many", () => {
  const pending = { ...OF, code: "documents_pending", unknown: 0, oldestMinutes: 90 } as const;
  expect(adviseWarning({ ...pending, documents: 1 })).toMatch(/^1 document waits, /);
  expect(adviseWarning({ ...pending, documents: 2 })).toMatch(/^2 documents wait, /);
  expect(adviseWarning({ ...ENDING, numbersLeft: 1, daysLeft: 1 })).toMatch(/^1 number and 1 day left for fe/);
  expect(adviseWarning({ ...PLAN, daysLeft: 1 })).toContain("the rest in 1 day as fast");
});

it("names what lists exactly those whose ranges end, by their days and by their numbers", () => {
  expect(adviseAlike([ENDING, ENDING])).toContain("`operator status --only range_ending --csv` lists them");
});

const lines = Object.values(WARNINGS)
  .flat()
  .flatMap((warning) => [...adviseWarning(warning).matchAll(/`operator ([^`]+)`/g)].map(([, line = ""]) => line));

it.each([...new Set(lines)])("%s names all that it needs", (line) => {
  const words = line.split(" ").map((word) => (/^[A-Z]+$/.test(word) ? "5" : word));
  const read = readLine(ALL_COMMANDS, words, { version: "", columns: 100, paint: plain });
  if (read.type !== "run") throw new Error(`${line} is not read: ${JSON.stringify(read)}`);
  const { command, parsed } = read;
  const needed = command.flags.filter(isRequired).map((flag) => flag.name());
  expect(needed.filter((name) => !parsed.flags.has(name))).toEqual([]);
  if (command.operand !== undefined) expect(parsed.operands).toHaveLength(1);
});
