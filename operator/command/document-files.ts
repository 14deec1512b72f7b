// `document files` copies what the archive holds of a document into a folder: its XML, the authority's answers, its container.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DRAWINGS, describeDrawing } from "../../src/domain/document/drawing.ts";
import type { WholeDocument } from "../../src/store/archive/filed.ts";
import { answerPath, snapshotPath } from "../../src/store/archive/files.ts";
import { readAnswerBehind } from "../../src/store/archive/snapshot.ts";
import type { Command, Context } from "../command.ts";
import { OperatorError } from "../error.ts";
import { required } from "../flag.ts";
import { readText } from "../reader.ts";
import { printTable } from "../table.ts";
import { isFileDue } from "./signed-file.ts";

/** Documents hold names and addresses of people. */
const PRIVATE = { file: 0o600, folder: 0o700 } as const;

type CopiedFile = {
  /** Where it was copied to; its path in the archive when it is not there. */
  readonly file: string;
  readonly bytes: number;
  readonly digest: "as kept" | "differs" | "not known" | "missing" | "not yet there";
};

/** What an operator does about a file with this digest. */
const FAULTS = {
  missing: "a file is not in the archive: docs/operations.md, runbook `ledger verify`, says how it is put back",
  differs: "a file is not the one that was kept: `operator ledger verify`",
} as const;

/** @param getDocument reads the document that --document names. */
export function createFilesCommand(getDocument: (context: Context) => Promise<WholeDocument>): Command {
  return {
    name: "document files",
    reads: true,
    about:
      "copies a document's files out of the archive: the signed XML, each answer of the authority, and what is kept with them; says which one is missing, or another one than was kept",
    flags: [
      required("document", "id of the document"),
      required("output", "folder; made when it is not there, and no file in it is overwritten"),
    ],
    run: async (context) => {
      const document = await getDocument(context);
      const folder = await context.input.get("output", readText);
      const { id, xmlPath, state } = document;
      if (xmlPath === null) {
        throw new OperatorError(
          `document ${id} is ${state} and has no file yet`,
          `see \`operator document explain --document ${id}\``,
        );
      }
      const { found, absent } = await collectFiles(context, document, xmlPath);
      const files: CopiedFile[] = absent.map((path) => {
        return { file: path, bytes: 0, digest: isFileDue(document) ? "missing" : "not yet there" };
      });
      const taken = found.map(({ path }) => join(folder, nameOf(path))).filter((path) => existsSync(path));
      if (taken.length > 0) throw new OperatorError(`${taken.join(", ")} is there already`, "name another folder");
      if (!context.isDryRun) mkdirSync(folder, { recursive: true, mode: PRIVATE.folder });
      for (const { path, bytes, digest } of found) {
        const file = join(folder, nameOf(path));
        if (!context.isDryRun) writeFileSync(file, bytes, { mode: PRIVATE.file, flag: "wx" });
        files.push({ file, bytes: bytes.length, digest });
      }
      const next = Object.entries(FAULTS).flatMap(([fault, step]) => {
        return files.some(({ digest }) => digest === fault) ? [step] : [];
      });
      return {
        data: { document: id, files },
        text: printTable(files, ""),
        ...(next.length > 0 ? { exitCode: 4, next } : {}),
      };
    },
  };
}

/** A drawing lies in the archive behind its layout, its template and its source; a copy is opened by what its name ends with. */
function nameOf(path: string): string {
  const name = basename(path);
  const [, layout] = /^(.+)\.[^.]+\.[0-9a-f]{64}$/.exec(name) ?? [];
  const drawing = DRAWINGS.find((one) => one === layout);
  return drawing === undefined ? name : `${name}.${describeDrawing(drawing).suffix.split(".").at(-1)}`;
}

/** A file of a document, and whether it is the one that its row knows. */
interface FoundFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly digest: "as kept" | "differs" | "not known";
}

/** What the digests of a document's files are read from. */
type Digested = Pick<WholeDocument, "xmlSha256" | "fileSha256" | "timeline">;

/** All that the archive holds of a document, and the paths at which it holds nothing. */
export async function collectFiles(
  { readFile, listFiles }: Pick<Context, "readFile" | "listFiles">,
  document: Digested,
  xmlPath: string,
): Promise<{ readonly found: readonly FoundFile[]; readonly absent: readonly string[] }> {
  const paths = [xmlPath];
  for await (const { path } of listFiles(`${xmlPath.replace(/\.xml$/, "")}/`)) paths.push(path);
  const found: { readonly path: string; readonly bytes: Uint8Array }[] = [];
  const absent: string[] = [];
  for (const path of paths) {
    const bytes = await readFile(path);
    if (bytes === undefined) absent.push(path);
    else found.push({ path, bytes });
  }
  const digests = listDigests(document, xmlPath);
  const all = [...found, ...unpackAnswer(found, document, xmlPath)];
  return { found: all.map((file) => ({ ...file, digest: judge(file.bytes, digests.get(file.path)) })), absent };
}

/** The authority's last answer, which lies behind the facts of a settled document, as a file of its own. */
function unpackAnswer(
  found: readonly { readonly path: string; readonly bytes: Uint8Array }[],
  { timeline }: Digested,
  xmlPath: string,
): readonly { readonly path: string; readonly bytes: Uint8Array }[] {
  const bundle = found.find(({ path }) => path === snapshotPath(xmlPath))?.bytes;
  if (bundle === undefined) return [];
  return (timeline?.attempts ?? []).flatMap(({ id }) => {
    const path = answerPath(xmlPath, id);
    const bytes = readAnswerBehind(bundle, path);
    return bytes === undefined ? [] : [{ path, bytes }];
  });
}

/** What the row knows of the bytes at each path: SHA-256 in hexadecimal. */
function listDigests({ xmlSha256, fileSha256, timeline }: Digested, xmlPath: string): Map<string, string> {
  const answers = (timeline?.attempts ?? []).flatMap(({ id, answerSha256 }) => {
    return answerSha256 === null ? [] : [[answerPath(xmlPath, id), answerSha256] as const];
  });
  const kept = [[xmlPath, xmlSha256] as const, [snapshotPath(xmlPath), fileSha256] as const];
  return new Map([...kept.flatMap(([path, digest]) => (digest === null ? [] : [[path, digest] as const])), ...answers]);
}

function judge(bytes: Uint8Array, digest: string | undefined): FoundFile["digest"] {
  if (digest === undefined) return "not known";
  return createHash("sha256").update(bytes).digest("hex") === digest ? "as kept" : "differs";
}
