// Draws numbers that look random and are the same for the same seed (mulberry32).

/** Numbers in [0, 1). */
export type Random = () => number;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number in [0, below). */
export function drawInteger(random: Random, below: number): number {
  return Math.floor(random() * below);
}

/** One of several. @throws Error when there is none. */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[drawInteger(random, items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}
