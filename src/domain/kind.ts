// Says what each kind of document is: one entry for each type code of the authority. What else is spelled by kind (profiles of the
// XML in `ubl/wire-literal.ts`, titles and words in `api/message/kind-text.ts`) is keyed by this table, so a new kind does not compile without it.
import { ENVIRONMENTS, type Environment, MODULES, type Module, type RangeKind } from "./company.ts";

/** CUFE, CUDE and CUDS: the SHA-384 that identifies a document, by what is hashed and with which secret. */
export type FiscalIdKind = "CUFE" | "CUDE" | "CUDS";

/** Of the names of XML files: `fv` invoice, `ds` support document and ticket; of notes `nc`, `nd`, `nas` on a support document, `ncs` on a ticket. */
export type FileTag = "fv" | "ds" | "nc" | "nd" | "nas" | "ncs";

interface FiscalId {
  readonly name: FiscalIdKind;
  /** Hashed last: the key of the numbering range, or the PIN of the software. */
  readonly secret: "technical-key" | "pin";
}

interface Common {
  readonly module: Module;
  /** As the operator's pages name one of them. */
  readonly name: string;
  readonly fiscalId: FiscalId;
  /** Root of the XML; that of a debit note alone has no element for the type code. */
  readonly root: "Invoice" | "CreditNote" | "DebitNote";
  /** Opens the name of the XML file (annex 6.5.7). */
  readonly fileTag: FileTag;
  /** Opens the name of the Durable Object that owns a document's key. */
  readonly keyMark: "fe" | "dse" | "dee" | "nc" | "nd" | "nas" | "ncp" | "ndp";
}

/** Numbered by a range that the authority granted. */
interface RangedKind extends Common {
  /** The `kind` of its drafts and of its priced documents. */
  readonly shape: "invoice" | "support-document";
  readonly range: RangeKind;
}

/** Numbered by the company's own series. */
interface NoteKind extends Common {
  readonly shape: "note";
  /** Prefix of the series until the operator chooses another. */
  readonly seriesPrefix: string;
  /** Type codes of the documents that it corrects. */
  readonly corrects: readonly string[];
  /** What it does to the amount of the document that it corrects. */
  readonly effect: "lowers" | "raises";
}

const CUFE = { name: "CUFE", secret: "technical-key" } as const;
const CUDE = { name: "CUDE", secret: "pin" } as const;
const CUDS = { name: "CUDS", secret: "pin" } as const;

export const KINDS = {
  "01": {
    shape: "invoice",
    module: "fe",
    name: "invoice",
    range: "fe",
    fiscalId: CUFE,
    root: "Invoice",
    fileTag: "fv",
    keyMark: "fe",
  },
  "02": {
    shape: "invoice",
    module: "fe",
    name: "export invoice",
    range: "fe",
    fiscalId: CUFE,
    root: "Invoice",
    fileTag: "fv",
    keyMark: "fe",
  },
  "03": {
    shape: "invoice",
    module: "fe",
    name: "contingency invoice",
    range: "contingency",
    fiscalId: CUDE,
    root: "Invoice",
    fileTag: "fv",
    keyMark: "fe",
  },
  "05": {
    shape: "support-document",
    module: "dse",
    name: "support document",
    range: "dse",
    fiscalId: CUDS,
    root: "Invoice",
    fileTag: "ds",
    keyMark: "dse",
  },
  "20": {
    shape: "invoice",
    module: "dee",
    name: "POS ticket",
    range: "pos",
    fiscalId: CUDE,
    root: "Invoice",
    fileTag: "ds",
    keyMark: "dee",
  },
  "91": {
    shape: "note",
    module: "fe",
    name: "credit note",
    seriesPrefix: "NC",
    corrects: ["01", "02", "03"],
    effect: "lowers",
    fiscalId: CUDE,
    root: "CreditNote",
    fileTag: "nc",
    keyMark: "nc",
  },
  "92": {
    shape: "note",
    module: "fe",
    name: "debit note",
    seriesPrefix: "ND",
    corrects: ["01", "02", "03"],
    effect: "raises",
    fiscalId: CUDE,
    root: "DebitNote",
    fileTag: "nd",
    keyMark: "nd",
  },
  "93": {
    shape: "note",
    module: "dee",
    name: "debit note of a ticket",
    seriesPrefix: "NDP",
    corrects: ["20"],
    effect: "raises",
    fiscalId: CUDE,
    root: "DebitNote",
    fileTag: "ncs",
    keyMark: "ndp",
  },
  "94": {
    shape: "note",
    module: "dee",
    name: "credit note of a ticket",
    seriesPrefix: "NCP",
    corrects: ["20"],
    effect: "lowers",
    fiscalId: CUDE,
    root: "CreditNote",
    fileTag: "ncs",
    keyMark: "ncp",
  },
  "95": {
    shape: "note",
    module: "dse",
    name: "adjustment note",
    seriesPrefix: "NAS",
    corrects: ["05"],
    effect: "lowers",
    fiscalId: CUDS,
    root: "CreditNote",
    fileTag: "nas",
    keyMark: "nas",
  },
} as const satisfies Readonly<Record<string, RangedKind | NoteKind>>;

/** A kind of document, by the authority's code. */
export type TypeCode = keyof typeof KINDS;

type Kind = (typeof KINDS)[TypeCode];

/** Codes of the kinds whose entry has these facts. */
export type CodeWith<Facts> = { [Code in TypeCode]: (typeof KINDS)[Code] extends Facts ? Code : never }[TypeCode];

/** Kinds that correct another document: credit, debit, adjustment of a support document. */
export type NoteType = CodeWith<{ readonly shape: "note" }>;

/** Notes on what a company sells: an invoice or a ticket. */
export type SalesNoteType = Exclude<NoteType, CodeWith<{ readonly module: "dse" }>>;

/** What numbers a document: a range of this kind, or the company's own series of notes of this type. */
export type NumberSource = RangeKind | NoteType;

/** Whether a text is the code of a kind that this service issues. */
export function isTypeCode(code: string): code is TypeCode {
  return Object.hasOwn(KINDS, code);
}

/** What kinds are chosen by. */
type Choice = Partial<
  Pick<Common, "module" | "root"> & Pick<Kind, "shape"> & Pick<RangedKind, "range"> & Pick<NoteKind, "effect">
>;

/** Codes of the kinds whose entry has these facts, ascending; without facts, of all. */
export function listCodes<const Facts extends Choice>(facts: Facts): readonly CodeWith<Facts>[] {
  const hasFacts = (code: TypeCode): code is CodeWith<Facts> => {
    const kind: Readonly<Record<string, unknown>> = KINDS[code];
    return Object.entries(facts).every(([name, value]) => kind[name] === value);
  };
  return Object.keys(KINDS).filter(isTypeCode).filter(hasFacts).sort();
}

/** The kind that ranges of this kind number. */
export function codeOfRange(range: RangeKind): CodeWith<{ readonly range: RangeKind }> {
  const [code] = listCodes({ range });
  if (code === undefined) throw new Error(`no kind of document is numbered by a range of ${range}`);
  return code;
}

/** Whether documents of a kind can be corrected by notes, and are none themselves. */
export function isCorrectable(code: TypeCode): code is Exclude<TypeCode, NoteType> {
  return KINDS[code].shape !== "note";
}

export function isNoteType(code: TypeCode): code is NoteType {
  return KINDS[code].shape === "note";
}

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
