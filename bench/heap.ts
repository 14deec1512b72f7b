// Reads through the inspector how much memory V8 keeps for a Worker.
import * as z from "zod";
import type { Stack } from "./stack.ts";

const MEGABYTE = 2 ** 20;
const answerSchema = z.object({
  id: z.literal(1),
  result: z.object({ totalSize: z.number(), backingStorageSize: z.number() }),
});

/**
 * Megabytes that V8 has taken for the heap of the stack's only Worker, garbage and all, with the buffers outside it: never less
 * than what was in use at once. The stack is started with `inspectorPort: 0`.
 */
export async function readHeapMb({ miniflare }: Stack): Promise<number> {
  const { host } = await miniflare.getInspectorURL();
  const socket = new WebSocket(`ws://${host}/core:user:`);
  try {
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", () => reject(new Error("the inspector does not answer")));
    });
    const answer = new Promise<unknown>((resolve) => {
      socket.addEventListener("message", ({ data }) => resolve(JSON.parse(String(data))), { once: true });
    });
    socket.send(JSON.stringify({ id: 1, method: "Runtime.getHeapUsage" }));
    const { totalSize, backingStorageSize } = answerSchema.parse(await answer).result;
    return (totalSize + backingStorageSize) / MEGABYTE;
  } finally {
    socket.close();
  }
}
