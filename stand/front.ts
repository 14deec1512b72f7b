// Stands in front of a sandbox: its page, its sign-up, the pretend mail of each visitor, and what of the service is public.
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { passOn } from "./gateway.ts";
import type { Registry } from "./registry.ts";
import { writeMailbox, writeSignUp, writeVisit } from "./sandbox-page.ts";

const HOST = "127.0.0.1";
/** What of the service is for everybody; the local platform's own interface, which opens the database, is not. */
const PUBLIC = /^\/(?:(?:api|d|en)\/.*|en|healthz|readyz|llms\.txt|[\w-]+\.(?:css|js|svg|png|ico))$/;
const MAILBOX = /^\/correo\/([\w-]{22})$/;
const ADDRESS = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/;
const BODY_MOST_BYTES = 2_048;
const HOUR_MS = 3_600_000;
/** Of one address on the network in an hour, of all in a day, and at once. */
const MOST_AN_HOUR = 5;
const MOST_A_DAY = 500;
const MOST_WAITING = 10;
const MAIL_TIMEOUT_MS = 10_000;

export interface Front {
  open(port: number, authorityPort: number, registry: Registry): void;
  /** Until the next `open` everything is answered with 503. */
  shut(): void;
  close(): Promise<void>;
}

interface Behind {
  readonly port: number;
  readonly authorityPort: number;
  readonly registry: Registry;
  /** Addresses of visitors, by the key of their mailbox. */
  readonly mailboxes: Map<string, string>;
  /** When sign-ups came, by the address on the network. */
  readonly signUps: Map<string, readonly number[]>;
}

interface Page {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
}

/** @param origin where visitors find it. @throws Error when the port is taken. */
export async function openFront(port: number, origin: string): Promise<Front> {
  let behind: Behind | undefined;
  const server = createServer((request, response) => {
    if (behind === undefined) return send(response, refuse(503, "La caja de arena se reinicia; repita en un minuto."));
    const { pathname, search } = new URL(request.url ?? "/", origin);
    if (PUBLIC.test(pathname)) {
      // As it was read, so that no other spelling of a path comes to another place.
      request.url = `${pathname}${search}`;
      return passOn(behind.port, request, response);
    }
    answer(behind, origin, request, pathname)
      .then((page) => send(response, page))
      .catch((cause: unknown) => {
        process.stderr.write(`sandbox: ${String(cause)}\n`);
        send(response, refuse(503, "No se pudo registrar la empresa; repita en un minuto."));
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
  return {
    open: (service, authorityPort, registry) => {
      behind = { port: service, authorityPort, registry, mailboxes: new Map(), signUps: new Map() };
    },
    shut: () => {
      behind = undefined;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(behind: Behind, origin: string, request: IncomingMessage, pathname: string): Promise<Page> {
  const [, mailbox] = MAILBOX.exec(pathname) ?? [];
  if (mailbox !== undefined && request.method === "GET") return showMail(behind, mailbox);
  if (pathname !== "/") return refuse(404, "No hay nada aquí.");
  if (request.method === "GET") return { status: 200, body: writeSignUp() };
  if (request.method === "POST") return signUp(behind, origin, request);
  return refuse(405, "Esta página se lee con GET y se envía con POST.");
}

async function signUp(behind: Behind, origin: string, request: IncomingMessage): Promise<Page> {
  const address = await readAddress(request);
  if (address === undefined) return refuse(400, "`correo` debe ser una dirección de correo, como ana@empresa.co.");
  if (isTooOften(behind, nameCaller(request))) return refuse(429, "Demasiadas empresas; repita más tarde.");
  const visit = await behind.registry.register();
  const key = randomBytes(16).toString("base64url");
  behind.mailboxes.set(key, address);
  const base = `${origin}/api/ext/v2`;
  const facts = { ...visit, base, docs: `${base}/docs`, mailbox: `${origin}/correo/${key}` };
  if (!(request.headers.accept ?? "").includes("json")) return { status: 201, body: writeVisit(facts) };
  const body = {
    base_url: base,
    company_id: visit.companyId,
    token: visit.token,
    docs: facts.docs,
    mailbox: facts.mailbox,
  };
  return { status: 201, body: JSON.stringify(body), type: "application/json" };
}

/** The address of a form or of JSON; undefined for what is none. */
async function readAddress(request: IncomingMessage): Promise<string | undefined> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > BODY_MOST_BYTES) return undefined;
  }
  const given = (request.headers["content-type"] ?? "").includes("json")
    ? /"correo"\s*:\s*"([^"\\]*)"/.exec(text)?.[1]
    : new URLSearchParams(text).get("correo")?.trim();
  return given !== undefined && ADDRESS.test(given) ? given : undefined;
}

/** Behind a tunnel everybody comes from this machine; the tunnel says from where. */
function nameCaller({ headers, socket }: IncomingMessage): string {
  const named = headers["cf-connecting-ip"];
  return typeof named === "string" ? named : (socket.remoteAddress ?? "");
}

function isTooOften({ registry, signUps }: Behind, caller: string): boolean {
  const since = Date.now() - HOUR_MS;
  const own = (signUps.get(caller) ?? []).filter((atMs) => atMs > since);
  const all = [...signUps.values()].reduce((sum, times) => sum + times.length, 0);
  if (own.length >= MOST_AN_HOUR || all >= MOST_A_DAY || registry.waiting >= MOST_WAITING) return true;
  signUps.set(caller, [...(signUps.get(caller) ?? []), Date.now()]);
  return false;
}

/** What the pretend mail took for a visitor's address. */
async function showMail({ authorityPort, mailboxes }: Behind, key: string): Promise<Page> {
  const address = mailboxes.get(key);
  if (address === undefined) return refuse(404, "Ese buzón no existe, o ya se borró.");
  const response = await fetch(`http://${HOST}:${authorityPort}/mail?to=${encodeURIComponent(address)}`, {
    signal: AbortSignal.timeout(MAIL_TIMEOUT_MS),
  });
  return { status: 200, body: writeMailbox(address, await response.json()) };
}

function refuse(status: number, error: string): Page {
  return { status, body: JSON.stringify({ ok: false, error }), type: "application/json" };
}

function send(response: ServerResponse, { status, body, type = "text/html" }: Page): void {
  response.writeHead(status, {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  });
  response.end(body);
}
