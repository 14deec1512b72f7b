// Lists the payment methods that are configured for a company.
import type { PaymentMethod } from "../../domain/company.ts";
import type { ReplyOf } from "../app/reply.ts";
import { type Call, declareRoute, type Route } from "../app/route.ts";
import { ApiError } from "../base/error.ts";
import { describeParameter, PARAMETER } from "../message/request.ts";
import type { paymentMethodListSchema } from "./reply-schema.ts";

const list = declareRoute({
  operationId: "listPaymentMethods",
  method: "GET",
  path: "/fe/payment-methods",
  scope: "fe.read",
  tag: "FE",
  summary: "Listar métodos de pago",
  description: "Métodos de pago configurados para la empresa. Sirve también para comprobar la conexión: no crea nada.",
  query: [
    {
      name: "active",
      description: "`true`: solo los que se pueden usar.",
      schema: { type: "boolean" },
      example: true,
    },
  ],
  answers: async () => {
    const { paymentMethodListSchema } = await import("./reply-schema.ts");
    return [{ status: 200, description: "Los métodos de pago.", schema: paymentMethodListSchema }];
  },
  codes: ["invalid_parameter"],
  handle: listPaymentMethods,
});

/** The route of payment methods. */
export const paymentMethodRoutes: readonly Route[] = [list];

/** Loaded with the company itself; clients can use it as a connectivity check that creates no document. */
async function listPaymentMethods(call: Call): Promise<ReplyOf<200, typeof paymentMethodListSchema>> {
  const isActiveOnly = readActive(call.query);
  const methods = call.caller.company.paymentMethods.filter((method) => !isActiveOnly || method.isActive);
  return { status: 200, body: { ok: true, payment_methods: methods.map(toWireMethod) } };
}

function readActive(query: URLSearchParams): boolean {
  const text = query.get("active");
  if (text === null || text === "" || text === "false") return false;
  if (text === "true") return true;
  const detail = describeParameter("active", PARAMETER.boolean(text));
  throw new ApiError("invalid_parameter", detail.message, [detail]);
}

function toWireMethod(method: PaymentMethod) {
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
