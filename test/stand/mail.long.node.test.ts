// Tests what a buyer's own programs read: an invoice of 500 lines, sent by the service to the outbox of the pretend mail.
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { MAILING_COMPANY } from "../../stand/mail.ts";
import { makeCall, sampleInvoice } from "../../stand/request.ts";
import { hasTools } from "../support/foreign-tool.ts";
import { digestOf, MAIL_READERS } from "../support/mail-reader.ts";
import { visitSharedStand } from "../support/shared-stand.ts";

const SENT_WITHIN_MS = 60_000;
const LOOK_MS = 200;
const MESSAGE_BYTES_MOST = 2 * 1_024 * 1_024;
const LINES = 500;
const OUTBOX = z.object({ mail: z.array(z.object({ message_id: z.string(), subject: z.string() })) });

describe("the e-mail of an invoice of 500 lines", () => {
  const to = `compras+${crypto.randomUUID()}@cliente.example.com`;
  let nit: string;
  let issuer: string;
  let number: string;
  let fiscalId: string;
  let raw: string;
  let zip: Uint8Array;
  let pdf: Uint8Array;

  beforeAll(async () => {
    const demo = await visitSharedStand();
    const company = demo.companies.find(({ id }) => id === MAILING_COMPANY);
    if (company === undefined) throw new Error("the stand has no company that sends e-mail");
    ({ nit, name: issuer } = company);
    const token = company.tokens.all;
    const base = `${demo.base_url}/companies/${company.id}/fe`;
    const { receptor, subtotal, impuestos, total, ...sale } = sampleInvoice("Ñandú & Hijos", crypto.randomUUID());
    const items = Array.from({ length: LINES }, (_, index) => {
      return { desc: `Artículo ${index + 1} de la lista`, cant: 1, unit: 1_000 + index, iva: 19 };
    });
    const body = { ...sale, receptor: { ...receptor, email: to }, items };
    const created = await makeCall({ method: "POST", url: `${base}/facturas`, token, body });
    expect(created.body).toMatchObject({ ok: true, estado: "aceptado" });
    const document = `${base}/docs/${String(created.body.factura_id)}`;
    number = `${String(created.body.prefijo)}${String(created.body.consecutivo)}`;
    fiscalId = String(created.body.cufe);
    const download = async (name: string) => {
      const response = await fetch(`${document}/archivos/${name}`, { headers: { authorization: `Bearer ${token}` } });
      expect(response.status).toBe(200);
      return new Uint8Array(await response.arrayBuffer());
    };
    const readOutbox = async () => {
      const response = await fetch(`${demo.authority_url}/mail?to=${encodeURIComponent(to)}`);
      return OUTBOX.parse(await response.json()).mail;
    };
    const waitForOne = async () => {
      const [sent, ...more] = await readOutbox();
      expect([sent?.message_id, more]).toEqual([expect.any(String), []]);
      return sent;
    };
    const sent = await vi.waitFor(waitForOne, { timeout: SENT_WITHIN_MS, interval: LOOK_MS });
    const id = sent?.message_id.replace(/[<>]/g, "") ?? "";
    raw = await (await fetch(`${demo.authority_url}/mail/${encodeURIComponent(id)}.eml`)).text();
    zip = await download("contenedor");
    pdf = await download("carta.pdf");
  });

  it("has at most two MiB, in lines of ASCII that every server passes on", () => {
    expect(raw.length).toBeLessThanOrEqual(MESSAGE_BYTES_MOST);
    expect(raw).toMatch(/^[\x20-\x7e\r\n]+$/);
    expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  for (const { name, tools, read } of MAIL_READERS) {
    it.skipIf(!hasTools(...tools))(
      `is read by ${name}: subject, mailbox for answers, text, and the archived ZIP byte for byte`,
      async () => {
        const { subject, replyTo, text, files, ...mail } = await read(raw);
        const [ownNit, ownName, ownNumber, type, tradeName, ...more] = subject.split(";");
        expect([ownNit, ownName, ownNumber, type, more]).toEqual([nit, issuer, number, "01", []]);
        expect(tradeName).not.toBe("");
        expect(mail).toMatchObject({ to: [to], delivery: expect.stringMatching(/^ent_\d+_\d+_1$/) });
        for (const part of ["Cordial saludo, Ñandú & Hijos:", `${number}\n`, `CUFE: ${fiscalId}\n`])
          expect(text).toContain(part);
        expect(text).toMatch(new RegExp(`Correo de autorrespuesta.+: ${replyTo}\\n$`));
        expect(files).toEqual([
          { name: expect.stringMatching(/^z\d{15}[0-9a-f]{8}\.zip$/), type: "application/zip", digest: digestOf(zip) },
        ]);
      },
    );
  }

  it("carries the signed document and the printed form that anybody else gets", () => {
    const entries = Object.entries(unzipSync(zip)).map(([name, bytes]) => [name.slice(-4), digestOf(bytes)]);
    expect(entries.map(([kind]) => kind).toSorted()).toEqual([".pdf", ".xml"]);
    expect(entries).toContainEqual([".pdf", digestOf(pdf)]);
  });
});
