// Describes a kind of document for tests of several kinds: its samples, endpoints, command and answers.
import { env } from "cloudflare:workers";
import { INVOICE_KEY, KEY_NAMES, NOTE_KEY_NAMES } from "../../src/api/creation/create.ts";
import { readJson } from "../../src/api/field/json.ts";
import { readInvoice } from "../../src/api/invoice/request.ts";
import { readSupportDocument } from "../../src/api/support-document/request.ts";
import { readTicket } from "../../src/api/ticket/request.ts";
import type { RangeKind } from "../../src/domain/company.ts";
import type { Draft } from "../../src/domain/draft/draft.ts";
import { nameKey } from "../../src/domain/kind.ts";
import { isJsonObject, type JsonValue } from "../../src/domain/value/json.ts";
import type { IssueCommand } from "../../src/issuance/contract/command.ts";
import { computeFingerprint } from "../../src/issuance/reserve.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { loadCompany } from "../../src/store/company/companies.ts";
import {
  type Answer,
  type CallOptions,
  get,
  getSupportDocument,
  postInvoice,
  postSupportDocument,
  postTicket,
} from "./api.ts";
import {
  sampleInvoice,
  sampleSupportDocument,
  sampleTicket,
  taggedInvoice,
  taggedSupportDocument,
  taggedTicket,
} from "./sample.ts";
import type { Tenant, TenantOptions } from "./tenant.ts";

type Body = Readonly<Record<string, unknown>>;

/** What an answer says of its document, whichever kind wrote it; undefined where it says nothing. */
export interface AnswerFacts {
  readonly id: number | undefined;
  readonly number: number | undefined;
  readonly state: string | undefined;
}

export interface Kind {
  readonly title: "DSE" | "FE" | "DEE";
  readonly module: "dse" | "fe" | "dee";
  readonly range: RangeKind;
  sample(over?: Body): Body;
  tagged(tag: string): Body;
  /** @param key null where the body carries it; FE has no other place. */
  post(tenant: Tenant, key: string | null, body: Body, options?: CallOptions): Promise<Answer>;
  read(tenant: Tenant, id: number): Promise<Answer>;
  /** What the answer to a POST says of its document. */
  factsOf(answer: Answer): AnswerFacts;
  /** What the answer to a GET says of it. */
  factsOfRead(answer: Answer): AnswerFacts;
  /** Name of the object that owns a key. */
  nameOf(tenant: Tenant, key: string): string;
  /** The command that the Worker makes of a POST. */
  toCommand(tenant: Tenant, key: string, body: Body): Promise<IssueCommand>;
}

/** One that v1 has too. */
type OldKind = Kind & { readonly module: "dse" | "fe" };

const SUPPORT_DOCUMENT: OldKind = {
  title: "DSE",
  module: "dse",
  range: "dse",
  sample: sampleSupportDocument,
  tagged: taggedSupportDocument,
  post: postSupportDocument,
  read: getSupportDocument,
  factsOf: ({ body }) => readFacts(body?.documento),
  factsOfRead: ({ body }) => readFacts(body?.documento),
  nameOf: (tenant, key) => nameKey({ ...tenant, module: "dse" }, key),
  toCommand: async (tenant, key, body) => {
    const { draft, canonical } = readSupportDocument(toObject(body));
    return buildCommand(SUPPORT_DOCUMENT, tenant, key, draft, await computeFingerprint(canonical, KEY_NAMES));
  },
};

const INVOICE: OldKind = {
  title: "FE",
  module: "fe",
  range: "fe",
  sample: sampleInvoice,
  tagged: taggedInvoice,
  post: (tenant, key, body, options) =>
    postInvoice(tenant, key === null ? body : { ...body, [INVOICE_KEY]: key }, options),
  read: (tenant, id) => get(tenant, `/fe/docs/${id}`),
  factsOf: ({ body }) => ({ id: body?.factura_id, number: body?.consecutivo, state: body?.estado }),
  factsOfRead: ({ body }) => readFacts(body?.doc),
  nameOf: (tenant, key) => nameKey({ ...tenant, module: "fe" }, key),
  toCommand: async (tenant, key, body) => {
    const { draft, canonical } = readInvoice(toObject({ ...body, [INVOICE_KEY]: key }));
    return buildCommand(INVOICE, tenant, key, draft, await computeFingerprint(canonical, [INVOICE_KEY]));
  },
};

const TICKET: Kind = {
  title: "DEE",
  module: "dee",
  range: "pos",
  sample: sampleTicket,
  tagged: taggedTicket,
  post: postTicket,
  read: (tenant, id) => get(tenant, `/dee/documentos/${id}`, { version: "v2" }),
  factsOf: ({ body }) => readFacts(body?.documento),
  factsOfRead: ({ body }) => readFacts(body?.documento),
  nameOf: (tenant, key) => nameKey({ ...tenant, module: "dee" }, key),
  toCommand: async (tenant, key, body) => {
    const { draft, canonical } = readTicket(toObject(body), { maker: MAKER, limit: null });
    return buildCommand(TICKET, tenant, key, draft, await computeFingerprint(canonical, NOTE_KEY_NAMES));
  },
};
const MAKER = { person: "Laura Gómez", company: "CAJAS DEL SUR S.A.S.", product: "Caja Sur 5" };

/** Both kinds that v1 has. */
export const KINDS: readonly OldKind[] = [SUPPORT_DOCUMENT, INVOICE];
/** Of a company that issues all of them. */
export const EVERY_MODULE: TenantOptions = { modules: ["fe", "dse", "dee"], tills: ["CAJA-01"] };
/** Every kind but notes; every test of survival runs for each. */
export const ALL_KINDS: readonly Kind[] = [...KINDS, TICKET];

function readFacts(wire: { id?: number; consecutivo?: number; estado_authority?: string } | undefined): AnswerFacts {
  return { id: wire?.id, number: wire?.consecutivo, state: wire?.estado_authority };
}

function toObject(body: Body): Extract<JsonValue, Readonly<Record<string, JsonValue>>> {
  const value = readJson(new TextEncoder().encode(JSON.stringify(body)));
  if (!isJsonObject(value)) throw new Error("a body is an object");
  return value;
}

async function buildCommand(
  { module, nameOf }: Kind,
  tenant: Tenant,
  key: string,
  draft: Draft | undefined,
  fingerprint: string,
): Promise<IssueCommand> {
  const company = await loadCompany(openDatabase(env.DB), tenant.companyId);
  if (draft === undefined || company === undefined) throw new Error("the sample or its company is not sound");
  const { companyId, clientId } = tenant;
  return { name: nameOf(tenant, key), module, companyId, clientId, key, fingerprint, draft, company };
}
