// Accepts every document at once, as an authority that takes no time: the rest of a request's time is the product's own.
import { inflateRawSync } from "node:zlib";
import { printAnswer, printApplicationResponse, printStatus } from "../../test/support/status-answer.ts";

const LOCAL_HEADER_LENGTH = 30;

const worker = {
  async fetch(request) {
    const text = await request.text();
    // Everything but a document (the register entry of a company) is simply welcome.
    const [, contentFile] = /<wcf:contentFile>([^<]*)</.exec(text) ?? [];
    if (contentFile === undefined) return Response.json({ ok: true });
    const [, key = ""] = /<cbc:UUID[^>]*>([0-9a-f]{96})</.exec(readZip(Buffer.from(contentFile, "base64"))) ?? [];
    const applicationResponse = printApplicationResponse("02", key);
    const answer = printAnswer("SendBillSync", printStatus({ key, applicationResponse }));
    return new Response(answer, { headers: { "content-type": "application/soap+xml; charset=utf-8" } });
  },
} satisfies ExportedHandler;

export default worker;

/** The only file of the zips that the product makes. */
function readZip(zip: Buffer): string {
  const start = LOCAL_HEADER_LENGTH + zip.readUInt16LE(26) + zip.readUInt16LE(28);
  return inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(18))).toString("utf8");
}
