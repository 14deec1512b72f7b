// Says what invoices bring to the flow of a creation: their key, their check, and their answers.

import { findDefaults } from "../../domain/default/default.ts";
import type { InvoiceDraft } from "../../domain/draft/draft.ts";
import { nameKey } from "../../domain/kind.ts";
import type { Call } from "../app/route.ts";
import {
  type Adapter,
  adviseKey,
  type Created,
  INVOICE_KEY,
  type KeyRule,
  rehearse,
  type SoundRequest,
} from "../creation/create.ts";
import { toDryRunReply, toDryRunReplyOfV2, toNotice, toPricedDocument } from "../creation/dry-run-reply.ts";
import { replyToCreation } from "../creation/reply.ts";
import { DOCUMENT } from "../message/document.ts";
import { describeIssued } from "../record/document-facts.ts";
import { linkIssued } from "../record/link.ts";
import { listIssuedMail } from "../record/mail.ts";
import { toCreatedInvoice, toCreatedTillInvoice, toTillInvoice } from "./reply.ts";

/** With a key a retry finds its document; without, each POST is a new sale. */
const KEY: KeyRule = {
  names: [INVOICE_KEY],
  max: 80,
  advice: "sin ella un reintento emite otra factura; envíela siempre",
};
const WORDING = { describe: toCreatedInvoice, uncertain: DOCUMENT.uncertainInvoice };

const INVOICES = {
  module: "fe",
  key: KEY,
  nameKey,
  loadReader: async () => (await import("./request.ts")).checkInvoice,
  findDefaults,
} as const satisfies Partial<Adapter<InvoiceDraft, unknown, unknown>>;

export const invoicesOfV1 = {
  ...INVOICES,
  rehearse: async (call: Call, request: SoundRequest<InvoiceDraft>, isKeyed: boolean) => {
    const rehearsal = await rehearseInvoice(call, request, isKeyed);
    return toDryRunReply(toPricedDocument(rehearsal.document), rehearsal);
  },
  reply: async (call: Call, created: Created<InvoiceDraft>) =>
    replyToCreation(call, created, { ...WORDING, extra: {} }),
};

export const invoicesOfV2 = {
  ...INVOICES,
  rehearse: async (call: Call, request: SoundRequest<InvoiceDraft>, isKeyed: boolean) => {
    const rehearsal = await rehearseInvoice(call, request, isKeyed);
    const { document } = rehearsal;
    if (document.kind !== "invoice") throw new Error("an invoice was priced as something else");
    return toDryRunReplyOfV2(toTillInvoice(document, ["01", "02", "03"]), rehearsal, request.metadata, document);
  },
  reply: async (call: Call, created: Created<InvoiceDraft>) =>
    replyToCreation(call, created, {
      ...WORDING,
      describe: toCreatedTillInvoice,
      extra: {
        ...(await describeIssued(call, "fe", created)),
        ...(await linkIssued(call, created.result)),
        ...(await listIssuedMail(call, created.result)),
      },
    }),
};

/** A dry run advises the key also to who sends it in the header alone. */
async function rehearseInvoice(call: Call, request: SoundRequest<InvoiceDraft>, isKeyed: boolean) {
  const rehearsal = await rehearse(call, request);
  return isKeyed ? rehearsal : { ...rehearsal, rules: [...adviseKey(KEY).map(toNotice), ...rehearsal.rules] };
}
