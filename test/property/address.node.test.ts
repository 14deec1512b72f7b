// Tests addresses as vendors' programs write them: refused in a sentence that names the field, or kept and delivered to exactly that one.
import fc from "fast-check";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { readMessage } from "../../simulator/mail/message.ts";
import { writeMime } from "../../simulator/mail/mime.ts";
import { readFields } from "../../src/api/field/field.ts";
import { mailOrderSchema } from "../../src/api/record/mail-schema.ts";
import { cases } from "../support/cases.ts";

const FIELD = /^El campo `correo` /;

function read(correo: unknown) {
  const { value, problems } = readFields(mailOrderSchema, { correo });
  return { value: value?.correo, problems };
}

/** Addresses that the message reaches when it is sent: as the pretend mail writes them and a foreign reader reads them. */
async function deliver(address: string): Promise<readonly (string | undefined)[]> {
  const builder = { from: "facturas@correo.example.com", to: address, subject: "1;A;FE1;01;A", text: "Señores:" };
  const raw = writeMime(readMessage(builder, ""), "<1@correo.example.com>", new Date(0));
  return ((await PostalMime.parse(raw)).to ?? []).map((one) => one.address);
}

const LONG = `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}.co`;
const ALONE = "una sola dirección de correo, sin nombre ni separadores";
const SHAPE = "un correo electrónico de hasta 254 caracteres";

describe("an address", () => {
  it.each([
    ["upper case", "COMPRAS@CLIENTE.EXAMPLE.COM", "COMPRAS@CLIENTE.EXAMPLE.COM"],
    ["blanks around it", "  compras@cliente.example.com ", "compras@cliente.example.com"],
    ["a tag", "compras+dian@cliente.example.com", "compras+dian@cliente.example.com"],
    ["signs that mailboxes may have", "o'brien_&-1%=?@cliente.example.com", "o'brien_&-1%=?@cliente.example.com"],
    ["a host beyond ASCII", "compras@niñó.example.com", "compras@niñó.example.com"],
    ["a host in Punycode", "compras@xn--nio-8ma.example.com", "compras@xn--nio-8ma.example.com"],
    ["a mailbox beyond ASCII, its accent apart", "jose\u0301@cliente.example.com", "josé@cliente.example.com"],
    [
      "letters of another script that look alike",
      "c\u043empras@cliente.example.com",
      "c\u043empras@cliente.example.com",
    ],
    ["254 characters", LONG, LONG],
  ])("with %s is kept, and the message goes there and nowhere else", async (_what, sent, kept) => {
    expect(read(sent)).toEqual({ value: kept, problems: [] });
    expect(await deliver(kept)).toEqual([kept]);
  });

  it.each([
    ["a display name", "Ana Ruiz <ana@cliente.example.com>", ALONE],
    ["angle brackets", "<ana@cliente.example.com>", ALONE],
    ["two with a semicolon", "ana@cliente.example.com;luis@cliente.example.com", ALONE],
    ["two with a comma", "ana@cliente.example.com, luis@cliente.example.com", ALONE],
    ["two with a blank", "ana@cliente.example.com luis@cliente.example.com", ALONE],
    ["two with a bar", "ana@cliente.example.com|luis@cliente.example.com", ALONE],
    ["a scheme", "mailto:ana@cliente.example.com", ALONE],
    ["a comment", "ana(compras)@cliente.example.com", ALONE],
    ["a quoted mailbox", '"ana ruiz"@cliente.example.com', ALONE],
    ["a header behind it", "ana@cliente.example.com\r\nBcc: x@example.com", "caracteres"],
    ["a zero-width space", "ana\u200b@cliente.example.com", "caracteres"],
    ["a mark of direction", "ana@\u202ecliente.example.com", "caracteres"],
    ["a dot at its end", "ana@cliente.example.com.", SHAPE],
    ["a dot at its beginning", ".ana@cliente.example.com", SHAPE],
    ["two dots", "ana@cliente..example.com", SHAPE],
    ["no host", "ana@", SHAPE],
    ["no dot in its host", "ana@cliente", SHAPE],
    ["the number of a machine", "ana@192.168.0.1", SHAPE],
    ["a hyphen at the end of a label", "ana@cliente-.example.com", SHAPE],
    ["a mailbox of 65 characters", `${"a".repeat(65)}@cliente.example.com`, SHAPE],
    ["320 characters", `${"a".repeat(64)}@${"b".repeat(251)}.com`, SHAPE],
    ["nothing", "", SHAPE],
    ["a number", 7, SHAPE],
    ["a list", ["ana@cliente.example.com"], SHAPE],
  ])("with %s is refused in a sentence that names the field", (_what, sent, sentence) => {
    const { value, problems } = read(sent);
    expect(value).toBeUndefined();
    expect(problems).toEqual([expect.objectContaining({ path: "correo", message: expect.stringContaining(sentence) })]);
    expect(problems[0]?.message).toMatch(FIELD);
  });

  it("of any making is one or the other", async () => {
    const letters = [..."abñ9.-+_'@;, <>\":()[]\\\r\n\t\u200b\u00a0\u0301\u0430\u{1f6d2}AZ"];
    const noise = fc.string({ unit: fc.constantFrom(...letters), maxLength: 6 });
    const mailbox = fc.constantFrom("compras", "o'brien", "a.b", "jose\u0301", "A+1");
    const host = fc.constantFrom("cliente.example.com", "niñó.co", "x-y.co", "EXAMPLE.COM");
    const sound = fc.tuple(mailbox, host).map((parts) => parts.join("@"));
    const spoilt = fc.tuple(sound, noise, fc.nat(30)).map(([text, added, at]) => {
      return text.slice(0, at) + added + text.slice(at);
    });
    const several = fc
      .tuple(sound, fc.constantFrom(";", ",", " ", "|", "\r\n", ""), sound)
      .map((parts) => parts.join(""));
    const address = fc.oneof(sound, spoilt, several, noise);
    let [kept, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(address, async (sent) => {
        const { value, problems } = read(sent);
        if (value === undefined) {
          refused += 1;
          expect(problems).toEqual([
            expect.objectContaining({ path: "correo", message: expect.stringMatching(FIELD) }),
          ]);
        } else {
          kept += 1;
          expect([value, problems]).toEqual([sent.trim().normalize("NFC"), []]);
          expect(await deliver(value)).toEqual([value]);
        }
      }),
      { numRuns: cases(2_000) },
    );
    expect(Math.min(kept, refused)).toBeGreaterThan(100);
  });
});
