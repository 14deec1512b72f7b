// Files put twice into an archive that keeps the first bytes.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createArchive, digestFile } from "../../src/store/archive/files.ts";

const archive = createArchive(env.FILES);
const bytes = new TextEncoder().encode("<Invoice/>");
const others = new TextEncoder().encode("<Invoice />");

describe("the archive writes once", () => {
  it("stores, recognises the same bytes, and keeps the first ones", async () => {
    const path = `documents/${crypto.randomUUID()}.xml`;
    expect(await archive.putOnce(path, bytes, await digestFile(bytes))).toBe("stored");
    expect(await archive.putOnce(path, bytes, await digestFile(bytes))).toBe("same-bytes");
    expect(await archive.putOnce(path, others, await digestFile(others))).toBe("other-bytes");
    expect(await archive.get(path)).toEqual(bytes);
  });

  it("compares bytes when the file there carries no digest", async () => {
    const path = `documents/${crypto.randomUUID()}.xml`;
    await env.FILES.put(path, bytes);
    expect(await archive.putOnce(path, bytes, await digestFile(bytes))).toBe("same-bytes");
    expect(await archive.putOnce(path, others, await digestFile(others))).toBe("other-bytes");
  });

  it("refuses bytes that are not the digest's", async () => {
    const path = `documents/${crypto.randomUUID()}.xml`;
    await expect(archive.putOnce(path, bytes, await digestFile(others))).rejects.toThrow();
    expect(await archive.get(path)).toBeUndefined();
  });
});
