// Declares the endpoints that give a document's link for the buyer and end all of them.
import { fullNumber, type Module } from "../../domain/company.ts";
import { changeLinks, findLinkGeneration } from "../../store/document/document-link.ts";
import { noticeOrRefuse, readConfirmedBody, throwIfWrong } from "../app/body.ts";
import { BODY_CODES } from "../app/error-code.ts";
import { type Call, declareRoute, type Route } from "../app/route.ts";
import { ApiError } from "../base/error.ts";
import { readJsonObject } from "../field/json.ts";
import { TEXT } from "../message/request.ts";
import { giveLink, LINK_DAYS, NO_LINK } from "./link.ts";
import { getNamedDocument } from "./named-document.ts";

/** The modules whose documents a buyer opens, and how their paths and words differ. */
const OF_MODULE = {
  fe: { path: "/fe/docs/:docId/enlace", scope: "fe.write", tag: "FE", names: ["createLink", "deleteLinks"], of: "" },
  dee: {
    path: "/dee/documentos/:docId/enlace",
    scope: "dee.write",
    tag: "DEE",
    names: ["createTicketLink", "deleteTicketLinks"],
    of: " de un tiquete",
  },
} as const satisfies Readonly<Partial<Record<Module, object>>>;

/** The routes of links; `link-visit.ts` is where they lead. */
export const linkRoutes: readonly Route[] = [...declareLinks("fe"), ...declareLinks("dee")];

function declareLinks(module: keyof typeof OF_MODULE): readonly Route[] {
  const { path, scope, tag, names, of } = OF_MODULE[module];
  const shared = {
    versions: ["v2"],
    path,
    reads: module,
    scope,
    tag,
    answers: async () => {
      const { linkAnswerSchema } = await import("./link-schema.ts");
      return [{ status: 200, description: "El enlace que queda.", schema: linkAnswerSchema }] as const;
    },
  } as const;
  const give = declareRoute({
    ...shared,
    operationId: names[0],
    method: "POST",
    summary: `Dar un enlace al comprador${of}`,
    description:
      "Da el enlace con el que el comprador abre su documento y descarga PDF, XML y ZIP sin token. `renovar` deja sin efecto los anteriores (410). Solo de documentos `aceptado`.",
    body: {
      schema: async () => (await import("./link-schema.ts")).linkRequestSchema,
      description: "Cuánto abre; `{}` para lo usual.",
    },
    codes: [...BODY_CODES, "invalid_parameter", "not_found", "not_ready"],
    handle: (call) => answerLink(call, module),
  });
  const end = declareRoute({
    ...shared,
    operationId: names[1],
    method: "DELETE",
    summary: `Revocar los enlaces del comprador${of}`,
    description:
      "Deja sin efecto todos los enlaces del documento (410), hasta que se pida uno nuevo. Repetirlo no cambia nada.",
    codes: ["invalid_parameter", "not_found"],
    handle: async (call) => {
      const { id, companyId } = getNamedDocument(call, module);
      await changeLinks(call.db, "end", { id, companyId });
      return { status: 200 as const, body: { ok: true as const, ...NO_LINK } };
    },
  });
  return [give, end];
}

async function answerLink(call: Call, module: Module) {
  const wish = await readWish(call);
  const document = getNamedDocument(call, module);
  if (document.state !== "aceptado") {
    const owner = { id: document.id, number: fullNumber(document), state: document.state };
    throw new ApiError("not_ready", TEXT.linkNotReady, [], { owner });
  }
  const { id, companyId, linkGeneration } = document;
  const current = findLinkGeneration(linkGeneration);
  const change = wish.isRenewed ? "renew" : "reopen";
  const isChanged = wish.isRenewed || current === null;
  const generation = isChanged ? await changeLinks(call.db, change, { id, companyId }) : current;
  return {
    status: 200 as const,
    body: { ok: true as const, ...(await giveLink(call.env, { ...document, generation }, wish.days)) },
  };
}

async function readWish(call: Call): Promise<{ readonly days: number; readonly isRenewed: boolean }> {
  const body = readJsonObject(await readConfirmedBody(call));
  const { readPlainBody } = await import("../field/plain-body.ts");
  const { linkRequestSchema } = await import("./link-schema.ts");
  const { value, problems, unused } = readPlainBody(body, linkRequestSchema, call.version);
  throwIfWrong("invalid_payload", noticeOrRefuse(call, unused), problems);
  return { days: value?.dias ?? LINK_DAYS, isRenewed: value?.renovar === true };
}
