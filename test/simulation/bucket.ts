// Simulates an R2 bucket in memory: conditional puts, digests verified on upload, strongly consistent.
import { hash } from "node:crypto";
import type { ArchiveReader } from "../../src/store/archive/rebuild.ts";
import type { Carrier } from "./database.ts";

interface StoredFile {
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly label: Readonly<Record<string, string>> | undefined;
}

interface PutOptions {
  readonly sha256: string;
  readonly customMetadata?: Readonly<Record<string, string>>;
  readonly onlyIf?: { readonly etagDoesNotMatch?: string };
}

const ANSWER = /\.answer\.xml$/;

export class SimulatedR2 {
  readonly files = new Map<string, StoredFile>();
  /** Strangers' files and their digests. */
  readonly planted = new Map<string, string>();
  /** Answers were copied from another bucket: R2 keeps no SHA-256 of what it did not verify itself. */
  hasCopiedAnswers = false;

  /** Puts a file now, without a request. */
  plant(path: string, bytes: Uint8Array): void {
    this.files.set(path, { bytes, sha256: sha256Hex(bytes), label: undefined });
    this.planted.set(path, sha256Hex(bytes));
  }

  /** Takes a file away. */
  lose(path: string): void {
    this.files.delete(path);
  }

  /** Writes other bytes over a file, as a hand with the key of the bucket would: what the file says of its names stays. */
  alter(path: string): void {
    const file = this.files.get(path);
    if (file === undefined) return;
    const bytes = new Uint8Array([...file.bytes, 0x20]);
    this.files.set(path, { bytes, sha256: sha256Hex(bytes), label: undefined });
  }

  /** The archive as the operator's program reads it. */
  reader(): ArchiveReader {
    const { files } = this;
    return {
      async *list(prefix) {
        for (const path of [...files.keys()].sort()) {
          if (path.startsWith(prefix)) yield { path, label: files.get(path)?.label };
        }
      },
      read: async (path) => files.get(path)?.bytes,
    };
  }

  /** The binding as one caller sees it; `carryFor` knows which kind of call it is. */
  bind(carryFor: (method: "put" | "head" | "get", path: string) => Carrier): R2Bucket {
    const put = (path: string, bytes: Uint8Array, options: PutOptions) =>
      carryFor("put", path)(() => this.#put(path, bytes, options));
    const head = (path: string) =>
      carryFor(
        "head",
        path,
      )(() => {
        const file = this.files.get(path);
        if (file === undefined) return null;
        const isCopied = this.hasCopiedAnswers && ANSWER.test(path);
        return { checksums: isCopied ? {} : { sha256: toBuffer(file.sha256) } };
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

  #put(path: string, bytes: Uint8Array, { sha256, onlyIf, customMetadata: label }: PutOptions): object | null {
    if (sha256Hex(bytes) !== sha256) throw new Error("put: the digest does not match the body");
    if (onlyIf?.etagDoesNotMatch === "*" && this.files.has(path)) return null;
    this.files.set(path, { bytes: bytes.slice(), sha256, label });
    return {};
  }
}

export function sha256Hex(bytes: Uint8Array): string {
  return hash("sha256", bytes);
}

function toBuffer(hex: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(hex, "hex")).buffer;
}
