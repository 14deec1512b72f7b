// Says how many there are of a thing.

/** `1 head`, `2 heads`; `1 company`, `2 companies`. */
export function countOf(count: number, what: string, many = pluralOf(what)): string {
  return `${count} ${count === 1 ? what : many}`;
}

/** `head` as `heads`, `company` as `companies`, `branch` as `branches`. */
export function pluralOf(what: string): string {
  if (/[^aeiou]y$/.test(what)) return what.replace(/y$/, "ies");
  return `${what}${/(?:ch|sh|s|x)$/.test(what) ? "es" : "s"}`;
}
