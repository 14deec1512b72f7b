// Runs `npm run deep -- mail --schedules N --seed N`: e-mail in that many schedules, how often each fault befell each wait, then each
// planted bug until a schedule finds it.
import { parseArgs } from "node:util";
import { MAIL_PLANTED, type MailPlanted, type MailTally, playMail, printMailCoverage } from "./mail.ts";

const SHOWN_MAX = 5;
const PLANTED_SCHEDULES = 2_000;

const { values } = parseArgs({
  options: { schedules: { type: "string", default: "100000" }, seed: { type: "string", default: "1" } },
});

process.exitCode = (await main()) ? 0 : 1;

async function main(): Promise<boolean> {
  const [schedules, firstSeed] = [Number(values.schedules), Number(values.seed)];
  for (const [name, value] of Object.entries({ schedules, seed: firstSeed })) {
    if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} is a whole number from 1 on`);
  }
  const startMs = Date.now();
  const wrong: string[] = [];
  const tally: MailTally = new Map();
  for (let done = 0; done < schedules; done += 1) {
    const found = await playMail(firstSeed + done, undefined, tally);
    wrong.push(...found.map((one) => `seed ${firstSeed + done}: ${one}`));
  }
  const seconds = Math.round((Date.now() - startMs) / 1_000);
  console.log(`${schedules} schedules in ${seconds} s: ${wrong.length} violations`);
  for (const one of wrong.slice(0, SHOWN_MAX)) console.log(`  ${one}`);
  const coverage = printMailCoverage(tally);
  console.log(coverage.text);
  let missed = 0;
  for (const planted of MAIL_PLANTED) {
    const seed = await findSeed(planted);
    if (seed === undefined) missed += 1;
    console.log(seed === undefined ? `SURVIVED  ${planted}` : `found     ${planted}: seed ${seed}`);
  }
  return wrong.length === 0 && missed === 0 && coverage.isComplete;
}

async function findSeed(planted: MailPlanted): Promise<number | undefined> {
  for (let seed = 1; seed <= PLANTED_SCHEDULES; seed += 1) {
    if ((await playMail(seed, planted)).length > 0) return seed;
  }
  return undefined;
}
