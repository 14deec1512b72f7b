// `archive compare` looks whether a second bucket has every file of the archive; `archive configuration` whether a day's copy of the configuration is whole.
import { digestFile } from "../../src/store/archive/files.ts";
import type { ListedFile } from "../../src/store/archive/rebuild.ts";
import { openBucket } from "../access/archive.ts";
import type { Command, Context } from "../command.ts";
import { countOf } from "../count.ts";
import { OperatorError } from "../error.ts";
import { optional, required } from "../flag.ts";
import { readInteger, readText } from "../reader.ts";
import { printFacts, printTable } from "../table.ts";
import { DAY, readManifest, restoreConfiguration } from "./archive-restore.ts";

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** Files that the answer names. */
const NAMED = 20;
/** Nothing is wrong so far, but nothing was looked at. */
const UNFINISHED = 3;
const PREFIXES = ["documents/", "audit/", "configuration/", "logos/"];

type Finding = { readonly file: string; readonly finding: "missing" | "differs" };

const compareArchive: Command = {
  name: "archive compare",
  reads: true,
  about:
    "compares the archive with the copy in a second bucket, file by file: names, sizes and digests, nothing is read or written; exit code 4 when the copy lacks one or has another, 3 when there was none to compare",
  flags: [
    required("with", "name of the second bucket, in the same account"),
    optional("prefix", `only files below it, such as ${PREFIXES.join(", ")}; all unless given`),
    optional("hours", `files that are younger may be missing; ${HOURS} unless given`),
  ],
  run: async (context) => {
    const { input, deployment, nowMs } = context;
    const bucket = await input.get("with", readText);
    if (bucket === deployment.bucket) throw new OperatorError(`${bucket} is the archive itself`, "name the copy");
    const prefix = input.find("prefix", readText) ?? "";
    const hours = input.find("hours", readInteger(0, 10_000)) ?? HOURS;
    const before = nowMs() - hours * HOUR_MS;
    const copy = openBucket({ ...deployment, bucket });
    try {
      const { files, young, findings, found } = await compare(context, copy.listFiles(prefix), prefix, before);
      const data = { bucket, prefix, files, young, found, findings };
      if (files === 0) {
        const text = `nothing was compared with ${bucket}: ${describeNone(young, hours, prefix)}`;
        return { data, text, exitCode: UNFINISHED };
      }
      const said =
        found === 0
          ? "the copy has every one of them"
          : found === 1
            ? "1 is missing or differs"
            : `${found} are missing or differ`;
      const rest = found > findings.length ? `\nand ${found - findings.length} more` : "";
      return {
        data,
        text: `${countOf(files, "file")} compared with ${bucket}, ${young} too young to be missed: ${said}${found === 0 ? "" : `\n${printTable(findings, "")}${rest}`}`,
        ...(found === 0 ? {} : { exitCode: 4 }),
      };
    } finally {
      await copy.close();
    }
  },
};

/** A copy that has nothing looks like a whole one while every file may still be missing. */
function describeNone(young: number, hours: number, prefix: string): string {
  if (young === 0) return `the archive has no file${prefix === "" ? "" : ` below ${prefix}`}`;
  const younger = young === 1 ? "1 file of the archive is" : `all ${young} files of the archive are`;
  return `${younger} younger than ${hours} hours and may be missing; --hours 0 looks at ${young === 1 ? "it" : "them"}, too`;
}

/** Both are listed in the order of their paths: one walk over the two. */
async function compare(context: Context, listed: AsyncIterable<ListedFile>, prefix: string, before: number) {
  const copies = listed[Symbol.asyncIterator]();
  let copy = await copies.next();
  let [files, young, found] = [0, 0, 0];
  const findings: Finding[] = [];
  for await (const { path, size, etag, uploadedMs } of context.listFiles(prefix)) {
    context.progress("files", files);
    while (copy.done !== true && isBefore(copy.value.path, path)) copy = await copies.next();
    const same = copy.done !== true && copy.value.path === path ? copy.value : undefined;
    if (same === undefined && (uploadedMs ?? 0) > before) {
      young += 1;
      continue;
    }
    files += 1;
    if (same !== undefined && same.size === size && same.etag === etag) continue;
    found += 1;
    if (findings.length < NAMED) findings.push({ file: path, finding: same === undefined ? "missing" : "differs" });
  }
  return { files, young, found, findings };
}

/** As buckets are listed: by the bytes of the paths. */
function isBefore(one: string, other: string): boolean {
  return Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0;
}

const checkConfiguration: Command = {
  name: "archive configuration",
  reads: true,
  about:
    "checks the copy of the configuration that the service wrote on a day, and says to which instant D1 is set back with it; exit code 4 when a page is gone or another one",
  flags: [DAY],
  run: async (context) => {
    const { day, release, time_travel, pages, isGenuine } = await readManifest(context);
    const findings: Finding[] = [];
    for (const { path, sha256 } of pages) {
      const page = await context.readFile(path);
      if (page === undefined) findings.push({ file: path, finding: "missing" });
      else if ((await digestFile(page)) !== sha256) findings.push({ file: path, finding: "differs" });
    }
    const written = isGenuine === undefined ? "not known: AUDIT_KEY is not at hand" : isGenuine ? "yes" : "no";
    const companies = pages.reduce((sum, page) => sum + page.companies, 0);
    const facts = { day, time_travel, release, companies, pages: pages.length, written_by_the_service: written };
    // As wrangler takes it: not by the clock of Bogotá.
    const instant = time_travel === null ? null : `${new Date(time_travel).toISOString().slice(0, 19)}Z`;
    const { deployment, isRemote } = context;
    const restored = instant === null || !isRemote ? [] : deployment.databases;
    const isSound = findings.length === 0 && isGenuine !== false;
    return {
      data: { ...facts, is_genuine: isGenuine ?? null, findings },
      text: `${printFacts({ ...facts, time_travel: instant && `${instant} (UTC)` })}\n${printTable(findings, "every page is there, unchanged")}`,
      ...(isSound ? {} : { exitCode: 4 }),
      next: restored.map((name) => {
        const flags = ["d1", "time-travel", "restore", name, "--timestamp", instant ?? "", ...deployment.envFlags];
        return `npx wrangler ${flags.join(" ")} (docs/operations.md, "journal_lost", 3, before it)`;
      }),
    };
  },
};

export const ARCHIVE_COMMANDS: readonly Command[] = [compareArchive, checkConfiguration, restoreConfiguration];
