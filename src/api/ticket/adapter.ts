// Says what tickets and the notes on them bring to the flow of a creation: their key, their check, and their answers.

import { findDefaults } from "../../domain/default/default.ts";
import type { InvoiceDraft } from "../../domain/draft/draft.ts";
import type { NoteDraft } from "../../domain/draft/note-draft.ts";
import { nameKey } from "../../domain/kind.ts";
import type { DocumentView } from "../../issuance/contract/command.ts";
import type { Call } from "../app/route.ts";
import { type Adapter, type Created, NOTE_KEY_NAMES, rehearse, type SoundRequest } from "../creation/create.ts";
import { toDryRunReplyOfV2 } from "../creation/dry-run-reply.ts";
import { replyToRecorded } from "../creation/reply.ts";
import { toTillInvoice } from "../invoice/reply.ts";
import { DOCUMENT } from "../message/document.ts";
import { notes, readMore } from "../note/adapter.ts";
import { describeIssued } from "../record/document-facts.ts";
import { linkIssued } from "../record/link.ts";
import { listIssuedMail } from "../record/mail.ts";
import { describeTicket, remarkLimit, toTicketNote, writePointOfSale } from "./reply.ts";

export const tickets = {
  module: "dee",
  key: { names: NOTE_KEY_NAMES, max: 120, advice: null },
  nameKey,
  loadReader: async () => (await import("./request.ts")).checkTicket,
  findDefaults,
  rehearse: async (call: Call, request: SoundRequest<InvoiceDraft>) => {
    const rehearsal = await rehearse(call, request);
    const { document } = rehearsal;
    if (document.kind !== "invoice") throw new Error("a ticket was priced as something else");
    remarkLimit(call, document.totals.subtotal);
    const priced = { ...toTillInvoice(document, ["20"]), ...writePointOfSale(document.ticket, null) };
    return toDryRunReplyOfV2(priced, rehearsal, request.metadata, document);
  },
  reply: async (call: Call, created: Created<InvoiceDraft>) => {
    const { result } = created;
    if (result.type === "issued" && result.document !== null) remarkLimit(call, result.document.subtotal);
    const extra = {
      ...(await describeIssued(call, "dee", created)),
      ...(await linkIssued(call, result)),
      ...(await listIssuedMail(call, result)),
    };
    return replyToRecorded(call, created, { describe: describeTicket, extra, uncertain: DOCUMENT.uncertainTicket });
  },
} as const satisfies Adapter<InvoiceDraft, unknown, unknown>;

/** Of credit (94) or debit (93) notes on tickets. */
export function ticketNotes(typeCode: "93" | "94") {
  return {
    ...notes(typeCode),
    reply: async (call: Call, created: Created<NoteDraft>) => {
      const { balance, extra: facts, tells } = await readMore(call, created);
      const extra = {
        ...facts,
        ...(await linkIssued(call, created.result)),
        ...(await listIssuedMail(call, created.result)),
      };
      const describe = (document: DocumentView) => ({ documento: toTicketNote(document, balance, tells) });
      return replyToRecorded(call, created, { describe, extra, uncertain: DOCUMENT.uncertainNote });
    },
  };
}
