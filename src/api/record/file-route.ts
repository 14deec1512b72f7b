// Declares the endpoints that serve the files of a document: signed XML, the authority's answer, container and what is drawn of it.
import { fullNumber, type Module } from "../../domain/company.ts";
import {
  CODE_PAGES,
  DRAWINGS,
  describeDrawing,
  findReceipt,
  LAYOUTS,
  nameReceipt,
  STRIPS,
} from "../../domain/document/drawing.ts";
import { type ClientFile, nameFile } from "../../issuance/file/document-file.ts";
import { replyToError, throwIfAny } from "../app/error-table.ts";
import { isNamed } from "../app/etag.ts";
import type { QueryParameter } from "../app/query-parameter.ts";
import { type Call, declareRoute, type Route } from "../app/route.ts";
import { ApiError, type Detail } from "../base/error.ts";
import { PARAMETER, TEXT } from "../message/request.ts";
import { addProblem, readChoice } from "./list-query.ts";
import { getNamedDocument } from "./named-document.ts";
import { openForReader, typeOf, XML, ZIP } from "./open-file.ts";

const NAMES: Readonly<Record<string, ClientFile>> = {
  xml: "xml",
  respuesta: "response",
  contenedor: "container",
  ...Object.fromEntries(LAYOUTS.map((layout) => [`${layout}.pdf`, layout])),
  "qr.svg": "qr.svg",
  "qr.png": "qr.png",
  ...Object.fromEntries(STRIPS.map((strip) => [`${strip}.escpos`, nameReceipt({ strip, page: CODE_PAGES[0] })])),
};
/** Support documents and their notes have no container. */
const NAMES_BY_MODULE: Readonly<Record<Module, readonly string[]>> = {
  fe: Object.keys(NAMES),
  dse: Object.keys(NAMES).filter((name) => NAMES[name] !== "container"),
  dee: Object.keys(NAMES),
};

const NOT_READY = { code: "not_ready", message: TEXT.fileNotReady } as const;
const LOST = { code: "file_lost", message: TEXT.fileLost } as const;
const KEPT_FOR_GOOD = "private, max-age=31536000, immutable";

const DESCRIPTION =
  "Descarga un archivo del documento, los mismos bytes siempre: `xml` (firmado, desde `firmado`), `respuesta` (ApplicationResponse firmada por la autoridad), %s`carta.pdf`, `tirilla-80.pdf` y `tirilla-58.pdf` (representación gráfica), `tirilla-80.escpos` y `tirilla-58.escpos` (la tirilla en bytes para la impresora, sin logotipo), `qr.svg` y `qr.png` (el código QR, con su margen); todos menos `xml` existen desde `aceptado`. `ETag` es el SHA-256 del archivo: con `If-None-Match` se responde 304.";
const CONTAINER = "`contenedor` (el ZIP que se entrega al comprador, con `ad….xml` y su PDF), ";

const DRAWN = [...new Set(DRAWINGS.map((drawing) => describeDrawing(drawing).media))];
const QUERY: readonly QueryParameter[] = [
  {
    name: "tabla",
    description:
      "Solo con `.escpos`: tabla de caracteres de la impresora, `cp1252` si falta. Lo que la tabla no tiene se imprime con el signo más parecido, o como `?`; `ascii` sirve en toda impresora, sin tildes.",
    schema: { type: "string", enum: [...CODE_PAGES] },
    example: "cp858",
  },
];

const SHARED = {
  query: QUERY,
  versions: ["v2"],
  method: "GET",
  codes: ["invalid_parameter", "not_found", "file_not_found", "not_ready", "file_lost"],
} as const;

const invoiceFile = declareRoute({
  ...SHARED,
  operationId: "getInvoiceFile",
  path: "/fe/docs/:docId/archivos/:nombre",
  reads: "fe",
  scope: "fe.read",
  tag: "FE",
  summary: "Descargar archivo de factura o nota",
  description: DESCRIPTION.replace("%s", CONTAINER),
  answers: async () => (await import("./file-answers.ts")).listAnswers([XML, ZIP, ...DRAWN]),
  handle: (call) => handOver(call, "fe"),
});

const supportDocumentFile = declareRoute({
  ...SHARED,
  operationId: "getSupportDocumentFile",
  path: "/dse/documentos/:docId/archivos/:nombre",
  reads: "dse",
  scope: "dse.read",
  tag: "DSE",
  summary: "Descargar archivo de documento soporte o nota",
  description: DESCRIPTION.replace("%s", ""),
  answers: async () => (await import("./file-answers.ts")).listAnswers([XML, ...DRAWN]),
  handle: (call) => handOver(call, "dse"),
});

const ticketFile = declareRoute({
  ...SHARED,
  operationId: "getTicketFile",
  path: "/dee/documentos/:docId/archivos/:nombre",
  reads: "dee",
  scope: "dee.read",
  tag: "DEE",
  summary: "Descargar archivo de tiquete o nota",
  description: DESCRIPTION.replace("%s", CONTAINER),
  answers: async () => (await import("./file-answers.ts")).listAnswers([XML, ZIP, ...DRAWN]),
  handle: (call) => handOver(call, "dee"),
});

/** The routes of files. */
export const fileRoutes: readonly Route[] = [invoiceFile, supportDocumentFile, ticketFile];

async function handOver(call: Call, module: Module) {
  const document = getNamedDocument(call, module);
  const file = getFile(call, module);
  const found = await openForReader(call.env, call.caller.company, document, file);
  if (found === undefined || found === "lost") {
    const owner = { id: document.id, number: fullNumber(document), state: document.state };
    const error = found === "lost" ? LOST : NOT_READY;
    return replyToError({ ...error, details: [], owner }, call.requestId);
  }
  const etag = `"${found.sha256}"`;
  const headers = {
    ETag: etag,
    ...(document.state === "aceptado" ? { "Cache-Control": KEPT_FOR_GOOD } : {}),
  };
  if (isNamed(call.request.headers.get("if-none-match"), etag)) {
    if (found.body instanceof ReadableStream) await found.body.cancel();
    return { status: 304, body: {}, file: null, headers } as const;
  }
  const fileName = nameFile(document, file === "container" ? "zip" : file);
  return {
    status: 200,
    body: {},
    file: found.body,
    headers: {
      ...headers,
      "Content-Type": typeOf(file),
      "Content-Length": String(found.size),
      "Content-Disposition": `attachment; filename="${fileName}"`,
    },
  } as const;
}

/** The file that the path names. @throws ApiError `file_not_found` when documents of the module have none of that name; `invalid_parameter`. */
function getFile(call: Call, module: Module): ClientFile {
  const names = NAMES_BY_MODULE[module];
  const name = call.parameters.nombre ?? "";
  const file = names.includes(name) ? NAMES[name] : undefined;
  if (file === undefined) {
    throw new ApiError("file_not_found", TEXT.noFile, [{ path: "nombre", message: TEXT.fileNames(names) }]);
  }
  return inCodePage(file, call.query);
}

/** A receipt in the code page that the query asks for, which no other file has. */
function inCodePage(file: ClientFile, query: URLSearchParams): ClientFile {
  const problems: Detail[] = [];
  const page = readChoice(query, "tabla", CODE_PAGES, problems);
  const receipt = file === "xml" || file === "response" || file === "container" ? undefined : findReceipt(file);
  if (page !== null && receipt === undefined) addProblem(problems, "tabla", PARAMETER.onlyReceipts);
  throwIfAny("invalid_parameter", problems);
  return page === null || receipt === undefined ? file : nameReceipt({ ...receipt, page });
}
