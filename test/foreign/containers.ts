// Runs `npm run deep -- containers --documents N --seed S`: random containers before the official schema (libxml2), xmlsec1 and
// unzip, which share no line with what made them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { hasShared } from "../support/shared.ts";
import { loadSchema } from "../ubl/foreign-xml.ts";
import { anyValidated, createSigner, findFaults } from "./container-check.ts";

const SHOWN = 10;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      documents: { type: "string", default: "500" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
    },
  });
  const [wanted, seed] = [Number(values.documents), Number(values.seed)];
  if (!Number.isSafeInteger(wanted) || wanted < 1) throw new Error("--documents is a whole number from 1 on");
  if (!hasShared()) throw new Error("the official schemas are in the reference folder, which is not here");
  const schema = loadSchema("AttachedDocument");
  const signer = await createSigner();
  const folder = mkdtempSync(join(tmpdir(), "factura-edge-containers-"));
  const problems: string[] = [];
  const types = new Map<string, number>();
  const startMs = Date.now();
  try {
    for (const [index, validated] of fc.sample(anyValidated, { numRuns: wanted, seed }).entries()) {
      const { typeCode } = validated.issued.document;
      types.set(typeCode, (types.get(typeCode) ?? 0) + 1);
      for (const fault of await findFaults(folder, validated, signer, schema)) {
        problems.push(`container ${index + 1} (${typeCode}): ${fault}`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const seconds = Math.round((Date.now() - startMs) / 1000);
  const counted = [...types].sort().map(([type, count]) => `${count} of ${type}`);
  console.log(
    `${wanted} containers (seed ${seed}: ${counted.join(", ")}) in ${seconds} s: ${problems.length} problems`,
  );
  for (const problem of problems.slice(0, SHOWN)) console.log(`  ${problem}`);
  return problems.length === 0 ? 0 : 1;
}

process.exitCode = await main();
