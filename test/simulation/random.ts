// Draws a stream of numbers from a seed: the only randomness of a simulated world.

export interface Random {
  /** In [0, 1). */
  next(): number;
  chance(probability: number): boolean;
  /** Whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  /** Picks a name by weight; weights need not sum to one. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T;
}

/** A generator (sfc32) whose stream depends on nothing but the seed. */
export function createRandom(seed: number): Random {
  let [a, b, c, d] = [0x9e3779b9 ^ seed, 0x243f6a88, 0xb7e15162 ^ Math.floor(seed / 2 ** 32), 1];
  const next = () => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 12; round += 1) next();
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (items) => items[between(0, items.length - 1)] as (typeof items)[number],
    weighted: (weights) => pickByWeight(weights, next()),
  };
}

function pickByWeight<T extends string>(weights: Readonly<Record<T, number>>, at: number): T {
  const names = Object.keys(weights) as T[];
  let left = at * names.reduce((sum, name) => sum + weights[name], 0);
  for (const name of names) {
    left -= weights[name];
    if (left < 0) return name;
  }
  return names[names.length - 1] as T;
}
