// Sends tickets and notes on them to the pretend authority: who may, tags, numbers, balances, and the test set that opens production.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeShared } from "../support/describe-shared.ts";
import { type Edit, set } from "./edit.ts";
import { setContent } from "./element-scan.ts";
import {
  NIT,
  type Reply,
  readSigner,
  readValue,
  rulesOf,
  type Simulator,
  SOFTWARE,
  startSimulator,
} from "./harness.ts";
import {
  ANNULMENT,
  keyOf,
  listTickets,
  MEAL,
  makeTicket,
  RETURN,
  RISE,
  renumber,
  TICKET,
  TICKET_REGISTER,
  TICKET_SET,
  TICKET_SOFTWARE,
} from "./ticket-sample.ts";

const BUYER = "cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme/cbc:RegistrationName";
const REFERENCE = "cac:BillingReference/cac:InvoiceDocumentReference/cbc:UUID";
const SOFTWARE_ID =
  "ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/sts:DianExtensions/sts:SoftwareProvider/sts:SoftwareID";

const inProduction: Edit = (xml) =>
  setContent(xml, "cbc:ProfileExecutionID", "1").replace('<cbc:UUID schemeID="2"', '<cbc:UUID schemeID="1"');

describeShared("tickets on their way", () => {
  const signer = readSigner();
  let simulator: Simulator;
  let last = 200;

  const register = async (body: unknown): Promise<void> => {
    const { status, text } = await simulator.fetch(`/taxpayers/${NIT}`, { method: "PUT", body: JSON.stringify(body) });
    expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
  };
  /** A sample with a number of its own. */
  const make = (name: string, ...edits: readonly Edit[]): string => {
    last += 1;
    return makeTicket(name, signer, (xml) => edits.reduce((text, edit) => edit(text), renumber(last)(xml)));
  };
  const send = async (xml: string): Promise<string> => (await simulator.send(xml)).text;
  const outcome = (text: string) => ({ code: readValue(text, "StatusCode"), ...rulesOf(text) });
  const ACCEPTED = { code: "00", rejections: [], notices: [] };

  beforeAll(async () => {
    simulator = await startSimulator(signer);
    await register(TICKET_REGISTER);
  });
  afterAll(() => simulator?.stop());

  it("the register gives back what it was given", async () => {
    const { text } = await simulator.fetch("/taxpayers");
    const { taxpayers } = JSON.parse(text) as { taxpayers: Record<string, { module?: string; kind?: string }[]>[] };
    expect(taxpayers[0]?.software?.map(({ module }) => module)).toEqual([null, "dee"]);
    expect(taxpayers[0]?.ranges?.map(({ kind }) => kind)).toEqual(["fe", "contingency", "dse", "pos"]);
    await register(JSON.parse(text).taxpayers[0]);
    expect((await simulator.fetch("/taxpayers")).text).toBe(text);
  });

  it("a range of an unknown kind is refused with a sentence", async () => {
    const ranges = TICKET_REGISTER.ranges.map((range) => ({ ...range, kind: "tiquete" }));
    const body = JSON.stringify({ ...TICKET_REGISTER, ranges });
    const { status, text } = await simulator.fetch(`/taxpayers/${NIT}`, { method: "PUT", body });
    expect([status, text]).toEqual([400, expect.stringContaining("expected one of fe, contingency, dse, pos")]);
  });

  it("all six samples are accepted, tickets before their notes, and named by the right words", async () => {
    const order = [...listTickets()].sort((a, b) => Number(b.startsWith("pos")) - Number(a.startsWith("pos")));
    for (const name of order) {
      const xml = makeTicket(name, signer);
      const text = await send(xml);
      expect({ name, ...outcome(text) }).toEqual({ name, ...ACCEPTED });
      expect(readValue(text, "XmlDocumentKey")).toBe(keyOf(xml));
      expect(readValue(text, "StatusMessage")).toMatch(
        /^(?:El Documento equivalente electrónico .*autorizado|La Nota de ajuste (?:crédito|débito) .*autorizada)\.$/,
      );
      expect(await simulator.ledger(`?document_key=${keyOf(xml)}`)).toMatchObject([
        { verdict: "accepted", remarks: [], nit: NIT },
      ]);
    }
  });

  it("the same ticket twice is rule 90", async () => {
    const first = make(TICKET);
    expect(outcome(await send(first))).toEqual(ACCEPTED);
    expect(rulesOf(await send(first)).rejections).toEqual(["90"]);
  });

  it("notes on one ticket take no more than it has, one after another (VLR02)", async () => {
    const ticket = make(MEAL);
    await send(ticket);
    const taking = () => make(RETURN, set(REFERENCE, keyOf(ticket)));
    const answers = [await send(taking()), await send(taking()), await send(taking())];
    expect(answers.map((text) => rulesOf(text).rejections)).toEqual([[], [], ["VLR02"]]);
  });

  it("an annulment takes all: nothing is left for another (VLR02)", async () => {
    const ticket = make(TICKET);
    await send(ticket);
    const annul = () => make(ANNULMENT, set(REFERENCE, keyOf(ticket)));
    expect(outcome(await send(annul()))).toEqual(ACCEPTED);
    expect(rulesOf(await send(annul())).rejections).toEqual(["VLR02"]);
  });

  describe("who may send them", () => {
    const REFUSED = { code: "89", rejections: [], notices: [] };
    const afterwards = () => register(TICKET_REGISTER);

    it.each([
      ["the software of invoices", TICKET, set(SOFTWARE_ID, SOFTWARE.id)],
      ["software that nobody registered", TICKET, set(SOFTWARE_ID, "99999999-3333-4444-5555-666666666666")],
      ["the software of invoices, of a note", RETURN, set(SOFTWARE_ID, SOFTWARE.id)],
      [
        "a company that nobody registered",
        RISE,
        set("cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID", "800134536"),
      ],
    ] as const)("not %s: status 89, and nothing is kept", async (_, sample, edit) => {
      const xml = make(sample, edit);
      const text = await send(xml);
      expect(outcome(text)).toEqual(REFUSED);
      expect(readValue(text, "StatusDescription")).toMatch(/no autorizado a enviar documentos para emisor/);
      const asked = await simulator.call("GetStatus", { trackId: keyOf(xml) });
      expect(readValue(asked.text, "StatusCode")).toBe("66");
    });

    it("not a company without the module", async () => {
      await register({ ...TICKET_REGISTER, software: [SOFTWARE] });
      expect(outcome(await send(make(TICKET)))).toEqual(REFUSED);
      await afterwards();
      expect(outcome(await send(make(TICKET)))).toEqual(ACCEPTED);
    });

    it("GetNumberingRange shows each software its own ranges", async () => {
      const ask = async (softwareCode: string) => {
        const account = { accountCode: NIT, accountCodeT: NIT, softwareCode };
        const { text } = await simulator.call("GetNumberingRange", account);
        return [...text.matchAll(/<c:Prefix>([^<]*)</g)].map(([, prefix]) => prefix);
      };
      expect(await ask(TICKET_SOFTWARE.id)).toEqual(["EPOS"]);
      expect(await ask(SOFTWARE.id)).toEqual(["SETP", "CONT", "SEDS"]);
    });
  });

  describe("the test set", () => {
    const enroll = (xml: string): Promise<Reply> =>
      simulator.send(xml, "SendTestSetAsync", { testSetId: TICKET_SET.id });
    const askZip = async (reply: Reply) => {
      const { text } = await simulator.call("GetStatusZip", { trackId: readValue(reply.text, "ZipKey") ?? "" });
      return { code: readValue(text, "StatusCode"), said: readValue(text, "StatusDescription") };
    };

    it("opens production when its figure of accepted documents is reached, and closes itself", async () => {
      await register({ ...TICKET_REGISTER, test_sets: [{ ...TICKET_SET, required: 3 }] });
      const produce = async () => outcome(await send(make(TICKET, inProduction))).code;
      const ticket = make(MEAL);
      expect((await askZip(await enroll(ticket))).code).toBe("00");
      expect((await askZip(await enroll(make(TICKET, set(BUYER, "Ana #rechazo"))))).code).toBe("99");
      expect((await askZip(await enroll(make(RETURN, set(REFERENCE, keyOf(ticket)))))).code).toBe("00");
      expect(await produce()).toBe("89");
      expect((await askZip(await enroll(make(TICKET)))).code).toBe("00");
      expect(await produce()).toBe("00");
      const late = await enroll(make(TICKET));
      expect(await askZip(late)).toEqual({
        code: "2",
        said: `Set de prueba con identificador ${TICKET_SET.id} se encuentra Aceptado.`,
      });
      await register(TICKET_REGISTER);
    });
  });

  describe.each([
    ["a ticket", TICKET, { notices: ["DEAJ40"], rejections: ["DEAU06"] }],
    ["a credit note on it", RETURN, { notices: ["NAAB14"], rejections: ["NAAU04"] }],
    ["a debit note on it", RISE, { notices: ["RUT01"], rejections: ["NADBD03"] }],
  ] as const)("the tags of %s", (_, sample, named) => {
    const status = async (key: string) =>
      readValue((await simulator.call("GetStatus", { trackId: key })).text, "StatusCode");
    /** Each note has a ticket of its own, so that all of it is left. */
    const tagged = async (tag: string): Promise<string> => {
      const named = set(BUYER, `Ana ${tag}`);
      if (sample === TICKET) return make(sample, named);
      const ticket = make(MEAL);
      await send(ticket);
      return make(sample, named, set(REFERENCE, keyOf(ticket)));
    };

    it("#aviso and #rechazo name attested rules", async () => {
      expect(outcome(await send(await tagged("#aviso")))).toEqual({
        code: "00",
        rejections: [],
        notices: named.notices,
      });
      expect(outcome(await send(await tagged("#rechazo")))).toEqual({
        code: "99",
        rejections: named.rejections,
        notices: [],
      });
    });

    it("#tarde: there from the third question on", async () => {
      const xml = await tagged("#tarde");
      await expect(simulator.send(xml)).rejects.toThrow();
      const asked = [await status(keyOf(xml)), await status(keyOf(xml)), await status(keyOf(xml))];
      expect(asked).toEqual(["66", "66", "00"]);
    });

    it.each([
      ["#proceso", ["98", "98", "00"]],
      ["#duplicado", ["99", "00", "00"]],
      ["#noautorizado", ["89", "66", "66"]],
      ["#ajeno", ["99", "66", "66"]],
    ])("%s: then asked twice, %j", async (tag, codes) => {
      const xml = await tagged(tag);
      const sent = readValue(await send(xml), "StatusCode");
      expect([sent, await status(keyOf(xml)), await status(keyOf(xml))]).toEqual(codes);
    });
  });
});
