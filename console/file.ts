// Hands over the files of a document: what was signed, what the authority answered, and the PDF.
import { findAnswer } from "../src/store/archive/snapshot.ts";
import type { StoredDocument } from "../src/store/document/documents.ts";
import type { View } from "./view.ts";

/** Nothing may run in what is handed over, and only the console may show it inside a page. */
const HEADERS = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  "x-frame-options": "SAMEORIGIN",
};
const PDFS_LISTED = 10;

export type FileName =
  | { readonly type: "xml" }
  | { readonly type: "pdf" }
  | { readonly type: "answer"; readonly attempt: string };

/** @returns undefined when the archive has no such file. */
export async function openFile(view: View, document: StoredDocument, file: FileName): Promise<Response | undefined> {
  const { fullNumber, xmlPath, timeline } = document;
  const { ledger } = view;
  if (xmlPath === null) return undefined;
  if (file.type === "xml") return reply(await ledger.readFile(xmlPath), `${fullNumber}.xml`);
  if (file.type === "pdf") return reply(await findPdf(view, xmlPath), `${fullNumber}.pdf`);
  const attempt = timeline?.attempts.find(({ id }) => id === file.attempt);
  if (attempt === undefined) return undefined;
  return reply(await findAnswer(ledger.readFile, xmlPath, attempt.id), `${fullNumber}-${attempt.kind}.answer.xml`);
}

/** The drawing on letter paper that was handed over. */
async function findPdf({ ledger }: View, xmlPath: string): Promise<Uint8Array | undefined> {
  const files = await ledger.listFiles(`${xmlPath.replace(/\.xml$/, "")}/carta.`, PDFS_LISTED);
  const drawn = files.find(({ path }) => !path.endsWith(".template"));
  return drawn && ledger.readFile(drawn.path);
}

function reply(bytes: Uint8Array | undefined, name: string): Response | undefined {
  if (bytes === undefined) return undefined;
  const isPdf = name.endsWith(".pdf");
  const headers = {
    ...HEADERS,
    "content-type": isPdf ? "application/pdf" : "application/xml",
    "content-disposition": `${isPdf ? "inline" : "attachment"}; filename="${name}"`,
  };
  return new Response(Uint8Array.from(bytes), { headers });
}
