// Receives webhooks on this machine: checks each signature with the typed client and prints what it heard as one line.
import { createServer, type IncomingMessage, type Server } from "node:http";
import { z } from "zod";
import { verifyWebhook, WebhookError, type WebhookMessage } from "../client/src/webhook.ts";

/** Bytes of a message; one of this service has less than a thousand. */
const MOST = 65_536;
const CHANGE = z.object({
  documento: z.object({
    id: z.number(),
    modulo: z.string(),
    prefijo: z.string(),
    consecutivo: z.number(),
    estado_authority: z.string(),
  }),
});

export interface ReceiverOptions {
  /** `whsec_…`, or two while one is rotated. */
  readonly secrets: readonly string[];
  readonly print: (line: string) => void;
}

/** A server that is not listening yet. It answers 204, 401 to what is not signed or too old, 405 and 413. */
export function createReceiver({ secrets, print }: ReceiverOptions): Server {
  const heard = new Set<string>();
  const receive = async (request: IncomingMessage): Promise<number> => {
    if (request.method !== "POST") return 405;
    const body = await readBody(request);
    if (body === undefined) return 413;
    try {
      const message = await verifyWebhook(request.headers, body, secrets);
      print(describe(message, heard.has(message.id)));
      heard.add(message.id);
      return 204;
    } catch (cause) {
      if (!(cause instanceof WebhookError || cause instanceof SyntaxError)) throw cause;
      print(`refused: ${cause.message}`);
      return 401;
    }
  };
  return createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      (cause: unknown) => {
        print(`failed: ${String(cause)}`);
        response.writeHead(500).end();
      },
    );
  });
}

/** Undefined where it is too long. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.byteLength;
    if (length > MOST) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function describe({ id, type, timestamp, data }: WebhookMessage, isRepeated: boolean): string {
  const change = CHANGE.safeParse(data);
  const words = [timestamp, type];
  if (change.success) {
    const { id: documentId, modulo, prefijo, consecutivo, estado_authority } = change.data.documento;
    words.push(modulo, `${prefijo}${consecutivo}`, estado_authority, `document ${documentId}`);
  }
  return [...words, id, ...(isRepeated ? ["(again)"] : [])].join("  ");
}
