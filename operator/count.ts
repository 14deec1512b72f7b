// Says how many there are of a thing.

/** `1 head`, `2 heads`; `1 company`, `2 companies`. */
export function countOf(count: number, what: string, many = `${what}s`): string {
  return `${count} ${count === 1 ? what : many}`;
}
