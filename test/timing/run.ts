// Runs `npm run deep -- token-timing --samples N`: times a token that does not exist and one with a wrong secret, in turn,
// against the deployed bundle: the time must not show which of the two it was.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { crc32 } from "node:zlib";
import { prepareDeployment } from "../crash/deployment.ts";
import { compareTimes, openConnection, T_MOST, timeInTurns } from "./compare.ts";

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

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { samples: { type: "string", default: "10000" } } });
  const samples = Number(values.samples);
  if (!Number.isSafeInteger(samples) || samples < 2) throw new Error("--samples is a whole number from 2 on");
  const { ask, close } = openConnection();
  const deployment = await prepareDeployment({ pollScale: 1, print });
  try {
    await deployment.service.start();
    const [company] = deployment.companies;
    const knownId = company?.tokens.all.split("_")[2];
    if (company === undefined || knownId === undefined) throw new Error("the stand has no token");
    const url = `${deployment.service.origin}/api/ext/v1/companies/${company.id}/dse/documentos/1`;
    const draw = { unknown: () => printToken(drawText(12)), wrong: () => printToken(knownId) };
    const times = await timeInTurns(["unknown", "wrong"], samples, async (kind) => {
      const { status, tookMs } = await ask(url, { authorization: `Bearer ${draw[kind]()}` });
      if (status !== 401) throw new Error(`${status}, not 401`);
      return tookMs;
    });
    const { t, isAlike, means } = compareTimes(times.get("unknown") ?? [], times.get("wrong") ?? []);
    print(
      `${samples} of each: unknown ${means[0].toFixed(3)} ms, wrong secret ${means[1].toFixed(3)} ms, t = ${t.toFixed(2)} (goal |t| < ${T_MOST}): ${isAlike ? "alike" : "DIFFERENT"}`,
    );
    return isAlike ? 0 : 1;
  } finally {
    close();
    await deployment.clear();
  }
}

process.exitCode = await main();
