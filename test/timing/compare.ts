// Times refusals over one connection in a drawn order, and says whether their times tell them apart.
import { randomInt } from "node:crypto";
import { Agent, type OutgoingHttpHeaders, request } from "node:http";

/** Beyond this, two means count as different (Welch's t). */
export const T_MOST = 4.5;
const WARM_UP = 500;

/** A refusal as it came. */
export interface Refused {
  readonly status: number | undefined;
  readonly body: string;
  readonly tookMs: number;
}

/** Asks over one connection; `close` ends it. */
export function openConnection() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (url: string, headers: OutgoingHttpHeaders = {}): Promise<Refused> =>
    new Promise((resolve, reject) => {
      const startMs = performance.now();
      const sent = request(url, { agent, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("error", reject);
        response.on("end", () => {
          const tookMs = performance.now() - startMs;
          resolve({ status: response.statusCode, body: Buffer.concat(parts).toString(), tookMs });
        });
      });
      sent.on("error", reject);
      sent.end();
    });
  return { ask, close: () => agent.destroy() };
}

/** Times `samples` of each kind. Which comes first is drawn in each round: what the machine does meanwhile befalls all of them. */
export async function timeInTurns<Kind extends string>(
  kinds: readonly Kind[],
  samples: number,
  ask: (kind: Kind) => Promise<number>,
): Promise<ReadonlyMap<Kind, readonly number[]>> {
  const times = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  for (let round = -Math.min(WARM_UP, samples); round < samples; round += 1) {
    const first = randomInt(kinds.length);
    for (const kind of [...kinds.slice(first), ...kinds.slice(0, first)]) {
      const tookMs = await ask(kind);
      if (round >= 0) times.get(kind)?.push(tookMs);
    }
  }
  return times;
}

interface Statistics {
  readonly mean: number;
  /** Variance of the mean. */
  readonly spread: number;
}

function measure(values: readonly number[]): Statistics {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, spread: squares / (values.length - 1) / values.length };
}

/** Welch's t of two kinds, with their means in milliseconds. */
export function compareTimes(one: readonly number[], other: readonly number[]) {
  const [first, second] = [measure(one), measure(other)];
  const t = (first.mean - second.mean) / Math.sqrt(first.spread + second.spread);
  return { t, isAlike: Math.abs(t) < T_MOST, means: [first.mean, second.mean] as const };
}
