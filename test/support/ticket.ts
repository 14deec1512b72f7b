// Issues tickets and notes on them through their objects, as the Worker asks for them.
import { env } from "cloudflare:workers";
import { readInvoice } from "../../src/api/invoice/request.ts";
import { nameKey, nameNoteKey } from "../../src/domain/company/issuance-name.ts";
import { inModule } from "../../src/domain/company.ts";
import type { TicketDraft } from "../../src/domain/draft/draft.ts";
import type { InvoiceNoteDraft } from "../../src/domain/draft/note-draft.ts";
import type { IssueCommand, IssueResult } from "../../src/issuance/contract/command.ts";
import { issueThroughObject } from "../../src/issuance/contract/stub.ts";
import { computeFingerprint } from "../../src/issuance/fingerprint.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { loadCompany } from "../../src/store/company/companies.ts";
import { readBody } from "./support-body.ts";
import type { Tenant } from "./tenant.ts";

const TICKET: TicketDraft = {
  till: { plate: "CAJA-01", place: "Salón principal", type: null, cashier: "Pedro Ruiz", saleCode: "V-000101" },
  buyer: { code: null, name: null, points: "120" },
  maker: { person: "Laura Gómez Ríos", company: "CAJAS DEL SUR S.A.S.", product: "Caja Sur 5" },
  limit: null,
};

/** A sale of a camisa to nobody in particular. */
function sampleSale(over: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    receptor: { numero_doc: "222222222222" },
    items: [{ desc: "Camisa de algodón", cant: 2, unit: 5000, iva: 19, codigo: "CAM01" }],
    payment: { form: "contado", means_code: "10" },
    ...over,
  };
}

type Draft = IssueCommand["draft"];

async function issue(tenant: Tenant, key: string, draft: Draft, nameOf: (owner: Tenant) => string) {
  const { companyId, clientId } = tenant;
  const stored = await loadCompany(openDatabase(env.DB), companyId);
  if (stored === undefined) throw new Error("no such company");
  const company = inModule(stored, "dee");
  const name = nameOf({ ...tenant, environment: company.environment });
  const fingerprint = await computeFingerprint(JSON.parse(JSON.stringify(draft)), []);
  return issueThroughObject(env, { name, module: "dee", companyId, clientId, key, fingerprint, draft, company });
}

function getId(result: IssueResult): number {
  if (result.type !== "issued" || result.document === null) throw new Error(`no document: ${JSON.stringify(result)}`);
  return result.document.id;
}

/** A ticket for a sale, by a till that is named. @returns its id. */
export async function issueTicket(tenant: Tenant, key: string, over: Readonly<Record<string, unknown>> = {}) {
  const { draft } = readInvoice(readBody(sampleSale(over)), "v2");
  if (draft === undefined) throw new Error("the sale is not sound");
  return getId(
    await issue(tenant, key, { ...draft, ticket: TICKET }, (owner) => nameKey({ ...owner, module: "dee" }, key)),
  );
}

/** What a note on a ticket says unless a test says otherwise: it annuls the whole. */
const NOTE: Omit<InvoiceNoteDraft, "documentId"> = {
  ...{ kind: "note", typeCode: "94", external: null, concept: "2", motive: "Devolución", notes: null, issueDate: null },
  ...{ withholdingCount: 0, claimedSubtotal: null, claimedTaxes: null, claimedTotal: null, period: null },
  ...{
    receiver: null,
    lines: null,
    discounts: [],
    charges: [],
    areDiscountsShared: true,
    payment: null,
    currency: null,
  },
};

/** A credit note on a ticket. @returns its id. */
export async function issueTicketNote(
  tenant: Tenant,
  key: string,
  documentId: number,
  over: Partial<InvoiceNoteDraft> = {},
) {
  const draft = { ...NOTE, ...over, documentId };
  return getId(await issue(tenant, key, draft, (owner) => nameNoteKey(draft.typeCode, owner, key)));
}
