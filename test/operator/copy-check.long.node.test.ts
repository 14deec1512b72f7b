// A second bucket is compared with the archive, and a day's copy of the configuration with its manifest.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Archive, openBucket } from "../../operator/access/archive.ts";
import { describeLocal } from "../../operator/access/wrangler.ts";
import { createVersionedKey } from "../../operator/deployment.ts";
import { digestFile } from "../../src/store/archive/files.ts";
import { buildManifest, manifestPath } from "../../src/store/audit/configuration-copy.ts";
import { importAuditKeys } from "../../src/store/audit/event-head.ts";
import { COMPANY, openWorkbench, type Workbench } from "./workbench.ts";

const COPY = "copy-of-files";
const KEY = createVersionedKey(1);
const bytesOf = (text: string) => new TextEncoder().encode(text);

let bench: Workbench;
let archive: Archive;
beforeAll(async () => {
  bench = openWorkbench();
  await bench.run("company add", COMPANY);
  const local = describeLocal(join(bench.root, ".wrangler/state"));
  archive = openBucket(local);
  const copy = openBucket({ ...local, bucket: COPY });
  for (const name of ["a", "b", "c", "d"]) {
    const file = { path: `documents/1/${name}.xml`, bytes: bytesOf(name), label: {} };
    await archive.putFile(file);
    if (name === "b") continue;
    await copy.putFile(name === "c" ? { ...file, bytes: bytesOf("other") } : file);
  }
  await copy.putFile({ path: "documents/0/old.xml", bytes: bytesOf("x"), label: {} });
  await copy.close();
  bench.setArchive(archive);
  // The files are written by the clock of this machine.
  bench.setNow(new Date(Date.now() + 48 * 3_600_000).toISOString());
});
afterAll(async () => {
  await archive.close();
  bench.close();
});

describe("archive compare", () => {
  it("names what the copy lacks and what is another file there, and nothing that it has beside", async () => {
    const ran = await bench.run("archive compare", { with: COPY, prefix: "documents/" });
    expect(ran.code).toBe(4);
    expect(ran.out).toContain("4 files compared with copy-of-files, 0 too young to be missed: 2 are missing or differ");
    expect(ran.out).toMatch(/documents\/1\/b\.xml +missing\n.*documents\/1\/c\.xml +differs/);
  });

  it("does not miss what is younger than the last run of the copy, and ends well where all is there", async () => {
    const young = await bench.run("archive compare", { with: COPY, prefix: "documents/1/", hours: 100 });
    expect(young.out).toContain(
      "3 files compared with copy-of-files, 1 too young to be missed: 1 is missing or differs\n",
    );
    const whole = await bench.run("archive compare", { with: COPY, prefix: "documents/1/a" });
    expect([whole.code, whole.out]).toEqual([0, expect.stringContaining("the copy has every one of them")]);
  });

  it("ends with 3 where every file is too young, or none has the prefix: nothing was compared", async () => {
    const young = await bench.run("archive compare", { with: COPY, prefix: "documents/1/b", hours: 100 });
    expect([young.code, young.out]).toEqual([
      3,
      "nothing was compared with copy-of-files: 1 file of the archive is younger than 100 hours and may be missing; --hours 0 looks at it, too",
    ]);
    const none = await bench.run("archive compare", { with: COPY, prefix: "dokuments/" });
    expect([none.code, none.out]).toEqual([
      3,
      "nothing was compared with copy-of-files: the archive has no file below dokuments/",
    ]);
  });

  it("is refused of the archive itself", async () => {
    const ran = await bench.run("archive compare", { with: "factura-edge-files" });
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("is the archive itself")]);
  });
});

describe("archive configuration", () => {
  async function writeDay(day: string, key: string): Promise<void> {
    const page = bytesOf(JSON.stringify({ at: `${day}T17:00:00.000Z`, tables: {} }));
    const path = `configuration/${day}/db0-after-000000000000.json`;
    const at = `${day}T17:00:00.000Z`;
    const pages = [{ path, at, sha256: await digestFile(page), companies: 1, next: null }];
    await archive.putFile({ path, bytes: day === "2026-11-03" ? bytesOf("{}") : page, label: {} });
    await archive.putFile(
      await buildManifest(await importAuditKeys(key), { day, release: "1.0.0", time_travel: at, pages }),
    );
  }

  it("says the instant to go back to as wrangler takes it, and that every page is there", async () => {
    bench.environment.AUDIT_KEY = KEY;
    await writeDay("2026-11-01", KEY);
    const ran = await bench.run("archive configuration", { day: "2026-11-01" });
    expect([ran.code, ran.err]).toEqual([0, ""]);
    expect(ran.out).toMatch(/time_travel +2026-11-01T17:00:00Z \(UTC\)/);
    expect(ran.out).toContain("every page is there, unchanged");
    // The local platform has no Time Travel.
    expect(ran.out).not.toContain("wrangler");
    const remote = await bench.run("archive configuration", { day: "2026-11-01", remote: true });
    expect(remote.out).toMatch(
      /next: npx wrangler d1 time-travel restore [\w-]+ --timestamp 2026-11-01T17:00:00Z( |$)/m,
    );
  });

  it.each([
    ["a manifest of another key", "2026-11-02", createVersionedKey(1), /written_by_the_service +no/],
    ["a changed page", "2026-11-03", KEY, /after-0+\.json +differs/],
  ])("ends with 4 for %s", async (_, day, key, words) => {
    bench.environment.AUDIT_KEY = KEY;
    await writeDay(day, key);
    const ran = await bench.run("archive configuration", { day });
    expect([ran.code, ran.out]).toEqual([4, expect.stringMatching(words)]);
  });

  it("says that there is no copy of a day", async () => {
    expect((await bench.run("archive configuration", { day: "2026-10-01" })).err).toContain("no copy of 2026-10-01");
    expect(manifestPath("2026-10-01")).toBe("configuration/2026-10-01/manifest.json");
  });
});
