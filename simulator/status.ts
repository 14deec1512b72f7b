// Turns a remembered document into the status answer that is given about it.
import type { Finding } from "./judge/sheet.ts";
import { describe } from "./response.ts";
import type { StatusAnswer } from "./soap-answer.ts";
import type { StoredDocument } from "./store.ts";

/** Rule 90: the number already belongs to an accepted document. */
export const DUPLICATE: Finding = { code: "90", severity: "rejection", text: "Documento procesado anteriormente." };

/** What the web server gives when the service is down. */
export const UNAVAILABLE = {
  status: 503,
  contentType: "text/html; charset=us-ascii",
  body:
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN""http://www.w3.org/TR/html4/strict.dtd">\r\n<HTML><HEAD><TITLE>Service ' +
    "Unavailable</TITLE></HEAD>\r\n<BODY><h2>Service Unavailable</h2>\r\n<hr><p>HTTP Error 503. The service is unavailable.</p>" +
    "\r\n</BODY></HTML>\r\n",
} as const;

/** A synchronous answer, or one to GetStatus, while the document is being validated. */
export const IN_PROCESS: StatusAnswer = {
  errors: undefined,
  isValid: false,
  statusCode: "98",
  description: "Documento en proceso de validación.",
  message: undefined,
  response: undefined,
  documentKey: undefined,
  fileName: undefined,
};

/** Rule 90 alone, with the original ApplicationResponse. */
export function duplicateStatus(document: StoredDocument): StatusAnswer {
  return settledStatus({ ...document, isValid: false, errors: [describe(DUPLICATE)] });
}

/** What the authority calls a document; anything else is an invoice. */
const NAMES: Readonly<Record<string, string>> = {
  "05": "El Documento Soporte",
  "91": "La Nota crédito electrónica",
  "20": "El Documento equivalente electrónico",
  "92": "La Nota débito electrónica",
  "93": "La Nota de ajuste débito",
  "94": "La Nota de ajuste crédito",
  "95": "La Nota de ajuste al Documento Soporte",
};

/** The final answer about a document. */
export function settledStatus(document: StoredDocument): StatusAnswer {
  const name = NAMES[document.type] ?? "La Factura electrónica";
  const authorized = name.startsWith("El ") ? "autorizado" : "autorizada";
  const isKnown = !document.documentKey.startsWith("zip:") && document.response !== undefined;
  return {
    errors: document.errors,
    isValid: document.isValid,
    statusCode: document.isValid ? "00" : "99",
    description: document.isValid ? "Procesado Correctamente." : "Validación contiene errores en campos mandatorios.",
    message: document.isValid
      ? `${name} ${document.number}, ha sido ${authorized}.`
      : "Documento con errores en campos mandatorios.",
    response: document.response,
    documentKey: isKnown ? document.documentKey : undefined,
    fileName: document.fileName,
  };
}

/** Said before anything is kept or even read: no document is named. */
export function refusalStatus(reply: "notAuthorized" | "tooLarge" | "unreadable", nit: string): StatusAnswer {
  const blank = {
    message: undefined,
    response: undefined,
    documentKey: undefined,
    fileName: undefined,
    isValid: false,
  };
  if (reply === "notAuthorized") {
    const description = `NIT ${nit} no autorizado a enviar documentos para emisor con NIT ${nit}.`;
    return { ...blank, errors: [], statusCode: "89", description };
  }
  if (reply === "unreadable") {
    const description = "Validación contiene errores en campos mandatorios.";
    return { ...blank, errors: ["El archivo no es legible."], statusCode: "99", description };
  }
  const rule: Finding = { code: "ZA01", severity: "rejection", text: "El tamaño del archivo XML supera los 500 KB." };
  const description = "Validación contiene errores en campos mandatorios.";
  return { ...blank, errors: [describe(rule)], statusCode: "99", description };
}

/** What is said of anything more that is sent for a test set which has its figure. */
export function finishedSetStatus(testSetId: string): StatusAnswer {
  const blank = { errors: undefined, message: undefined, response: undefined, documentKey: undefined };
  const description = `Set de prueba con identificador ${testSetId} se encuentra Aceptado.`;
  return { ...blank, isValid: false, statusCode: "2", description, fileName: undefined };
}

/** Rule 90 that names a document of another system. */
export function takenStatus({ fileName }: { readonly fileName: string | undefined }): StatusAnswer {
  return {
    errors: [describe(DUPLICATE)],
    isValid: false,
    statusCode: "99",
    description: "Validación contiene errores en campos mandatorios.",
    message: "Documento con errores en campos mandatorios.",
    response: undefined,
    documentKey: "f".repeat(96),
    fileName,
  };
}
