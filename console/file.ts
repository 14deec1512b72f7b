// Hands over the files of a document: what was signed, what the authority answered, and the PDF.
import { findAnswer } from "../src/store/archive/snapshot.ts";
import type { StoredDocument } from "../src/store/document/documents.ts";
import { drawPdf } from "./pdf.ts";
import { complete, type View } from "./view.ts";

/** Nothing may run in what is handed over, and only the console may show it inside a page. */
const HEADERS = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  "x-frame-options": "SAMEORIGIN",
};

export type FileName =
  | { readonly type: "xml" }
  | { readonly type: "pdf" }
  | { readonly type: "answer"; readonly attempt: string };

/** @returns undefined when the archive has no such file. */
export async function openFile(view: View, row: StoredDocument, file: FileName): Promise<Response | undefined> {
  const { document, damage } = await complete(view, row);
  const { fullNumber, xmlPath, timeline } = document;
  const { ledger } = view;
  if (xmlPath === null) return undefined;
  if (file.type === "xml") return reply(await ledger.readFile(xmlPath), `${fullNumber}.xml`);
  if (damage !== undefined) return undefined;
  if (file.type === "pdf") return reply(await drawPdf(ledger, document), `${fullNumber}.pdf`);
  const attempt = timeline?.attempts.find(({ id }) => id === file.attempt);
  if (attempt === undefined) return undefined;
  return reply(await findAnswer(ledger.readFile, xmlPath, attempt.id), `${fullNumber}-${attempt.kind}.answer.xml`);
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
