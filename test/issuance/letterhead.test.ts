// Tests what the renderer is asked to draw for a company that has a logo and a colour, and that a drawing stays as it was made.
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { openClientFile, RendererError } from "../../src/issuance/document-file.ts";
import { loadCompany } from "../../src/store/companies.ts";
import { openDatabase } from "../../src/store/db.ts";
import { findDocument } from "../../src/store/documents.ts";
import { logoPathOf } from "../../src/store/files.ts";
import { postInvoice, useApiVersion } from "../support/api.ts";
import { sampleInvoice } from "../support/sample.ts";
import { createTenant } from "../support/tenant.ts";

useApiVersion("v2");

/** One pixel. */
const LOGO = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** An accepted invoice of a company of its own. */
async function issue() {
  const tenant = await createTenant();
  const { companyId } = tenant;
  const { body } = await postInvoice(tenant, sampleInvoice());
  const setLetterhead = (accent: string | null, logoPath: string | null) =>
    env.DB.prepare("UPDATE companies SET accent = ?2, logo_path = ?3 WHERE id = ?1")
      .bind(companyId, accent, logoPath)
      .run();
  /** Opens the letter, and says what the renderer was asked meanwhile. */
  const draw = async () => {
    const [company, document] = await Promise.all([
      loadCompany(openDatabase(env.DB), companyId),
      findDocument(openDatabase(env.DB), companyId, "fe", Number(body.factura_id)),
    ]);
    const renderer = env.RENDERER;
    if (company === undefined || document === undefined || renderer === undefined) throw new Error("nothing to draw");
    const asked: Record<string, unknown>[] = [];
    const recording: Fetcher = {
      fetch: (input, init) => {
        if (typeof init?.body === "string") asked.push(JSON.parse(init.body));
        return renderer.fetch(input, init);
      },
      connect: (address, options) => renderer.connect(address, options),
    };
    const delivery = { env: { ...env, RENDERER: recording }, company, document, maker: null };
    const file = await openClientFile(delivery, "carta");
    return { asked, sha256: file?.sha256, text: await new Response(file?.body).text() };
  };
  return { companyId, setLetterhead, draw };
}

it("the renderer is asked for logo and colour of the company, and draws them", async () => {
  const { companyId, setLetterhead, draw } = await issue();
  const path = logoPathOf(companyId, "0".repeat(64));
  await env.FILES.put(path, Buffer.from(LOGO, "base64"));
  await setLetterhead("#0a7b83", path);
  const { asked, text } = await draw();
  expect(asked).toMatchObject([{ logo: LOGO, accent: "#0a7b83" }]);
  expect(text).toContain("/Subtype /Image");
});

it("a document that was drawn stays as it is when the company has another colour", async () => {
  const { setLetterhead, draw } = await issue();
  const first = await draw();
  expect(first.asked).toMatchObject([{ logo: null, accent: null }]);
  await setLetterhead("#0a7b83", null);
  expect(await draw()).toMatchObject({ asked: [], sha256: first.sha256 });
});

it("without the logo in the archive nothing is drawn and nothing kept", async () => {
  const { setLetterhead, draw } = await issue();
  await setLetterhead(null, "logos/absent");
  await expect(draw()).rejects.toThrow(RendererError);
  await setLetterhead(null, null);
  expect((await draw()).asked).toHaveLength(1);
});
