// Reads the body of a ticket and finds all that is wrong with it: in its shape, and in the meaning of the parts that have one.
import type { Company } from "../../domain/company.ts";
import type { InvoiceDraft, SoftwareMaker } from "../../domain/draft/draft.ts";
import type { JsonObject } from "../../domain/value/json.ts";
import type { Env } from "../../env.ts";
import type { Call } from "../app/route.ts";
import type { ReadSound } from "../creation/request.ts";
import { checkSale } from "../invoice/check.ts";
import { findLimit } from "./limit.ts";
import { readTicket } from "./request.ts";

/** @throws ApiError `invalid_payload` with every problem of shape, and of meaning in the parts that could be read. */
export function checkTicket(call: Call, body: JsonObject): ReadSound<InvoiceDraft> {
  const { env, caller } = call;
  const limit = caller.company.refusesLargeTickets === true ? findLimit(env, Date.now()) : null;
  return checkSale(call, readTicket(body, { maker: findMaker(env, caller.company), limit }));
}

/** Who made the software: the deployment's maker; a company that runs software of its own without one is it itself. */
function findMaker({ MAKER_PERSON, MAKER_NAME, MAKER_SOFTWARE }: Env, { name }: Pick<Company, "name">): SoftwareMaker {
  const company = MAKER_NAME || name;
  return { person: MAKER_PERSON || company, company, product: MAKER_SOFTWARE || "factura-edge" };
}
