// Lists what the platform asks for each unit (Workers Paid, list prices in US$, November 2026); nothing else knows a price.

/** US$ for one unit. */
export const PRICES = {
  workerRequest: 0.3e-6,
  workerCpuMs: 0.02e-6,
  objectRequest: 0.15e-6,
  objectGbSecond: 12.5e-6,
  objectRowWritten: 1e-6,
  objectRowRead: 0.001e-6,
  d1RowWritten: 1e-6,
  d1RowRead: 0.001e-6,
  r2ClassA: 4.5e-6,
  r2ClassB: 0.36e-6,
  logEvent: 0.6e-6,
} as const;

/** US$ for a GB kept a month. */
export const KEEPING = { d1: 0.75, objects: 0.2, r2: 0.015 } as const;

/** Estimates that no count of this machine gives: seconds of an object in memory, CPU of one request. */
export const ASSUMED = { objectSeconds: 3, objectGb: 0.125, cpuMs: 10 } as const;
