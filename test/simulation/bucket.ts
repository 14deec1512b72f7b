// An R2 bucket in memory: conditional puts, digests verified on upload, strongly consistent.
import { hash } from "node:crypto";
import type { Carrier } from "./database.ts";

interface StoredFile {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

interface PutOptions {
  readonly sha256: string;
  readonly onlyIf?: { readonly etagDoesNotMatch?: string };
}

export class SimulatedR2 {
  readonly files = new Map<string, StoredFile>();
  /** Strangers' files and their digests. */
  readonly planted = new Map<string, string>();

  /** Puts a file now, by nobody's hand. */
  plant(path: string, bytes: Uint8Array): void {
    this.files.set(path, { bytes, sha256: sha256Hex(bytes) });
    this.planted.set(path, sha256Hex(bytes));
  }

  /** The binding as one caller sees it; `carryFor` knows which kind of call it is. */
  bind(carryFor: (method: "put" | "head" | "get", path: string) => Carrier): R2Bucket {
    const put = (path: string, bytes: Uint8Array, { sha256, onlyIf }: PutOptions) =>
      carryFor("put", path)(() => this.#put(path, bytes, sha256, onlyIf?.etagDoesNotMatch === "*"));
    const head = (path: string) =>
      carryFor(
        "head",
        path,
      )(() => {
        const file = this.files.get(path);
        return file === undefined ? null : { checksums: { sha256: toBuffer(file.sha256) } };
      });
    const get = (path: string) =>
      carryFor(
        "get",
        path,
      )(() => {
        const file = this.files.get(path);
        return file === undefined ? null : { arrayBuffer: async () => file.bytes.slice().buffer };
      });
    return { put, head, get } as unknown as R2Bucket;
  }

  #put(path: string, bytes: Uint8Array, sha256: string, isOnce: boolean): object | null {
    if (sha256Hex(bytes) !== sha256) throw new Error("put: the digest does not match the body");
    if (isOnce && this.files.has(path)) return null;
    this.files.set(path, { bytes: bytes.slice(), sha256 });
    return {};
  }
}

export function sha256Hex(bytes: Uint8Array): string {
  return hash("sha256", bytes);
}

function toBuffer(hex: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(hex, "hex")).buffer;
}
