// Draws documents of the product, and reads what was drawn with programs that are not ours.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RenderInput, render } from "../../renderer/render.ts";
import type { Document } from "../../src/domain/document/document.ts";
import type { DrawingRequest, PrintedRecord } from "../../src/domain/document/drawing.ts";
import { readValidation } from "../../src/ubl/read-document.ts";
import { readWholeDocument } from "../../src/ubl/read-whole.ts";
import type { Kind } from "../ubl/kinds.ts";
import { KINDS } from "../ubl/kinds.ts";
import { NOTE_KINDS } from "../ubl/note-kinds.ts";
import { buildUnsigned } from "../ubl/note-xml.ts";
import { signKind } from "../ubl/signed.ts";

export const MAKER = { name: "Programas Ñandú S.A.S.", nit: "901234567-1", software: "factura-edge" };
export const RESOLUTION_DATE = "2019-01-19";
/** On the day of the document. */
export const VALIDATED_AT = "23:59:58";

/** Of a document of which the service knows nothing but its file. */
export const NO_RECORD: PrintedRecord = {
  supplierType: null,
  withheld: null,
  withholdings: [],
  taxIncluded: [],
  roundings: [],
  carrier: null,
};

/** The signed XML of a kind. */
export async function signText(kind: Kind): Promise<string> {
  return new TextDecoder().decode((await signKind(kind)).bytes);
}

/** Every kind of document and note by name, as XML and what the service says beside it; notes without their signature, which is not drawn. */
export async function listDocuments(): Promise<[name: string, xml: string, record: PrintedRecord][]> {
  const documents: [string, string, PrintedRecord][] = [];
  for (const [name, kind] of Object.entries(KINDS))
    documents.push([name, await signText(kind), recordOf(kind.document)]);
  for (const [name, kind] of Object.entries(NOTE_KINDS)) {
    documents.push([name, buildUnsigned(kind), recordOf(kind.note)]);
  }
  return documents;
}

/** What the service says of a document beside its file. */
export function recordOf({ lines }: Document): PrintedRecord {
  const taxIncluded = lines.filter(({ isTaxIncluded }) => isTaxIncluded === true).map(({ number }) => number);
  return { ...NO_RECORD, taxIncluded };
}

/** The text of the first element of this name. */
export function textOf(xml: string, name: string): string {
  const match = new RegExp(`<${name}(?: [^>]*)?>([^<]*)<`).exec(xml);
  return readEscapes(match?.[1] ?? "");
}

/** The texts of all elements of this name. */
export function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)<`, "g"))].map(([, text = ""]) => readEscapes(text));
}

function readEscapes(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#xD;", "\r")
    .replaceAll("&amp;", "&");
}

/** The authority's answer about a document, as far as it is drawn. */
export function answerAbout(xml: string): string {
  const ubl = "urn:oasis:names:specification:ubl:schema:xsd:";
  return (
    `<?xml version="1.0" encoding="UTF-8"?><ApplicationResponse xmlns="${ubl}ApplicationResponse-2" ` +
    `xmlns:cac="${ubl}CommonAggregateComponents-2" xmlns:cbc="${ubl}CommonBasicComponents-2">` +
    `<cbc:IssueDate>${textOf(xml, "cbc:IssueDate")}</cbc:IssueDate><cbc:IssueTime>${VALIDATED_AT}-05:00</cbc:IssueTime>` +
    "<cac:DocumentResponse><cac:Response><cbc:ResponseCode>02</cbc:ResponseCode></cac:Response><cac:DocumentReference>" +
    `<cbc:UUID>${textOf(xml, "cbc:UUID")}</cbc:UUID></cac:DocumentReference></cac:DocumentResponse></ApplicationResponse>`
  );
}

/** What the service asks the renderer for, of a file and the authority's answer to it, unless a test says otherwise. */
export function inputOf(xml: string, changes: Partial<DrawingRequest> = {}): DrawingRequest {
  const document = readWholeDocument(xml);
  return {
    document,
    validated: readValidation(answerAbout(xml), document.fiscalId),
    layout: "carta",
    logo: null,
    accent: null,
    maker: MAKER,
    resolutionDate: RESOLUTION_DATE,
    record: NO_RECORD,
    ...changes,
  };
}

/** Draws a file; the logo as bytes. */
export function draw(xml: string, changes: Partial<RenderInput> = {}) {
  return render({ ...inputOf(xml), logo: null, ...changes });
}

/**
 * Runs a program on one PDF in a folder of its own.
 * @param use what to do with the name of the file, in that folder.
 */
export function onFile<T>(bytes: Uint8Array, use: (path: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "factura-edge-pdf-"));
  try {
    const path = join(folder, "document.pdf");
    writeFileSync(path, bytes);
    return use(path, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a program prints. @throws Error when it does not end well. */
export function run(command: string, ...parameters: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, parameters, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}${stdout}`);
  return stdout;
}

/** The text that a reader of PDF selects, in the order in which it was drawn. */
export function selectText(bytes: Uint8Array): string {
  return onFile(bytes, (path) => run("pdftotext", "-raw", path, "-"));
}

/** The same without blanks: lines may break anywhere. */
export function squeeze(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, "");
}

/** The operators of every page, unpacked. */
export function readOperators(bytes: Uint8Array): string {
  return onFile(bytes, (path) => run("qpdf", "--qdf", "--object-streams=disable", path, "-"));
}

/** Of a page or the end of a strip, in points: where its code is. */
const LOWER_PART = 500;
const DOTS_PER_INCH = 203;

/** The texts of the codes at the end of a page, as a reader sees them at the resolution of a thermal printer. */
export function readCodes(bytes: Uint8Array, page: number): string[] {
  return onFile(bytes, (path, folder) => {
    const picture = join(folder, "page");
    const size = /Page +\d+ size: +([\d.]+) x ([\d.]+)/.exec(
      run("pdfinfo", "-f", String(page), "-l", String(page), path),
    );
    const dots = (points: number) => String(Math.round((points * DOTS_PER_INCH) / 72));
    const [width, height] = [Number(size?.[1]), Number(size?.[2])];
    const top = Math.max(0, height - LOWER_PART);
    const part = ["-x", "0", "-y", dots(top), "-W", dots(width), "-H", dots(height - top)];
    const options = ["-r", String(DOTS_PER_INCH), ...part, "-f", String(page), "-l", String(page), "-gray", "-png"];
    run("pdftoppm", ...options, "-singlefile", path, picture);
    return run("zbarimg", "--quiet", "--raw", "--nodbus", "-Sdisable", "-Sqrcode.enable", `${picture}.png`)
      .split("\n")
      .filter((line) => line !== "");
  });
}
