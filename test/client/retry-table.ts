// Lists what both clients do about an answer to a creation, row by row.

/** An answer, and the verdict on it; `after` is its `Retry-After` in seconds. */
export const RETRY_TABLE = [
  { status: 200, body: { ok: true }, verdict: { type: "settled", isAccepted: true } },
  { status: 201, body: { ok: true }, verdict: { type: "settled", isAccepted: true } },
  { status: 202, body: { pending: true }, verdict: { type: "pending", id: undefined } },
  { status: 202, body: { pending: true, documento: { id: 7 } }, verdict: { type: "pending", id: 7 } },
  // A note, and beside it the invoice that it corrects.
  {
    status: 202,
    body: { pending: true, nota_id: 5, factura_id: 7 },
    verdict: { type: "pending", id: 5 },
  },
  { status: 400, body: { code: "invalid_payload" }, verdict: { type: "refused" } },
  { status: 401, body: {}, verdict: { type: "refused" } },
  { status: 403, body: {}, verdict: { type: "refused" } },
  { status: 404, body: {}, verdict: { type: "refused" } },
  { status: 408, body: {}, verdict: { type: "again", waitMs: 0 } },
  { status: 409, body: {}, verdict: { type: "refused" } },
  { status: 413, body: {}, verdict: { type: "refused" } },
  { status: 415, body: {}, verdict: { type: "refused" } },
  { status: 422, body: { ok: false }, verdict: { type: "settled", isAccepted: false } },
  { status: 429, body: {}, after: 60, verdict: { type: "again", waitMs: 60_000 } },
  { status: 500, body: {}, verdict: { type: "again", waitMs: 0 } },
  { status: 502, body: { pending: true, factura_id: 9 }, verdict: { type: "pending", id: 9 } },
  { status: 502, body: {}, verdict: { type: "again", waitMs: 0 } },
  { status: 502, body: undefined, verdict: { type: "again", waitMs: 0 } },
  { status: 503, body: {}, after: 5, verdict: { type: "again", waitMs: 5000 } },
  { status: 404, body: undefined, verdict: { type: "refused" } },
] as const;
