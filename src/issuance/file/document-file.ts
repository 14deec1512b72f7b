// Opens the files of a document for its client. Archived ones are given as they are; drawings and the container are made when
// they are first asked for, and kept for good.
import { isStandOrigin } from "../../authority/client.ts";
import { pickCertificate } from "../../domain/company/choice.ts";
import type { Company } from "../../domain/company.ts";
import { type Drawing, type DrawingRequest, describeDrawing, type Maker } from "../../domain/document/drawing.ts";
import type { DateAndTime } from "../../domain/document/signed-document.ts";
import { isTerminal } from "../../domain/document/state.ts";
import { Refusal } from "../../domain/refusal/refusal.ts";
import type { Env } from "../../env.ts";
import { encodeBase64 } from "../../signature/base64.ts";
import { completeDocument, type WholeDocument } from "../../store/archive/filed.ts";
import {
  containerPath,
  createArchive,
  DamagedFileError,
  digestFile,
  drawingPath,
  type OpenFile,
  openArchived,
  openSigned,
  readSigned,
  templatePath,
} from "../../store/archive/files.ts";
import { openHome } from "../../store/base/home.ts";
import { loadLetterhead } from "../../store/company/letterhead.ts";
import type { StoredDocument } from "../../store/document/documents.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import { readSignedDocument, readValidation } from "../../ubl/read-document.ts";
import { readWholeDocument } from "../../ubl/read-whole.ts";
import { openSecrets } from "../secret/secrets.ts";
import { decodeFile, packContainer, signContainer, type ValidatedFiles } from "./container.ts";
import { findAccepting, loadResponse } from "./printable.ts";
import { toRecord } from "./printed-record.ts";

export type ClientFile = "xml" | "response" | "container" | Drawing;

/** Whose file is opened, and what a drawing of it needs. */
interface FileSource<Shown extends StoredDocument | WholeDocument = WholeDocument> {
  readonly env: Env;
  readonly company: Company;
  readonly document: Shown;
  readonly maker: Maker | null;
}

/** The renderer is not there, or nothing was drawn: trying again may help. */
export class RendererError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "RendererError";
  }
}

/** The longest document takes a few seconds to draw. */
const RENDERER_TIMEOUT_MS = 20_000;
/** A service binding asks for an origin, which reaches no network. */
const RENDERER_ORIGIN = "https://renderer";

/**
 * Opens a file of a document.
 * @returns undefined while it does not exist: before the document is signed, and for all but `xml` before it is accepted.
 * @throws RendererError when a drawing is needed and none is made; DamagedFileError when the archive has not the file that was
 *   signed; Refusal when no certificate can sign the container; Error when the archive does not answer.
 */
export async function openClientFile(
  source: FileSource<StoredDocument | WholeDocument>,
  file: ClientFile,
): Promise<OpenFile | undefined> {
  const { env, document } = source;
  const { xmlPath, xmlSha256 } = document;
  if (xmlPath === null) return undefined;
  if (file === "xml") return requireOnceSent(document, await openSigned(env.FILES, { xmlPath, xmlSha256 }));
  if (document.state !== "aceptado") return undefined;
  const whole = await completeDocument(createArchive(env.FILES).get, document);
  if (file === "response") {
    const response = await loadResponse(env, whole);
    return response && toOpenFile(response);
  }
  const digest = await digestSource(env, whole, xmlPath);
  if (digest === undefined) return undefined;
  const complete = { ...source, document: whole };
  if (file === "container") return openOrMake(env, containerPath(xmlPath, digest), () => makeContainer(complete));
  return openDrawing(complete, file, { xmlPath, digest });
}

/** What names a drawing, beside its layout and its template. */
interface DrawingSource {
  readonly xmlPath: string;
  readonly digest: string;
}

/**
 * A document keeps the template that it was first drawn with: of two that were drawn while the template changed, the one whose
 * version was written down first.
 */
async function openDrawing(
  source: FileSource,
  layout: Drawing,
  { xmlPath, digest }: DrawingSource,
): Promise<OpenFile | undefined> {
  const { env } = source;
  const archive = createArchive(env.FILES);
  const path = templatePath(xmlPath, layout, digest);
  const openKept = async () => {
    const version = await archive.get(path);
    return version && openArchived(env.FILES, drawingPath(xmlPath, layout, decodeFile(version), digest));
  };
  const kept = await openKept();
  if (kept !== undefined) return kept;
  const template = await askTemplateVersion(env);
  const made = await openOrMake(env, drawingPath(xmlPath, layout, template, digest), () => draw(source, layout));
  if (made === undefined) return undefined;
  const version = new TextEncoder().encode(template);
  const put = await archive.putOnce(path, version, await digestFile(version));
  return put === "other-bytes" ? ((await openKept()) ?? made) : made;
}

/**
 * What names the two files that drawings and the container are made of: by the digests that their document's row has of them, or
 * of the signed file as it is, where the row has none.
 */
async function digestSource(env: Env, document: WholeDocument, xmlPath: string): Promise<string | undefined> {
  const { xmlSha256, state, timeline } = document;
  const xml = xmlSha256 === null ? await readSigned(env.FILES, { xmlPath, xmlSha256 }) : undefined;
  const signed = xmlSha256 ?? (xml && (await digestFile(xml)));
  const answer = findAccepting(state, timeline?.attempts ?? [])?.answerSha256 ?? "";
  return signed && digestFile(new TextEncoder().encode(`${signed} ${answer}`));
}

/** A document has its verdict only after its signed file was archived: without one then, it was lost. */
function requireOnceSent<File>({ state }: StoredDocument, file: File | undefined): File | undefined {
  if (file === undefined && isTerminal(state)) throw new DamagedFileError("missing-file");
  return file;
}

/** Written once: of two that are made at the same time, both callers get the first. */
async function openOrMake(
  env: Env,
  path: string,
  make: () => Promise<Uint8Array | undefined>,
): Promise<OpenFile | undefined> {
  const kept = await openArchived(env.FILES, path);
  if (kept !== undefined) return kept;
  const made = await make();
  if (made === undefined) return undefined;
  const file = await toOpenFile(made);
  const put = await createArchive(env.FILES).putOnce(path, made, file.sha256);
  return put === "other-bytes" ? openArchived(env.FILES, path) : file;
}

async function toOpenFile(bytes: Uint8Array): Promise<OpenFile> {
  return { sha256: await digestFile(bytes), size: bytes.length, body: bytes };
}

/** @returns undefined when the authority's answer is not kept, or came without its ApplicationResponse. */
async function loadFiles({ env, document }: FileSource): Promise<ValidatedFiles | undefined> {
  const { xmlPath, xmlSha256 } = document;
  if (xmlPath === null) return undefined;
  const [file, response] = await Promise.all([
    readSigned(env.FILES, { xmlPath, xmlSha256 }),
    loadResponse(env, document),
  ]);
  const xml = requireOnceSent(document, file);
  return xml === undefined || response === undefined ? undefined : { xml, response };
}

async function makeContainer(source: FileSource): Promise<Uint8Array | undefined> {
  const files = await loadFiles(source);
  const pdf = await openClientFile(source, "carta");
  if (files === undefined || pdf === undefined) return undefined;
  const { env, company, document } = source;
  const { fiscalId } = readSignedDocument(decodeFile(files.xml));
  const certificate = pickContainerCertificate(company, readValidation(decodeFile(files.response), fiscalId));
  const signer = await openSecrets(env, company.id).getSigner(certificate);
  const container = await signContainer(files, signer);
  const bytes = new Uint8Array(await new Response(pdf.body).arrayBuffer());
  return packContainer(nameFile(document, "container"), container, bytes);
}

/** The newest that was valid when the authority answered, which is the time of the signature; else one that is valid now. */
function pickContainerCertificate(company: Company, { date, time }: DateAndTime) {
  try {
    return pickCertificate(company, Date.parse(`${date}T${time}`));
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    return pickCertificate(company, Date.now());
  }
}

/** The name of a file as it is handed over, one stem behind the tag of each, as the annex has it; a container is handed over in its ZIP. */
export function nameFile(
  { fileName, fullNumber, module }: Pick<StoredDocument, "fileName" | "fullNumber" | "module">,
  file: ClientFile | "zip",
): string {
  const [, tag = "", stem = fullNumber] = /^([a-z]{2,3})(\d{15}[0-9a-f]{8})\.xml$/.exec(fileName ?? "") ?? [];
  switch (file) {
    case "xml":
      return `${tag}${stem}.xml`;
    case "response":
      return `${module === "fe" ? "ar" : "ars"}${stem}.xml`;
    case "container":
      return `ad${stem}.xml`;
    case "zip":
      return `z${stem}.zip`;
    default:
      return `${tag}${stem}${describeDrawing(file).suffix}`;
  }
}

/** Only the renderer knows it. Logo and colour are in no name: a document that was drawn stays as it was handed over. */
async function askTemplateVersion(env: Env): Promise<string> {
  const answer = await askRenderer(env, "/version", { method: "GET" });
  const { template } = (await answer.json()) as { readonly template: string };
  return template;
}

async function draw(source: FileSource, layout: Drawing): Promise<Uint8Array | undefined> {
  const files = await loadFiles(source);
  if (files === undefined) return undefined;
  const { env, company, document, maker } = source;
  const request: DrawingRequest = {
    ...readFacts(files),
    layout,
    ...(await loadLetterheadOf(env, company.id)),
    maker,
    resolutionDate: document.resolutionDate,
    record: { ...toRecord(document), ...(isStandOrigin(env.AUTHORITY_URL) ? { isPretend: true } : {}) },
  };
  const answer = await askRenderer(env, "/", { method: "POST", body: JSON.stringify(request) });
  return new Uint8Array(await answer.arrayBuffer());
}

/** What the files say. @throws RendererError when one of them cannot be read, or the answer is about another document. */
function readFacts({ xml, response }: ValidatedFiles): Pick<DrawingRequest, "document" | "validated"> {
  try {
    const document = readWholeDocument(decodeFile(xml));
    return { document, validated: readValidation(decodeFile(response), document.fiscalId) };
  } catch (cause) {
    throw new RendererError(`a file cannot be read: ${describeError(cause)}`);
  }
}

/** Logo in base64 and colour, as the renderer takes them. */
async function loadLetterheadOf(env: Env, companyId: number) {
  const { accent, logoPath } = await loadLetterhead(openHome(env, companyId), companyId);
  const logo = logoPath === null ? undefined : await createArchive(env.FILES).get(logoPath);
  if (logoPath !== null && logo === undefined) throw new RendererError("the archive does not have the logo");
  return { accent, logo: logo === undefined ? null : encodeBase64(logo) };
}

async function askRenderer(env: Env, path: string, init: RequestInit): Promise<Response> {
  if (env.RENDERER === undefined) throw new RendererError("no renderer is bound");
  const signal = AbortSignal.timeout(RENDERER_TIMEOUT_MS);
  let answer: Response;
  try {
    answer = await env.RENDERER.fetch(`${RENDERER_ORIGIN}${path}`, { ...init, signal });
  } catch (cause) {
    throw new RendererError(`the renderer does not answer: ${cause instanceof Error ? cause.name : "unknown"}`);
  }
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new RendererError(`the renderer answered ${answer.status}`);
  }
  return answer;
}
