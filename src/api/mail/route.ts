// Declares the endpoints that send a document by e-mail once more, and list what was sent.
import type { Module } from "../../domain/company.ts";
import { MAIL_LIMITS } from "../../store/delivery/mail-deliveries.ts";
import { listMail } from "../../store/delivery/mail-list.ts";
import { BODY_CODES, type ErrorCode } from "../app/error-code.ts";
import { type Call, declareRoute, listReadModules, type Route } from "../app/route.ts";
import { listAllWireMail, toWireMail } from "../record/mail.ts";
import { MAIL_PARAMETERS, readMailQuery, writeMailCursor } from "../record/mail-query.ts";
import { getNamedDocument } from "../record/named-document.ts";
import { orderOne } from "./order.ts";

/** E-mails of one page. */
const PAGE = 100;

/** What the routes of each module's documents are called. */
const OF_MODULE = {
  fe: {
    path: "/fe/docs/:docId/envios",
    read: "fe.read",
    write: "fe.write",
    tag: "FE",
    order: "orderInvoiceMail",
    list: "listInvoiceMail",
    what: "un documento",
  },
  dee: {
    path: "/dee/documentos/:docId/envios",
    read: "dee.read",
    write: "dee.write",
    tag: "DEE",
    order: "orderTicketMail",
    list: "listTicketMail",
    what: "un tiquete",
  },
} as const;

function declareOrder(module: keyof typeof OF_MODULE) {
  const { path, write, tag, order, what } = OF_MODULE[module];
  return declareRoute({
    versions: ["v2"],
    operationId: order,
    method: "POST",
    path,
    reads: module,
    scope: write,
    key: "header",
    tag,
    summary: `Enviar ${what} por correo`,
    description: `Envía otra vez el documento por correo, a una dirección: el mismo ZIP del envío automático. Solo de documentos \`aceptado\`; hasta ${MAIL_LIMITS.perAddress} en 24 horas a una dirección y ${MAIL_LIMITS.perDocument} de un documento. Repetirlo con la misma clave no envía otro.`,
    body: {
      schema: async () => (await import("../record/mail-schema.ts")).mailOrderSchema,
      description: "A quién, y qué se le dice.",
    },
    answers: async () => {
      const { mailOrderedSchema } = await import("../record/mail-schema.ts");
      return [
        {
          status: 200,
          description: "La clave ya era de este envío: cómo va.",
          schema: mailOrderedSchema,
          headers: ["Idempotent-Replayed"],
        },
        { status: 202, description: "Se enviará enseguida.", schema: mailOrderedSchema },
      ] as const;
    },
    codes: ORDER_CODES,
    handle: (call) => orderOne(call, module),
  });
}

const ORDER_CODES: readonly ErrorCode[] = [
  ...BODY_CODES,
  "missing_idempotency_key",
  "invalid_idempotency_key",
  "idempotency_conflict",
  "invalid_parameter",
  "not_found",
  "not_ready",
  "not_deliverable",
  "mail_disabled",
  "recipient_suppressed",
  "envio_limit",
];

function declareList(module: keyof typeof OF_MODULE) {
  const { path, read, tag, list, what } = OF_MODULE[module];
  return declareRoute({
    versions: ["v2"],
    operationId: list,
    method: "GET",
    path,
    reads: module,
    scope: read,
    tag,
    summary: `Listar los envíos de ${what}`,
    description: "Los envíos por correo de un documento, el más reciente primero, y cómo va cada uno.",
    answers: async () => {
      const { documentMailSchema } = await import("../record/mail-schema.ts");
      return [{ status: 200, description: "Los envíos del documento.", schema: documentMailSchema }];
    },
    codes: ["invalid_parameter", "not_found"],
    handle: (call) => listOne(call, module),
  });
}

const listOfCompany = declareRoute({
  versions: ["v2"],
  operationId: "listMail",
  method: "GET",
  path: "/envios",
  scope: "fe.read",
  otherScopes: ["dee.read"],
  tag: "FE",
  summary: "Listar los envíos de la empresa",
  description:
    "Los envíos por correo de todos los documentos, el más reciente primero; por ejemplo los `rebotado`. Se ven los módulos de los permisos de lectura del token.",
  query: MAIL_PARAMETERS,
  answers: async () => {
    const { companyMailSchema } = await import("../record/mail-schema.ts");
    return [{ status: 200, description: "Los envíos.", schema: companyMailSchema }];
  },
  codes: ["invalid_parameter", "invalid_cursor"],
  handle: async (call) => {
    const asked = readMailQuery(call.query);
    const modules = listReadModules(call.caller);
    // One more says whether there are others.
    const found = await listMail(call.db, { companyId: call.caller.company.id, modules, ...asked, limit: PAGE + 1 });
    const page = found.slice(0, PAGE);
    const last = page.at(-1);
    const hay_mas = found.length > PAGE;
    const cursor = hay_mas && last !== undefined ? writeMailCursor(last) : null;
    return { status: 200 as const, body: { ok: true as const, envios: page.map(toWireMail), cursor, hay_mas } };
  },
});

/** The routes of e-mail. */
export const mailRoutes: readonly Route[] = [
  declareOrder("fe"),
  declareList("fe"),
  declareOrder("dee"),
  declareList("dee"),
  listOfCompany,
];

async function listOne(call: Call, module: Module) {
  const { id, companyId } = getNamedDocument(call, module);
  return { status: 200 as const, body: { ok: true as const, ...(await listAllWireMail(call.db, companyId, id)) } };
}
