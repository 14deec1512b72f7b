// Shows how far a long command is: what is done, how fast, and how long the rest takes.
import { printSpan } from "./moment.ts";

/** Says how much is done, of how much where that is known; the first time it says where the work begins, or goes on. */
export type Progress = (what: string, done: number, total?: number) => void;

/** Between two lines. */
const PAUSE_MS = 500;
/** Fewer seconds say nothing of how fast it goes. */
const SURE_MS = 2_000;

/** @param show takes a line that replaces the one before; nothing is shown without it. */
export function createProgress(show: ((line: string) => void) | undefined, nowMs: () => number): Progress {
  let shownMs = nowMs();
  const begun = new Map<string, { readonly done: number; readonly atMs: number }>();
  return (what, done, total) => {
    if (show === undefined) return;
    const now = nowMs();
    const start = begun.get(what) ?? { done, atMs: now };
    begun.set(what, start);
    if (now - shownMs < PAUSE_MS) return;
    shownMs = now;
    const passed = now - start.atMs;
    const rate = passed === 0 ? 0 : ((done - start.done) * 1000) / passed;
    const whole = total === undefined ? String(done) : `${done} of ${total}`;
    const isSure = total !== undefined && passed >= SURE_MS && rate > 0;
    const left = isSure ? `, ${printSpan(((total - done) * 1000) / rate)} left` : "";
    show(`${whole} ${what}${rate === 0 ? "" : `, ${rate.toFixed(rate < 10 ? 1 : 0)}/s`}${left}`);
  };
}
