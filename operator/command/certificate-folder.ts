// Imports the certificates of a folder, each by the NIT that its file is named like, with the passwords of a private file.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Command, Context, Output } from "../command.ts";
import { readCsv } from "../csv.ts";
import { OperatorError } from "../error.ts";
import { optional } from "../flag.ts";
import { readInputFile } from "../input-file.ts";
import { type KeyFile, openKeyFile } from "../key-file.ts";
import { complainOfOpen, type Done, doMany, findByNit, listKnown, listOpen, type ManyRow, VERBOSE } from "../many.ts";
import { readPassword, readPasswordText } from "../password-file.ts";
import { readNit } from "../reader.ts";
import { makeThrowAwayFile, THROW_AWAY } from "../throw-away.ts";
import { getCompany } from "./company.ts";

export const FOLDER_FLAGS = [
  optional(
    "folder",
    "folder with a file for each company, named like its NIT: 900373115.p12 (.pfx, .pem); throw-away: makes one for each company of the stand that has none",
  ),
  optional(
    "passwords",
    "with --folder: private file with their passwords, CSV with columns nit and password, or lines NIT=password",
  ),
  VERBOSE,
];

/** `900373115.p12`, `900373115-3.pfx`. */
const KEY_FILE = /^(\d{5,10}(?:-\d)?)\.(?:p12|pfx|pem)$/i;

/** Checks a file and stores it as the signer of the company that the context's line names. */
type ImportOne = (context: Context, file: KeyFile) => Promise<Done>;
/** A file, with whose it is. */
interface OpenRow extends ManyRow {
  readonly open: () => KeyFile;
}

/** @param one imports a file; `command` is whose flags it reads. */
export async function importFolder(context: Context, command: Command, one: ImportOne): Promise<Output> {
  const { input } = context;
  for (const name of ["company", "location"]) {
    if (input.has(name)) throw new OperatorError(`--${name} is about one file`, "leave it out beside --folder");
  }
  const folder = await input.get("folder", (text) => text);
  if (folder === THROW_AWAY) return makeAll(context, command, one);
  const passwords = readPasswords(context);
  const common = await readPassword(context);
  const find = findByNit(await listKnown(context));
  const names = listFiles(folder);
  // Opening a file keeps the processor for long: no answer of a database may be waited for meanwhile.
  const rows = names.map((from, place): OpenRow => {
    context.progress("files", place, names.length);
    const [, nit] = KEY_FILE.exec(from) ?? [];
    if (nit === undefined) return refuse(from, "its name is no NIT with .p12, .pfx or .pem");
    try {
      const company = find(nit);
      if (company === undefined) return refuse(from, `no company has NIT ${nit}`);
      const open = openFile(join(folder, from), passwords.get(company.nit) ?? common);
      return { from, company, members: { company: company.id }, open };
    } catch (cause) {
      if (!(cause instanceof OperatorError)) throw cause;
      return refuse(from, cause.message);
    }
  });
  if (rows.length === 0)
    throw new OperatorError(`${folder} has no file`, "a .p12 for each company, named like its NIT");
  return doMany(context, command, "certificate", rows, (own, { open }) => one(own, open()));
}

/** For the companies of a stand that have none, certificates that no certifier knows. */
async function makeAll(context: Context, command: Command, one: ImportOne): Promise<Output> {
  const rows = await listOpen(context);
  return doMany(context, command, "certificate", rows, async (own) => {
    const { nit, certificates } = await getCompany(own);
    if (certificates.length > 0) return { result: "unchanged", note: "it has one" };
    return one(own, openKeyFile(makeThrowAwayFile(own.isRemote, nit, own.nowMs()), ""));
  });
}

/** Opens a file at once. @returns what gives it, or throws the OperatorError for which it does not open. */
function openFile(path: string, password: string): OpenRow["open"] {
  try {
    const file = openKeyFile(readInputFile(path), password);
    return () => file;
  } catch (cause) {
    if (!(cause instanceof OperatorError)) throw cause;
    return () => {
      throw cause;
    };
  }
}

function refuse(from: string, fault: string): OpenRow {
  const open = () => {
    throw new OperatorError(fault);
  };
  return { from, company: undefined, members: {}, fault, open };
}

/** Files of a folder, without those that a system hides. */
function listFiles(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const names = entries.flatMap((entry) => (entry.isFile() && !entry.name.startsWith(".") ? [entry.name] : []));
    return names.sort();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unreadable";
    throw new OperatorError(`${folder} cannot be read (${code})`, "--folder names a folder");
  }
}

/** Passwords by NIT without check digit. @throws OperatorError that names a line, and never what stands in it. */
function readPasswords(context: Context): ReadonlyMap<string, string> {
  const path = context.input.find("passwords", (text) => text);
  if (path === undefined) return new Map();
  const whole = readPasswordText(readInputFile(path));
  complainOfOpen(context, path);
  const [head = ""] = whole.split("\n");
  const pairs = /^\W*nit\W*[,;]/i.test(head) ? listCells(whole) : listLines(whole);
  const passwords = new Map<string, string>();
  for (const { line, nit: text, password } of pairs) {
    const nit = readNitOf(line, text);
    const other = passwords.get(nit);
    if (other !== undefined && other !== password) {
      throw new OperatorError(`line ${line} of --passwords: ${nit} has another password before`, "leave one of them");
    }
    passwords.set(nit, password);
  }
  return passwords;
}

function readNitOf(line: number, text: string): string {
  try {
    return readNit(text).nit;
  } catch (cause) {
    if (!(cause instanceof OperatorError)) throw cause;
    throw new OperatorError(`line ${line} of --passwords begins with no NIT`, "nit,password or NIT=password");
  }
}

function listCells(text: string) {
  return readCsv(text)
    .slice(1)
    .map(({ line, cells: [nit = "", password = ""] }) => ({ line, nit: nit.trim(), password }));
}

/** What stands after the first `=` is the password as it is. */
function listLines(text: string) {
  return text.split(/\r?\n/).flatMap((content, index) => {
    if (content.trim() === "" || content.startsWith("#")) return [];
    const [nit = "", ...rest] = content.split("=");
    return [{ line: index + 1, nit: nit.trim(), password: rest.join("=") }];
  });
}
