// Reaches the stand that all files of a run share which are only clients: other documents come and go in its companies.
import { inject } from "vitest";
import { type DemoFile, parseDemoFile } from "../../stand/demo-file.ts";

/** What a client of it needs to know; the first that asks waits until it is up. */
export async function visitSharedStand(): Promise<DemoFile> {
  const response = await fetch(inject("sharedStandDoor"));
  const text = await response.text();
  if (!response.ok) throw new Error(`the shared stand did not start: ${text}`);
  return parseDemoFile(text);
}
