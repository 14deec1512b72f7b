// Sets the Worker's clock ahead of the platform's, so that what is due comes at once and no real alarm fires beside the test's
// own.
import { vi } from "vitest";

/** Less than the pretend authority allows between clocks, more than a test file lasts. */
const START_AHEAD_MS = 150_000;

const platformNow = Date.now.bind(Date);
let aheadMs = 0;

/** Sets the clock ahead, anew for each test; alarms armed from now on are set for later than any test waits. */
export function setClockAhead(): void {
  aheadMs = START_AHEAD_MS;
  vi.spyOn(Date, "now").mockImplementation(() => platformNow() + aheadMs);
}

/** Lets time pass. @throws Error in a test that has not set the clock ahead: its time would not pass. */
export function advanceClock(milliseconds: number): void {
  if (!vi.isMockFunction(Date.now)) throw new Error("setClockAhead() comes first");
  aheadMs += milliseconds;
}

/** Stops the clock: what is not due now will not be, however slow the machine. @returns what lets it run again. */
export function stopClock(): () => void {
  const stoppedAt = platformNow();
  const spy = vi.spyOn(Date, "now").mockImplementation(() => stoppedAt);
  return () => spy.mockRestore();
}
