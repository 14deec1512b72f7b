// Tests to whom a document goes by e-mail, which state of an e-mail outranks which, and how an address is masked.
import { describe, expect, it } from "vitest";
import { type HandOverWish, planHandOver } from "../../src/domain/company/choice.ts";
import type { MailSettings } from "../../src/domain/company.ts";
import { isOutranked, MAIL_STATES, maskAddress, nameMail } from "../../src/domain/document/mail-delivery.ts";

const ON: MailSettings = { sender: null, replyTo: null, isAutomatic: true, testAddresses: [] };
const ASKED: MailSettings = { ...ON, isAutomatic: false };
const TESTED: MailSettings = { ...ON, testAddresses: ["prueba@example.com"] };
const BUYER = { identificationNumber: "900373115", email: "compras@cliente.example.com" };
const NOBODY = { identificationNumber: "222222222222", email: "caja@tienda.example.com" };
const wish = (change: Partial<HandOverWish>): HandOverWish => ({
  send: null,
  recipients: null,
  message: null,
  ...change,
});
const sold = (counterpart: { identificationNumber: string; email: string | null } = BUYER) =>
  ({ module: "fe", environment: "produccion", counterpart }) as const;
const to = (...addresses: string[]) => addresses.map((address) => ({ address, reason: null }));

describe("a document goes", () => {
  it.each<readonly [string, Parameters<typeof planHandOver>, unknown]>([
    ["to the buyer's address", [ON, null, sold()], to("compras@cliente.example.com")],
    ["to nobody of a company without e-mail", [null, wish({ send: true }), sold()], undefined],
    ["to nobody unless asked, where that is the company's switch", [ASKED, null, sold()], undefined],
    ["to the buyer where it is asked", [ASKED, wish({ send: true }), sold()], to("compras@cliente.example.com")],
    ["to nobody where the request says so", [ON, wish({ send: false }), sold()], undefined],
    ["to those of the request alone", [ON, wish({ recipients: ["a@b.co", "c@d.co"] }), sold()], to("a@b.co", "c@d.co")],
    ["once to an address that is named twice", [ON, wish({ recipients: ["a@b.co", "a@b.co"] }), sold()], to("a@b.co")],
    [
      "to nobody without an address",
      [ON, null, sold({ ...BUYER, email: null })],
      [{ address: null, reason: "sin_correo" }],
    ],
    [
      "to nobody where what the invoice has is no address of one mailbox",
      [ON, null, sold({ ...BUYER, email: "mailto:compras@cliente.example.com" })],
      [{ address: "mailto:compras@cliente.example.com", reason: "direccion_invalida" }],
    ],
    ["to no final consumer", [ON, null, sold(NOBODY)], [{ address: null, reason: "consumidor_final" }]],
    [
      "to the address that is named for a final consumer",
      [ON, wish({ recipients: ["a@b.co"] }), sold(NOBODY)],
      to("a@b.co"),
    ],
    ["to no supplier", [ON, null, { ...sold(), module: "dse" }], undefined],
    ["to nobody from `habilitacion`", [ON, null, { ...sold(), environment: "habilitacion" }], undefined],
    [
      "from `habilitacion` to an address that the operator allows",
      [TESTED, wish({ recipients: ["prueba@example.com", "a@b.co"] }), { ...sold(), environment: "habilitacion" }],
      to("prueba@example.com"),
    ],
    [
      "from `habilitacion` to that address in capitals, as it came",
      [TESTED, wish({ recipients: ["Prueba@Example.com"] }), { ...sold(), environment: "habilitacion" }],
      to("Prueba@Example.com"),
    ],
  ])("%s", (_name, [settings, asked, document], recipients) => {
    expect(planHandOver(settings, asked, document)?.recipients).toEqual(recipients);
  });

  it("with the paragraph of the request", () => {
    expect(planHandOver(ON, wish({ message: "Gracias" }), sold())?.message).toBe("Gracias");
  });
});

describe("the rank of a state", () => {
  it("is never lowered, and no state outranks itself", () => {
    const ranked = [...MAIL_STATES].toSorted((one, other) =>
      isOutranked(one, other) ? -1 : Number(isOutranked(other, one)),
    );
    expect(ranked).toEqual([
      ...["pendiente", "enviando", "incierto", "enviado", "demorado"],
      ...["entregado", "rebotado", "rechazado", "omitido", "quejado"],
    ]);
    expect(MAIL_STATES.filter((state) => isOutranked(state, state))).toEqual([]);
  });
});

it("masks an address but for its first letter and its domain", () => {
  expect(["compras@cliente.co", "a@b.co", "🛒a@b.co", "ñ@compañía.co", "@b.co", "nada"].map(maskAddress)).toEqual([
    ...["c***@cliente.co", "a***@b.co", "🛒***@b.co", "ñ***@compañía.co", "***", "***"],
  ]);
});

it("names an e-mail by company, document and place", () => {
  expect(nameMail({ companyId: 1, documentId: 812, ordinal: 2 })).toBe("ent_1_812_2");
});
