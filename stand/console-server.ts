// Serves the console over a running stand to whoever is at this machine, who needs no login here.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { eq } from "drizzle-orm";
import { createConsole } from "../console/app.ts";
import type { Ledger } from "../console/ledger.ts";
import { openStandFiles, reachStand } from "../operator/access/stand.ts";
import { OperatorError } from "../operator/error.ts";
import { render } from "../renderer/render.ts";
import type { DrawingRequest } from "../src/domain/document/drawing.ts";
import { build, connect, type Database, findOne, isReading } from "../src/store/base/db.ts";
import { companies } from "../src/store/base/schema.ts";

const HOST = "127.0.0.1";
/** Who reads on a stand. */
const LOCAL_USER = "local@stand";

export interface ConsoleServer {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Listens on a local port.
 * @param stand where it listens, and its process.
 * @throws OperatorError when no stand runs there; Error when the port is taken.
 */
export async function serveConsole(
  stand: { readonly origin: string; readonly pid: number },
  port: number,
): Promise<ConsoleServer> {
  const ledger = await openStandLedger(stand);
  const app = createConsole<object>({
    admit: async () => ({ type: "reader", name: LOCAL_USER }),
    open: () => ledger,
    target: () => "",
    runbooks: () => "",
    nowMs: Date.now,
    unanswered: (words) => words.noStand,
  });
  const origin = `http://${HOST}:${port}`;
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // A page of elsewhere reaches this port under a name of its own.
    if (incoming.headers.host !== `${HOST}:${port}`) {
      return void outgoing.writeHead(403, { "content-type": "text/plain; charset=utf-8" }).end(sayWhere(origin));
    }
    const { method = "GET", url = "/" } = incoming;
    const headers = { "accept-language": incoming.headers["accept-language"] ?? "" };
    const response = await app.fetch(new Request(`${origin}${url}`, { method, headers }), {});
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin, close };
}

/** What a person reads who opened it as `localhost`. */
function sayWhere(origin: string): string {
  return `La consola se abre en ${origin}/ y bajo ningún otro nombre.\nThe console opens at ${origin}/ and under no other name.\n`;
}

async function openStandLedger(stand: { readonly origin: string; readonly pid: number }): Promise<Ledger> {
  const running = await reachStand(stand);
  const [first, ...others] = running?.shards.map(({ execute }) => connect(onlyReading(execute))) ?? [];
  if (first === undefined) throw new OperatorError("no stand is running", "start it with `npm start`");
  const databases = [first, ...others] as const;
  const draw = async (request: DrawingRequest) => {
    const logo = request.logo === null ? null : Buffer.from(request.logo, "base64");
    return render({ ...request, logo }).bytes;
  };
  return {
    ...openStandFiles(stand.origin),
    draw,
    maker: null,
    databases,
    open: (companyId) => openCompany(databases, companyId),
  };
}

function onlyReading(execute: Parameters<typeof connect>[0]): Parameters<typeof connect>[0] {
  return async (queries) => {
    if (!queries.every(isReading)) throw new Error("the console only reads");
    return execute(queries);
  };
}

/** Where the directory says that the company lives. */
function openCompany(databases: Ledger["databases"], companyId: number): Database {
  const [directory] = databases;
  if (databases.length === 1) return directory;
  const batch: Database["batch"] = async (items) => {
    const place = build.select({ shard: companies.shard }).from(companies).where(eq(companies.id, companyId));
    const { shard = 0 } = (await findOne(directory, place)) ?? {};
    return (databases[shard] ?? directory).batch(items);
  };
  return { batch };
}
