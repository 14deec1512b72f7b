// Names the Durable Object that owns the document of a key: one per environment.
import { ENVIRONMENTS, type Environment, MODULES, type Module } from "../company.ts";
import { KINDS, listCodes, type NoteType } from "../kind.ts";

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

/**
 * The names that a key of a company's production documents of a module may have given, but for support documents: what comes
 * before the client and the key in theirs says `nameKeyOwner`.
 */
export function listKeyNames(module: Module, companyId: number, key: string): readonly string[] {
  const owner = { companyId, environment: "produccion" } as const;
  const notes = listCodes({ shape: "note", module }).map((code) => nameNoteKey(code, owner, key));
  return module === "dse" ? notes : [nameKey({ ...owner, module, clientId: 0 }, key), ...notes];
}

/**
 * What stands before the company's id in the names of keys of either environment; behind it, for those of clients, the client's id.
 * The key follows.
 */
export function listKeyMarks(): { readonly ofCompanies: readonly string[]; readonly ofClients: readonly string[] } {
  const sold = MODULES.filter((module) => module !== "dse");
  const notes = listCodes({ shape: "note" }).map((code) => KINDS[code].keyMark);
  const list = (first: readonly string[]) =>
    ENVIRONMENTS.flatMap((environment) => first.map((mark) => `${mark}:${markOf(environment)}`));
  return { ofCompanies: list([...sold, ...notes]), ofClients: list(["dse"]) };
}

/** How the names of a company's production support documents begin; the client and the key follow. */
export function nameKeyOwner(companyId: number): string {
  return `dse:${companyId}:`;
}

/** The id of the company whose document an object owns, out of its name. @throws Error for a name that is none of these. */
export function readOwner(name: string): number {
  const [, companyId] = /^[a-z]+:(?:hab:)?([1-9]\d*):/.exec(name) ?? [];
  if (companyId === undefined) throw new Error("an object's name says no company");
  return Number(companyId);
}
