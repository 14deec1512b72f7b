// Opens the ledger for reading: whatever else is asked of its bindings is refused.

import { withDeadline } from "../src/deadline.ts";
import type { DrawingRequest, Maker } from "../src/domain/document/drawing.ts";
import { createArchive } from "../src/store/archive/files.ts";
import { type Database, isReading, openDatabase } from "../src/store/base/db.ts";
import { type Bindings, openAll, openHome } from "../src/store/base/home.ts";

/** A file of the archive, by its path. */
export interface ListedFile {
  readonly path: string;
  readonly size: number;
}

/** All that the pages read from. */
export interface Ledger {
  /** Every database; the first one is the directory of companies. */
  readonly databases: readonly [Database, ...Database[]];
  /** A company's database, with those that keep older documents of it behind. */
  open(companyId: number): Database;
  readFile(path: string): Promise<Uint8Array | undefined>;
  /** The first files below a folder. */
  listFiles(folder: string, most: number): Promise<readonly ListedFile[]>;
  /** Draws a document. @throws Error when the renderer does not. */
  draw(request: DrawingRequest): Promise<Uint8Array>;
  readonly maker: Maker | null;
}

/** The bindings of the Worker. */
export interface LedgerBindings extends Bindings {
  readonly FILES: R2Bucket;
  readonly RENDERER?: Fetcher;
  /** Who made the software, as drawings name it. */
  readonly MAKER_NAME?: string;
  readonly MAKER_NIT?: string;
  readonly MAKER_SOFTWARE?: string;
}

const LIST_TIMEOUT_MS = 10_000;
const RENDERER_TIMEOUT_MS = 20_000;
const opened = new WeakMap<LedgerBindings, Ledger>();

export function openLedger(bindings: LedgerBindings): Ledger {
  const before = opened.get(bindings);
  if (before !== undefined) return before;
  const reading = Object.entries(bindings).map(([name, binding]) => [
    name,
    isDatabase(binding) ? guardDatabase(binding) : binding,
  ]);
  const guarded: Bindings = { ...Object.fromEntries(reading), DB: guardDatabase(bindings.DB) };
  const files = guardBucket(bindings.FILES);
  const [, ...others] = openAll(guarded);
  const ledger: Ledger = {
    databases: [openDatabase(guarded.DB), ...others],
    open: (companyId) => openHome(guarded, companyId),
    readFile: createArchive(files).get,
    draw: (request) => askRenderer(bindings.RENDERER, request),
    maker: readMaker(bindings),
    listFiles: async (prefix, limit) => {
      const { objects } = await withDeadline(files.list({ prefix, limit }), LIST_TIMEOUT_MS, "R2 list");
      return objects.map(({ key, size }) => ({ path: key, size }));
    },
  };
  opened.set(bindings, ledger);
  return ledger;
}

async function askRenderer(renderer: Fetcher | undefined, request: DrawingRequest): Promise<Uint8Array> {
  if (renderer === undefined) throw new Error("no renderer is bound");
  const signal = AbortSignal.timeout(RENDERER_TIMEOUT_MS);
  const answer = await renderer.fetch("https://renderer/", { method: "POST", body: JSON.stringify(request), signal });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`the renderer answered ${answer.status}`);
  return bytes;
}

function readMaker({ MAKER_NAME: name, MAKER_NIT: nit, MAKER_SOFTWARE: software }: LedgerBindings): Maker | null {
  return name && nit && software ? { name, nit, software } : null;
}

function isDatabase(value: unknown): value is D1Database {
  return typeof value === "object" && value !== null && "prepare" in value && "batch" in value;
}

/** A database that prepares what reads, and nothing else. */
export function guardDatabase(database: D1Database): D1Database {
  return guard(database, ["prepare", "batch"], (name, [text]) => {
    if (name === "prepare" && !isReading({ sql: String(text), params: [] })) throw new Error("the console only reads");
  });
}

export function guardBucket(bucket: R2Bucket): R2Bucket {
  return guard(bucket, ["get", "head", "list"], () => undefined);
}

function guard<Target extends object>(
  target: Target,
  allowed: readonly string[],
  check: (name: string, given: readonly unknown[]) => void,
): Target {
  return new Proxy(target, {
    get: (object, name) => {
      const member: unknown = Reflect.get(object, name, object);
      if (typeof member !== "function") return member;
      return (...given: readonly unknown[]): unknown => {
        if (typeof name !== "string" || !allowed.includes(name)) throw new Error("the console only reads");
        check(name, given);
        return Reflect.apply(member, object, given);
      };
    },
  });
}
