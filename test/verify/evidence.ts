// Issues a document over HTTP that the authority accepts without a notice or a remark, and keeps it for the foreign verifiers.
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { type Answer, postInvoice, postSupportDocument } from "../support/api.ts";
import { fetchReceived, listSendingsOf } from "../support/ledger.ts";
import type { Tenant } from "../support/tenant.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** What became of one request: the answer, and the signed file as the authority received it. */
export interface Issued {
  readonly answer: Answer;
  readonly xml: string;
}

/** Issues an invoice that must be accepted, with these notices only; its XML and its request are kept under `name`. */
export async function issueInvoice(
  tenant: Tenant,
  name: string,
  body: Fields,
  notices: readonly string[] = [],
): Promise<Issued> {
  const answer = await postInvoice(tenant, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  expect(answer.body.estado).toBe("aceptado");
  expect(listAuthorityNotices(answer).map(({ rule }) => rule)).toEqual(notices);
  return { answer, xml: await keep(name, answer.body.cufe) };
}

/** The same for a support document. */
export async function issueSupportDocument(tenant: Tenant, name: string, body: Fields): Promise<Issued> {
  const answer = await postSupportDocument(tenant, name, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  expect([answer.body.documento.estado_authority, listAuthorityNotices(answer)]).toEqual(["aceptado", []]);
  return { answer, xml: await keep(name, answer.body.documento.cuds) };
}

interface Notice {
  /** The field of the request that it is about; the authority's own have none. */
  readonly path?: string;
  readonly rule: string;
}

function listAuthorityNotices(answer: Answer): Notice[] {
  return answer.body.notices.filter(({ path }: Notice) => path === undefined);
}

async function keep(name: string, documentKey: string): Promise<string> {
  const sendings = await listSendingsOf(documentKey);
  expect(sendings.map(({ remarks }) => remarks)).toEqual([[]]);
  const xml = await fetchReceived(documentKey);
  await keepFile(`${name}.xml`, xml);
  await keepRequest(name, await fetchReceived(documentKey, "soap"));
  return xml;
}

/** Keeps a SOAP request. */
export function keepRequest(name: string, request: string): Promise<void> {
  return keepFile(`soap/${name}.xml`, request);
}

async function keepFile(path: string, content: string): Promise<void> {
  const response = await env.TEST_EVIDENCE.fetch(`https://evidence.test/${path}`, { method: "PUT", body: content });
  if (!response.ok) throw new Error(`evidence was not kept: ${response.status} ${await response.text()}`);
}
