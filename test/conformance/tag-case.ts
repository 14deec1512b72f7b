// Lists the cases that need the pretend authority: in each of its behaviours one transmission, and the true state in the end.
import { supportDocument } from "./dse-case.ts";
import { invoice } from "./fe-case.ts";
import { type Answer, type Case, type Client, expectThat, newKey, poll } from "./kit.ts";

interface Tag {
  readonly name: string;
  /** What the first POST may answer. */
  readonly first: readonly number[];
  /** Where the document ends; null: it stays pending. */
  readonly end: "aceptado" | "rechazado" | null;
  /** Transmissions that the authority sees; a fault before processing is sent again. */
  readonly sendings: number;
}

const TAGS: readonly Tag[] = [
  { name: "#aviso", first: [201], end: "aceptado", sendings: 1 },
  { name: "#rechazo", first: [422], end: "rechazado", sendings: 1 },
  { name: "#silencio", first: [201, 202, 502], end: "aceptado", sendings: 1 },
  { name: "#perdido", first: [502], end: null, sendings: 1 },
  { name: "#tarde", first: [201, 202, 502], end: "aceptado", sendings: 1 },
  { name: "#proceso", first: [201, 202], end: "aceptado", sendings: 1 },
  { name: "#duplicado", first: [201, 202, 502], end: "aceptado", sendings: 1 },
  { name: "#cortado", first: [201, 202, 502], end: "aceptado", sendings: 1 },
  { name: "#html", first: [502], end: null, sendings: 1 },
  { name: "#fault", first: [201, 202, 502], end: "aceptado", sendings: 2 },
];

/** The two kinds of document, which differ only in where their answers keep what. */
const KINDS = {
  dse: {
    path: "/dse/documentos",
    read: "/dse/documentos/",
    build: (tag: string) => ({ body: supportDocument({}, { nombre: `Finca El Carmen ${tag}` }), key: newKey() }),
    idOf: (answer: Answer): number => answer.body.documento?.id,
    fiscalIdOf: (answer: Answer): string => answer.body.documento?.cuds,
    stateOf: (answer: Answer): string => answer.body.documento?.estado_authority,
  },
  fe: {
    path: "/fe/facturas",
    read: "/fe/docs/",
    build: (tag: string) => ({
      body: invoice({ draft_key: newKey() }, { nombre: `Comercial ${tag}` }),
      key: undefined,
    }),
    idOf: (answer: Answer): number => answer.body.factura_id,
    fiscalIdOf: (answer: Answer): string => answer.body.cufe,
    stateOf: (answer: Answer): string => answer.body.doc?.estado_authority,
  },
} as const;

async function countSendings(client: Client, fiscalId: string): Promise<number> {
  const response = await fetch(`${client.target.authorityUrl}/ledger`);
  const { arrivals } = (await response.json()) as { arrivals: { operation: string; document_key: string | null }[] };
  return arrivals.filter((one) => one.document_key === fiscalId && one.operation.startsWith("Send")).length;
}

async function tryTag(client: Client, module: "fe" | "dse", tag: Tag): Promise<void> {
  const kind = KINDS[module];
  const { body, key } = kind.build(tag.name);
  const options = key === undefined ? {} : { key };
  const untilMs = Date.now() + client.target.patienceMs;
  const first = await client.post(kind.path, body, options);
  expectThat(tag.first.includes(first.status), `the first POST: ${first.status} ${JSON.stringify(first.body)}`);
  const id = kind.idOf(first);
  expectThat(Number.isInteger(id), "no id to keep");
  if (first.status === 502) expectThat(first.body.pending === true, "502 without pending:true");
  if (tag.name === "#aviso") expectThat(first.body.notices.length > 0, "no notices");
  if (tag.name === "#rechazo") expectThat(first.body.details.length > 0, "no rule of the rejection");
  const isFinal = (answer: Answer) => ["aceptado", "rechazado"].includes(kind.stateOf(answer));
  const read = () => client.get(`${kind.read}${id}`);
  const last = tag.end === null ? await read() : await poll(read, isFinal, untilMs);
  expectThat(tag.end === null ? !isFinal(last) : kind.stateOf(last) === tag.end, `it ended as ${kind.stateOf(last)}`);
  const replay = await client.post(kind.path, body, options);
  expectThat(kind.idOf(replay) === id, "the replay is another document");
  expectThat(replay.body.idempotent === true, "the replay does not say so");
  const sendings = await countSendings(client, kind.fiscalIdOf(replay));
  expectThat(sendings === tag.sendings, `${sendings} transmissions, not ${tag.sendings}`);
}

export const tagCases: readonly Case[] = (["dse", "fe"] as const).flatMap((module) =>
  TAGS.map(
    (tag): Case => ({
      section: "3",
      title: `${tag.name} (${module})`,
      needs: "tags",
      module,
      run: (client) => tryTag(client, module, tag),
    }),
  ),
);
