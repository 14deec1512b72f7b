// Lists what all clients do before a creation leaves and about the answers to it, row by row.

/** An answer, and the verdict on it; `after` is its `Retry-After` in seconds. */
export const RETRY_TABLE = [
  { status: 200, body: { ok: true }, verdict: { type: "settled", isAccepted: true } },
  { status: 201, body: { ok: true }, verdict: { type: "settled", isAccepted: true } },
  { status: 202, body: { pending: true }, verdict: { type: "pending", id: undefined, waitMs: 0 } },
  { status: 202, body: { pending: true, factura_id: 0 }, verdict: { type: "pending", id: undefined, waitMs: 0 } },
  { status: 202, body: { pending: true, documento: { id: 7 } }, verdict: { type: "pending", id: 7, waitMs: 0 } },
  {
    status: 202,
    body: { pending: true, documento: { id: 7 } },
    after: 6,
    verdict: { type: "pending", id: 7, waitMs: 6000 },
  },
  // A note, and beside it the invoice that it corrects.
  {
    status: 202,
    body: { pending: true, nota_id: 5, factura_id: 7 },
    verdict: { type: "pending", id: 5, waitMs: 0 },
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
  { status: 502, body: { pending: true, factura_id: 9 }, verdict: { type: "pending", id: 9, waitMs: 0 } },
  { status: 502, body: {}, verdict: { type: "again", waitMs: 0 } },
  { status: 502, body: undefined, verdict: { type: "again", waitMs: 0 } },
  { status: 503, body: {}, after: 5, verdict: { type: "again", waitMs: 5000 } },
  { status: 404, body: undefined, verdict: { type: "refused" } },
  // Pages of a proxy.
  { status: 408, body: undefined, verdict: { type: "again", waitMs: 0 } },
  { status: 429, body: undefined, after: 5, verdict: { type: "again", waitMs: 5000 } },
] as const;

/** What a creation comes to after these answers in turn, `silence` among them; readings by id answer in their turn too. */
export const ENDINGS = [
  { answers: [{ status: 401, body: {} }], ending: "refused" },
  { answers: ["silence", { status: 400, body: {} }], ending: "refused" },
  { answers: ["silence", { status: 409, body: {} }], ending: "refused" },
  {
    answers: [
      { status: 429, body: {} },
      { status: 401, body: {} },
    ],
    ending: "refused",
  },
  { answers: [{ status: 422, body: {} }], ending: "refused" },
  // The first try may have issued it, and the service has not looked.
  { answers: ["silence", { status: 401, body: {} }], ending: "unknown" },
  {
    answers: [
      { status: 500, body: {} },
      { status: 403, body: {} },
    ],
    ending: "unknown",
  },
  { answers: [{ status: 503, body: {} }, { status: 404 }], ending: "unknown" },
  { answers: ["silence", "silence"], ending: "unknown" },
  // An answer of no document is no proof of one.
  { answers: [{ status: 200, body: { ok: true } }], ending: "unknown" },
  {
    answers: [
      { status: 502, body: { pending: true, factura_id: 9 } },
      { status: 403, body: {} },
      { status: 401, body: {} },
    ],
    ending: "pending",
  },
  { answers: ["silence", { status: 201, body: { factura_id: 9 } }], ending: "accepted" },
  { answers: ["silence", { status: 422, body: { factura_id: 9 } }], ending: "rejected" },
] as const;

/** What `onRetry` hears while these answers come in turn; the waits are 5 ms, then 10 ms, or what an answer asks for. */
export const RETRIES = [
  { what: "an answer at once", answers: [{ status: 201, body: { factura_id: 9 } }], heard: [] },
  { what: "a refusal", answers: [{ status: 400, body: {} }], heard: [] },
  {
    what: "silence, and a service that is closed",
    answers: ["silence", { status: 503, body: {} }, { status: 201, body: { factura_id: 9 } }],
    heard: [
      { attempt: 1, waitSeconds: 0.005 },
      { attempt: 2, waitSeconds: 0.01, cause: "HTTP 503" },
    ],
  },
  {
    what: "a service that asks for a longer wait",
    answers: [
      { status: 429, body: {}, after: 0.02 },
      { status: 201, body: { factura_id: 9 } },
    ],
    heard: [{ attempt: 1, waitSeconds: 0.02, cause: "HTTP 429" }],
  },
  {
    what: "a document that waits for its verdict, and a reading that fails",
    answers: [
      { status: 202, body: { pending: true, factura_id: 9 } },
      { status: 500, body: {} },
      { status: 200, body: { doc: { estado_authority: "aceptado" } } },
      { status: 200, body: { factura_id: 9 } },
    ],
    heard: [{ attempt: 2, waitSeconds: 0.01, cause: "HTTP 500" }],
  },
] as const;

/** Seconds that pass at least between the requests of a creation, which waits 5 ms of its own accord and has patience for 20 s. */
export const WAITS = [
  {
    what: "a document that is to be read later",
    answers: [
      { status: 202, body: { pending: true, factura_id: 9 }, after: 0.3 },
      { status: 200, body: { doc: { estado_authority: "aceptado" } } },
      { status: 200, body: { factura_id: 9 } },
    ],
    gaps: [0.3, 0],
    ending: "accepted",
  },
  {
    what: "an uncertain answer, and a reading too early",
    answers: [
      { status: 502, body: { pending: true, factura_id: 9 }, after: 0.2 },
      { status: 429, body: {}, after: 0.3 },
      { status: 200, body: { doc: { estado_authority: "aceptado" } } },
      { status: 200, body: { factura_id: 9 } },
    ],
    gaps: [0.2, 0.3, 0],
    ending: "accepted",
  },
  {
    what: "a document that is not decided when it is asked for again",
    answers: [
      { status: 202, body: { pending: true, factura_id: 9 } },
      { status: 403, body: {} },
      { status: 202, body: { pending: true, factura_id: 9 }, after: 0.3 },
      { status: 403, body: {} },
      { status: 201, body: { factura_id: 9 } },
    ],
    gaps: [0, 0, 0.3, 0],
    ending: "accepted",
  },
  {
    what: "a document that is to be read when the patience is over",
    answers: [{ status: 202, body: { pending: true, factura_id: 9 }, after: 60 }],
    gaps: [],
    ending: "pending",
  },
] as const;

/** Refusals, and what the message of their error says; it has the `request_id` beside it. */
export const REFUSALS = [
  { status: 401, body: {}, says: "HTTP 401" },
  { status: 404, body: undefined, says: "HTTP 404" },
  { status: 404, body: { code: "not_found", error: "No existe.", request_id: "r-1" }, says: "not_found: No existe." },
  // Of a proxy, in forms of its own.
  { status: 403, body: { error: { message: "Blocked." } }, says: "HTTP 403" },
  { status: 400, body: { error: "Bad.", details: "none" }, says: "unknown: Bad." },
  {
    status: 400,
    body: { error: "Bad.", details: ["a", null, { message: "Worse." }] },
    says: "unknown: Bad.\n  Worse.",
  },
  {
    status: 400,
    body: {
      code: "invalid_payload",
      error: "El iva es 5. (y 1 más en details)",
      details: [
        { path: "items.0.iva", message: "El iva es 5.", rule: "FAX05" },
        { path: "items", message: "Son demasiados." },
      ],
    },
    says: "invalid_payload\n  items.0.iva (FAX05): El iva es 5.\n  items: Son demasiados.",
  },
  {
    status: 403,
    body: {
      code: "range_expired",
      error: "El rango venció.",
      details: [
        { path: "", message: "Venció ayer.", rule: "FAD09" },
        { path: "", message: "No hay otro." },
      ],
    },
    says: "range_expired: El rango venció.\n  (FAD09): Venció ayer.\n  No hay otro.",
  },
] as const;

const GOOD = { version: "v2", baseUrl: "https://api.test/api/ext/v2", companyId: 1, token: "fed_1" };

/** Configurations, and whether a client is made of them: else it says at once that nothing left. */
export const CONFIGURATIONS = [
  { what: "the address of version 2", ...GOOD, isTaken: true },
  { what: "the address of version 1", ...GOOD, version: "v1", baseUrl: "https://api.test/api/ext/v1", isTaken: true },
  { what: "an address with a slash at its end", ...GOOD, baseUrl: `${GOOD.baseUrl}/`, isTaken: true },
  { what: "an address behind a proxy", ...GOOD, baseUrl: "http://127.0.0.1:8787/erp/api/ext/v2", isTaken: true },
  { what: "an address of IPv6", ...GOOD, baseUrl: "http://[::1]:8787/api/ext/v2", isTaken: true },
  { what: "version 1 for the client of version 2", ...GOOD, baseUrl: "https://api.test/api/ext/v1", isTaken: false },
  { what: "version 2 for the client of version 1", ...GOOD, version: "v1", isTaken: false },
  { what: "a version that is none", ...GOOD, baseUrl: "https://api.test/api/ext/v22", isTaken: false },
  { what: "an address without a path", ...GOOD, baseUrl: "https://api.test", isTaken: false },
  { what: "no address", ...GOOD, baseUrl: "", isTaken: false },
  { what: "a path alone", ...GOOD, baseUrl: "/api/ext/v2", isTaken: false },
  { what: "a host without a scheme", ...GOOD, baseUrl: "api.test/api/ext/v2", isTaken: false },
  { what: "another scheme", ...GOOD, baseUrl: "ftp://api.test/api/ext/v2", isTaken: false },
  { what: "no host", ...GOOD, baseUrl: "https:///api/ext/v2", isTaken: false },
  { what: "a port that is none", ...GOOD, baseUrl: "https://api.test:port/api/ext/v2", isTaken: false },
  { what: "a port out of range", ...GOOD, baseUrl: "https://api.test:99999/api/ext/v2", isTaken: false },
  { what: "an address with a line break", ...GOOD, baseUrl: `${GOOD.baseUrl}\n`, isTaken: false },
  { what: "an address with a blank", ...GOOD, baseUrl: "https://api.test/my api/ext/v2", isTaken: false },
  { what: "an address with a password", ...GOOD, baseUrl: "https://me:secret@api.test/api/ext/v2", isTaken: false },
  { what: "an address with a query", ...GOOD, baseUrl: "https://api.test/api/ext/v2?x=/api/ext/v2", isTaken: false },
  { what: "an empty token", ...GOOD, token: "", isTaken: false },
  { what: "a token with a line break at its end", ...GOOD, token: "fed_1\n", isTaken: false },
  { what: "a token with a second header", ...GOOD, token: "fed_1\r\nx-other: 1", isTaken: false },
  { what: "a token with a blank", ...GOOD, token: "Bearer fed_1", isTaken: false },
  { what: "a token beyond ASCII", ...GOOD, token: "fed_ñ", isTaken: false },
  { what: "no company", ...GOOD, companyId: 0, isTaken: false },
  { what: "half a company", ...GOOD, companyId: 1.5, isTaken: false },
] as const;

/** Keys, with the `draft_key` of the body, and where the key goes; `nowhere`: it is said at once that nothing left. */
export const KEYS = [
  { what: "ASCII", key: "compra-1", place: "header" },
  { what: "ASCII with blanks", key: "compra 1 / 2026", place: "header" },
  { what: "Latin letters", key: "compra-ñ", place: "body" },
  { what: "other letters", key: "仕入-1", place: "body" },
  { what: "an emoji", key: "compra-🛒", place: "body" },
  // The service says what is wrong with it.
  { what: "a line break", key: "compra\n1", place: "body" },
  { what: "the body's own", key: "compra-1", own: "compra-1", place: "body" },
  { what: "an empty one in the body", key: "compra-1", own: "", place: "header" },
  { what: "another in the body", key: "compra-1", own: "compra-2", place: "nowhere" },
  { what: "no text", key: "", place: "nowhere" },
  { what: "blanks", key: "  ", place: "nowhere" },
  { what: "half of a character", key: "compra-\ud83d", place: "nowhere" },
] as const;

/** Names of files as they are asked for, and where the clients of version 2 read them of document 7. */
export const FILES = [
  { name: "carta.pdf", path: "/fe/docs/7/archivos/carta.pdf", query: {} },
  {
    name: "tirilla-80.escpos?tabla=cp858",
    path: "/fe/docs/7/archivos/tirilla-80.escpos",
    query: { tabla: "cp858" },
  },
  { name: "a/b ñ?tabla=c", path: "/fe/docs/7/archivos/a%2Fb%20%C3%B1", query: { tabla: "c" } },
] as const;

/** What a program gives as the id of a document, and whether one is asked for: else it is said at once that nothing left. */
export const IDS = [
  { what: "an id", id: 7, isTaken: true },
  { what: "the largest id", id: 999_999_999_999_999, isTaken: true },
  // Of a creation that came to nothing, in a program without types.
  { what: "nothing", id: null, isTaken: false },
  { what: "no text", id: "", isTaken: false },
  { what: "a path", id: "7/enlace", isTaken: false },
  { what: "a truth", id: true, isTaken: false },
  { what: "half a document", id: 7.5, isTaken: false },
  { what: "zero", id: 0, isTaken: false },
  { what: "less than nothing", id: -7, isTaken: false },
] as const;

/** All of them, as the programs in other languages read them. */
export const TABLES = {
  retry: RETRY_TABLE,
  endings: ENDINGS,
  configurations: CONFIGURATIONS,
  keys: KEYS,
  files: FILES,
  ids: IDS,
  retries: RETRIES,
  waits: WAITS,
  refusals: REFUSALS,
};
