// Names the place of a document in the archive, and reads what a path of the archive holds.
import { type Company, type Environment, fullNumber, type Numbering } from "../domain/company.ts";
import type { Document } from "../domain/document.ts";

/** Everything that the archive holds lies below this. */
export const ARCHIVE_ROOT = "documents/";

/** Where the signed file lives: by number, so that two different files of one number collide instead of passing. */
export function xmlPathOf(
  company: Pick<Company, "id" | "environment">,
  typeCode: Document["typeCode"],
  numbering: Pick<Numbering, "prefix" | "number">,
): string {
  return `${ARCHIVE_ROOT}${company.id}/${company.environment}/${typeCode}/${fullNumber(numbering)}.xml`;
}

/** Where the signed file of a document lives whose number turned out to be another's: no number has a tilde. */
export function closedPathOf(xmlPath: string, documentId: number): string {
  return `${folderOf(xmlPath)}~${documentId}.xml`;
}

/** The raw answer of one attempt, beside the signed file. */
export function answerPath(xmlPath: string, attemptId: string): string {
  return `${folderOf(xmlPath)}/${attemptId}.answer.xml`;
}

/** The ApplicationResponse that the same answer carried. */
export function responsePath(xmlPath: string, attemptId: string): string {
  return `${folderOf(xmlPath)}/${attemptId}.application-response.xml`;
}

/** The file in which a settled document outlives D1. */
export function snapshotPath(xmlPath: string): string {
  return `${folderOf(xmlPath)}/document.json`;
}

function folderOf(xmlPath: string): string {
  return xmlPath.replace(/\.xml$/, "");
}

/** What a path of the archive says. */
export interface ArchivePath {
  readonly type: "signed" | "snapshot" | "other";
  readonly companyId: number;
  readonly environment: Environment;
  /** The signed file to which it belongs, itself when it is that. */
  readonly xmlPath: string;
}

const PATH = /^(documents\/(\d+)\/(produccion|habilitacion)\/\d\d\/[^/]+?)(\.xml|\/[^/]+)$/;

/** @returns undefined for a path that no document of this service has. */
export function readPath(path: string): ArchivePath | undefined {
  const [, folder, companyId, environment, rest] = PATH.exec(path) ?? [];
  if (folder === undefined) return undefined;
  const xmlPath = `${folder}.xml`;
  const type = path === xmlPath ? "signed" : rest === "/document.json" ? "snapshot" : "other";
  return { type, companyId: Number(companyId), environment: environment as Environment, xmlPath };
}
