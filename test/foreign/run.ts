// Runs `npm run deep -- foreign --documents N --notes N --seed S`: random documents of the product and notes on random documents,
// checked by the official schemas (libxml2) and by xmlsec1, which share no line with what signed them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { hasShared } from "../support/shared.ts";
import { loadSchema, type Schema } from "../ubl/foreign-xml.ts";
import { anyDocument, anyNoteDocument, createSigning, type Draw, drawDocument, schemaOf } from "./document.ts";
import { findSignatureFault } from "./signature.ts";

const BATCH = 100;
const SHOWN = 10;
/** Of what is drawn, so much must be sound enough to be signed. */
const SOUND_LEAST = 0.5;

interface Judges {
  readonly folder: string;
  readonly sign: Awaited<ReturnType<typeof createSigning>>;
  readonly schemas: Readonly<Record<ReturnType<typeof schemaOf>, Schema>>;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      documents: { type: "string", default: "1000" },
      notes: { type: "string", default: "1000" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
    },
  });
  const [documents, notes, seed] = [Number(values.documents), Number(values.notes), Number(values.seed)];
  for (const [name, value] of Object.entries({ documents, notes })) {
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} is a whole number`);
  }
  if (documents + notes === 0) throw new Error("nothing is asked for: --documents or --notes");
  if (!hasShared()) throw new Error("the official schemas are in the reference folder, which is not here");
  const folder = mkdtempSync(join(tmpdir(), "factura-edge-foreign-"));
  const judges: Judges = {
    folder,
    sign: await createSigning(),
    schemas: {
      Invoice: loadSchema("Invoice"),
      CreditNote: loadSchema("CreditNote"),
      DebitNote: loadSchema("DebitNote"),
    },
  };
  try {
    const problems = [
      ...(await judge("documents", anyDocument, { wanted: documents, seed }, judges)),
      ...(await judge("notes", anyNoteDocument, { wanted: notes, seed }, judges)),
    ];
    for (const problem of problems.slice(0, SHOWN)) console.log(`  ${problem}`);
    return problems.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Signs as many as are wanted of what is drawn. @returns what the schemas or xmlsec1 hold against them. */
async function judge(
  what: string,
  draws: fc.Arbitrary<Draw>,
  { wanted, seed }: { readonly wanted: number; readonly seed: number },
  { folder, sign, schemas }: Judges,
): Promise<readonly string[]> {
  if (wanted === 0) return [];
  const problems: string[] = [];
  const kinds = new Map<string, number>();
  let [signed, drawn] = [0, 0];
  const startMs = Date.now();
  while (signed < wanted) {
    for (const draw of fc.sample(draws, { numRuns: Math.min(BATCH, wanted - signed), seed: seed + drawn })) {
      drawn += 1;
      const one = drawDocument(draw);
      if (one === undefined) continue;
      const bytes = await sign(one);
      const { typeCode, operationType } = one.document;
      const kind = `${typeCode}/${operationType}`;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      const faults = schemas[schemaOf(one.document)].findFaults(bytes).map((fault) => `schema: ${fault}`);
      const fault = findSignatureFault(folder, bytes);
      if (fault !== undefined) faults.push(`xmlsec1: ${fault}`);
      problems.push(...faults.map((found) => `${what} ${drawn} (${kind}): ${found}`));
      signed += 1;
    }
    if (drawn >= BATCH && signed < drawn * SOUND_LEAST) throw new Error(`only ${signed} of ${drawn} draws were sound`);
  }
  const seconds = Math.round((Date.now() - startMs) / 1000);
  const counted = [...kinds].sort().map(([kind, count]) => `${count} of ${kind}`);
  console.log(
    `${signed} ${what} (seed ${seed}: ${counted.join(", ")}; ${drawn - signed} draws refused) in ${seconds} s: ${problems.length} problems`,
  );
  return problems;
}

process.exitCode = await main();
