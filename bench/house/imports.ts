// Reads who imports whom in `src`, and counts the arrows in and between its folders.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../stack.ts";

/** A file of `src` with its text and the files of `src` that it imports, for a type or for more. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

/** The files and imports of one folder of `src`, folders inside it included. */
export interface Room {
  readonly name: string;
  readonly files: number;
  readonly lines: number;
  /** Imports of one file by another of the same folder, and by one of another folder of the room. */
  readonly within: number;
  readonly between: number;
  /** Imports of files of other rooms. */
  readonly outward: number;
}

const IMPORT = /(?:(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+|\bimport\()"(\.[^"]+\.ts)"/g;

export function readSources(): readonly Source[] {
  return readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => {
      const path = join("src", name).replaceAll("\\", "/");
      const text = readFileSync(join(ROOT, path), "utf8");
      const imports = [...text.matchAll(IMPORT)].map(([, target = ""]) =>
        join(dirname(path), target).replaceAll("\\", "/"),
      );
      return { path, text, imports: [...new Set(imports)] };
    });
}

/** The folders directly under `src`, by name. */
export function countRooms(sources: readonly Source[]): readonly Room[] {
  const names = [...new Set(sources.map(({ path }) => roomOf(path)))]
    .filter((name) => !name.endsWith(".ts"))
    .toSorted();
  return names.map((name) => {
    const own = sources.filter(({ path }) => roomOf(path) === name);
    const arrows = own.flatMap(({ path, imports }) => imports.map((target) => ({ path, target })));
    const inside = arrows.filter(({ target }) => roomOf(target) === name);
    const within = inside.filter(({ path, target }) => dirname(path) === dirname(target)).length;
    return {
      name,
      files: own.length,
      lines: own.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0),
      within,
      between: inside.length - within,
      outward: arrows.length - inside.length,
    };
  });
}

/** `src/store` of `src/store/base/db.ts`. */
function roomOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}

/** Groups of files that import one another, by way of others too. */
export function findFileLoops(sources: readonly Source[]): readonly (readonly string[])[] {
  return findLoops(new Map(sources.map(({ path, imports }) => [path, imports])));
}

/** Groups of folders whose files import one another; files directly under `src` stand in none. */
export function findFolderLoops(sources: readonly Source[]): readonly (readonly string[])[] {
  return findLoops(listFolderArrows(sources));
}

/** Pairs of folders that import each other without others between. */
export function listMutualFolders(sources: readonly Source[]): readonly string[] {
  const arrows = listFolderArrows(sources);
  return [...arrows].flatMap(([folder, targets]) =>
    [...new Set(targets)]
      .filter((target) => folder < target && arrows.get(target)?.includes(folder))
      .map((target) => `${folder} and ${target}`),
  );
}

function listFolderArrows(sources: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  const arrows = new Map<string, string[]>();
  for (const { path, imports } of sources) {
    const own = dirname(path);
    const targets = imports.map((target) => dirname(target)).filter((folder) => folder !== own && folder !== "src");
    if (own !== "src") arrows.set(own, [...(arrows.get(own) ?? []), ...targets]);
  }
  return arrows;
}

function findLoops(arrows: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const reached = new Map([...arrows.keys()].map((start) => [start, reach(arrows, start)]));
  const isMutual = (one: string, other: string) => reached.get(one)?.has(other) && reached.get(other)?.has(one);
  const groups = [...arrows.keys()].map((one) => [...arrows.keys()].filter((other) => isMutual(one, other)).toSorted());
  const loops = groups.filter((group) => group.length > 0).map((group) => group.join("\n"));
  return [...new Set(loops)].map((loop) => loop.split("\n"));
}

/** What chains of at least one arrow lead to. */
function reach(arrows: ReadonlyMap<string, readonly string[]>, start: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...(arrows.get(start) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(arrows.get(next) ?? []));
  }
  return seen;
}
