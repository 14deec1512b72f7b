// Lays a document out on letter paper: head, parties, table of lines, totals, and a foot with the code on every page.

import type { Drawn } from "../pdf/assemble.ts";
import type { Typesetter } from "../pdf/typesetter.ts";
import { drawFoot, drawWatermark } from "./carta-foot.ts";
import { drawHead, drawParties } from "./carta-head.ts";
import { drawTable } from "./carta-table.ts";
import { planClosing } from "./carta-totals.ts";
import { makeCode } from "./code.ts";
import type { Facts } from "./facts.ts";
import { Flow, PAGE_HEIGHT } from "./flow.ts";

/** Every page of the document. */
export function layOutCarta(facts: Facts, typesetter: Typesetter): Drawn {
  const { document } = facts;
  const code = makeCode(document.qr);
  const flow = new Flow(typesetter, facts, (sheet) => {
    if (document.legend !== null) drawWatermark(sheet, document.legend);
  });
  drawHead(flow, facts);
  drawParties(flow, facts);
  const closing = planClosing(facts);
  drawTable(flow, facts, closing.height);
  closing.draw(flow);
  for (const [index, sheet] of flow.sheets.entries()) {
    // What every page repeats is read once.
    const root = index === 0 ? flow.root : null;
    drawFoot(sheet, root, facts, { code, page: index + 1, pages: flow.sheets.length });
  }
  return { pages: flow.sheets.map((sheet) => ({ sheet, height: PAGE_HEIGHT })), root: flow.root };
}
