// `report` writes one page about everything that an operator or an owner looks at once a month.
import { existsSync, writeFileSync } from "node:fs";
import type { Command } from "../command.ts";
import { OperatorError } from "../error.ts";
import { optional, required, toggle } from "../flag.ts";
import { readInteger, readText } from "../reader.ts";
import { describeDrafts } from "./report-company.ts";
import { readReport } from "./report-data.ts";
import { describeAway, drawReport } from "./report-page.ts";
import { FILE_READER } from "./report-words.ts";

const DAYS = 30;
/** It names companies. */
const PRIVATE = 0o600;

export const report: Command = {
  name: "report",
  reads: true,
  about:
    "writes one HTML page: documents by company, day and state, what is open, the authority, plans, ranges, certificates and when they end",
  flags: [
    required("output", "file for the page, such as report.html; one that is there is not overwritten without --again"),
    optional("days", `days up to today that are counted; ${DAYS} unless given`),
    toggle("again", "overwrite the file"),
  ],
  run: async (context) => {
    const { input, isDryRun } = context;
    const path = await input.get("output", readText);
    const days = input.find("days", readInteger(1, 366)) ?? DAYS;
    if (existsSync(path) && !input.has("again")) {
      throw new OperatorError(`${path} is there already`, "give another name, or --again");
    }
    const data = await readReport(context, days);
    const page = drawReport(data, FILE_READER);
    if (!isDryRun) writeFileSync(path, page, { mode: PRIVATE });
    const drafts = describeDrafts(data, FILE_READER.words);
    const text = `${path}: ${data.from} to ${data.to}, ${page.length} characters, needs no network`;
    const away = data.outages.map((one) => describeAway(one, FILE_READER));
    return { data, text: [...away, text, ...(drafts === undefined ? [] : [drafts])].join("\n") };
  },
};
