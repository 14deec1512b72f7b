// Runs `npm run deep -- foreign --documents N --notes N --tickets N --ticket-notes N --seed S`: random documents of the product and
// notes on random documents, checked by the official schemas (libxml2) and by xmlsec1, which share no line with what signed them;
// tickets and notes on them by the pretend authority too, which must accept them without a remark.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import type { Document } from "../../src/domain/document/document.ts";
import { hasShared } from "../support/shared.ts";
import { loadSchema, type Schema } from "../ubl/foreign-xml.ts";
import { anyTicket, anyTicketNote, type DrawnTicket, judgeTicket, signTicket } from "../ubl/ticket-draw.ts";
import { anyDocument, anyNoteDocument, createSigning, type Draw, drawDocument, schemaOf } from "./document.ts";
import { findSignatureFault } from "./signature.ts";

const BATCH = 100;
const SHOWN = 10;
/** Of what is drawn, so much must be sound enough to be signed. */
const SOUND_LEAST = 0.5;

/** A document that is drawn, and how it is signed and judged besides. */
interface Signing {
  readonly document: Document;
  sign(): Promise<Uint8Array>;
  /** What others hold against it. */
  judge?(bytes: Uint8Array): Promise<readonly string[]>;
}

interface Judges {
  readonly folder: string;
  readonly schemas: Readonly<Record<ReturnType<typeof schemaOf>, Schema>>;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      documents: { type: "string", default: "1000" },
      notes: { type: "string", default: "1000" },
      tickets: { type: "string", default: "1000" },
      "ticket-notes": { type: "string", default: "500" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
    },
  });
  const seed = Number(values.seed);
  const count = (name: "documents" | "notes" | "tickets" | "ticket-notes") => {
    const value = Number(values[name]);
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} is a whole number`);
    return value;
  };
  const counts = {
    documents: count("documents"),
    notes: count("notes"),
    tickets: count("tickets"),
    ticketNotes: count("ticket-notes"),
  };
  if (Object.values(counts).every((one) => one === 0)) throw new Error("nothing is asked for: --documents or another");
  if (!hasShared()) throw new Error("the official schemas are in the reference folder, which is not here");
  const folder = mkdtempSync(join(tmpdir(), "factura-edge-foreign-"));
  const judges: Judges = {
    folder,
    schemas: {
      Invoice: loadSchema("Invoice"),
      CreditNote: loadSchema("CreditNote"),
      DebitNote: loadSchema("DebitNote"),
    },
  };
  const sign = await createSigning();
  const toSigning = (draw: Draw): Signing | undefined => {
    const one = drawDocument(draw);
    return one && { document: one.document, sign: () => sign(one) };
  };
  try {
    const problems = [
      ...(await judge("documents", anyDocument.map(toSigning), { wanted: counts.documents, seed }, judges)),
      ...(await judge("notes", anyNoteDocument.map(toSigning), { wanted: counts.notes, seed }, judges)),
      ...(await judge("tickets", anyTicket.map(toTicketSigning), { wanted: counts.tickets, seed }, judges)),
      ...(await judge(
        "notes on tickets",
        anyTicketNote.map(toTicketSigning),
        { wanted: counts.ticketNotes, seed },
        judges,
      )),
    ];
    for (const problem of problems.slice(0, SHOWN)) console.log(`  ${problem}`);
    return problems.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toTicketSigning(drawn: DrawnTicket): Signing {
  return {
    document: drawn.document,
    sign: () => signTicket(drawn),
    judge: async (bytes) => {
      const { rejections, notices, remarks } = await judgeTicket(bytes, drawn);
      return [...rejections, ...notices, ...remarks].map((said) => `pretend authority: ${said}`);
    },
  };
}

/** Signs as many as are wanted of what is drawn. @returns what the schemas, xmlsec1 or the pretend authority hold against them. */
async function judge(
  what: string,
  draws: fc.Arbitrary<Signing | undefined>,
  { wanted, seed }: { readonly wanted: number; readonly seed: number },
  { folder, schemas }: Judges,
): Promise<readonly string[]> {
  if (wanted === 0) return [];
  const problems: string[] = [];
  const kinds = new Map<string, number>();
  let [signed, drawn] = [0, 0];
  const startMs = Date.now();
  while (signed < wanted) {
    for (const one of fc.sample(draws, { numRuns: Math.min(BATCH, wanted - signed), seed: seed + drawn })) {
      drawn += 1;
      if (one === undefined) continue;
      const bytes = await one.sign();
      const { typeCode, operationType } = one.document;
      const kind = `${typeCode}/${operationType}`;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      const faults = schemas[schemaOf(one.document)].findFaults(bytes).map((fault) => `schema: ${fault}`);
      const fault = findSignatureFault(folder, bytes);
      if (fault !== undefined) faults.push(`xmlsec1: ${fault}`);
      faults.push(...((await one.judge?.(bytes)) ?? []));
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
