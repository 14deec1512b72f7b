import { verifyWebhook, WebhookError } from "../../client/src/client-v2.ts";

/** For any server of `Request` and `Response`: Workers, Bun, Deno, Hono, Next.js. */
export async function receive(request: Request, secret: string, nowMs = Date.now()): Promise<Response> {
  try {
    const { id, type, data } = await verifyWebhook(request.headers, await request.text(), secret, nowMs);
    // Keep it under its id, and process it after the answer.
    console.log(id, type, data);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof WebhookError) return new Response(null, { status: 401 });
    throw error;
  }
}
