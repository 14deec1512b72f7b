// Lists the cases of version 2's feed of changes: cursors, bounds, order, and each change once.
import { supportDocument } from "./dse-case.ts";
import { invoice } from "./fe-case.ts";
import { type Answer, type Case, type Client, connect, expectAnswer, expectError, expectThat, newKey } from "./kit.ts";

const SECTION = "v2 4";
const MEMBERS = "documento,fecha,id,tipo";
const DOCUMENT_MEMBERS = "consecutivo,estado_authority,id,identificador,modulo,prefijo,tipo_authority";
/** Of a change that tells what became of an e-mail, where the company sends any. */
const DELIVERY_MEMBERS = "documento,envio,fecha,id,tipo";
const DELIVERY_TYPES = ["enviado", "entregado", "rebotado", "rechazado", "quejado"].map((name) => `envio.${name}`);
const TYPES = ["creado", "aceptado", "rechazado", "incierto", "desconocido"].map((name) => `documento.${name}`);
/** Changes after which a document is left alone by the authority. */
const FINAL = ["documento.aceptado", "documento.rechazado"];

interface Change {
  readonly id: string;
  readonly tipo: string;
  readonly fecha: string;
  readonly documento: { readonly id: number; readonly modulo: string; readonly identificador: string | null };
}

/** The same deployment at its second version. */
function connectV2({ target }: Client): Client {
  return connect({ ...target, baseUrl: target.baseUrl.replace(/\/v1$/, "/v2") });
}

function pathOf(query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `/cambios?${new URLSearchParams(given).toString()}`;
}

function expectPage(answer: Answer, limit: number): readonly Change[] {
  expectAnswer(answer, 200, { ok: true });
  const { cambios, cursor, hay_mas } = answer.body;
  expectThat(typeof cursor === "string" && cursor !== "" && typeof hay_mas === "boolean", "no cursor, or no hay_mas");
  expectThat(Array.isArray(cambios) && cambios.length <= limit, `more than ${limit} changes, or none at all`);
  return cambios;
}

/** Every change after a cursor until there are no more. */
async function readAll(client: Client, from: string | undefined, limit: number) {
  const changes: Change[] = [];
  let after = from;
  for (;;) {
    const answer = await client.get(pathOf({ after, limit }));
    changes.push(...expectPage(answer, limit));
    after = answer.body.cursor as string;
    if (answer.body.hay_mas !== true) return { changes, cursor: after };
  }
}

/** @returns the id of the document and whether the feed has it: test documents are not in it. */
async function issue(client: Client, module: "fe" | "dse") {
  const answer =
    module === "fe"
      ? await client.post("/fe/facturas", invoice({ draft_key: newKey() }))
      : await client.post("/dse/documentos", supportDocument(), { key: newKey() });
  const id: unknown = answer.body.factura_id ?? answer.body.documento?.id;
  if (typeof id !== "number") throw new Error(`no document was made: ${answer.status} ${JSON.stringify(answer.body)}`);
  const isTest = answer.body.es_habilitacion ?? answer.body.documento?.es_habilitacion;
  return { id, isListed: isTest !== true && isTest !== 1 };
}

function expectOrder(changes: readonly Change[]): void {
  const times = changes.map(({ fecha }) => Date.parse(fecha));
  const inOrder = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0));
  expectThat(inOrder, "the changes are not in the order of their instants");
  expectThat(new Set(changes.map(({ id }) => id)).size === changes.length, "a change came twice");
}

/** Issues a document and follows the feed, in small pages, until its verdict is there. */
async function follow(client: Client, module: "fe" | "dse"): Promise<void> {
  const v2 = connectV2(client);
  const start = await readAll(v2, undefined, 500);
  const { id, isListed } = await issue(client, module);
  const isOwn = ({ documento }: Change) => documento.id === id && documento.modulo === module;
  const seen: Change[] = [];
  const until = Date.now() + client.target.patienceMs;
  for (let after = start.cursor; Date.now() < until; ) {
    const answer = await v2.get(pathOf({ after, limit: 2, ...(isListed ? { wait: 5 } : {}) }));
    seen.push(...expectPage(answer, 2));
    after = answer.body.cursor;
    if (!isListed && answer.body.hay_mas !== true) break;
    if (seen.some((change) => isOwn(change) && FINAL.includes(change.tipo))) break;
  }
  const own = seen.filter(isOwn);
  if (!isListed) return expectThat(own.length === 0, "a test document is in the feed");
  expectOrder(seen);
  const types = own.map(({ tipo }) => tipo);
  expectThat(types[0] === "documento.creado" && own[0]?.documento.identificador === null, `began with ${types[0]}`);
  expectThat(FINAL.includes(types.at(-1) ?? ""), `no verdict came: ${types.join(", ")}`);
  const whole = await readAll(v2, start.cursor, 500);
  const isPrefix = seen.every((change, index) => whole.changes[index]?.id === change.id);
  expectThat(isPrefix, "small pages and large ones do not give the same changes in the same order");
}

const BOUNDS: readonly (readonly [name: "limit" | "wait", refused: readonly string[], taken: readonly string[]])[] = [
  ["limit", ["0", "501", "-1", "1.5", "x"], ["1", "500"]],
  ["wait", ["21", "-1", "1.5", "x"], ["0"]],
];

/** The cases of the feed; `--v2` adds them. */
export const changeCases: readonly Case[] = [
  {
    section: SECTION,
    title: "GET cambios: changes with ids and states alone, cursor, hay_mas",
    run: async (client) => {
      const changes = expectPage(await connectV2(client).get(pathOf({ limit: 500 })), 500);
      expectOrder(changes);
      for (const change of changes) {
        const wanted = DELIVERY_TYPES.includes(change.tipo) ? DELIVERY_MEMBERS : MEMBERS;
        expectThat(Object.keys(change).sort().join() === wanted, `members ${Object.keys(change).join()}`);
        const members = Object.keys(change.documento).sort().join();
        expectThat(members === DOCUMENT_MEMBERS, `members of documento ${members}`);
        expectThat([...TYPES, ...DELIVERY_TYPES].includes(change.tipo), `type ${change.tipo}`);
      }
    },
  },
  {
    section: SECTION,
    title: "version 1 has no feed: 404",
    run: async (client) => expectError(await client.get("/cambios"), 404, "route_not_found"),
  },
  {
    section: SECTION,
    title: "the feed without a token: 401",
    run: async (client) => expectError(await connectV2(client).get("/cambios", { token: null }), 401, "unauthorized"),
  },
  {
    section: SECTION,
    title: "the feed of a company that is not the token's: 403",
    run: async (client) =>
      expectError(await connectV2(client).get("/cambios", { company: 999999999 }), 403, "wrong_company"),
  },
  ...BOUNDS.map(
    ([name, refused, taken]): Case => ({
      section: SECTION,
      title: `${name}: 400 outside its bounds`,
      run: async (client) => {
        const v2 = connectV2(client);
        for (const value of refused) {
          expectError(await v2.get(pathOf({ [name]: value })), 400, "invalid_parameter", name);
        }
        for (const value of taken) {
          expectPage(await v2.get(pathOf({ [name]: value })), name === "limit" ? Number(value) : 100);
        }
      },
    }),
  ),
  {
    section: SECTION,
    title: "a cursor that was never given: 400 invalid_cursor",
    run: async (client) => {
      const v2 = connectV2(client);
      const { cursor } = (await v2.get(pathOf({ limit: 1 }))).body;
      for (const after of ["x", "0", `${cursor}0`, `${cursor}`.slice(0, -1), "%00"]) {
        expectError(await v2.get(pathOf({ after })), 400, "invalid_cursor", "after");
      }
    },
  },
  ...(["dse", "fe"] as const).map(
    (module): Case => ({
      section: SECTION,
      title: `a document of ${module.toUpperCase()} in the feed: created, then its verdict, in order, each once`,
      needs: "issue",
      module,
      run: (client) => follow(client, module),
    }),
  ),
];
