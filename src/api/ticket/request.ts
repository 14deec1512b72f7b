// Reads the body of POST dee/documentos into the draft of a sale with its till, and finds all that is wrong with it.
import type * as z from "zod";
import { FINAL_CONSUMER } from "../../domain/catalogue/catalogue.ts";
import type { Company } from "../../domain/company.ts";
import type { InvoiceDraft, SoftwareMaker, TicketDraft } from "../../domain/draft/draft.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../domain/value/json.ts";
import type { Env } from "../../env.ts";
import type { Call } from "../app/route.ts";
import type { ReadSound } from "../creation/create.ts";
import { readDecimalTexts } from "../field/decimal-text.ts";
import { readFields } from "../field/field.ts";
import { toHandOverWish } from "../field/mail.ts";
import { createNaming, findUnknownMembers, listNames, resolveAliases } from "../field/name.ts";
import {
  checkSale,
  findUnusedCountry,
  INVOICE_ALIASES,
  INVOICE_NAMES,
  type InvoiceRequest,
  readParts,
  toDraft,
} from "../invoice/request.ts";
import { findLimit } from "./limit.ts";
import { ticketPart, ticketSchema } from "./request-schema.ts";

type TicketWire = z.output<typeof ticketSchema>;

const NAMES = listNames(ticketSchema, INVOICE_ALIASES);
const NOBODY = { numero_doc: FINAL_CONSUMER.number } as const;

/** What a deployment and a company say of all their tickets. */
type TicketTerms = Pick<TicketDraft, "maker" | "limit">;

/** Reads a body; what depends on the company or the clock is left to the domain. */
export function readTicket(sent: JsonObject, terms: TicketTerms): InvoiceRequest {
  const { body, remarks } = readDecimalTexts(sent, NAMES);
  const { value, problems, spell } = resolveAliases(body, INVOICE_ALIASES);
  const read = readFields(ticketSchema, value, spell, true);
  const typeErrors = [...problems, ...read.problems, ...findUnusedCountry(body)];
  return {
    draft: typeErrors.length === 0 && read.value !== undefined ? toTicketDraft(read.value, terms) : undefined,
    metadata: read.value?.metadatos ?? null,
    handOver: toHandOverWish(read.value?.envio),
    typeErrors,
    parts: typeErrors.length === 0 ? {} : readTicketParts(value, terms),
    unused: findUnknownMembers(body, NAMES, "v2"),
    remarks,
    canonical: value,
    naming: createNaming({ kind: "invoice", isStrict: true, isTicket: true }, INVOICE_NAMES, spell),
  };
}

/** The parts of the same sale as an invoice would say it, without what no ticket has; and its till. */
function readTicketParts(value: JsonValue, terms: TicketTerms): InvoiceRequest["parts"] {
  const read = readFields(ticketPart, value).value;
  const ticket = read === undefined ? {} : { ticket: toTicket(read, terms) };
  if (!isJsonObject(value)) return ticket;
  const sale = {
    ...value,
    receptor: value.receptor ?? NOBODY,
    caja: null,
    aiu: null,
    withholdings: null,
    currency: null,
  };
  return { ...readParts(sale, "v2"), ...ticket };
}

function toTicketDraft({ receptor, ...sale }: TicketWire, terms: TicketTerms) {
  return { ...toDraft({ ...sale, receptor: receptor ?? NOBODY, caja: null }, "v2"), ticket: toTicket(sale, terms) };
}

function toTicket({ caja, comprador }: z.output<typeof ticketPart>, terms: TicketTerms): TicketDraft {
  const { placa, ubicacion, tipo, cajero, codigo_venta: saleCode } = caja ?? {};
  const { codigo: code, nombre: name, puntos: points } = comprador ?? {};
  return {
    till: {
      plate: placa || null,
      place: ubicacion || null,
      type: tipo || null,
      cashier: cajero || null,
      saleCode: saleCode || null,
    },
    buyer: { code: code || null, name: name || null, points: points || null },
    ...terms,
  };
}

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
