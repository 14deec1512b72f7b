// Draws the notes of a world: which document each corrects, what it takes of it, and when it is asked for.
import type { Module } from "../../src/domain/company.ts";
import type { NoteType } from "../../src/domain/kind.ts";
import type { Random } from "./random.ts";

/** One key of a note. */
export interface NotePlan {
  readonly key: string;
  readonly typeCode: NoteType;
  /** Which of the world's documents it corrects. */
  readonly of: number;
  /** After the document was seen to be accepted. */
  readonly afterMs: number;
  /** Null: the whole document, and so never of a debit note. */
  readonly takes: readonly Take[] | null;
  /** The authority will reject it. */
  readonly isBad: boolean;
  /** How many at the same time. */
  readonly copies: number;
  readonly retries: readonly number[];
}

/** So many units of a line. */
export interface Take {
  readonly line: number;
  readonly quantity: number;
}

const NAME = /^(?:nc|nd|nas|ncp|ndp):/;
/** Now and then a debit note comes between the credit notes. */
const DEBIT_CHANCE = 0.25;

/** Whether an object is a note's. */
export function isNoteName(name: string): boolean {
  return NAME.test(name);
}

/** Two or more notes on one document, most of them at once; none in some worlds. */
export function drawNotes(random: Random, module: Module, documents: number, horizonMs: number): NotePlan[] {
  if (random.chance(0.2)) return [];
  const count = random.between(2, 6);
  const isAtOnce = random.chance(0.8);
  const typeCodes = Array.from({ length: count }, () => drawType(random, module));
  return typeCodes.map((typeCode, index) => ({
    key: `n${index}`,
    typeCode,
    of: random.chance(0.8) ? 0 : random.between(0, documents - 1),
    afterMs: isAtOnce ? random.between(0, 30) : random.between(0, horizonMs),
    takes: typeCode !== "92" && random.chance(0.15) ? null : drawTakes(random),
    isBad: random.chance(0.35),
    copies: random.chance(0.2) ? 2 : 1,
    retries: [random.pick([50, 1_000, 10_000]), 60_000],
  }));
}

function drawType(random: Random, module: Module): NoteType {
  if (module === "dse") return "95";
  return random.chance(DEBIT_CHANCE) ? "92" : "91";
}

/** Of the first line there are three units, of the second one two: now and then more is asked for. */
function drawTakes(random: Random): Take[] {
  const first = { line: 1, quantity: random.between(1, random.chance(0.2) ? 5 : 2) };
  const second = { line: 2, quantity: random.between(1, 2) };
  return random.pick([[first], [first], [first, second]]);
}
