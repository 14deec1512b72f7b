// Names each row that an ordinary document writes in D1, and who needs it; a test compares how many there are with a count.

type Kind = "support document" | "invoice";

interface WrittenRow {
  readonly row: string;
  readonly when: "numbered" | "settled";
  readonly neededBy: string;
  /** Only that kind of document writes it. */
  readonly only?: Kind;
}

const ROWS: readonly WrittenRow[] = [
  { row: "`documents`", when: "numbered", neededBy: "the document itself" },
  {
    row: "`documents_issuance_name`",
    when: "numbered",
    neededBy: "one document per key; every statement finds it by its name",
  },
  {
    row: "`documents_full_number`",
    when: "numbered",
    neededBy:
      "each numbering, which asks whether the next number is free as it is printed; searches by number; no number comes a second time",
  },
  {
    row: "`documents_overdue`",
    when: "numbered",
    neededBy: "the cron, which wakes an object that lost its alarm; lists of open documents",
  },
  {
    row: "`document_details`",
    when: "numbered",
    neededBy: "lines and more until the document's file has them, beside the row, which stays short",
  },
  { row: "`documents_party`", when: "numbered", neededBy: "searches by third party" },
  { row: "`changes`: `documento.creado`", when: "numbered", neededBy: "the feed of changes and webhooks" },
  { row: "`ranges`", when: "numbered", neededBy: "the next number" },
  { row: "`plans`", when: "numbered", neededBy: "the allowance of the year" },
  { row: "`file_sequences`", when: "numbered", neededBy: "the names of files, which count from 1 each year" },
  { row: "`documents`", when: "settled", neededBy: "state, identifier, file and verdict" },
  { row: "`documents_fiscal_id`", when: "settled", neededBy: "searches by CUFE or CUDS, notes that name it" },
  { row: "`documents_listed`", when: "settled", neededBy: "lists that read no row but those of their page" },
  {
    row: "`document_days`",
    when: "settled",
    neededBy: "totals of lists, `usage`, `report`; which documents are of a day",
  },
  { row: "`document_details`, taken away", when: "settled", neededBy: "the room, which the next document uses" },
  { row: "`changes`: `documento.aceptado`", when: "settled", neededBy: "the feed of changes and webhooks" },
];

/** How many rows a document writes whose counterpart is known. */
export function countWhere(kind: Kind): number {
  return ROWS.filter(({ only }) => only === undefined || only === kind).length;
}

export function printWhere(): string {
  const rows = ROWS.map(({ row, when, neededBy, only }) => `| ${when} | ${row} | ${only ?? "each"} | ${neededBy} |`);
  return `A support document writes these ${countWhere("support document")} rows in D1, an invoice these ${countWhere("invoice")}; a rejected one, and one that is asked for, a few more.

| when | row, or entry of an index | of | needed by |
|---|---|---|---|
${rows.join("\n")}`;
}
