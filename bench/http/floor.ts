// Does the least that issuing a document can be, without any product in it: one object hop, one D1 batch, one R2 put, one
// request to the authority; on demand also one D1 read before (who is calling) and one D1 write after (the verdict).
import { DurableObject } from "cloudflare:workers";
import { readJson } from "../../src/api/field/json.ts";
import { readSupportDocument } from "../../src/api/support-document/request.ts";
import { buildEndpoint } from "../../src/authority/client.ts";
import { buildSoapRequest, toZipFileName, zipFile } from "../../src/authority/soap.ts";
import { pickCertificate } from "../../src/domain/company/choice.ts";
import type { Numbering } from "../../src/domain/company.ts";
import { isJsonObject } from "../../src/domain/value/json.ts";
import type { Env } from "../../src/env.ts";
import { buildSignedFile } from "../../src/issuance/file/signed-file.ts";
import { priceCommand } from "../../src/issuance/price/price.ts";
import { openSecrets } from "../../src/issuance/secret/secrets.ts";
import { encodeBase64 } from "../../src/signature/base64.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { loadCompany } from "../../src/store/company/companies.ts";

interface FloorEnv extends Env {
  readonly FLOOR: DurableObjectNamespace<Floor>;
}

/** A document made ahead of time, ready to leave. */
interface Prepared {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly soap: { readonly body: string; readonly contentType: string };
}

const prepared: Prepared[] = [];

export class Floor extends DurableObject<FloorEnv> {
  /** Records, archives and transmits one prepared document. */
  async issue(index: number, recordsVerdict: boolean): Promise<number> {
    const one = prepared[index];
    if (one === undefined) throw new Error(`no document ${index} was prepared`);
    await this.env.DB.batch([
      this.env.DB.prepare("INSERT INTO floor (path, state) VALUES (?1, 'creating')").bind(one.path),
      this.env.DB.prepare("SELECT id FROM floor WHERE path = ?1").bind(one.path),
    ]);
    await this.env.FILES.put(one.path, one.bytes);
    const { body, contentType } = one.soap;
    const headers = { "content-type": contentType };
    const response = await fetch(buildEndpoint(this.env.AUTHORITY_URL), { method: "POST", headers, body });
    const { length } = await response.text();
    if (recordsVerdict) {
      await this.env.DB.prepare("UPDATE floor SET state = 'aceptado' WHERE path = ?1").bind(one.path).run();
    }
    return length;
  }
}

const worker = {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    const index = Number(searchParams.get("index"));
    if (pathname === "/prepare") {
      await prepare(env, Number(searchParams.get("company")), Number(searchParams.get("count")), await request.text());
      return Response.json({ prepared: prepared.length });
    }
    const isWhole = searchParams.has("whole");
    if (isWhole) {
      await env.DB.batch([
        env.DB.prepare("SELECT * FROM tokens LIMIT 1"),
        env.DB.prepare("SELECT * FROM companies LIMIT 1"),
      ]);
    }
    await request.text();
    const length = await env.FLOOR.getByName(`floor:${index}`).issue(index, isWhole);
    return Response.json({ ok: true, length }, { status: 201 });
  },
} satisfies ExportedHandler<FloorEnv>;

export default worker;

/** Signs so many documents of a company that issues nothing itself, numbered from the start of its range. */
async function prepare(env: FloorEnv, companyId: number, count: number, text: string): Promise<void> {
  await env.DB.exec(
    "CREATE TABLE IF NOT EXISTS floor (id INTEGER PRIMARY KEY, path TEXT NOT NULL, state TEXT NOT NULL)",
  );
  const company = await loadCompany(openDatabase(env.DB), companyId);
  const range = await env.DB.prepare(
    `SELECT id AS rangeId, resolution, prefix, from_number AS "from", to_number AS "to", valid_from AS validFrom,
       valid_to AS validTo FROM ranges WHERE company_id = ?1 AND kind = 'dse'`,
  )
    .bind(companyId)
    .first<Omit<Numbering, "number" | "fileSequence">>();
  const body = readJson(new TextEncoder().encode(text));
  const draft = isJsonObject(body) ? readSupportDocument(body).draft : undefined;
  if (company === undefined || range === null || draft === undefined)
    throw new Error("the floor has nothing to prepare");
  const nowMs = Date.now();
  const { document } = priceCommand({ draft, company }, nowMs);
  const secrets = openSecrets(env, companyId);
  const signer = await secrets.getSigner(pickCertificate(company, nowMs));
  const context = { signer, endpoint: buildEndpoint(env.AUTHORITY_URL), variant: "plain" } as const;
  for (let i = 0; i < count; i += 1) {
    const number = range.from + prepared.length;
    const numbering = { ...range, number, fileSequence: prepared.length + 1 };
    const reservedAt = new Date(nowMs).toISOString();
    const file = await buildSignedFile({ company, document, numbering, reservedAt, secrets });
    const contentFile = encodeBase64(zipFile(file.fileName, file.bytes));
    const values = { fileName: toZipFileName(file.fileName), contentFile };
    const soap = await buildSoapRequest(context, "SendBillSync", values, nowMs);
    prepared.push({ path: `floor/${number}.xml`, bytes: file.bytes, soap });
  }
}
