// Plants a bug in a function that is found by its name, in whichever file it lies and however that file is formatted.
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { parseAst } from "vitest/node";
import { SOURCE_ROOT } from "./system.ts";

/** What takes the place of one expression or statement of a function. */
export interface Edit {
  /** The function, method or constant; where several have that name, behind its file's: `engine/wake`. */
  readonly place: string;
  /** Is there exactly once. Spaces, line breaks and trailing commas do not count. */
  readonly find: string;
  readonly replace: string;
  /** Names that the replacement takes from other files. */
  readonly imports: readonly string[];
}

export function edit(place: string, find: string, replace: string, imports: readonly string[] = []): Edit {
  return { place, find, replace, imports };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Place extends Span {
  readonly path: string;
  readonly text: string;
}

type Statement = ReturnType<typeof parseAst>["body"][number];

/** Changes the files below the folders; a place or a text that is not there exactly once is an error. */
export function plantEdits(folders: readonly string[], edits: readonly Edit[]): void {
  for (const one of edits) {
    const place = getPlace(folders, one.place);
    const { start, end } = getMatch(place, one);
    const imports = one.imports.map((name) => writeImport(place.path, getPlace(folders, name).path, name));
    const changed = place.text.slice(0, start) + one.replace + place.text.slice(end);
    writeFileSync(place.path, imports.join("") + changed);
  }
}

/** What the mover takes. */
const OPERATOR = ["../operator/move", "../operator/error.ts"];

/** A copy of the source with the bug. @param root of the copy, in a folder of its own. */
export function plantCopy(edits: readonly Edit[], root: string): void {
  cpSync(SOURCE_ROOT, root, { recursive: true });
  for (const name of OPERATOR) cpSync(resolve(SOURCE_ROOT, name), resolve(root, name), { recursive: true });
  symlinkSync(resolve(SOURCE_ROOT, "../node_modules"), resolve(root, "../node_modules"));
  writeFileSync(resolve(root, "../package.json"), '{ "type": "module" }');
  plantEdits([root, resolve(root, "../operator/move")], edits);
}

/** @throws where the edit would change nothing, or could change two places. */
export function checkEdit(folders: readonly string[], one: Edit): void {
  const { start, end } = getMatch(getPlace(folders, one.place), one);
  if (start === end || one.find === one.replace) throw new Error(`${one.place}: nothing would change`);
  for (const name of one.imports) getPlace(folders, name);
}

function getPlace(folders: readonly string[], place: string): Place {
  const [name = "", file] = place.split("/").reverse();
  const found = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)))
    .filter((path) => path.endsWith(".ts") && (file === undefined || basename(path, ".ts") === file))
    .flatMap((path) => findDeclared(path, name));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  throw new Error(`${found.length} declarations of ${place}: ${found.map(({ path }) => path).join(", ")}`);
}

function findDeclared(path: string, name: string): readonly Place[] {
  const text = readFileSync(path, "utf8");
  if (!text.includes(name)) return [];
  return parseAst(text, { lang: "ts" })
    .body.flatMap(listDeclared)
    .filter((declared) => declared.name === name)
    .map(({ start, end }) => ({ path, text, start, end }));
}

/** What a statement of a module declares; of a class its methods. */
function listDeclared(statement: Statement): readonly (Span & { readonly name: string })[] {
  const declaration = (statement.type === "ExportNamedDeclaration" ? statement.declaration : null) ?? statement;
  const { start, end } = declaration;
  if (declaration.type === "FunctionDeclaration") return [{ name: declaration.id?.name ?? "", start, end }];
  if (declaration.type === "VariableDeclaration") {
    return declaration.declarations.map(({ id }) => ({ name: id.type === "Identifier" ? id.name : "", start, end }));
  }
  if (declaration.type !== "ClassDeclaration") return [];
  return declaration.body.body.flatMap((member) =>
    member.type === "MethodDefinition" && "name" in member.key
      ? [{ name: String(member.key.name), start: member.start, end: member.end }]
      : [],
  );
}

function getMatch(place: Place, { place: name, find }: Edit): Span {
  const body = place.text.slice(place.start, place.end);
  const found = [...body.matchAll(toPattern(find))];
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) throw new Error(`${found.length} places in ${name} for\n${find}`);
  const start = place.start + only.index;
  return { start, end: start + only[0].length };
}

/** The text however it is broken into lines: spaces anywhere or nowhere, commas before a closing bracket or none. */
function toPattern(find: string): RegExp {
  const text = find.replaceAll(/\s/g, "").replaceAll(/,(?=[)\]}])/g, "");
  const signs = [...text].map((sign) => {
    if (sign === ",") return ",";
    const escaped = sign.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
    return /[)\]}]/.test(sign) ? `,?\\s*${escaped}` : escaped;
  });
  return new RegExp(`${signs.join("\\s*")}${text.endsWith(",") ? "?" : ""}`, "g");
}

function writeImport(from: string, to: string, name: string): string {
  const path = relative(dirname(from), to);
  return `import { ${name} } from "${path.startsWith(".") ? path : `./${path}`}";\n`;
}
