// Converts a change to the form that clients receive, in the feed and in webhooks.
import { type Change, nameChange, typeOfChange } from "../store/watch/changes.ts";

/** Ids and states only, no personal data; `identificador` is null until the document is signed. */
export function toWireChange(change: Change) {
  const { sequence, documentId, module, typeCode, prefix, number, state, fiscalId } = change;
  const tipo = typeOfChange(state);
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
  };
}
