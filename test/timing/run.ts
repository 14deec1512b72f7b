// Runs `npm run deep -- token-timing --samples N`: times a token that does not exist and one with a wrong secret, in turn,
// against the deployed bundle: the time must not show which of the two it was.
import { randomInt } from "node:crypto";
import { Agent, request } from "node:http";
import { parseArgs } from "node:util";
import { crc32 } from "node:zlib";
import { prepareDeployment } from "../crash/deployment.ts";

/** Beyond this, two means count as different (Welch's t). */
const T_MOST = 4.5;
const WARM_UP = 500;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const print = (line: string) => process.stdout.write(`${line}\n`);

const drawText = (length: number) => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** A token's text with a sound checksum: only the database knows that it is none. */
function printToken(id: string): string {
  const body = `fed_demo_${id}_${drawText(43)}`;
  let rest = crc32(body);
  let checksum = "";
  while (checksum.length < 6) {
    checksum = `${ALPHABET[rest % ALPHABET.length]}${checksum}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return `${body}_${checksum}`;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds until a refusal has come whole. */
function time(url: string, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const startMs = performance.now();
    const sent = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 401) resolve(performance.now() - startMs);
        else reject(new Error(`${response.statusCode}, not 401`));
      });
    });
    sent.on("error", reject);
    sent.end();
  });
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

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { samples: { type: "string", default: "10000" } } });
  const samples = Number(values.samples);
  if (!Number.isSafeInteger(samples) || samples < 2) throw new Error("--samples is a whole number from 2 on");
  const deployment = await prepareDeployment({ pollScale: 1, print });
  try {
    await deployment.service.start();
    const [company] = deployment.companies;
    const knownId = company?.tokens.all.split("_")[2];
    if (company === undefined || knownId === undefined) throw new Error("the stand has no token");
    const url = `${deployment.service.origin}/api/ext/v1/companies/${company.id}/dse/documentos/1`;
    const times: Readonly<Record<"unknown" | "wrong", number[]>> = { unknown: [], wrong: [] };
    const draw = { unknown: () => printToken(drawText(12)), wrong: () => printToken(knownId) };
    for (let round = -WARM_UP; round < samples; round += 1) {
      // Which comes first is drawn: what the machine does meanwhile befalls both.
      const order = randomInt(2) === 0 ? (["unknown", "wrong"] as const) : (["wrong", "unknown"] as const);
      for (const kind of order) {
        const tookMs = await time(url, draw[kind]());
        if (round >= 0) times[kind].push(tookMs);
      }
    }
    const [unknown, wrong] = [measure(times.unknown), measure(times.wrong)];
    const t = (unknown.mean - wrong.mean) / Math.sqrt(unknown.spread + wrong.spread);
    const isAlike = Math.abs(t) < T_MOST;
    print(
      `${samples} of each: unknown ${unknown.mean.toFixed(3)} ms, wrong secret ${wrong.mean.toFixed(3)} ms, t = ${t.toFixed(2)} (goal |t| < ${T_MOST}): ${isAlike ? "alike" : "DIFFERENT"}`,
    );
    return isAlike ? 0 : 1;
  } finally {
    agent.destroy();
    await deployment.clear();
  }
}

process.exitCode = await main();
