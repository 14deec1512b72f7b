// Plays e-mail in many schedules, with every fault at every wait, and finds each bug that is planted in it. MAIL_SCHEDULES plays more.
import { expect, it } from "vitest";
import { MAIL_PLANTED, type MailTally, playMail, printMailCoverage } from "./mail.ts";

const SCHEDULES = Number(process.env.MAIL_SCHEDULES ?? 2_000);

it(`ends every e-mail in a state, loses none, and sends none twice without a lost answer, in ${SCHEDULES} schedules`, {
  timeout: 3_600_000,
}, async () => {
  const wrong: string[] = [];
  const tally: MailTally = new Map();
  for (let seed = 1; seed <= SCHEDULES && wrong.length < 5; seed += 1) {
    const found = await playMail(seed, undefined, tally);
    wrong.push(...found.map((one) => `seed ${seed}: ${one}`));
  }
  expect(wrong).toEqual([]);
  const coverage = printMailCoverage(tally);
  expect(coverage.isComplete, coverage.text).toBe(true);
});

it.each(MAIL_PLANTED)("finds a planted bug: %s", { timeout: 600_000 }, async (planted) => {
  for (let seed = 1; seed <= 2_000; seed += 1) if ((await playMail(seed, planted)).length > 0) return;
  expect.unreachable("no schedule found it");
});
