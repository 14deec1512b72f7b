// Lists the payment methods that are configured for a company.
import type { PaymentMethod } from "../../domain/company.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Call, Reply, Route } from "../route.ts";

export const paymentMethodRoutes: readonly Route[] = [
  { method: "GET", path: "/fe/payment-methods", scope: "fe.read", handle: listPaymentMethods },
];

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
