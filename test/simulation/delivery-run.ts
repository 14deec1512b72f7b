// Runs `npm run deep -- deliveries --schedules N --seed N`: deliveries to webhooks in that many schedules, how often each fault befell
// each wait, then each planted bug until a schedule finds it.
import { parseArgs } from "node:util";
import { type DeliveryTally, PLANTED, playDelivery, printDeliveryCoverage } from "./delivery.ts";

const SHOWN_MAX = 5;
const PLANTED_SCHEDULES = 2_000;
const PROGRESS_EVERY = 10_000;

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
  const seconds = () => Math.round((Date.now() - startMs) / 1000);
  const wrong: string[] = [];
  const tally: DeliveryTally = new Map();
  for (let done = 0; done < schedules; done += 1) {
    const found = await playDelivery(firstSeed + done, undefined, tally);
    wrong.push(...found.map((one) => `seed ${firstSeed + done}: ${one}`));
    if ((done + 1) % PROGRESS_EVERY === 0) console.log(`${done + 1} schedules, ${seconds()} s`);
  }
  console.log(`${schedules} schedules in ${seconds()} s: ${wrong.length} violations`);
  for (const one of wrong.slice(0, SHOWN_MAX)) console.log(`  ${one}`);
  const coverage = printDeliveryCoverage(tally, schedules);
  console.log(coverage.text);
  let missed = 0;
  for (const planted of PLANTED) {
    const seed = await findSeed(planted);
    if (seed === undefined) missed += 1;
    console.log(seed === undefined ? `SURVIVED  ${planted}` : `found     ${planted}: seed ${seed}`);
  }
  console.log(`${PLANTED.length - missed} of ${PLANTED.length} planted bugs found`);
  return wrong.length === 0 && missed === 0 && coverage.isComplete;
}

async function findSeed(planted: (typeof PLANTED)[number]): Promise<number | undefined> {
  for (let seed = 1; seed <= PLANTED_SCHEDULES; seed += 1) {
    if ((await playDelivery(seed, planted)).length > 0) return seed;
  }
  return undefined;
}
