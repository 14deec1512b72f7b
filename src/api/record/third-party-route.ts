// Lists the receivers that a company knows from its invoices.
import { listThirdParties } from "../../store/document/third-parties.ts";
import { listPageParameters, searchParameter } from "../app/query-parameter.ts";
import type { ReplyOf } from "../app/reply.ts";
import { type Call, declareRoute, type Route } from "../app/route.ts";
import { toThirdParty } from "./invoice.ts";
import { PER_PAGE_MAX, readOptionalPage, readPage } from "./list-query.ts";
import type { thirdPartyListSchema } from "./third-party-schema.ts";

/** The most records without parameters (about a megabyte): whole pages of the largest size, so that `page` goes on where it ends. */
const UNPAGED_MOST = 50 * PER_PAGE_MAX;

const list = declareRoute({
  operationId: "listThirdParties",
  method: "GET",
  path: "/fe/terceros",
  scope: "fe.read",
  tag: "FE",
  summary: "Listar terceros",
  description: `Adquirentes registrados por las facturas de la empresa, por nombre. Completo, salvo que se pida página o búsqueda, o que haya más de ${UNPAGED_MOST}: entonces trae los primeros ${UNPAGED_MOST} y los datos de página, y se sigue con \`page=${UNPAGED_MOST / PER_PAGE_MAX + 1}&per_page=${PER_PAGE_MAX}\`.`,
  query: [...listPageParameters(), searchParameter("Busca por nombre (cualquier parte, sin tildes) o número.")],
  answers: async () => {
    const { thirdPartyListSchema } = await import("./third-party-schema.ts");
    return [{ status: 200, description: "Los terceros.", schema: thirdPartyListSchema }];
  },
  codes: ["invalid_parameter"],
  handle: listReceivers,
});

/** The route of third parties. */
export const thirdPartyRoutes: readonly Route[] = [list];

/** Returns the whole list by default, up to a bound; with `q`, `page` or `per_page`, one page and its total. */
async function listReceivers(call: Call): Promise<ReplyOf<200, typeof thirdPartyListSchema>> {
  const { search, page, notices } = readOptionalPage(call.query, call.version);
  call.notice(notices);
  const wish = page ?? { page: 1, perPage: UNPAGED_MOST };
  const companyId = call.caller.company.id;
  const { rows, total } = await readPage(call, () => listThirdParties(call.db, companyId, search, wish));
  const terceros = rows.map(toThirdParty);
  if (page === null && total <= UNPAGED_MOST) return { status: 200, body: { ok: true, terceros } };
  const pages = Math.ceil(total / wish.perPage);
  return { status: 200, body: { ok: true, terceros, page: wish.page, per_page: wish.perPage, total, pages } };
}
