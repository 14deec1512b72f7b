// Tests the pretend mail: the platform's refusals, what becomes of each recipient, its events, and messages that others read.
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasTools } from "../support/foreign-tool.ts";
import { digestOf, MAIL_READERS } from "../support/mail-reader.ts";
import { type Draft, type MailWorld, startMailWorld } from "./mail-harness.ts";

const DRAFT: Draft = {
  from: { name: "Almacén Ñandú S.A.S.", email: "facturas@correo.example.com" },
  to: "compras@cliente.example.com",
  replyTo: "facturacion@emisor.example.com",
  subject: "900373115;Almacén Ñandú S.A.S.;FE1;01;Almacén Ñandú S.A.S.",
  text: "Señores:\n\nAdjuntamos su factura.\n",
  headers: { "X-Entrega": "ent_1" },
};
const LONGEST = 450;
/** The largest archive that is sent, whose message has two MiB with usual names; with the longest ones it is past them. */
const ZIP_BYTES_MOST = 1_531_072;
const LONGEST_NAMES_TAKE = 4_096;
const MESSAGE_BYTES_MOST = 2 * 1_024 * 1_024;

let world: MailWorld;
beforeAll(async () => {
  world = await startMailWorld({ MAIL_DOMAIN: "correo.example.com" });
});
afterAll(() => world?.stop());

const manyHeaders = (count: number, name: (index: number) => string, value = "x") =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), value]));

describe("the pretend mail refuses, with the platform's code and nothing taken,", () => {
  it.each<readonly [string, Partial<Draft>, string]>([
    ["a message without subject", { subject: "" }, "E_FIELD_MISSING"],
    ["a message without recipient", { to: [] }, "E_FIELD_MISSING"],
    ["a message without text", { text: "" }, "E_FIELD_MISSING"],
    ["an address that is none", { to: "compras" }, "E_VALIDATION_ERROR"],
    ["a subject of 999 characters", { subject: "a".repeat(999) }, "E_VALIDATION_ERROR"],
    ["a subject of two lines", { subject: "a\r\nBcc: b@example.com" }, "E_VALIDATION_ERROR"],
    ["a sender of another domain", { from: "a@otro.example.com" }, "E_SENDER_NOT_VERIFIED"],
    ["51 recipients", { to: Array.from({ length: 51 }, (_, index) => `a${index}@b.co`) }, "E_TOO_MANY_RECIPIENTS"],
    ["Message-ID", { headers: { "Message-ID": "<1@b.co>" } }, "E_HEADER_NOT_ALLOWED"],
    ["Date in small letters", { headers: { date: "today" } }, "E_HEADER_NOT_ALLOWED"],
    ["a header of no list", { headers: { Entrega: "ent_1" } }, "E_HEADER_NOT_ALLOWED"],
    ["Reply-To as a header", { headers: { "Reply-To": "a@b.co" } }, "E_HEADER_USE_API_FIELD"],
    ["a name with a space", { headers: { "X-Otra entrega": "1" } }, "E_HEADER_NAME_INVALID"],
    ["a value of two lines", { headers: { "X-Entrega": "1\r\nBcc: a@b.co" } }, "E_HEADER_VALUE_INVALID"],
    ["an empty value", { headers: { "X-Entrega": "" } }, "E_HEADER_VALUE_INVALID"],
    ["a value of 2,050 bytes", { headers: { "X-Entrega": "ñ".repeat(1_025) } }, "E_HEADER_VALUE_TOO_LONG"],
    [
      "headers over 16 KB",
      { headers: manyHeaders(9, (index) => `X-${index}`, "a".repeat(2_000)) },
      "E_HEADERS_TOO_LARGE",
    ],
    ["a message over five MiB", { attachments: [attach(randomBytes(4_000_000))] }, "E_CONTENT_TOO_LARGE"],
    ["a suppressed recipient", { to: "suprimido@example.com" }, "E_RECIPIENT_SUPPRESSED"],
    ["a recipient over the rate", { to: "Limite+3@example.com" }, "E_RATE_LIMIT_EXCEEDED"],
  ])("%s", async (_name, change, code) => {
    const before = await world.outbox();
    expect(await world.send({ ...DRAFT, ...change })).toEqual({ code, message: expect.any(String) });
    expect(await world.outbox()).toEqual(before);
  });

  it("and lets pass what is just within", async () => {
    const change = {
      subject: "a".repeat(998),
      headers: { "x-entrega_1": "a".repeat(2_048), "Auto-Submitted": "auto-generated" },
    };
    expect(await world.send({ ...DRAFT, ...change })).toEqual({
      messageId: expect.stringMatching(/^<.+@correo\.example\.com>$/),
    });
  });
});

describe("the name of the recipient's mailbox decides", () => {
  const name = (type: string) => `cf.email.sending.message.${type}`;
  it.each([
    ["compras", ["delivered"], {}],
    ["noexiste", ["bounced"], { bounce: { type: "hard" }, delivery: { smtpEnhancedStatusCode: "5.1.1" } }],
    ["lleno", ["deferred", "bounced"], { bounce: { type: "soft" }, delivery: { smtpEnhancedStatusCode: "5.2.2" } }],
    ["queja", ["delivered", "complained"], { complaint: { type: "abuse" } }],
    ["rechaza", ["rejected"], { rejection: { party: "platform" } }],
    ["falla", ["failed"], { failure: { reason: "internal_error" } }],
  ])("%s@: %j", async (mailbox, types, last) => {
    const to = `${mailbox}+${types.length}@example.com`;
    const { messageId } = await world.send({ ...DRAFT, to });
    const events = await world.waitForEvents(to, types.length);
    expect(events.map(({ type }) => type)).toEqual(types.map(name));
    for (const { type, source, payload } of events) {
      expect(source).toMatchObject({ type: "email.sending", domain: "correo.example.com" });
      expect(payload).toMatchObject({ messageId, sender: "facturas@correo.example.com", recipient: to });
      expect(payload.subject).toBe(type === name("complained") ? undefined : DRAFT.subject);
      expect(payload.terminal).toBe(type !== name("deferred"));
    }
    expect(events.at(-1)?.payload).toMatchObject(last);
    expect(new Set(events.map(({ payload }) => payload.eventId)).size).toBe(types.length);
  });

  it("calla@: it is taken and reported, and the call has no answer", async () => {
    const to = "calla@example.com";
    expect(await world.send({ ...DRAFT, to })).toEqual({
      code: null,
      message: expect.stringContaining("connection lost"),
    });
    expect(await world.waitForEvents(to, 1)).toHaveLength(1);
    expect(JSON.parse((await world.outbox(`/mail?to=${to}`)).text).mail).toMatchObject([{ to: [to] }]);
  });

  it("cae@: the call ends without code, and nothing was taken", async () => {
    const to = "cae@example.com";
    expect(await world.send({ ...DRAFT, to })).toEqual({ code: null, message: expect.any(String) });
    expect(JSON.parse((await world.outbox(`/mail?to=${to}`)).text)).toEqual({ mail: [] });
  });
});

describe("a message that was taken", () => {
  const zip = randomBytes(ZIP_BYTES_MOST - LONGEST_NAMES_TAKE);
  const subject = `900373115;${"Ñ".repeat(LONGEST)};FE12345678;01;${"Almacén 🛒 ".repeat(40)}`.slice(0, 998);
  let raw: string;
  let listed: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    const to = "lectores@example.com";
    const attachments = [attach(zip, "nv09003731150002600000001.zip")];
    const { messageId } = await world.send({ ...DRAFT, to, subject, attachments });
    raw = (await world.outbox(`/mail/${messageId?.slice(1, -1)}.eml`)).text;
    [listed] = JSON.parse((await world.outbox(`/mail?to=${to}`)).text).mail;
  });

  it("is listed with its facts, and has at most two MiB with the longest names", () => {
    expect(listed).toMatchObject({
      ...{ from: "facturas@correo.example.com", reply_to: DRAFT.replyTo, subject, text: DRAFT.text },
      ...{ headers: DRAFT.headers, size: raw.length },
      attachments: [{ name: "nv09003731150002600000001.zip", type: "application/zip", size: zip.length }],
    });
    expect(raw.length).toBeLessThanOrEqual(MESSAGE_BYTES_MOST);
    expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(raw).toMatch(/^[\x20-\x7e\r\n]+$/);
  });

  it("has at most two MiB with the largest archive and usual names", async () => {
    const to = "grande@example.com";
    await world.send({ ...DRAFT, to, attachments: [attach(randomBytes(ZIP_BYTES_MOST))] });
    const [{ size }] = JSON.parse((await world.outbox(`/mail?to=${to}`)).text).mail;
    expect(size).toBeLessThanOrEqual(MESSAGE_BYTES_MOST);
  });

  for (const { name, tools, read } of MAIL_READERS) {
    it.skipIf(!hasTools(...tools))(`is read by ${name} as it was written, its archive byte for byte`, async () => {
      expect(await read(raw)).toEqual({
        subject,
        from: "facturas@correo.example.com",
        fromName: "Almacén Ñandú S.A.S.",
        to: ["lectores@example.com"],
        replyTo: DRAFT.replyTo,
        delivery: "ent_1",
        text: DRAFT.text,
        files: [{ name: "nv09003731150002600000001.zip", type: "application/zip", digest: digestOf(zip) }],
      });
    });
  }

  it("is gone with the outbox, which can be emptied", async () => {
    expect((await world.outbox("/mail", "DELETE")).status).toBe(200);
    expect(JSON.parse((await world.outbox()).text)).toEqual({ mail: [] });
    expect((await world.outbox("/mail/nada.eml")).status).toBe(404);
  });
});

function attach(bytes: Uint8Array, filename = "a.zip") {
  return { filename, type: "application/zip", base64: Buffer.from(bytes).toString("base64") };
}
