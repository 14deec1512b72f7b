// Writes the calls that the reference shows for curl as a collection of Postman: a folder for each tag, in the order in which they
// work.
import { type ApiVersion, basePathOf } from "../../src/api/base/version.ts";
import type { Language } from "./english.ts";
import type { Operation, ReferenceDocument } from "./operation.ts";
import { listSamples } from "./sample.ts";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
/** What the collection asks for; the keys stay the same, so that sending again repeats and issues nothing twice. */
const VARIABLES = {
  company_id: "1",
  token: "",
  venta: "venta-postman-1",
  compra_clave: "compra-postman-1",
  factura: "",
  compra: "",
  tiquete_clave: "tiquete-postman-1",
  tiquete: "",
  webhook: "",
  hoy: "",
};
/** Variables of the shell, and those of the collection. */
const NAMES: readonly (readonly [string, string])[] = [
  ["$BASE_URL", "{{base_url}}"],
  ["$COMPANY_ID", "{{company_id}}"],
  ["$FACTURA", "{{factura}}"],
  ["$COMPRA", "{{compra}}"],
  ["$TIQUETE", "{{tiquete}}"],
  ["tiquete-curl-1", "{{tiquete_clave}}"],
  ["$WEBHOOK", "{{webhook}}"],
  ["venta-curl-1", "{{venta}}"],
  ["compra-curl-$HOY", "{{compra_clave}}"],
  ["cargo-curl-1", "cargo-{{venta}}"],
  ["anular-curl-1", "anular-{{venta}}"],
  ["ajuste-curl-$HOY", "ajuste-{{compra_clave}}"],
  ["$HOY", "{{hoy}}"],
];
/** What an answer gives to the requests after it. */
const KEPT: Readonly<Record<string, string>> = {
  createInvoice: 'pm.collectionVariables.set("factura", pm.response.json().factura_id);',
  createSupportDocument: 'pm.collectionVariables.set("compra", pm.response.json().documento.id);',
  createTicket: 'pm.collectionVariables.set("tiquete", pm.response.json().documento.id);',
  listWebhooks: 'pm.collectionVariables.set("webhook", (pm.response.json().webhooks[0] || {}).id || "");',
};
const TODAY = 'pm.collectionVariables.set("hoy", new Date(Date.now() - 5 * 3600000).toISOString().slice(0, 10));';
const WORDS: Readonly<Record<Language, { readonly about: string; readonly answered: string }>> = {
  es: { about: "Ponga `base_url` y `token`.", answered: "responde" },
  en: { about: "Set `base_url` and `token`.", answered: "answers" },
};
const SKIPPED: Readonly<Record<string, string>> = {
  listWebhookDeliveries: 'if (!pm.collectionVariables.get("webhook")) pm.execution.skipRequest();',
};

/** What a collection is written of: the document is in that language. */
export interface PostmanSource {
  readonly version: ApiVersion;
  readonly language: Language;
  readonly document: ReferenceDocument;
  /** The order in which the programs of the examples call: what a request names exists by then. */
  readonly order: readonly string[];
}

/** A folder needs nothing of another one: each keeps the order of its own. */
export function printPostman({ version, language, document, order }: PostmanSource): string {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const { about, answered } = WORDS[language];
  const folders = document.tags.flatMap(({ name, description }) => {
    const own = operations.filter(({ tags }) => tags.includes(name));
    const items = order.flatMap((operationId) => {
      const operation = own.find((one) => one.operationId === operationId);
      return operation === undefined ? [] : toItem(version, operation);
    });
    return items.length === 0 ? [] : [{ name, description, item: items }];
  });
  const collection = {
    info: { name: `${document.info.title} ${version}`, schema: SCHEMA, description: about },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] },
    event: [toEvent("prerequest", TODAY), toEvent("test", testAnswer(answered))],
    variable: Object.entries({ base_url: `http://127.0.0.1:8787${basePathOf(version)}`, ...VARIABLES }).map(
      ([key, value]) => ({ key, value }),
    ),
    item: folders,
  };
  return `${JSON.stringify(collection, undefined, 1)}\n`;
}

function testAnswer(name: string): string {
  return `pm.test(${JSON.stringify(name)}, () => pm.expect(pm.response.code).to.be.below(400));`;
}

/** The request of an operation; none where the examples do not call it. */
function toItem(version: ApiVersion, { operationId, summary, description }: Operation): readonly object[] {
  const curl = listSamples(version, operationId).find(({ name }) => name === "curl")?.code;
  if (curl === undefined) return [];
  return [{ name: summary, event: listEvents(operationId), request: { ...readCurl(curl), description } }];
}

function listEvents(operationId: string): readonly object[] {
  const [skipped, kept] = [SKIPPED[operationId], KEPT[operationId]];
  return [
    ...(skipped === undefined ? [] : [toEvent("prerequest", skipped)]),
    ...(kept === undefined ? [] : [toEvent("test", kept)]),
  ];
}

function toEvent(listen: "prerequest" | "test", line: string): object {
  return { listen, script: { type: "text/javascript", exec: [line] } };
}

/** Reads a call of the examples: its method, address, headers and what stands between the lines `JSON`. */
function readCurl(code: string): object {
  const text = NAMES.reduce((one, [shell, variable]) => one.replaceAll(shell, variable), code);
  const [, method = "GET"] = /-X (\w+)/.exec(text) ?? [];
  const [, raw = ""] = /"({{base_url}}[^"]*)"/.exec(text) ?? [];
  const headers = [...text.matchAll(/-H "([\w-]+): ([^"]*)"/g)].filter(([, key]) => key !== "Authorization");
  const [, body] = /<<JSON\n([\s\S]*?)\nJSON/.exec(text) ?? [];
  const [path = "", search = ""] = raw.split("?");
  const query = [...new URLSearchParams(search)].map(([key, value]) => ({ key, value }));
  const [host = "", ...segments] = path.split("/");
  return {
    method,
    header: headers.map(([, key, value]) => ({ key, value })),
    url: { raw, host: [host], path: segments, ...(query.length === 0 ? {} : { query }) },
    ...(body === undefined ? {} : { body: { mode: "raw", raw: body, options: { raw: { language: "json" } } } }),
  };
}
