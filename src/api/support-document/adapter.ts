// Says what support documents bring to the flow of a creation: their key, their check, and their answers.

import { findDefaults } from "../../domain/default/default.ts";
import type { SupportDocumentDraft } from "../../domain/draft/draft.ts";
import { nameKey } from "../../domain/kind.ts";
import type { Call } from "../app/route.ts";
import { type Adapter, type Created, KEY_NAMES, rehearse, type SoundRequest } from "../creation/create.ts";
import { toDryRunReply, toDryRunReplyOfV2, toPricedDocument } from "../creation/dry-run-reply.ts";
import { replyToRecorded } from "../creation/reply.ts";
import { DOCUMENT } from "../message/document.ts";
import { describeIssued } from "../record/document-facts.ts";
import { describeCreated } from "./reply.ts";

const WORDING = { describe: describeCreated, uncertain: DOCUMENT.uncertainSupportDocument };

const SUPPORT_DOCUMENTS = {
  module: "dse",
  key: { names: KEY_NAMES, max: 120, advice: null },
  nameKey,
  loadReader: async () => (await import("./request.ts")).checkSupportDocument,
  findDefaults,
} as const satisfies Partial<Adapter<SupportDocumentDraft, unknown, unknown>>;

export const supportDocumentsOfV1 = {
  ...SUPPORT_DOCUMENTS,
  rehearse: async (call: Call, request: SoundRequest<SupportDocumentDraft>) => {
    const rehearsal = await rehearse(call, request);
    return toDryRunReply(toPricedDocument(rehearsal.document), rehearsal);
  },
  reply: async (call: Call, created: Created<SupportDocumentDraft>) =>
    replyToRecorded(call, created, { ...WORDING, extra: {} }),
};

export const supportDocumentsOfV2 = {
  ...SUPPORT_DOCUMENTS,
  rehearse: async (call: Call, request: SoundRequest<SupportDocumentDraft>) => {
    const rehearsal = await rehearse(call, request);
    return toDryRunReplyOfV2(toPricedDocument(rehearsal.document), rehearsal, request.metadata, rehearsal.document);
  },
  reply: async (call: Call, created: Created<SupportDocumentDraft>) =>
    replyToRecorded(call, created, { ...WORDING, extra: await describeIssued(call, "dse", created) }),
};
