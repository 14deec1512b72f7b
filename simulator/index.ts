// Runs a PRETEND TAX AUTHORITY: answers SOAP requests with verdicts by its own reading of the public rules. It is not the
// authority.
import { Authority, DELIVERY_HEADER, type Delivery } from "./authority.ts";
import type { SimulatorEnv } from "./env.ts";
import { PretendMail } from "./mail/pretend-mail.ts";
import { SERVICE_PATH } from "./wire-literal.ts";

export { Authority, PretendMail };

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
Mail           GET /mail[?to=ADDRESS]   GET /mail/{message_id}.eml   DELETE /mail (what the pretend mail took)
Acquirers      {type}9999{1..10} exist; 999000500 fault, 999000503 unavailable, 999000504 dropped, 999000408 slow
Tags           in the counterpart's name, of a note also in its motive: #aviso #rechazo #silencio #perdido #tarde #proceso #duplicado
               #cortado #html #fault #noautorizado #grande #ilegible #ajeno #lento
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
  return broken ? unreadable(answer.status, headers) : new Response(body, { status: answer.status, headers });
}

/**
 * What says that it is compressed and cannot be read: a client has the status, and its reading of the body ends in an error, as
 * when the connection breaks. A stream that ends in an error would do the same, but every Worker that passes it on reports it
 * as an exception of its own.
 */
function unreadable(status: number, headers: Headers): Response {
  headers.set("Content-Encoding", "gzip");
  return new Response(UNREADABLE, { status, headers, encodeBody: "manual" });
}

/** The header of a gzip file, and a block of a kind that does not exist. */
const UNREADABLE = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 7, 0xff, 0xff);
