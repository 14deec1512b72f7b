// Makes the message of one e-mail out of the document's signed file and its ZIP, made to fit; it is alike whenever it is made.

import { unzipSync } from "fflate";
import { findMaker } from "../api/record/representation.ts";
import { zipFile } from "../authority/soap.ts";
import type { Composed } from "../delivery/mail/ports.ts";
import type { Company } from "../domain/company.ts";
import { nameMail } from "../domain/document/mail-delivery.ts";
import type { Env } from "../env.ts";
import { decodeFile } from "../issuance/file/container.ts";
import { nameFile, openClientFile } from "../issuance/file/document-file.ts";
import { digestFile, readSigned } from "../store/archive/files.ts";
import { openHome } from "../store/base/home.ts";
import { loadCompany } from "../store/company/companies.ts";
import type { MailRow } from "../store/delivery/mail-deliveries.ts";
import { findDocument } from "../store/document/documents.ts";
import { readSignedDocument } from "../ubl/read-document.ts";
import { type MailMessage, writeSubject, writeText } from "./message.ts";

/** @throws Error while a file cannot be had. */
export async function composeMail(env: Env, mail: MailRow): Promise<Composed<MailMessage>> {
  const { companyId, documentId, module, recipient, message } = mail;
  const db = openHome(env, companyId);
  const [company, document] = await Promise.all([
    loadCompany(db, companyId),
    findDocument(db, companyId, module, documentId),
  ]);
  if (company === undefined || document === undefined || document.xmlPath === null || recipient === null) {
    throw new Error("an e-mail without its document");
  }
  const sender = findSender(env, company);
  if (sender === "") return { type: "refused", reason: "remitente_no_verificado" };
  const { xmlPath, xmlSha256 } = document;
  const source = { env, company, document, maker: findMakerOf(env) };
  const [xml, file] = await Promise.all([
    readSigned(env.FILES, { xmlPath, xmlSha256 }),
    openClientFile(source, "container"),
  ]);
  if (xml === undefined || file === undefined) throw new Error("the files of a document are not there");
  const container = fitZip(new Uint8Array(await new Response(file.body).arrayBuffer()));
  if (container === undefined) return { type: "refused", reason: "adjunto_grande" };
  const signed = readSignedDocument(decodeFile(xml));
  const replyTo = company.mail?.replyTo ?? signed.supplier.email ?? company.email;
  const subject = writeSubject(signed);
  return {
    type: "ready",
    subjectHash: await hashSubject(subject),
    message: {
      id: nameMail(mail),
      senderName: signed.supplier.name,
      sender,
      recipient,
      replyTo,
      subject,
      text: writeText(signed, { mailbox: replyTo, message, hasPdf: container.hasPdf }),
      zipName: nameFile(document, "zip"),
      zip: container.zip,
    },
  };
}

/** From whom the messages of a company come; blank where nobody said. */
export function findSender(env: Env, { mail }: Pick<Company, "mail">): string {
  return mail?.sender ?? env.MAIL_FROM ?? "";
}

/** By what an event finds a message whose id never came. */
export function hashSubject(subject: string): Promise<string> {
  return digestFile(new TextEncoder().encode(subject));
}

function findMakerOf(env: Env) {
  const maker = findMaker(env);
  return maker && { name: maker.nombre, nit: maker.nit, software: maker.software };
}

/** The largest ZIP whose message, in base64 with its head, stays within the two megabytes of the annex. */
const ZIP_BYTES_MOST = 1_531_072;

/** A ZIP that a message can carry: as archived, or without its PDF, which the annex asks for as an option; undefined: too large. */
export function fitZip(
  zip: Uint8Array,
  most = ZIP_BYTES_MOST,
): { readonly zip: Uint8Array; readonly hasPdf: boolean } | undefined {
  if (zip.byteLength <= most) return { zip, hasPdf: true };
  const [entry] = Object.entries(unzipSync(zip, { filter: ({ name }) => name.endsWith(".xml") }));
  if (entry === undefined) return undefined;
  const alone = zipFile(entry[0], entry[1]);
  return alone.byteLength <= most ? { zip: alone, hasPdf: false } : undefined;
}
