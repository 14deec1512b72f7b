// Names the Durable Object that owns the document of a key: one per environment.
import type { Environment, Module } from "./company.ts";
import { KINDS, listCodes, type NoteType } from "./kind.ts";

/**
 * Names the object of a note's key: `nc:{company}:{key}`, `nd` and `nas`, with `hab` after it in habilitacion. Keys belong to the
 * company and the kind of note, whichever client sends them.
 */
export function nameNoteKey(
  typeCode: NoteType,
  owner: Pick<KeyOwner, "companyId" | "environment">,
  key: string,
): string {
  const { companyId, environment } = owner;
  return `${KINDS[typeCode].keyMark}:${markOf(environment)}${companyId}:${key}`;
}

/** Whose key it is. */
interface KeyOwner {
  readonly module: Module;
  readonly companyId: number;
  /** Keys of support documents are each client's own, those of invoices are the company's. */
  readonly clientId: number;
  readonly environment: Environment;
}

/** `hab` is no valid company id, so that names of both environments never collide. */
function markOf(environment: Environment): string {
  return environment === "habilitacion" ? "hab:" : "";
}

/**
 * Names the object of a key: `dse:{company}:{client}:{key}` and `fe:{company}:{key}` in production, with `hab` after the
 * module in habilitacion.
 */
export function nameKey({ module, companyId, clientId, environment }: KeyOwner, key: string): string {
  const owner = module === "dse" ? `${companyId}:${clientId}` : `${companyId}`;
  return `${module}:${markOf(environment)}${owner}:${key}`;
}

/** The names that a key of a company's production invoices, or of notes on them, may have given. */
export function listInvoiceNames(companyId: number, key: string): readonly string[] {
  const owner = { companyId, environment: "produccion" } as const;
  const name = nameKey({ ...owner, module: "fe", clientId: 0 }, key);
  return [name, ...listCodes({ shape: "note", module: "fe" }).map((code) => nameNoteKey(code, owner, key))];
}

/** The id of the company whose document an object owns, out of its name. @throws Error for a name that is none of these. */
export function readOwner(name: string): number {
  const [, companyId] = /^[a-z]+:(?:hab:)?([1-9]\d*):/.exec(name) ?? [];
  if (companyId === undefined) throw new Error("an object's name says no company");
  return Number(companyId);
}
