// Says how many there are of a thing.

/** `1 head`, `2 heads`. */
export function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
