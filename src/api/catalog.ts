// The catalogues of a company: receivers known from its invoices, and its payment methods (contract 4.3, 4.4).
import type { PaymentMethod } from "../domain/company.ts";
import { Refusal } from "../domain/refusal.ts";
import { listThirdParties } from "../store/third-parties.ts";
import type { Call, Reply, Route } from "./route.ts";
import { toThirdParty } from "./wire/invoice-detail.ts";
import { readOptionalPage } from "./wire/list-query.ts";

export const catalogRoutes: readonly Route[] = [
  { method: "GET", path: "/fe/terceros", scope: "fe.read", handle: listReceivers },
  { method: "GET", path: "/fe/payment-methods", scope: "fe.read", handle: listPaymentMethods },
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

/** Comes with the company itself: usable as a connectivity check that creates no document. */
async function listPaymentMethods(call: Call): Promise<Reply> {
  const isActiveOnly = readActive(call.query);
  const methods = call.caller.company.paymentMethods.filter((method) => !isActiveOnly || method.isActive);
  return { status: 200, body: { ok: true, payment_methods: methods.map(toWireMethod) } };
}

function readActive(query: URLSearchParams): boolean {
  const text = query.get("active");
  if (text === null || text === "" || text === "false") return false;
  if (text === "true") return true;
  const message = `El parámetro \`active\` debe ser true o false; se recibió ${JSON.stringify(text.slice(0, 40))}.`;
  throw new Refusal("invalid_parameter", message, [{ path: "active", message }]);
}

function toWireMethod(method: PaymentMethod): object {
  return {
    id: method.id,
    payment_form: method.form,
    label: method.label,
    payment_means_code: method.meansCode,
    payment_means_name: method.meansName,
    is_active: method.isActive,
    is_default: method.isDefault,
  };
}
