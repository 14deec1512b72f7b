// Copies the configuration of all companies into the archive once a day, a bounded number of pages a minute, with the instant to
// which D1's time travel would go back.

import { withDeadline } from "../deadline.ts";
import { dateInBogota } from "../domain/value/calendar.ts";
import type { Env } from "../env.ts";
import { createArchive, digestFile, type FileArchive } from "../store/archive/files.ts";
import {
  buildManifest,
  CONFIGURATION_ROOT,
  type CopiedPage,
  manifestPath,
  pagePath,
} from "../store/audit/configuration-copy.ts";
import { importAuditKeys } from "../store/audit/event-head.ts";
import type { Database } from "../store/base/db.ts";
import { openAll } from "../store/base/home.ts";
import { readConfiguration } from "../store/company/configuration.ts";

/** Of one run; the next minute goes on. */
export const PAGES_AT_ONCE = 10;
const LIST_TIMEOUT_MS = 10_000;

/** The last day whose copy is known to be whole, by bucket, so that an isolate checks once a day. */
const kept = new WeakMap<R2Bucket, string>();

/**
 * Goes on with the copy of the day (in Bogotá) until it is whole; what is written stays as it is. Does nothing without AUDIT_KEY: a
 * copy that anyone could forge restores nothing.
 * @param nowMs epoch milliseconds of the cron.
 */
export async function keepConfiguration(env: Env, nowMs: number): Promise<void> {
  const { AUDIT_KEY: text = "", FILES: bucket, RELEASE: release = null } = env;
  const day = dateInBogota(nowMs);
  if (text === "" || kept.get(bucket) === day) return;
  const archive = createArchive(bucket);
  if ((await archive.get(manifestPath(day))) === undefined) {
    const keys = await importAuditKeys(text);
    const pages = await copyPages(env, archive, `${CONFIGURATION_ROOT}${day}/`, nowMs);
    if (pages === undefined) return;
    // The earliest of them: what was written since is not in any page.
    const earliest = pages.map(({ at }) => at).toSorted()[0] ?? null;
    const { path, bytes, label } = await buildManifest(keys, { day, release, time_travel: earliest, pages });
    await archive.putOnce(path, bytes, await digestFile(bytes), label);
  }
  kept.set(bucket, day);
}

/** @returns every page of the day; undefined while some are left for the next minute. */
async function copyPages(env: Env, archive: FileArchive, folder: string, nowMs: number) {
  const pages = await listPages(env.FILES, folder);
  let left = PAGES_AT_ONCE;
  for (const [shard, db] of openAll(env).entries()) {
    const prefix = `${folder}db${shard}-after-`;
    let last = pages.filter(({ path }) => path.startsWith(prefix)).at(-1);
    while (last === undefined || last.next !== null) {
      if (left === 0) return undefined;
      left -= 1;
      last = await copyPage(archive, prefix, db, last?.next ?? 0, nowMs);
      pages.push(last);
    }
  }
  return pages;
}

async function copyPage(
  archive: FileArchive,
  prefix: string,
  db: Database,
  after: number,
  nowMs: number,
): Promise<CopiedPage> {
  const { next, companies, tables } = await readConfiguration(db, after);
  const at = new Date(nowMs).toISOString();
  const path = pagePath(prefix, after);
  const bytes = new TextEncoder().encode(JSON.stringify({ at, tables }));
  const sha256 = await digestFile(bytes);
  const label = { at, companies: String(companies), next: String(next ?? ""), sha256 };
  // Another isolate may have been faster; its file stays.
  if ((await archive.putOnce(path, bytes, sha256, label)) !== "other-bytes")
    return { path, at, sha256, companies, next };
  const theirs = await archive.get(path);
  if (theirs === undefined) throw new Error("a page that stands in the archive is not there");
  return { path, at, sha256: await digestFile(theirs), companies, next };
}

/** Pages of the day that are there, in the order of their paths. */
async function listPages(bucket: R2Bucket, prefix: string): Promise<CopiedPage[]> {
  const pages: CopiedPage[] = [];
  let resumed: R2ListOptions = {};
  // R2 answers in parts, of a thousand at most.
  for (let isWhole = false; !isWhole; ) {
    const listing = bucket.list({ prefix, include: ["customMetadata"], ...resumed });
    const part = await withDeadline(listing, LIST_TIMEOUT_MS, "R2 list");
    pages.push(...part.objects.map(toPage));
    if (part.truncated) resumed = { cursor: part.cursor };
    isWhole = !part.truncated;
  }
  return pages;
}

function toPage({ key: path, customMetadata: label = {} }: R2Object): CopiedPage {
  const { at = "", sha256 = "", companies = "", next = "" } = label;
  return { path, at, sha256, companies: Number(companies), next: next === "" ? null : Number(next) };
}
