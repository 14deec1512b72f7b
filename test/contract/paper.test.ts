// Tests that one paper of a contingency becomes one electronic invoice, whatever is posted at once, and that a late one is named.
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, dateInBogota } from "../../src/domain/value/calendar.ts";
import { type Answer, call, postInvoice, useApiVersion } from "../support/api.ts";
import { sampleInvoice, taggedInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");

const today = dateInBogota(Date.now());
let tenant: Tenant;
let serial = 0;

beforeAll(async () => {
  tenant = await createTenant();
});

function transcribe(paper: string | null, over: object = {}, query = ""): Promise<Answer> {
  serial += 1;
  const own = { es_contingencia: true, fecha_emision: today, ...over, draft_key: `papel ${serial}` };
  const body = { ...sampleInvoice(), ...own };
  const whole = { ...body, ...(paper === null ? {} : { numero_contingencia: paper }) };
  return call("POST", `/companies/${tenant.companyId}/fe/facturas${query}`, whole, { token: tenant.token });
}

describe("a paper", () => {
  it("is transcribed once, however it is spelled, and the refusal names the document", async () => {
    const first = await transcribe("CT45");
    expect(first.status).toBe(201);
    for (const spelling of ["CT45", "ct45", "CT0045", " Ct045 "]) {
      const again = await transcribe(spelling);
      expect([again.status, again.body.code]).toEqual([409, "paper_number_taken"]);
      const numero = `${first.body.prefijo}${first.body.consecutivo}`;
      expect(again.body.documento).toEqual({ id: first.body.factura_id, numero, estado_authority: "aceptado" });
      expect(again.body.details).toMatchObject([{ path: "numero_contingencia", rule: "FAI02" }]);
      expect(again.body.error).toContain(`${numero} (estado aceptado)`);
    }
    expect((await transcribe("CT46")).status).toBe(201);
    expect((await transcribe("CTA45")).status).toBe(201);
  });

  it("leaves the key and the number free where it is refused, and is the same invoice under its own key", async () => {
    const body = { ...sampleInvoice(), es_contingencia: true, numero_contingencia: "CT50", draft_key: "propia" };
    const first = await postInvoice(tenant, body);
    const replay = await postInvoice(tenant, body);
    expect([first.status, replay.status, replay.body.factura_id]).toEqual([201, 200, first.body.factura_id]);
    const other = { ...body, draft_key: "ajena" };
    expect((await postInvoice(tenant, other)).status).toBe(409);
    const corrected = await postInvoice(tenant, { ...other, numero_contingencia: "CT51" });
    expect([corrected.status, corrected.body.consecutivo]).toEqual([201, first.body.consecutivo + 1]);
  });

  it("that was rejected is free again", async () => {
    const rejected = await transcribe("CT60", taggedInvoice("#rechazo"));
    expect(rejected.status).toBe(422);
    expect((await transcribe("CT60")).status).toBe(201);
    expect((await transcribe("CT60")).status).toBe(409);
  });

  it("becomes one invoice of any number of posts at once", async () => {
    const answers = await Promise.all(["CT70", "ct70", "CT070", "CT0070", "cT70"].map((one) => transcribe(one)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it("of its own number is that of the document", async () => {
    const own = await transcribe(null);
    expect(own.status).toBe(201);
    const named = await transcribe(`${own.body.prefijo}${own.body.consecutivo}`);
    expect([named.status, named.body.documento?.id]).toEqual([409, own.body.factura_id]);
  });

  it("that is taken is no number in a dry run either", async () => {
    await transcribe("CT80");
    const { status, body } = await transcribe("CT80", {}, "?dry_run=true");
    expect([status, body.numbering.available, body.numbering.code]).toEqual([200, false, "paper_number_taken"]);
  });

  it.each([
    [0, false],
    [1, false],
    [2, false],
    [3, true],
    [40, true],
  ])("of %i days ago is late: %s", async (days, isLate) => {
    const { status, body } = await transcribe(`CT9${days}X1`, { fecha_emision: addDays(today, -days) });
    expect(status).toBe(201);
    const late = body.notices.filter(({ path }: { path?: string }) => path === "fecha_emision");
    expect(late).toHaveLength(isLate ? 1 : 0);
    if (isLate) expect(late[0].message).toContain(`hace ${days} días`);
  });
});
