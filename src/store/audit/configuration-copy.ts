// The daily copy of the configuration as it lies in the archive: pages, and a manifest that says of them all and is keyed like a head of events.

import { addDays } from "../../domain/value/calendar.ts";
import type { FileLabel } from "../archive/files.ts";
import { type AuditKeys, isSigned, sign } from "./event-head.ts";

/** Copies lie below this, by day. */
export const CONFIGURATION_ROOT = "configuration/";
const ID_DIGITS = 12;
/** Days in which the newest copy is looked for. */
export const COPY_LOOK_BACK_DAYS = 14;
/** Days after which the newest copy is older than one that is made each day may be. */
const COPY_LATE_DAYS = 2;

/** A page as the manifest names it. */
export interface CopiedPage {
  readonly path: string;
  /** ISO instant at which it was read. */
  readonly at: string;
  /** Hex SHA-256 of its bytes. */
  readonly sha256: string;
  readonly companies: number;
  /** The id after which the next page begins; null on the last one of a database. */
  readonly next: number | null;
}

/** What a copy is known by. */
export interface Manifest {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** The release that wrote it; null where it has no tag. */
  readonly release: string | null;
  /** The instant to which D1 is set back with it: that of the earliest page. */
  readonly time_travel: string | null;
  readonly pages: readonly CopiedPage[];
}

/** Where the manifest of a day lies; the copy is whole once it is there. */
export function manifestPath(day: string): string {
  return `${CONFIGURATION_ROOT}${day}/manifest.json`;
}

/** The newest whole copy: its day, and how many days ago that was. */
interface LastCopy {
  readonly day: string;
  readonly days: number;
}

/**
 * Finds the newest whole copy of the last two weeks; undefined where there is none.
 * @param today in Bogotá.
 */
export async function findLastCopy(
  readFile: (path: string) => Promise<Uint8Array | undefined>,
  today: string,
): Promise<LastCopy | undefined> {
  for (let days = 0; days <= COPY_LOOK_BACK_DAYS; days += 1) {
    const day = addDays(today, -days);
    if ((await readFile(manifestPath(day))) !== undefined) return { day, days };
  }
  return undefined;
}

/** Whether somebody has to look why no copy was made since. */
export function isCopyLate(last: LastCopy | undefined): boolean {
  return last === undefined || last.days > COPY_LATE_DAYS;
}

/** Where the page of the rows behind an id lies. @param prefix of its day and database. */
export function pagePath(prefix: string, after: number): string {
  return `${prefix}${String(after).padStart(ID_DIGITS, "0")}.json`;
}

/** The file of a manifest. */
export async function buildManifest(keys: AuditKeys, manifest: Manifest) {
  const text = JSON.stringify(manifest);
  const label: FileLabel = { key: String(keys.newest), mac: await sign(keys, text) };
  return {
    path: manifestPath(manifest.day),
    bytes: new TextEncoder().encode(JSON.stringify({ text, ...label })),
    label,
  };
}

/** @returns the text of a manifest, and whether a holder of the key wrote it: undefined when the keys are not at hand. */
export async function openManifest(keys: AuditKeys | undefined, bytes: Uint8Array) {
  const { text, key, mac }: Partial<Readonly<Record<string, unknown>>> = JSON.parse(new TextDecoder().decode(bytes));
  const said = String(text);
  return { text: said, isGenuine: await isSigned(keys, said, String(key), String(mac)) };
}
