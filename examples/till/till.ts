// Is a whole till: sells without a connection, issues what was sold exactly once, prints, takes back and closes the day.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ApiError, createClient, type InvoiceRequest, type TicketRequest } from "../../client/src/client-v2.ts";
import { type Paper, paperOfInvoice, paperOfTicket } from "./paper.ts";
import { openQueue, type Queue, type Ticket } from "./queue.ts";
import { pair, printStrip } from "./strip.ts";

/** One line of `sell`: the number of the ticket, and what an invoice has; without a buyer it is the final consumer's. */
type Sale = Partial<InvoiceRequest> & Pick<InvoiceRequest, "items"> & { readonly ticket: string };

/** What a return keeps: the sold ticket, and of which of its lines how many come back. */
interface Return {
  readonly sold: string;
  readonly items: readonly { readonly linea: number; readonly cant: string }[];
}

const FINAL_CONSUMER = { numero_doc: "222222222222" };
/** Concept of a credit note: part of the goods comes back. */
const RETURN_CONCEPT = "1";
/** Answers after which nothing was issued under the key with this content. Any other error stops `send`: it is not the ticket's. */
const REFUSALS: readonly number[] = [400, 409, 413, 415];

/** BASE_URL, COMPANY_ID and TOKEN, or the local stand. */
function connect() {
  const { BASE_URL: baseUrl, COMPANY_ID: companyId, TOKEN: token, WAIT_SCALE: scale = "1" } = process.env;
  const pace = {
    delaysMs: [5_000, 15_000, 30_000, 60_000].map((delayMs) => delayMs * Number(scale)),
    patienceMs: 120_000 * Number(scale),
  };
  if (baseUrl !== undefined && companyId !== undefined && token !== undefined) {
    return createClient({ baseUrl, companyId: Number(companyId), token, ...pace });
  }
  const path = join(import.meta.dirname, "../../.demo/demo.json");
  if (!existsSync(path)) throw new Error("set BASE_URL, COMPANY_ID and TOKEN, or run npm start");
  const demo = JSON.parse(readFileSync(path, "utf8"));
  const [company] = demo.companies;
  return createClient({ baseUrl: demo.base_url, companyId: company.id, token: company.tokens.all, ...pace });
}

type Counter = ReturnType<typeof openCounter>;
type Items = Return["items"];

/** What a sale becomes, and how it is taken back: an invoice, or with DOCUMENT=tiquete a POS ticket. */
function openCounter() {
  const { invoices, creditNotes, tickets, ticketCreditNotes } = connect();
  const more = { concepto: RETURN_CONCEPT, caja: TILL } as const;
  if (isTicketTill) {
    return {
      sell: (key: string, body: TicketRequest) => tickets.create(key, body),
      takeBack: (key: string, id: number, items: Items) =>
        ticketCreditNotes.create(key, { ...more, documento_id: id, items }),
      read: async (id: number) => paperOfTicket(await tickets.get(id)),
      close: tickets.close,
    };
  }
  return {
    sell: (key: string, body: InvoiceRequest) => invoices.create({ ...body, draft_key: key }),
    takeBack: (key: string, id: number, items: Items) => creditNotes.create(key, { ...more, factura_id: id, items }),
    read: async (id: number) => paperOfInvoice(await invoices.get(id)),
    close: invoices.close,
  };
}

/** Reads sales, a JSON object in each line. Uses no connection; what is confirmed is on the disk. */
async function sell(queue: Queue): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const { ticket, ...sale }: Sale = JSON.parse(line);
    queue.enter({ ticket, kind: "sale", body: JSON.stringify({ receptor: FINAL_CONSUMER, ...sale, ...WHERE }) });
    console.log(`vendido ${ticket}`);
  }
}

/** @param lines such as `2=1`: of the second line of the sold ticket, one. */
function takeBack(queue: Queue, ticket: string, sold: string, lines: readonly string[]): void {
  if (queue.find(sold)?.kind !== "sale") throw new Error(`no hay una venta con el tiquete ${sold}`);
  const items = lines.map((line) => {
    const [linea, cant = "1"] = line.split("=");
    return { linea: Number(linea), cant };
  });
  const content: Return = { sold, items };
  queue.enter({ ticket, kind: "return", body: JSON.stringify(content) });
  console.log(`devuelto ${ticket}`);
}

/** Issues what waits for it, oldest first. It may be killed anywhere, and run twice at once: the keys are the queue's. */
async function send(queue: Queue): Promise<void> {
  const counter = openCounter();
  for (const number of queue.listOpen()) {
    const ticket = queue.find(number);
    if (ticket !== undefined) console.log(`${number}: ${await issue(counter, queue, ticket)}`);
  }
}

async function issue(counter: Counter, queue: Queue, ticket: Ticket): Promise<string> {
  const pursue = prepare(counter, queue, ticket);
  if (pursue === undefined) return "espera a su venta";
  // From here on the service may have it: the content is not to be changed, whatever was answered to an earlier try.
  queue.settle(ticket.ticket, "waiting", null);
  const outcome = await pursue().catch((error: unknown) => {
    if (error instanceof ApiError && REFUSALS.includes(error.status)) return error;
    throw error;
  });
  if (outcome instanceof ApiError) {
    const reasons = outcome.message.replaceAll("\n ", "");
    queue.settle(ticket.ticket, "refused", reasons);
    return `no se emitió; corríjalo y regístrelo de nuevo. ${reasons}`;
  }
  if (outcome.type === "pending") return "emitido, sin resultado de la autoridad todavía";
  if (outcome.type === "rejected") {
    queue.settle(ticket.ticket, "rejected", outcome.body.error);
    return `rechazado; corríjalo y regístrelo de nuevo. ${outcome.body.error}`;
  }
  const paper = await counter.read(outcome.id);
  queue.settle(ticket.ticket, "accepted", JSON.stringify(paper));
  return `aceptado ${paper.shown?.numero} ${paper.total}`;
}

/** What issues a ticket; undefined for the return of a sale that is not accepted. */
function prepare(counter: Counter, queue: Queue, { kind, key, body }: Ticket) {
  if (kind === "sale") return () => counter.sell(key, JSON.parse(body));
  const { sold, items }: Return = JSON.parse(body);
  const paper = readPaper(queue.find(sold));
  return paper === undefined ? undefined : () => counter.takeBack(key, paper.id, items);
}

/** The document of an accepted ticket. */
function readPaper(ticket: Ticket | undefined): Paper | undefined {
  return ticket?.state === "accepted" && ticket.answer !== null ? JSON.parse(ticket.answer) : undefined;
}

/** Prints a ticket again as often as it is asked, also without a connection. */
function print(queue: Queue, ticket: string): void {
  const paper = readPaper(queue.find(ticket));
  if (paper === undefined) throw new Error(`el tiquete ${ticket} no está aceptado: todavía no se entrega`);
  process.stdout.write(printStrip(paper));
}

/**
 * Prints what this till issued on a day, by means of payment, as the service has added it up.
 * @throws Error while a ticket is not issued or was rejected, or when the service and the queue do not have the same.
 */
async function close(queue: Queue, day: string): Promise<void> {
  const { grupos } = await openCounter().close({ desde: day, hasta: day, agrupar: "caja" });
  const own = grupos.filter(({ clave }) => clave === TILL);
  for (const { moneda, tipos, medios, neto } of own) {
    const kinds = tipos.flatMap(({ tipo_authority, cantidad, total }) =>
      pair(`${tipo_authority} (${cantidad})`, total),
    );
    const means = medios.flatMap(({ nombre, valor }) => pair(nombre, valor));
    console.log([`Cierre de ${TILL}, ${day}, ${moneda}`, ...kinds, ...means, ...pair("NETO", neto)].join("\n"));
  }
  const left = [
    ["sin emitir", queue.listOpen()],
    ["rechazados por la autoridad", queue.listRejected()],
  ] as const;
  const complaints = left.flatMap(([what, tickets]) =>
    tickets.length === 0 ? [] : [`${what}: ${tickets.join(", ")}`],
  );
  if (complaints.length > 0) throw new Error(complaints.join("; "));
  const printed = queue.listAccepted().map((answer): Paper => JSON.parse(answer));
  const kept = printed.filter(({ shown }) => shown?.fecha === day);
  const counted = own.flatMap(({ tipos }) => tipos).reduce((sum, { cantidad }) => sum + cantidad, 0);
  const [total, issued] = [sumCents(kept), own.reduce((sum, { neto }) => sum + toCents(neto), 0n)];
  if (kept.length !== counted || total !== issued)
    throw new Error(`la caja tiene ${kept.length} documentos y el servicio ${counted}; ${total} y ${issued} centavos`);
}

/** Sales less returns. */
function sumCents(papers: readonly Paper[]): bigint {
  return papers.reduce((sum, { isReturn, total }) => (isReturn ? sum - toCents(total) : sum + toCents(total)), 0n);
}

/** Of decimal text with two decimals. */
const toCents = (amount: string) => BigInt(amount.replace(".", ""));

const { TILL = "caja-1", TILL_PLACE, TILL_FILE = "till.db", DOCUMENT = "factura" } = process.env;
const isTicketTill = DOCUMENT === "tiquete";
/** A ticket signs its till: the operator registered its plate, or it says where it stands. */
const WHERE = { caja: isTicketTill ? { placa: TILL, ubicacion: TILL_PLACE } : TILL };
const [command = "", ...parameters] = process.argv.slice(2);
const [first = "", second = "", ...others] = parameters;
const queue = openQueue(TILL_FILE, TILL);
try {
  if (command === "sell") await sell(queue);
  else if (command === "return" && others.length > 0) takeBack(queue, first, second, others);
  else if (command === "send") await send(queue);
  else if (command === "print" && first !== "") print(queue, first);
  else if (command === "close" && first !== "") await close(queue, first);
  else throw new Error("usage: sell < SALES | return TICKET SOLD LINE=QUANTITY… | send | print TICKET | close DAY");
} catch (cause) {
  if (!(cause instanceof Error)) throw cause;
  console.error(cause.message);
  process.exitCode = 1;
} finally {
  queue.close();
}
