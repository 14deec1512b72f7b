// Declares the endpoints that send a document by e-mail once more, and list what was sent.
import { wakeMailer } from "../../delivery/mail/stub.ts";
import { fullNumber, type Module } from "../../domain/company.ts";
import type { Env } from "../../env.ts";
import { computeFingerprint } from "../../issuance/fingerprint.ts";
import { MAIL_LIMITS, type MailOrdered, orderMail } from "../../store/delivery/mail-deliveries.ts";
import { listMail } from "../../store/delivery/mail-list.ts";
import type { StoredDocument } from "../../store/document/documents.ts";
import { writeWarning } from "../../telemetry/alert.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import { readConfirmedBody } from "../app/body.ts";
import { BODY_CODES, type ErrorCode } from "../app/error-code.ts";
import { noticeOrRefuse, throwIfWrong } from "../app/payload.ts";
import { type Call, declareRoute, listReadModules, type Route } from "../app/route.ts";
import { ApiError } from "../base/error.ts";
import { type KeyRule, readKeyed } from "../creation/idempotency.ts";
import { resolveAliases } from "../field/alias.ts";
import { readFields } from "../field/field.ts";
import { findUnknownMembers, listNames } from "../field/unknown-name.ts";
import { MAIL } from "../message/mail.ts";
import { listAllWireMail, toWireMail } from "../record/mail.ts";
import { MAIL_PARAMETERS, readMailQuery, writeMailCursor } from "../record/mail-query.ts";
import { getNamedDocument } from "../record/named-document.ts";

/** E-mails of one page. */
const PAGE = 100;
const KEY: KeyRule = { names: [], max: 120, advice: null };
/** Of who repeats an order: nothing was sent again. */
const REPLAYED = { "Idempotent-Replayed": "true" };

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
    key: "required",
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

async function orderOne(call: Call, module: Module) {
  const document = getNamedDocument(call, module);
  const { key, fingerprint, recipient, message } = await readOrder(call);
  refuseUnfit(call, document, recipient);
  const { id: documentId, companyId } = document;
  const ordered = await orderMail(call.db, {
    companyId,
    documentId,
    module,
    key,
    fingerprint,
    recipient,
    message,
    nowIso: new Date().toISOString(),
  });
  const mail = getOrdered(ordered, document, fingerprint);
  const isReplay = ordered.type === "known";
  call.log({ delivery: mail.ordinal, isReplay });
  if (!isReplay) call.keepRunning(wake(call.env, companyId));
  const body = { ok: true as const, envio: toWireMail(mail) };
  return isReplay ? { status: 200 as const, body, headers: REPLAYED } : { status: 202 as const, body };
}

/** The e-mail is durable: where its object is not reached, the minute's job wakes it. */
async function wake(env: Env, companyId: number): Promise<void> {
  try {
    await wakeMailer(env, companyId);
  } catch (cause) {
    writeWarning("poke_failed", { companyId, error: describeError(cause) });
  }
}

/** @throws ApiError `idempotency_conflict`, `recipient_suppressed`, `envio_limit`. */
function getOrdered(ordered: MailOrdered, document: StoredDocument, fingerprint: string) {
  switch (ordered.type) {
    case "suppressed":
      throw new ApiError("recipient_suppressed", MAIL.suppressed);
    case "limited": {
      const { freeAt } = ordered;
      const message = freeAt === null ? MAIL.documentFull : MAIL.addressFull(MAIL_LIMITS.perAddress, freeAt);
      throw new ApiError("envio_limit", message);
    }
    case "known":
      if (ordered.mail.fingerprint === fingerprint) break;
      throw new ApiError("idempotency_conflict", MAIL.conflict, [], nameOwner(document));
    case "ordered":
  }
  return ordered.mail;
}

/** @throws ApiError of a document, or a company, that nothing is sent of. */
function refuseUnfit({ env, caller: { company } }: Call, document: StoredDocument, recipient: string): void {
  const { mail = null } = company;
  const isAllowed = document.environment === "produccion" || mail?.testAddresses.includes(recipient) === true;
  if (!isAllowed) throw new ApiError("not_deliverable", MAIL.notDeliverable);
  if (document.state !== "aceptado") throw new ApiError("not_ready", MAIL.notReady, [], nameOwner(document));
  if (env.EMAIL === undefined || mail === null) throw new ApiError("mail_disabled", MAIL.disabled);
}

function nameOwner({ id, state, ...numbered }: StoredDocument) {
  return { id, number: fullNumber(numbered), state };
}

async function readOrder(call: Call) {
  const bytes = await readConfirmedBody(call);
  const { mailOrderSchema } = await import("../record/mail-schema.ts");
  const { body, key } = readKeyed(bytes, call.request.headers, KEY, false);
  const { value, problems, spell } = resolveAliases(body, { names: {} });
  const read = readFields(mailOrderSchema, value, spell);
  const unknown = findUnknownMembers(body, listNames(mailOrderSchema, { names: {} }), call.version);
  throwIfWrong("invalid_payload", noticeOrRefuse(call, unknown), [...problems, ...read.problems]);
  if (key === null || read.value === undefined) throw new Error("an order without problems has its key and its values");
  const { correo: recipient, mensaje: message = null } = read.value;
  return { key, recipient, message, fingerprint: await computeFingerprint(value, []) };
}
