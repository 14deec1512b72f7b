// Converts a change to the form that clients receive, in the feed and in webhooks.
import { nameMail } from "../domain/document/mail-delivery.ts";
import { type Change, nameChange, typeOfChange } from "../store/watch/changes.ts";

/** Ids and states only, no personal data; `identificador` is null until the document is signed. */
export function toWireChange(change: Change) {
  const { sequence, documentId, module, typeCode, prefix, number, state, fiscalId, mailState } = change;
  const tipo = mailState === null ? typeOfChange(state) : (`envio.${mailState}` as const);
  return {
    id: nameChange(change),
    tipo,
    fecha: new Date(sequence).toISOString(),
    documento: {
      id: documentId,
      modulo: module,
      tipo_authority: typeCode,
      prefijo: prefix,
      consecutivo: number,
      estado_authority: state,
      identificador: tipo === "documento.creado" ? null : fiscalId,
    },
    ...toMailFacts(change),
  };
}

/** Of a change of an e-mail: which, and what became of it; never to whom it went. */
function toMailFacts({ companyId, documentId, delivery: ordinal, mailState, mailReason }: Change) {
  if (ordinal === null || mailState === null) return {};
  return { envio: { id: nameMail({ companyId, documentId, ordinal }), estado: mailState, motivo: mailReason } };
}
