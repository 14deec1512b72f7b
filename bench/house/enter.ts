// Marks every function of `src` while it is bundled, so that a running Worker says which ones were called, in which order.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { Plugin } from "esbuild";
import { parseAst } from "vitest/node";
import * as z from "zod";
import { ROOT } from "../stack.ts";

/** A function as its source spells it. */
export interface Place {
  readonly file: string;
  readonly name: string;
  /** Text of the declared result, empty where none is. */
  readonly result: string;
  /** Its `return` statements, without those of functions inside it. */
  readonly returns: number;
}

const nodeSchema = z.looseObject({ type: z.string(), start: z.number(), end: z.number() });
type Node = z.infer<typeof nodeSchema>;

const FUNCTIONS = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];

/** A plugin that marks functions, and what it has marked by number: a call of one runs `enter(number)` of the global object. */
export function createMarker(): { readonly plugin: Plugin; readonly places: readonly Place[] } {
  const places: Place[] = [];
  const plugin: Plugin = {
    name: "marker",
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const file = relative(ROOT, path).replaceAll("\\", "/");
        if (!file.startsWith("src/")) return undefined;
        return { contents: mark(readFileSync(path, "utf8"), file, places), loader: "ts" };
      });
    },
  };
  return { plugin, places };
}

function mark(text: string, file: string, places: Place[]): string {
  const program: unknown = parseAst(text, { lang: "ts", astType: "ts" });
  const marks: { readonly at: number; readonly text: string }[] = [];
  const visit = (node: Node, name: string) => {
    const body = childOf(node, "body");
    const named = nameOf(node) || name;
    if (FUNCTIONS.includes(node.type) && body !== undefined) {
      const call = `globalThis.enter?.(${places.length})`;
      const declared = childOf(node, "returnType");
      const result = declared === undefined ? "" : text.slice(declared.start, declared.end);
      places.push({ file, name: named, result, returns: countReturns(body) });
      if (body.type === "BlockStatement") marks.push({ at: body.start + 1, text: `${call};` });
      else marks.push({ at: body.start, text: `(${call}, ` }, { at: body.end, text: ")" });
    }
    for (const child of listChildren(node)) visit(child, named);
  };
  visit(nodeSchema.parse(program), "");
  // From the end, so that places before stay where they are; of two at one place the outer begins first and ends last.
  return marks
    .map((one, order) => ({ ...one, order }))
    .toSorted((a, b) => b.at - a.at || b.order - a.order)
    .reduce((all, one) => all.slice(0, one.at) + one.text + all.slice(one.at), text);
}

/** The name that a declaration, a member or a variable gives to what is inside. */
function nameOf(node: Node): string {
  const named = childOf(node, "id") ?? childOf(node, "key");
  return typeof named?.name === "string" ? named.name : "";
}

function countReturns(node: Node): number {
  const own = node.type === "ReturnStatement" ? 1 : 0;
  const inner = listChildren(node).filter(({ type }) => !FUNCTIONS.includes(type));
  return inner.reduce((sum, child) => sum + countReturns(child), own);
}

function childOf(node: Node, member: string): Node | undefined {
  return nodeSchema.safeParse(node[member]).data;
}

function listChildren(node: Node): readonly Node[] {
  return Object.values(node).flatMap((member) =>
    (Array.isArray(member) ? member : [member]).flatMap((one) => nodeSchema.safeParse(one).data ?? []),
  );
}
