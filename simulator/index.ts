// Runs a PRETEND TAX AUTHORITY: answers SOAP requests with verdicts by its own reading of the public rules. It is not the
// authority.
import { Authority, DELIVERY_HEADER, type Delivery } from "./authority.ts";
import type { SimulatorEnv } from "./env.ts";
import { SERVICE_PATH } from "./wire-literal.ts";

export { Authority };

const ABOUT = `Esto NO es la autoridad tributaria. Es un simulador para desarrollar y probar clientes: nada de lo que se
envíe aquí llega a la autoridad, y nada de lo que responda tiene valor fiscal.

This is NOT the tax authority. It is a simulator for building and testing clients: nothing sent here reaches the
authority, and no answer given here has any fiscal value.

SOAP 1.2       POST ${SERVICE_PATH}
               SendBillSync SendBillAsync SendTestSetAsync GetStatus GetStatusZip GetNumberingRange GetAcquirer GetXmlByDocumentKey
Register       PUT /taxpayers/{nit}   GET /taxpayers   PUT /acquirers
Ledger         GET /ledger[?since=SEQ&document_key=KEY&limit=N]   GET /ledger/{document_key}.xml   GET /ledger/{document_key}.soap
               DELETE /ledger (forgets documents, keeps the register)
Random faults  POST /faults {"seed":1,"rates":{"drop_after":0.1}}   GET /faults   DELETE /faults
Acquirers      {type}9999{1..10} exist; 999000500 fault, 999000503 unavailable, 999000504 dropped, 999000408 slow
Tags           in the counterpart's name: #aviso #rechazo #silencio #perdido #tarde #proceso #duplicado #cortado #html #fault #lento
`;

export default {
  async fetch(request: Request, env: SimulatorEnv): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/") return new Response(ABOUT, { headers: { "content-type": "text/plain; charset=utf-8" } });
    const authority = env.AUTHORITY.get(env.AUTHORITY.idFromName("authority"));
    return deliver(await authority.fetch(request));
  },
};

/** Holds an answer back, or breaks it, as the object asked. */
async function deliver(answer: Response): Promise<Response> {
  const asked = answer.headers.get(DELIVERY_HEADER);
  if (asked === null) return answer;
  const { delayMs, broken } = JSON.parse(asked) as Delivery;
  const headers = new Headers(answer.headers);
  headers.delete(DELIVERY_HEADER);
  const body = await answer.text();
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  const bytes = new TextEncoder().encode(body);
  return new Response(broken ? brokenBody(bytes.byteLength) : bytes, { status: answer.status, headers });
}

/**
 * A body of a stated length that ends in an error before its first byte, so that the client sees the connection break.
 * Without a stated length the platform would end the chunked body as if it were complete.
 */
function brokenBody(length: number): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(length);
  const breaking = writable.getWriter().abort(new Error("the connection is dropped on purpose"));
  breaking.catch((cause: unknown) => console.info(`dropped: ${String(cause)}`));
  return readable;
}
