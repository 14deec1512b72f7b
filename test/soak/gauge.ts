// Measures the health of a running service every few seconds, and decides what grows.
import type { Program } from "../crash/program.ts";

/** One look at the service. */
export interface Sample {
  readonly atMs: number;
  /** How often it was killed before. */
  readonly life: number;
  readonly residentMb: number;
  readonly handles: number;
  /** Open documents. */
  readonly open: number;
  /** Documents that should have moved by now, and how long the oldest of them waits, milliseconds. */
  readonly overdue: number;
  readonly overdueMs: number;
}

interface Counts {
  readonly open: number;
  readonly overdue: number;
  readonly oldest: string | null;
}

/** An alarm may be late; what is past its time by more counts as overdue. */
const GRACE_MS = 5_000;

/** Looks once; undefined while the service does not answer. */
export async function takeSample(service: Program, atMs: number, life: number): Promise<Sample | undefined> {
  const footprint = service.measure();
  if (footprint === undefined) return undefined;
  const before = new Date(Date.now() - GRACE_MS).toISOString();
  const [row] = await service.query<Counts>(
    `SELECT count(*) AS open, coalesce(sum(due_at < '${before}'), 0) AS overdue,
       min(CASE WHEN due_at < '${before}' THEN due_at END) AS oldest FROM documents WHERE due_at IS NOT NULL`,
  );
  const { open = 0, overdue = 0, oldest = null } = row ?? {};
  const overdueMs = oldest === null ? 0 : Date.now() - Date.parse(oldest);
  const { residentKb, handles } = footprint;
  return { atMs, life, residentMb: residentKb / 1024, handles, open, overdue, overdueMs };
}

export interface Trend {
  readonly early: number;
  readonly late: number;
}

/** An object that rests is put away after two minutes, and pools fill for some more: until then everything grows. */
const WARM_UP_MS = 10 * 60_000;
/** Fewer looks than this say nothing of a trend. */
const SAMPLES_LEAST = 18;

/** Medians of the first and of the last half of the longest life once it is warm; undefined when no life was long enough. */
export function findTrend(samples: readonly Sample[], read: (sample: Sample) => number): Trend | undefined {
  const lives = [...Map.groupBy(samples, ({ life }) => life).values()];
  const warm = lives.map((life) => {
    const bornMs = life[0]?.atMs ?? 0;
    return life.filter(({ atMs }) => atMs > bornMs + WARM_UP_MS);
  });
  const longest = warm.sort((one, other) => other.length - one.length)[0] ?? [];
  if (longest.length < SAMPLES_LEAST) return undefined;
  const middle = Math.floor(longest.length / 2);
  return { early: median(longest.slice(0, middle).map(read)), late: median(longest.slice(middle).map(read)) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
