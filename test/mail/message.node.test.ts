// Tests what a message says, what its ZIP may weigh, and what the platform's errors mean.
import { randomBytes } from "node:crypto";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { zipFiles } from "../../src/authority/soap.ts";
import { bouncedRetryAt, isNews, retryAt } from "../../src/delivery/mail/plan.ts";
import { fitZip } from "../../src/mail/compose.ts";
import { writeSubject, writeText } from "../../src/mail/message.ts";
import { judgeError, sendThrough } from "../../src/mail/transport.ts";
import { readSignedDocument } from "../../src/ubl/read-document.ts";
import { describeShared } from "../support/describe-shared.ts";
import { readShared } from "../support/shared.ts";

const XML = "authority/samples/synthetic/fe01-estandar-iva19-iva5-excluido.xml";
const HOUR_MS = 3_600_000;

describeShared("a message", () => {
  const signed = readSignedDocument(readShared(XML));
  const named = (name: string, tradeName: string | null) =>
    writeSubject({ ...signed, supplier: { ...signed.supplier, name, tradeName } });

  it.each([
    ["the trade name last", "Ñandú S.A.S.", "El Ñandú", "Ñandú S.A.S.;SETP990000101;01;El Ñandú"],
    ["the name again without one", "Ñandú S.A.S.", null, "Ñandú S.A.S.;SETP990000101;01;Ñandú S.A.S."],
    [
      "a blank for what would end a field or a line",
      "A;B\r\nBcc: x@y.co",
      null,
      "A B Bcc: x@y.co;SETP990000101;01;A B Bcc: x@y.co",
    ],
  ])("has in its subject %s", (_name, name, tradeName, expected) => {
    expect(named(name, tradeName)).toBe(`${signed.supplier.identificationNumber};${expected}`);
  });

  it.each([
    ["its buyer", {}, `Cordial saludo, ${signed.customer.name}:`],
    [
      "nobody where nobody was named",
      { identificationNumber: "222222222222", name: "consumidor final" },
      "Cordial saludo:",
    ],
  ])("greets %s", (_what, of, greeting) => {
    const customer = { ...signed.customer, ...of };
    const text = writeText({ ...signed, customer }, { mailbox: "a@b.co", message: null, hasPdf: true });
    expect(text.split("\n")[0]).toBe(greeting);
  });

  it("names the mailbox for answers, the client's paragraph, and that the printed form is not there", () => {
    const text = writeText(signed, { mailbox: "facturas@emisor.co", message: "Gracias por su compra.", hasPdf: false });
    expect(text).toContain("facturas@emisor.co");
    expect(text).toContain("\n\nGracias por su compra.\n\n");
    expect(text).toContain("no cabe");
    expect(text).toContain(signed.fiscalId);
  });
});

describe("a ZIP", () => {
  const zip = zipFiles([
    { name: "ad1.xml", bytes: Uint8Array.from(randomBytes(1_000)) },
    { name: "ad1.pdf", bytes: Uint8Array.from(randomBytes(5_000)) },
  ]);
  it.each([
    ["goes as it is where it fits", zip.byteLength, ["ad1.pdf", "ad1.xml"], true],
    ["goes without its PDF where that is too much", zip.byteLength - 1, ["ad1.xml"], false],
    ["does not go where the container alone is too much", 900, undefined, undefined],
  ])("%s", (_name, most, names, hasPdf) => {
    const fitted = fitZip(zip, most);
    expect(fitted && Object.keys(unzipSync(fitted.zip)).toSorted()).toEqual(names);
    expect(fitted?.hasPdf).toBe(hasPdf);
  });
});

describe("what the platform says", () => {
  it.each([
    ["E_RATE_LIMIT_EXCEEDED", { type: "held", because: "rate" }],
    ["E_DAILY_LIMIT_EXCEEDED", { type: "held", because: "quota" }],
    ["E_SENDER_NOT_VERIFIED", { type: "held", because: "sender" }],
    ["E_SENDER_DOMAIN_NOT_AVAILABLE", { type: "held", because: "sender" }],
    ["E_INTERNAL_SERVER_ERROR", { type: "uncertain" }],
    ["E_SOMETHING_NEW", { type: "uncertain" }],
    ["E_DELIVERY_FAILED", { type: "bounced" }],
    ["E_RECIPIENT_SUPPRESSED", { type: "refused", reason: "suprimido" }],
    ["E_RECIPIENT_NOT_ALLOWED", { type: "refused", reason: "direccion_invalida" }],
    ["E_VALIDATION_ERROR", { type: "refused", reason: "direccion_invalida" }],
    ["E_CONTENT_TOO_LARGE", { type: "refused", reason: "adjunto_grande" }],
    ["E_FIELD_MISSING", { type: "refused", reason: "mensaje_rechazado" }],
    ["E_HEADERS_TOO_LARGE", { type: "refused", reason: "mensaje_rechazado" }],
  ])("%s", (code, outcome) => {
    expect(judgeError(Object.assign(new Error("said so"), { code }))).toEqual(outcome);
  });

  it("without a code is no end", () => {
    expect(judgeError(new Error("Network connection lost."))).toEqual({ type: "uncertain" });
  });

  it("of a message that it took is its id, and it gets bytes for one recipient", async () => {
    const given: unknown[] = [];
    const send = async (builder: unknown) => {
      given.push(builder);
      return { messageId: "<a@b>" };
    };
    const message = {
      id: "ent_1_2_1",
      senderName: "Ñ",
      sender: "f@o.co",
      recipient: "a@b.co",
      replyTo: "r@e.co",
      subject: "1;Ñ;FE1;01;Ñ",
      text: "Hola",
      zipName: "z1.zip",
      zip: Uint8Array.of(1, 2, 3),
    };
    expect(await sendThrough({ send }, message)).toEqual({ type: "accepted", id: "a@b" });
    expect(given).toMatchObject([
      { to: "a@b.co", headers: { "X-Entrega": "ent_1_2_1" }, attachments: [{ content: Uint8Array.of(1, 2, 3) }] },
    ]);
  });
});

describe("an e-mail", () => {
  it("that failed for a time is tried after 1, 5 and 15 minutes, 1, 3, 6, 12 and 24 hours", () => {
    const hours = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((failures) => retryAt(failures, 0) / HOUR_MS);
    expect(hours).toEqual([1 / 60, 5 / 60, 15 / 60, 1, 3, 6, 12, 24, 24]);
    expect([1, 2, 3].map((failures) => bouncedRetryAt(failures, 0))).toEqual([HOUR_MS / 4, 2 * HOUR_MS, undefined]);
  });

  it("that was given up without an answer still hears that it arrived, and one that was refused does not", () => {
    const delivered = { state: "entregado", reason: null } as const;
    expect(isNews({ state: "rechazado", reason: "sin_respuesta" }, delivered)).toBe(true);
    expect(isNews({ state: "rechazado", reason: "suprimido" }, delivered)).toBe(false);
  });
});
