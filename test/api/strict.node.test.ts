// Puts into every place of every body of v2, as the schemas list them, what the place does not know, a member of another place, a
// decimal text and what cannot be seen; each is refused where it stands, or is what the number is.
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { acquirerSchema, findUnused, readAcquirerQuestion } from "../../src/api/acquirer/request.ts";
import { readInvoice } from "../../src/api/invoice/request.ts";
import { tillInvoiceSchema } from "../../src/api/invoice/request-schema.ts";
import { readNote } from "../../src/api/note/request.ts";
import { adjustmentNoteSchema, creditNoteSchema, debitNoteSchema } from "../../src/api/note/request-schema.ts";
import { readSupportDocument } from "../../src/api/support-document/request.ts";
import { supportDocumentSchema } from "../../src/api/support-document/request-schema.ts";
import type { NoteType } from "../../src/domain/kind.ts";
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from "../../src/domain/value/json.ts";
import { computeFingerprint } from "../../src/issuance/reserve.ts";
import { type Fields, readBody } from "../support/support-body.ts";

/** What a reader makes of a body. */
interface Read {
  readonly unused: readonly { readonly path: string; readonly message: string }[];
  readonly problems: readonly { readonly path: string; readonly message: string }[];
  readonly draft: unknown;
  readonly canonical: JsonValue;
}

type Path = readonly (string | number)[];

const toRead = (request: Omit<Read, "problems"> & { readonly typeErrors: Read["problems"] }): Read => {
  const { unused, typeErrors: problems, draft, canonical } = request;
  return { unused, problems, draft, canonical };
};
const ofNote = (type: NoteType) => (body: JsonObject) => toRead(readNote(body, type));

/** An example of every field that a schema takes; lists have one element where it is an object, else none. */
function exampleOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return exampleOf(schema.unwrap());
  const about = z.globalRegistry.get(schema);
  if (about?.example !== undefined) return about.example;
  if (schema instanceof z.ZodPipe && schema.out instanceof z.ZodArray) {
    return listExamples(schema.out.element, Number(about?.minItems ?? 1));
  }
  if (schema instanceof z.ZodPipe) return exampleOf(schema.out);
  if (schema instanceof z.ZodArray) return listExamples(schema.element, 1);
  if (!(schema instanceof z.ZodObject)) return {};
  return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, exampleOf(field as z.ZodType)]));
}

/** As few as the list takes, and one where it may be empty. */
function listExamples(element: z.core.$ZodType, count: number): unknown[] {
  return isObject(element) ? Array.from({ length: count }, () => exampleOf(element)) : [];
}

function isObject(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodPipe ? isObject(schema.out) : schema instanceof z.ZodObject;
}

/** Without what may not stand beside another member of the same object. */
function without(value: unknown, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(value as Fields).filter(([name]) => !names.includes(name)));
}

function withItem(body: unknown, change: (item: Fields) => Fields): Fields {
  const { items, ...rest } = body as { readonly items: readonly Fields[] };
  return { ...rest, items: items.map(change) };
}

const INVOICE = withItem(exampleOf(tillInvoiceSchema), (item) => without(item, "descuento_porcentaje"));
const ownLines = (schema: z.ZodType) => withItem(exampleOf(schema), (item) => without(item, "linea"));
const corrections = (schema: z.ZodType, ...names: readonly string[]) =>
  withItem(exampleOf(schema), (item) => Object.fromEntries(names.map((name) => [name, item[name]])));

const BODIES: Readonly<Record<string, readonly [body: Fields, read: (body: JsonObject) => Read]>> = {
  "an invoice": [INVOICE, (body) => toRead(readInvoice(body, "v2"))],
  "a support document": [
    {
      ...without(exampleOf(supportDocumentSchema), "forma_pago", "medio_pago_codigo", "fecha_vencimiento"),
      ...{ request_key: "compra-1", draft_key: "compra-1" },
    },
    (body) => toRead(readSupportDocument(body, "v2")),
  ],
  "a credit note with a line of its own": [ownLines(creditNoteSchema), ofNote("91")],
  "a credit note of a line": [corrections(creditNoteSchema, "linea", "cant"), ofNote("91")],
  "a debit note": [ownLines(debitNoteSchema), ofNote("92")],
  "an adjustment note with a line of its own": [ownLines(adjustmentNoteSchema), ofNote("95")],
  "an adjustment note of a line": [corrections(adjustmentNoteSchema, "linea", "cantidad"), ofNote("95")],
  "get-acquirer": [
    exampleOf(acquirerSchema) as Fields,
    (body) => {
      const { problems, question } = readAcquirerQuestion(body, "v2");
      return { unused: findUnused(body, "v2"), problems, draft: question, canonical: body };
    },
  ],
};

/** Every object of a body, the body itself first. */
function listObjects(value: unknown, path: Path = []): readonly Path[] {
  if (Array.isArray(value)) return value.flatMap((one, place) => listObjects(one, [...path, place]));
  if (typeof value !== "object" || value === null) return [];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => listObjects(inner, [...path, name]))];
}

/** Every value of a body that is no object and no list. */
function listValues(value: unknown, path: Path = []): readonly (readonly [Path, unknown])[] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    listValues(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

function changeAt(value: unknown, [name, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  if (Array.isArray(value)) return value.map((one, at) => (at === name ? changeAt(one, rest, change) : one));
  const object = value as Fields;
  return { ...object, [name]: changeAt(object[name], rest, change) };
}

/** Where names are the client's own. */
const OWN = "metadatos";

const pathsOf = (details: readonly { readonly path: string }[]) => details.map(({ path }) => path);

/** Names of members anywhere in the API; each is unknown in most places. */
const ALL_NAMES = [
  ...new Set(
    Object.values(BODIES).flatMap(([body]) =>
      listValues(body).flatMap(([path]) => path.filter((name) => typeof name === "string")),
    ),
  ),
];

describe.each(Object.entries(BODIES))("%s", (_, [body, read]) => {
  const readFields = (fields: unknown) => read(readBody(fields as Fields));
  const sound = readFields(body);
  const objects = listObjects(body).filter(([name]) => name !== OWN);

  it("knows every member that the schema lists", () => {
    expect(sound.unused).toEqual([]);
    expect(sound.draft).toBeDefined();
  });

  it.each(objects.map((path) => path.join(".")))("refuses a member that no place knows, in '%s'", (joined) => {
    const path = objects.find((one) => one.join(".") === joined) ?? [];
    const changed = changeAt(body, path, (object) => ({ ...(object as Fields), zzz: 1, "otro.campo": { a: [] } }));
    const { unused } = readFields(changed);
    expect(pathsOf(unused)).toEqual(["zzz", "otro.campo"].map((name) => [...path, name].join(".")));
  });

  it.each(objects.map((path) => path.join(".")))(
    "knows each name of the API in '%s', or refuses it there",
    (joined) => {
      const path = objects.find((one) => one.join(".") === joined) ?? [];
      for (const name of ALL_NAMES) {
        let isThere = false;
        const changed = changeAt(body, path, (object) => {
          isThere = Object.hasOwn(object as Fields, name);
          return isThere ? object : { ...(object as Fields), [name]: "x" };
        });
        if (isThere) continue;
        const { unused, problems } = readFields(changed);
        const place = [...path, name].join(".");
        expect([name, [...pathsOf(unused), ...pathsOf(problems)].some((one) => one.startsWith(place))]).toEqual([
          name,
          true,
        ]);
      }
    },
  );

  if (OWN in body) {
    it("takes any name of the API for the client's own where names are its own", async () => {
      for (const name of [...ALL_NAMES, "zzz", "_propio"]) {
        const { unused, problems, draft, canonical } = readFields({ ...body, [OWN]: { [name]: "1.50" } });
        expect([name, unused, problems, draft]).toEqual([name, [], sound.problems, sound.draft]);
        expect(await computeFingerprint(canonical, [])).not.toBe(await computeFingerprint(sound.canonical, []));
      }
    });
  }

  it("is the same with every amount as decimal text, and has the same fingerprint", async () => {
    const numbers = listDecimals(readBody(body));
    const texts = numbers.reduce<unknown>((all, path) => changeAt(all, path, (value) => `${value}`), body);
    const written = readFields(texts);
    expect([pathsOf(written.unused), pathsOf(written.problems)]).toEqual([[], pathsOf(sound.problems)]);
    expect(written.draft).toEqual(sound.draft);
    expect(await computeFingerprint(written.canonical, [])).toBe(await computeFingerprint(sound.canonical, []));
  });

  it.each([
    ...["", " ", "1,5", "1.000.000", "1.000,50", "$100", "1e3", "-1", "+1", ".5", "5.", "0x10", "NaN", "1_000"],
    ...["12345678901234567890.1", "1\u200b0", "１０"],
  ])("takes no text for an amount that is not decimal: %j", (text) => {
    for (const path of listDecimals(readBody(body))) {
      const { problems } = readFields(changeAt(body, path, () => text));
      const [problem] = problems.filter((one) => one.path === path.join("."));
      expect([path, problem?.message]).toEqual([path, expect.stringContaining("sin separador de miles")]);
    }
  });
});

/** The places of amounts, quantities and percentages: numbers that decimal text may stand for. */
function listDecimals(body: JsonObject): readonly Path[] {
  return listNumbers(body, []).filter((path) => !WHOLE.includes(String(path.at(-1))));
}

/** Names of whole numbers, such as ids. */
const WHOLE: readonly string[] = [
  ...[tillInvoiceSchema, supportDocumentSchema, creditNoteSchema, debitNoteSchema, adjustmentNoteSchema],
].flatMap((schema) => listWhole("", schema));

function listWhole(name: string, schema: z.core.$ZodType): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return listWhole(name, schema.unwrap());
  if (z.globalRegistry.get(schema)?.type === "integer") return [name];
  if (schema instanceof z.ZodPipe) return listWhole(name, schema.out);
  if (schema instanceof z.ZodArray) return listWhole(name, schema.element);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([inner, field]) => listWhole(inner, field as z.ZodType));
}

function listNumbers(value: JsonValue, path: Path): readonly Path[] {
  if (value instanceof JsonNumber) return [path];
  if (Array.isArray(value)) return value.flatMap((one, place) => listNumbers(one, [...path, place]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => listNumbers(inner, [...path, name]));
}
