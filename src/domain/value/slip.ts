// Counts the slips of a typist between two texts.

/**
 * Letters to insert, drop, change or swap with the next one (Damerau-Levenshtein, optimal string alignment).
 * @returns one more than `most` where the lengths alone need more.
 */
export function countSlips(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = cell(rows, i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      let least = Math.min(changed, cell(rows, i - 1, j) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        least = Math.min(least, cell(rows, i - 2, j - 2) + 1);
      }
      row.push(least);
    }
    rows.push(row);
  }
  return cell(rows, one.length, other.length);
}

function cell(rows: readonly (readonly number[])[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0;
}
