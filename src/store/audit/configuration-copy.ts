// The daily copy of the configuration as it lies in the archive: pages, and a manifest that says of them all and is keyed like a head of events.

import type { FileLabel } from "../archive/files.ts";
import { type AuditKeys, isSigned, sign } from "./event-head.ts";

/** Copies lie below this, by day. */
export const CONFIGURATION_ROOT = "configuration/";
const ID_DIGITS = 12;

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
