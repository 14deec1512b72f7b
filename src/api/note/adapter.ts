// Says what notes bring to the flow of a creation: their key, their check, and their answers.

import { findNoteDefaults } from "../../domain/default/default.ts";
import type { NoteDraft } from "../../domain/draft/note-draft.ts";
import { KINDS, type NoteType, nameNoteKey } from "../../domain/kind.ts";
import type { DocumentView } from "../../issuance/contract/command.ts";
import type { Call } from "../app/route.ts";
import { type Adapter, type Created, NOTE_KEY_NAMES } from "../creation/create.ts";
import { replyToCreation, replyToRecorded } from "../creation/reply.ts";
import { DOCUMENT } from "../message/document.ts";
import { findKept, loadIssued, toFacts } from "../record/document-facts.ts";
import { linkIssued } from "../record/link.ts";
import { listIssuedMail } from "../record/mail.ts";
import { rehearseNote } from "./dry-run.ts";
import { describeNameDoubts, discloseTaken, readBalance, toAdjustmentNote, toInvoiceNote } from "./reply.ts";

/** The object resolves what a note corrects, once it knows that the key is new. */
export function notes(typeCode: NoteType) {
  return {
    module: KINDS[typeCode].module,
    key: { names: NOTE_KEY_NAMES, max: 120, advice: null },
    nameKey: (owner, key) => nameNoteKey(typeCode, owner, key),
    loadReader: async () => {
      const { checkNote } = await import("./request.ts");
      return (call, body) => checkNote(call, body, typeCode);
    },
    findDefaults: findNoteDefaults,
    rehearse: rehearseNote,
  } as const satisfies Partial<Adapter<NoteDraft, unknown, unknown>>;
}

/** Of credit or debit notes. */
export function invoiceNotes(typeCode: "91" | "92") {
  return {
    ...notes(typeCode),
    reply: async (call: Call, created: Created<NoteDraft>) => {
      const { balance, extra: facts, tells } = await readMore(call, created);
      const [link, mail] = await Promise.all([linkIssued(call, created.result), listIssuedMail(call, created.result)]);
      const extra = { ...facts, ...link, ...mail };
      const describe = (document: DocumentView) => toInvoiceNote(document, balance, tells);
      return replyToCreation(call, created, { describe, extra, uncertain: DOCUMENT.uncertainNote });
    },
  };
}

export const adjustmentNotes = {
  ...notes("95"),
  reply: async (call: Call, created: Created<NoteDraft>) => {
    const { balance, extra } = await readMore(call, created);
    const describe = (document: DocumentView) => ({ documento: toAdjustmentNote(document, balance) });
    return replyToRecorded(call, created, { describe, extra, uncertain: DOCUMENT.uncertainNote });
  },
};

/** The balance that is left, and what v2 adds to every answer; a notice says of a name that the signed note does not carry. */
export async function readMore(call: Call, { request: { draft, naming }, key, result }: Created<NoteDraft>) {
  const { module } = KINDS[draft.typeCode];
  const [balance, printable] = await Promise.all([
    readBalance(call, result.type === "issued" ? result.document : null),
    loadIssued(call, module, result),
  ]);
  const isKept = result.type === "issued" && result.document !== null && result.document.note?.correctedId !== null;
  const tells = discloseTaken(call, draft.typeCode, isKept);
  const signed = printable?.document;
  const party = module === "dse" ? signed?.supplier : signed?.customer;
  if (party !== undefined) call.notice(describeNameDoubts(draft, party.name, naming));
  const extra = toFacts(call, { key, ...findKept(result) }, tells("print") ? printable : null);
  return { balance, extra, tells };
}
