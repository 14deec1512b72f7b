// Runs `npm run deep -- foreign --documents N --seed S`: random documents of the product, checked by the official schema
// (libxml2) and by xmlsec1, which share no line with what signed them.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { hasShared } from "../support/shared.ts";
import { loadInvoiceSchema } from "../ubl/foreign-xml.ts";
import { anyDocument, createSigning, drawDocument } from "./document.ts";

const BATCH = 100;
const SHOWN = 10;
/** Of what is drawn, so much must be sound enough to be signed. */
const SOUND_LEAST = 0.5;
const VERIFY = [
  ...["--verify", "--enabled-key-data", "x509", "--insecure"],
  ...["--id-attr:Id", "http://www.w3.org/2000/09/xmldsig#:KeyInfo"],
  ...["--id-attr:Id", "http://uri.etsi.org/01903/v1.3.2#:SignedProperties"],
];
const ALL_REFERENCES = /SignedInfo References \(ok\/all\): 3\/3/;

/** What xmlsec1 holds against files; it takes one at a time. */
function findFaults(folder: string, files: ReadonlyMap<string, Uint8Array>): string[] {
  return [...files].flatMap(([name, bytes]) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    const { status, stdout, stderr } = spawnSync("xmlsec1", [...VERIFY, path], { encoding: "utf8" });
    if (status === 0 && ALL_REFERENCES.test(`${stdout}${stderr}`)) return [];
    return [`${name}: xmlsec1: ${`${stdout}${stderr}`.trim().split("\n").slice(-3).join(" ")}`];
  });
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      documents: { type: "string", default: "1000" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
    },
  });
  const [wanted, seed] = [Number(values.documents), Number(values.seed)];
  if (!Number.isSafeInteger(wanted) || wanted < 1) throw new Error("--documents is a whole number from 1 on");
  if (!hasShared()) throw new Error("the official schemas are in the reference folder, which is not here");
  const schema = loadInvoiceSchema();
  const sign = await createSigning();
  const folder = mkdtempSync(join(tmpdir(), "factura-edge-foreign-"));
  const problems: string[] = [];
  let [signed, drawn] = [0, 0];
  const startMs = Date.now();
  try {
    while (signed < wanted) {
      const files = new Map<string, Uint8Array>();
      for (const draw of fc.sample(anyDocument, { numRuns: Math.min(BATCH, wanted - signed), seed: seed + drawn })) {
        drawn += 1;
        const document = drawDocument(draw);
        if (document === undefined) continue;
        const bytes = await sign(document);
        files.set(`document-${drawn}.xml`, bytes);
        for (const fault of schema.findFaults(bytes)) problems.push(`document-${drawn}.xml: schema: ${fault}`);
      }
      problems.push(...findFaults(folder, files));
      for (const name of files.keys()) rmSync(join(folder, name));
      signed += files.size;
      if (drawn >= BATCH && signed < drawn * SOUND_LEAST)
        throw new Error(`only ${signed} of ${drawn} draws were sound`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const seconds = Math.round((Date.now() - startMs) / 1000);
  console.log(
    `${signed} documents (seed ${seed}, ${drawn - signed} draws refused) in ${seconds} s: ${problems.length} problems`,
  );
  for (const problem of problems.slice(0, SHOWN)) console.log(`  ${problem}`);
  return problems.length === 0 ? 0 : 1;
}

process.exitCode = await main();
