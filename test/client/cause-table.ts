// Opens services that give no conclusive answer, each in its own way, and says what every client calls it; one that says in which
// language it is spoken to; and some that ask for a wait, each in its own form.
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A service, and what is in the message of a call that was tried there: an expression that every language reads alike. */
export interface CauseRow {
  readonly what: string;
  readonly baseUrl: string;
  /** How long a client waits for an answer, and in all. */
  readonly timeoutS: number;
  readonly patienceS: number;
  readonly says: string;
}

/** A language as it is chosen, none for the usual one, and what the service then says; null: a client is not made of it. */
export interface LanguageRow {
  readonly baseUrl: string;
  readonly language: string | null;
  readonly says: string | null;
}

/** A service that is busy, and the seconds that a client of no wait of its own then waits, from the least to the most. */
export interface AfterRow {
  readonly what: string;
  readonly baseUrl: string;
  readonly leastS: number;
  readonly mostS: number;
}

/** A client that waits so long between two tries makes one. */
export const ONE_TRY_DELAY_S = 60;

async function listen(answer: RequestListener) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl: `http://127.0.0.1:${port}/api/ext/v2`, close };
}

/** Begins an answer, and adds to it for ever. */
const drip: RequestListener = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 50);
  response.on("close", () => clearInterval(timer));
};

const sayLanguage: RequestListener = ({ headers }, response) => {
  response.writeHead(400, { "content-type": "application/json" });
  response.end(JSON.stringify({ code: "invalid_payload", error: headers["accept-language"] }));
};

/** What `Retry-After` says at this moment, and the wait that it asks for; a date has whole seconds, and its way takes some. */
const AFTERS = [
  { what: "seconds", say: () => "7", leastS: 7, mostS: 7 },
  { what: "a date", say: () => new Date(Date.now() + 90_000).toUTCString(), leastS: 30, mostS: 90 },
  { what: "a date that has passed", say: () => new Date(Date.now() - 90_000).toUTCString(), leastS: 0, mostS: 0 },
  { what: "a date that is none", say: () => "Mon, 99 Abc 2026 10:00:00 GMT", leastS: 0, mostS: 0 },
  { what: "words", say: () => "soon", leastS: 0, mostS: 0 },
  { what: "nothing", say: () => "", leastS: 0, mostS: 0 },
] as const;

const openAfters = () =>
  Promise.all(
    AFTERS.map(async ({ say, ...row }) => ({
      ...row,
      ...(await listen((_, response) => response.writeHead(429, { "retry-after": say() }).end("{}"))),
    })),
  );

/** The rows, and what closes their services. */
export async function openCauses(): Promise<{
  readonly causes: readonly CauseRow[];
  readonly languages: readonly LanguageRow[];
  readonly afters: readonly AfterRow[];
  readonly close: () => void;
}> {
  const gone = await listen(() => undefined);
  gone.close();
  const silent = await listen(() => undefined);
  const dripping = await listen(drip);
  const closed = await listen((_, response) => response.writeHead(503, { "content-type": "text/html" }).end("<html>"));
  const speaking = await listen(sayLanguage);
  const busy = await openAfters();
  const enough = { timeoutS: 60, patienceS: 60 };
  const late = "within|timed out";
  const { baseUrl } = speaking;
  return {
    causes: [
      { what: "a port on which nobody listens", ...gone, ...enough, says: "refused|REFUSED|connect" },
      {
        what: "a host that there is not",
        baseUrl: "http://nobody.invalid/api/ext/v2",
        ...enough,
        says: "ENOTFOUND|EAI_AGAIN|[Rr]esol|not known|No such host|No address",
      },
      { what: "a service that does not answer in time", ...silent, ...enough, timeoutS: 0.5, says: late },
      {
        what: "one that never answers, with less patience than time",
        ...silent,
        ...enough,
        patienceS: 0.5,
        says: late,
      },
      { what: "one that never ends its answer", ...dripping, ...enough, patienceS: 0.5, says: late },
      { what: "a service that is closed", ...closed, ...enough, says: "HTTP 503" },
    ],
    languages: [
      { baseUrl, language: null, says: "invalid_payload: es" },
      { baseUrl, language: "es", says: "invalid_payload: es" },
      { baseUrl, language: "en", says: "invalid_payload: en" },
      { baseUrl, language: "fr", says: null },
    ],
    afters: busy,
    close: () => {
      for (const service of [silent, dripping, closed, speaking, ...busy]) service.close();
    },
  };
}
