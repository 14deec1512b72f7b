// Calls the renderer as the service does, in workerd: what it answers, what it refuses, and what the longest document costs it.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BODY_LIMIT_BYTES, LOGO_LIMIT_BYTES } from "../../renderer/request.ts";
import { TEMPLATE_VERSION } from "../../renderer/version.ts";
import { LAYOUTS } from "../../src/domain/document/drawing.ts";
import { bundleRenderer } from "../support/worker-bundle.ts";
import { KINDS } from "../ubl/kinds.ts";
import { draw, inputOf, NO_RECORD, signText } from "./drawing.ts";
import { makeLogo } from "./show-piece.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const HEAP_MB = 64;
/** Half of what the configuration allows one request; a machine that others use too is no excuse up to here. */
const LONGEST_CPU_MS = 5_000;
const LONGEST_PAGES = 22;

async function kindOf(name: string): Promise<string> {
  const kind = KINDS[name];
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return signText(kind);
}

const [xml, longest] = [await kindOf("fe-mixed"), await kindOf("fe-500-lines")];
const LOGO = Buffer.from(makeLogo()).toString("base64");

let miniflare: Miniflare;

beforeAll(async () => {
  miniflare = new Miniflare(
    convertV4MiniflareOptions({ modules: true, script: await bundleRenderer(), compatibilityDate: "2026-09-15" }),
  );
  await miniflare.ready;
});

afterAll(() => miniflare.dispose());

async function post(body: string | object) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await miniflare.dispatchFetch("http://renderer/", { method: "POST", body: text });
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

function bodyOf(changes: object = {}): object {
  return { ...inputOf(xml), ...changes };
}

/** With another document, record or line in it than the usual one. */
const withDocument = (changes: object) => bodyOf({ document: { ...inputOf(xml).document, ...changes } });
const withRecord = (changes: object) => bodyOf({ record: { ...NO_RECORD, ...changes } });
const withLine = (changes: object) => withDocument({ lines: [{ ...inputOf(xml).document.lines[0], ...changes }] });

describe("the renderer in workerd", () => {
  it.each(LAYOUTS)("draws %s with the bytes that it has in Node", async (layout) => {
    const { status, headers, bytes } = await post(bodyOf({ layout, logo: LOGO, accent: "#8c3c1e" }));
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/pdf");
    expect(headers.get("x-template-version")).toBe(TEMPLATE_VERSION);
    expect(headers.get("x-pages")).toBe("1");
    expect(headers.get("x-replaced-characters")).toBe("0");
    const here = draw(xml, { layout, logo: makeLogo(), accent: "#8c3c1e" }).bytes;
    expect(Buffer.compare(bytes, here)).toBe(0);
  });

  it("says its template version", async () => {
    const answer = await miniflare.dispatchFetch("http://renderer/version");
    expect(await answer.json()).toEqual({ template: TEMPLATE_VERSION });
    expect(answer.headers.get("x-template-version")).toBe(TEMPLATE_VERSION);
  });

  it("knows no other address and no other method", async () => {
    expect((await miniflare.dispatchFetch("http://renderer/")).status).toBe(404);
    expect((await miniflare.dispatchFetch("http://renderer/other", { method: "POST", body: "{}" })).status).toBe(404);
  });

  const REFUSED: readonly (readonly [what: string, body: () => string | object, status: number, fault: string])[] = [
    ["a body that is no JSON", () => "PDF, please", 400, "request"],
    ["a body that is no object", () => "[]", 400, "request"],
    ["an unknown member", () => bodyOf({ color: "#ffffff" }), 400, "request"],
    ["another layout", () => bodyOf({ layout: "a4" }), 400, "request"],
    ["no document", () => bodyOf({ document: null }), 400, "request"],
    ["a signed file instead of its facts", () => bodyOf({ document: xml }), 400, "request"],
    ["a document without its identifier", () => withDocument({ fiscalId: undefined }), 400, "request"],
    ["a document with a fact that is not drawn", () => withDocument({ signature: "" }), 400, "request"],
    ["a document of another type", () => withDocument({ typeCode: "25" }), 400, "request"],
    ["lines that are none", () => withDocument({ lines: 1 }), 400, "request"],
    ["a line whose quantity is a number", () => withLine({ quantity: 1 }), 400, "request"],
    ["a document without code", () => withDocument({ qrUrl: "" }), 422, "document"],
    ["a code longer than any", () => withDocument({ qrUrl: "x".repeat(8_000) }), 422, "document"],
    ["a time that is none of validation", () => bodyOf({ validated: "ayer" }), 400, "request"],
    ["a colour by name", () => bodyOf({ accent: "red" }), 400, "request"],
    ["a date in words", () => bodyOf({ resolutionDate: "ayer" }), 400, "request"],
    ["a maker without NIT", () => bodyOf({ maker: { name: "x", software: "y" } }), 400, "request"],
    ["a record of another form", () => withRecord({ supplier: "13" }), 400, "request"],
    ["a line by its name", () => withRecord({ taxIncluded: ["1"] }), 400, "request"],
    ["lines that are no list", () => withRecord({ taxIncluded: 1 }), 400, "request"],
    ["a withholding without value", () => withRecord({ withholdings: [{ name: "ReteICA" }] }), 400, "request"],
    ["a logo that is no base64", () => bodyOf({ logo: "%%%" }), 400, "logo"],
    ["a logo that is no picture", () => bodyOf({ logo: btoa("GIF89a") }), 400, "logo"],
    ["a logo of more than 100 KB", () => bodyOf({ logo: "A".repeat(LOGO_LIMIT_BYTES * 2) }), 413, "too-large"],
    ["a body of more than 4 MiB", () => " ".repeat(BODY_LIMIT_BYTES + 1), 413, "too-large"],
  ];

  it.each(REFUSED)("refuses %s", async (_, body, status, fault) => {
    const answer = await post(body());
    const said = JSON.parse(new TextDecoder().decode(answer.bytes)) as Record<string, unknown>;
    expect({ status: answer.status, fault: said.fault }).toEqual({ status, fault });
    expect(Object.keys(said)).toEqual(["fault", "message"]);
  });

  it("draws the longest document of each layout within half of its limit of the processor", async () => {
    for (const layout of LAYOUTS) {
      const startedAt = process.cpuUsage();
      const { pages } = draw(longest, { layout });
      const { user, system } = process.cpuUsage(startedAt);
      expect(pages).toBe(layout === "carta" ? LONGEST_PAGES : 1);
      expect((user + system) / 1_000).toBeLessThan(LONGEST_CPU_MS);
      expect((await post({ ...inputOf(longest), layout })).status).toBe(200);
    }
  });

  it(`draws the longest document of each layout in a heap of ${HEAP_MB} MB`, () => {
    const folder = mkdtempSync(join(tmpdir(), "factura-edge-heap-"));
    try {
      const path = join(folder, "longest.json");
      writeFileSync(path, JSON.stringify(inputOf(longest)));
      const program = `
        import { readFileSync } from "node:fs";
        import { render } from ${JSON.stringify(join(ROOT, "renderer/render.ts"))};
        const input = JSON.parse(readFileSync(process.argv[1], "utf8"));
        for (const layout of ${JSON.stringify(LAYOUTS)}) process.stdout.write(render({ ...input, layout }).pages + " ");`;
      const limits = [`--max-old-space-size=${HEAP_MB}`, "--no-warnings", "--input-type=module"];
      const { status, stdout, stderr } = spawnSync(process.execPath, [...limits, "-e", program, path], {
        encoding: "utf8",
      });
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${LONGEST_PAGES} 1 1 `, stderr: "" });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
