// Answers who opens a buyer's link: the page of the document, one of its files, or a page that says why not. It changes nothing.

import type { Company } from "../../domain/company.ts";
import { dateInBogota } from "../../domain/value/calendar.ts";
import type { Env } from "../../env.ts";
import { type ClientFile, nameFile } from "../../issuance/file/document-file.ts";
import { loadPrintable } from "../../issuance/file/printable.ts";
import { openHome } from "../../store/base/home.ts";
import { loadCompany } from "../../store/company/companies.ts";
import { findLinked, findLinkGeneration } from "../../store/document/document-link.ts";
import type { StoredDocument } from "../../store/document/documents.ts";
import { readLinkToken } from "../../store/secret/link-token.ts";
import { findLinkSettings, toDayNumber } from "./link.ts";
import { writeDocumentPage, writeRefusalPage } from "./link-page.ts";
import { openForReader, typeOf } from "./open-file.ts";
import { findMaker, toRepresentation } from "./representation.ts";

/** Everything below it is visited, and belongs to no version of the API. */
export const LINK_BASE = "/d/";
const FILES: Readonly<Record<string, ClientFile>> = { pdf: "carta", xml: "xml", zip: "container" };
const PATH = /^\/d\/([^/]+)(?:\/(pdf|xml|zip))?$/;

const HEADERS = {
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow, noarchive",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};

/** The page of a link that opens nothing. */
export function refuseVisit(
  status: 404 | 405 | 410 | 429 | 500 | 503,
  issuer?: Pick<Company, "name" | "email">,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return answer(writeRefusalPage(status, issuer), status, headers);
}

function answer(html: string, status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(html, {
    status,
    headers: { ...HEADERS, "Content-Type": "text/html; charset=utf-8", ...headers },
  });
}

/** Answers a visit. @param path as it came, below `/d/`. @throws as storage that is out of reach does. */
export async function visitLink(env: Env, path: string, nowMs: number): Promise<Response> {
  const [, token = "", name] = PATH.exec(path) ?? [];
  const settings = findLinkSettings(env);
  const target = settings === null ? undefined : await readLinkToken(settings.keys, token);
  if (target === undefined) return refuseVisit(404);
  const { companyId, documentId, generation, lastDay } = target;
  const db = openHome(env, companyId);
  const [company, document] = await Promise.all([loadCompany(db, companyId), findLinked(db, companyId, documentId)]);
  const isShown = document?.state === "aceptado" && document.environment === "produccion";
  if (company === undefined || document === undefined || !isShown) return refuseVisit(404);
  const isLive =
    findLinkGeneration(document.linkGeneration) === generation && toDayNumber(dateInBogota(nowMs)) <= lastDay;
  if (!isLive) return refuseVisit(410, company);
  const file = name === undefined ? undefined : FILES[name];
  if (file === undefined) return showPage(env, document, `${LINK_BASE}${token}`);
  return handOver(env, company, document, file);
}

async function showPage(env: Env, document: StoredDocument, path: string): Promise<Response> {
  const printable = await loadPrintable(env, document);
  if (printable === null) return refuseVisit(503);
  const facts = toRepresentation(printable, findMaker(env));
  return answer(writeDocumentPage({ document, facts, mailbox: printable.document.supplier.email, path }), 200);
}

async function handOver(env: Env, company: Company, document: StoredDocument, file: ClientFile): Promise<Response> {
  const found = await openForReader(env, company, document, file);
  if (found === undefined || found === "lost") return refuseVisit(503);
  return new Response(found.body, {
    headers: {
      ...HEADERS,
      "Content-Type": typeOf(file),
      "Content-Length": String(found.size),
      "Content-Disposition": `attachment; filename="${nameFile(document, file === "container" ? "zip" : file)}"`,
    },
  });
}
