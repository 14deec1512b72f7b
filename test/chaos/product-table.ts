// Turns the decisions about the product of answers into behaviours: a document meets cells of each through real sockets.
import { type Cell, DECISIONS, listCells, toFields } from "./answer-product.ts";
import { type Behaviour, http, type Phase, row } from "./behaviour.ts";

const PHASE_OF: Readonly<Record<Cell["operation"], Phase>> = {
  SendBillSync: "send",
  GetStatus: "status",
  GetStatusZip: "status-zip",
};

const CELLS = listCells();

/** One behaviour for each decision and operation that it is about; each time it is met, another of its cells. */
export const PRODUCT_TABLE: readonly Behaviour[] = DECISIONS.flatMap((decision) =>
  (Object.keys(PHASE_OF) as Cell["operation"][]).flatMap((operation) => {
    const cells = CELLS.filter((one) => one.decision === decision && one.cell.operation === operation);
    if (cells.length === 0) return [];
    const { outcome, because } = decision;
    const isKept = outcome !== "not-processed" && outcome !== "number-taken";
    const behaviour = row(`${operation}: ${because}`, outcome, isKept ? "either" : "unprocessed", (scene) => {
      const picked = cells[Math.floor(scene.random() * cells.length)];
      if (picked === undefined) throw new Error("a cell is picked among those that there are");
      return http("200 OK", scene.answer(toFields(picked.cell, scene.key)));
    });
    return [{ ...behaviour, phases: [PHASE_OF[operation]] }];
  }),
);
