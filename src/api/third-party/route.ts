// Lists the receivers that a company knows from its invoices.
import { listThirdParties } from "../../store/third-parties.ts";
import { toThirdParty } from "../invoice/detail.ts";
import { readOptionalPage } from "../list-query.ts";
import type { Call, Reply, Route } from "../route.ts";

export const thirdPartyRoutes: readonly Route[] = [
  { method: "GET", path: "/fe/terceros", scope: "fe.read", handle: listReceivers },
];

/** Whole by default; with `q`, `page` or `per_page` one page and its total (design 5). */
async function listReceivers(call: Call): Promise<Reply> {
  const { search, page } = readOptionalPage(call.query);
  const { rows, total } = await listThirdParties(call.env.DB, call.caller.company.id, search, page);
  const terceros = rows.map(toThirdParty);
  if (page === null) return { status: 200, body: { ok: true, terceros } };
  const pages = Math.ceil(total / page.perPage);
  return { status: 200, body: { ok: true, terceros, page: page.page, per_page: page.perPage, total, pages } };
}
