// Names the Durable Objects that may own the document of a key: one per environment, and an unmarked name that either may have.
import type { NoteType } from "./catalogue.ts";
import type { Environment, Module } from "./company.ts";

/** The objects of one key, in the order in which they are asked. */
export interface KeyNames {
  /** Asked first. */
  readonly name: string;
  /** Asked when the first one says that it belongs to the company's other environment. */
  readonly otherName?: string;
}

const NOTE_MARKS: Readonly<Record<NoteType, string>> = { "91": "nc", "92": "nd", "95": "nas" };

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
  const mark = environment === "habilitacion" ? `${MARKS.habilitacion}:` : "";
  return `${NOTE_MARKS[typeCode]}:${mark}${companyId}:${key}`;
}

/** Whose key it is. */
interface KeyOwner {
  readonly module: Module;
  readonly companyId: number;
  /** Keys of support documents are each client's own, those of invoices are the company's. */
  readonly clientId: number;
  readonly environment: Environment;
}

/** Not a valid company id, so that names of different forms never collide. */
const MARKS: Readonly<Record<Environment, string>> = { produccion: "prod", habilitacion: "hab" };

/**
 * Names the objects of a key: `dse:{company}:{client}:{key}` and `fe:{company}:{key}` in production, with `hab` after the
 * module in habilitacion. An earlier release used the plain name in habilitacion too. It is therefore asked first in both
 * environments; where it holds a document of the other one, the marked name is asked next.
 */
export function nameKey(owner: KeyOwner, key: string): KeyNames {
  const { module, companyId, clientId, environment } = owner;
  const rest = module === "dse" ? `${companyId}:${clientId}:${key}` : `${companyId}:${key}`;
  return { name: `${module}:${rest}`, otherName: `${module}:${MARKS[environment]}:${rest}` };
}

/** The names that a key of a company's production invoices, or of notes on them, may have given. */
export function listInvoiceNames(companyId: number, key: string): readonly string[] {
  const owner = { companyId, environment: "produccion" } as const;
  const { name, otherName = name } = nameKey({ ...owner, module: "fe", clientId: 0 }, key);
  return [name, otherName, nameNoteKey("91", owner, key), nameNoteKey("92", owner, key)];
}

/** The id of the company whose document an object owns, out of its name. @throws Error for a name that is none of these. */
export function readOwner(name: string): number {
  const [, companyId] = /^[a-z]+:(?:prod:|hab:)?([1-9]\d*):/.exec(name) ?? [];
  if (companyId === undefined) throw new Error("an object's name says no company");
  return Number(companyId);
}
