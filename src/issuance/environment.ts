// Finds the environment that a record's document belongs to, out of what the record itself says; pure.
import type { Environment } from "../domain/company.ts";
import { readPath } from "../store/files.ts";
import type { IssueRecord } from "./ports.ts";

/**
 * Journals of earlier releases do not name it, but the path of a signed file does, which is where its bytes belong.
 * @returns undefined for an unsigned document of such a journal.
 */
export function findEnvironment({ environment, xmlPath }: IssueRecord): Environment | undefined {
  return environment ?? (xmlPath === null ? undefined : readPath(xmlPath)?.environment);
}
