// Plays the delivery to webhooks in many schedules, with every fault at every wait, and finds each bug that is planted in it. DELIVERY_SCHEDULES plays more.
import { expect, it } from "vitest";
import { type DeliveryTally, PLANTED, playDelivery, printDeliveryCoverage } from "./delivery.ts";

const SCHEDULES = Number(process.env.DELIVERY_SCHEDULES ?? 1_000);

it(`delivers every change at least once and in order, or disables with an alert, in ${SCHEDULES} schedules`, {
  timeout: 3_600_000,
}, async () => {
  const wrong: string[] = [];
  const tally: DeliveryTally = new Map();
  for (let seed = 1; seed <= SCHEDULES && wrong.length < 5; seed += 1) {
    const found = await playDelivery(seed, undefined, tally);
    wrong.push(...found.map((one) => `seed ${seed}: ${one}`));
  }
  expect(wrong).toEqual([]);
  const coverage = printDeliveryCoverage(tally, SCHEDULES);
  expect(coverage.isComplete, coverage.text).toBe(true);
});

it.each(PLANTED)("finds a planted bug: %s", { timeout: 600_000 }, async (planted) => {
  for (let seed = 1; seed <= 2_000; seed += 1) if ((await playDelivery(seed, planted)).length > 0) return;
  expect.unreachable("no schedule found it");
});
