// Finds the full numbers that two spans of numbers share, also under different prefixes.

/** The numbers from `from` to `to` of a prefix, both counted; none when `to` is less than `from`. */
export interface NumberSpan {
  readonly prefix: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The lowest full number (FAD05a: prefix and number without separators) that two spans share. Prefixes may end in digits,
 * so numbers of different prefixes can meet: FE11 is number 11 of FE and number 1 of FE1.
 */
export function findSharedNumber(one: NumberSpan, other: NumberSpan): string | undefined {
  const [short, long] = one.prefix.length <= other.prefix.length ? [one, other] : [other, one];
  if (!long.prefix.startsWith(short.prefix)) return undefined;
  const between = long.prefix.slice(short.prefix.length);
  if (between === "") return nameFirst(short.prefix, meet(short, long));
  // A printed number has no zero before it.
  if (!/^[1-9]\d*$/.test(between)) return undefined;
  // Under the shorter prefix, numbers of one length under the longer one are a span of their own.
  for (let digits = String(Math.max(long.from, 1)).length; digits <= String(long.to).length; digits += 1) {
    const power = 10 ** digits;
    const shift = Number(between) * power;
    const from = shift + Math.max(long.from, power / 10);
    const to = shift + Math.min(long.to, power - 1);
    const found = nameFirst(short.prefix, meet(short, { from, to }));
    if (found !== undefined) return found;
  }
  return undefined;
}

type Bounds = Pick<NumberSpan, "from" | "to">;

function meet(one: Bounds, other: Bounds): Bounds {
  return { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
}

function nameFirst(prefix: string, { from, to }: Bounds): string | undefined {
  return from <= to ? `${prefix}${from}` : undefined;
}
