// Tests how many bytes of D1 a document at rest takes, pages of tables and indexes counted, however many lines it has.
import { describe, expect, it } from "vitest";
import { measureRows } from "../../bench/row.ts";

/** A row as it lies in its page, and five of them a page of 4,096. */
const ROW_MOST = 760;
const PAGE_MOST = 4_096 / 5;
/** With its entries of indexes, and what the feed keeps of it for a while. */
const WHOLE_MOST = 1_200;

describe.each([
  [1, 150],
  [10, 150],
  [100, 100],
  [500, 100],
])("a document of %d lines", (lines, documents) => {
  it("has a short row, and its page is full of such rows", async () => {
    const { row, parts, pages } = await measureRows({ lines, documents, open: 4 });
    expect(row).toBeLessThanOrEqual(ROW_MOST);
    // Pages are counted whole: two more than these rows fill, at both ends.
    expect(parts.documents).toBeLessThanOrEqual(PAGE_MOST + (2 * 4_096) / documents);
    expect(pages).toBeLessThanOrEqual(WHOLE_MOST + (4 * 4_096) / documents);
    // Room that others of the same time use again, not its own.
    expect(parts.document_details ?? 0).toBeLessThan(PAGE_MOST);
  });
});
