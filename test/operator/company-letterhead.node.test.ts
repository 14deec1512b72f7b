// `company edit` on logo and colour of a company's drawings: what the renderer would refuse is refused here, and nothing is written.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openLocalArchive } from "../../operator/access/access.ts";
import type { Archive } from "../../operator/access/archive.ts";
import { digestFile } from "../../src/store/archive/files.ts";
import { COMPANY, openWorkbench, type Workbench } from "./workbench.ts";

/** One pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let bench: Workbench;
let archive: Archive;
beforeEach(async () => {
  bench = openWorkbench();
  archive = openLocalArchive(join(bench.root, ".wrangler/state"));
  bench.setArchive(archive);
  await bench.run("company add", COMPANY);
});
afterEach(async () => {
  await archive.close();
  bench.close();
});

function write(bytes: Uint8Array): string {
  const path = join(bench.root, "logo.png");
  writeFileSync(path, bytes);
  return path;
}
const readCompany = () => bench.query("SELECT accent, logo_path FROM companies")[0];

it("logo and colour are set, recorded and taken off, and other edits leave them", async () => {
  const path = `logos/1/${await digestFile(PNG)}`;
  expect(await bench.run("company edit", { company: 1, logo: write(PNG), colour: "0A7B83" })).toMatchObject({
    code: 0,
  });
  expect(readCompany()).toEqual({ accent: "#0a7b83", logo_path: path });
  expect(await archive.readFile(path)).toEqual(new Uint8Array(PNG));
  const [event] = bench.query("SELECT action, detail FROM events ORDER BY sequence DESC LIMIT 1");
  expect(event?.action).toBe("company.edit");
  expect(JSON.parse(String(event?.detail))).toMatchObject({ accent: "#0a7b83", logoPath: path });
  await bench.run("company edit", { company: 1, phone: "6011234567" });
  expect(readCompany()).toEqual({ accent: "#0a7b83", logo_path: path });
  expect(await bench.run("company edit", { company: 1, colour: "0a7b83" })).toMatchObject({ code: 1 });
  await bench.run("company edit", { company: 1, colour: "none" });
  expect(readCompany()).toEqual({ accent: null, logo_path: path });
  await bench.run("company edit", { company: 1, logo: "none" });
  expect(readCompany()).toEqual({ accent: null, logo_path: null });
});

it.each([
  [
    "a logo of more than 100 KB",
    () => ({ logo: write(Buffer.concat([PNG, Buffer.alloc(102_400)])) }),
    /more than 102400/,
  ],
  ["a file that is no picture", () => ({ logo: write(Buffer.from("<svg/>")) }), /logo\.png: /],
  ["a picture that is cut off", () => ({ logo: write(PNG.subarray(0, 40)) }), /logo\.png: /],
  ["a file that is not there", () => ({ logo: join(bench.root, "absent.png") }), /cannot be read/],
  ["a colour by its name", () => ({ colour: "teal" }), /"teal" is not a colour/],
  ["a short colour", () => ({ colour: "0a7" }), /"0a7" is not a colour/],
])("%s is refused, and nothing changes", async (_, flags, says) => {
  const before = bench.dump();
  const { code, err } = await bench.run("company edit", { company: 1, ...flags() });
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(says) });
  expect(bench.dump()).toBe(before);
});

it("a rehearsal puts no logo into the archive", async () => {
  expect(await bench.run("company edit", { company: 1, logo: write(PNG), "dry-run": true })).toMatchObject({ code: 0 });
  expect(readCompany()).toEqual({ accent: null, logo_path: null });
  expect(await archive.readFile(`logos/1/${await digestFile(PNG)}`)).toBeUndefined();
});
