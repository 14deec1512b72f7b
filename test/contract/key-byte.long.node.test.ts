// Tests idempotency keys as the bytes that a client writes, over real HTTP: keys that a reader cannot distinguish are refused.
import { type IncomingMessage, request } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import type { DemoFile } from "../../stand/demo-file.ts";
import { LOOK_ALIKES } from "../support/look-alike.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { visitSharedStand } from "../support/shared-stand.ts";

type Fields = Readonly<Record<string, unknown>>;

const COMPANY_ID = 1;
const KINDS = {
  dse: { path: "/dse/documentos", sample: sampleSupportDocument, name: "request_key" },
  fe: { path: "/fe/facturas", sample: sampleInvoice, name: "draft_key" },
} as const;
type Kind = keyof typeof KINDS;

let demo: DemoFile;
beforeAll(async () => {
  demo = await visitSharedStand();
});

interface Answer {
  readonly status: number;
  readonly body: Fields;
}

/** Posts bytes; Node writes each character of a header as one byte. */
async function post(kind: Kind, body: Uint8Array, headerBytes?: Uint8Array): Promise<Answer> {
  const { base_url: base, companies } = demo;
  const token = companies.find(({ id }) => id === COMPANY_ID)?.tokens.all;
  const headers = {
    ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(headerBytes === undefined ? {} : { "idempotency-key": Buffer.from(headerBytes).toString("latin1") }),
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sending = request(`${base}/companies/${COMPANY_ID}${KINDS[kind].path}`, { method: "POST", headers }, resolve);
    sending.on("error", reject);
    sending.end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  // The local platform's own words: it lost a connection that had been idle. The key makes it safe to ask again.
  if (text.startsWith("Error: Network connection lost")) return post(kind, body, headerBytes);
  return { status: response.statusCode ?? 0, body: JSON.parse(text) as Fields };
}

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const KEYS: readonly (readonly [string, Uint8Array, boolean])[] = [
  ["é in Latin-1", Buffer.from("compra-\u00e9", "latin1"), false],
  ["ñ in Latin-1", Buffer.from("compra-\u00f1", "latin1"), false],
  ["half of é in UTF-8", Buffer.from([0x63, 0xc3]), false],
  ["half a pair in UTF-8", Buffer.from([0x63, 0xed, 0xa0, 0x80]), false],
  ["é in two bytes too many", Buffer.from([0x63, 0xe0, 0x83, 0xa9]), false],
  ["the very character that stands for what cannot be read", Buffer.from("c-\ufffd"), false],
  ["é in UTF-8", Buffer.from("compra-\u00e9"), true],
  ["ñ in UTF-8", Buffer.from("compra-\u00f1"), true],
  ["an emoji in UTF-8", Buffer.from("compra-\u{1f600}"), true],
];

describe.each<Kind>(["dse", "fe"])("a key in the header of %s", (kind) => {
  const body = encode(KINDS[kind].sample());
  const ids = new Set<unknown>();

  it.each(KEYS)("of %s", async (_, bytes, isTaken) => {
    const { status, body: answer } = await post(kind, body, bytes);
    expect(status).toBe(isTaken ? 201 : 400);
    if (isTaken) ids.add(idOf(answer));
    else expect(answer).toMatchObject({ code: "invalid_idempotency_key", error: expect.stringContaining("UTF-8") });
  });

  it.each(LOOK_ALIKES)("that looks like another one is refused: %j", async (key) => {
    const { status, body: answer } = await post(kind, body, Buffer.from(key));
    expect([status, answer.code]).toEqual([400, "invalid_idempotency_key"]);
  });

  it("that can be read is its own: as many documents as keys", () => {
    expect(ids.size).toBe(KEYS.filter(([, , isTaken]) => isTaken).length);
  });
});

it.each<Kind>(["dse", "fe"])("refuses the whole body of %s when the key in it is not UTF-8", async (kind) => {
  const { name, sample } = KINDS[kind];
  const text = JSON.stringify(sample({ [name]: "compra-\u00e9" }));
  expect((await post(kind, Buffer.from(text, "latin1"))).body.ok).toBe(false);
});

function idOf(body: Fields): unknown {
  return body.factura_id ?? (body.documento as Fields).id;
}
