// Signs the container of a document, and packs it with its printed form, as the buyer gets them.
import { Buffer } from "node:buffer";
import { zipFiles } from "../../authority/soap.ts";
import { signDocument } from "../../signature/xades.ts";
import type { Signer } from "../../signature/xmldsig.ts";
import { buildContainerXml } from "../../ubl/container.ts";

const encoder = new TextEncoder();

/** The archived files of a validated document. */
export interface ValidatedFiles {
  readonly xml: Uint8Array;
  /** The authority's ApplicationResponse. */
  readonly response: Uint8Array;
}

/**
 * The signed container of a document, UTF-8. Its date, its time and its SigningTime are those of the authority's answer, so
 * the same files and certificate always give the same bytes.
 * @throws TypeError when a file is not UTF-8; XmlRefused when one is not what it should be.
 */
export async function signContainer(files: ValidatedFiles, signer: Signer): Promise<Uint8Array<ArrayBuffer>> {
  const { signed, writtenTail, issued } = buildContainerXml({
    document: decodeFile(files.xml),
    response: decodeFile(files.response),
  });
  const bytes = await signDocument({ document: signed, signer, signingTime: `${issued.date}T${issued.time}` });
  const head = bytes.subarray(0, bytes.length - Buffer.byteLength(signed.tail));
  const tail = encoder.encode(writtenTail);
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

/** Text of a file with every byte of it: a mark at its beginning too. */
export function decodeFile(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

/**
 * The ZIP that the buyer gets: the container and, under the same stem, the printed form.
 * @param containerName `ad….xml`.
 */
export function packContainer(containerName: string, container: Uint8Array, pdf: Uint8Array): Uint8Array<ArrayBuffer> {
  return zipFiles([
    { name: containerName, bytes: container },
    { name: containerName.replace(/\.xml$/, ".pdf"), bytes: pdf },
  ]);
}
