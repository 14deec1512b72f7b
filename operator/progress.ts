// Shows how far a long command is: what is done, how fast, and how long the rest takes.
import { printSpan } from "./moment.ts";

/** Says how much is done, of how much where that is known. */
export type Progress = (what: string, done: number, total?: number) => void;

/** Between two lines. */
const PAUSE_MS = 500;
/** Fewer seconds say nothing of how fast it goes. */
const SURE_MS = 2_000;

/** @param show takes a line that replaces the one before; nothing is shown without it. */
export function createProgress(show: ((line: string) => void) | undefined, nowMs: () => number): Progress {
  const startMs = nowMs();
  let shownMs = startMs;
  return (what, done, total) => {
    const now = nowMs();
    if (show === undefined || now - shownMs < PAUSE_MS) return;
    shownMs = now;
    const rate = (done * 1000) / (now - startMs);
    const whole = total === undefined ? String(done) : `${done} of ${total}`;
    const isSure = total !== undefined && now - startMs >= SURE_MS && rate > 0;
    const left = isSure ? `, ${printSpan(((total - done) * 1000) / rate)} left` : "";
    show(`${whole} ${what}, ${rate.toFixed(rate < 10 ? 1 : 0)}/s${left}`);
  };
}
