// Lists the receivers that a company knows from its invoices.
import { listThirdParties } from "../../store/third-parties.ts";
import { toThirdParty } from "../invoice/detail.ts";
import { readOptionalPage } from "../list-query.ts";
import { listPageParameters, searchParameter } from "../query-parameter.ts";
import type { ReplyOf } from "../reply.ts";
import { type Call, declareRoute, type Route } from "../route.ts";
import { thirdPartyListSchema } from "./reply-schema.ts";

const list = declareRoute({
  operationId: "listThirdParties",
  method: "GET",
  path: "/fe/terceros",
  scope: "fe.read",
  tag: "FE",
  summary: "Listar terceros",
  description: "Adquirentes registrados por las facturas de la empresa. Completo, salvo que se pida página o búsqueda.",
  query: [...listPageParameters(), searchParameter("Busca por nombre (cualquier parte, sin tildes) o número.")],
  answers: [{ status: 200, description: "Los terceros.", schema: thirdPartyListSchema }],
  codes: ["invalid_parameter"],
  handle: listReceivers,
});

export const thirdPartyRoutes: readonly Route[] = [list];

/** Whole by default; with `q`, `page` or `per_page` one page and its total (design 5). */
async function listReceivers(call: Call): Promise<ReplyOf<200, typeof thirdPartyListSchema>> {
  const { search, page } = readOptionalPage(call.query);
  const { rows, total } = await listThirdParties(call.env.DB, call.caller.company.id, search, page);
  const terceros = rows.map(toThirdParty);
  if (page === null) return { status: 200, body: { ok: true, terceros } };
  const pages = Math.ceil(total / page.perPage);
  return { status: 200, body: { ok: true, terceros, page: page.page, per_page: page.perPage, total, pages } };
}
