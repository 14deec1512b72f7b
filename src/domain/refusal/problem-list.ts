// Collects the problems of one request while it is checked, so that the client gets all of them at once.
import type { Problem } from "./problem.ts";
import { Refusal } from "./refusal.ts";

/** The most problems that one answer lists; a body can have one every few bytes. */
export const MOST_PROBLEMS = 100;

/** Something that one answer lists up to a hundred times; the last one may stand for those that are not listed. */
interface Listed {
  readonly standsFor?: number;
}

/** Keeps the first hundred, and counts the others. */
export class LimitedList<Item extends Listed> {
  readonly #items: Item[] = [];
  readonly #toRest: (count: number) => Item;
  #leftOut = 0;

  /** @param toRest makes the item that stands for the unlisted ones. */
  constructor(toRest: (count: number) => Item) {
    this.#toRest = toRest;
  }

  add(item: Item): void {
    if (item.standsFor !== undefined) this.leaveOut(item.standsFor);
    else if (this.isFull) this.leaveOut(1);
    else this.#items.push(item);
  }

  addAll(items: readonly Item[]): void {
    for (const item of items) this.add(item);
  }

  /** Counts items that are not described one by one. */
  leaveOut(count: number): void {
    this.#leftOut += count;
  }

  /** Whether the list is full: further items are only counted. */
  get isFull(): boolean {
    return this.#items.length >= MOST_PROBLEMS;
  }

  /** At most a hundred; when there are more, one that says how many. */
  get all(): readonly Item[] {
    return this.#leftOut === 0 ? this.#items : [...this.#items, this.#toRest(this.#leftOut)];
  }

  get count(): number {
    return this.#items.length + this.#leftOut;
  }
}

/** The problems of a draft. */
export class ProblemList extends LimitedList<Problem> {
  constructor() {
    super((standsFor) => ({ field: [], reason: "others", standsFor }));
  }
}

/** How many there are, listed or not. */
export function countListed(items: readonly Listed[]): number {
  return items.reduce((count, { standsFor = 1 }) => count + standsFor, 0);
}

/** @throws Refusal with all of them. */
export function throwIfAny(problems: readonly Problem[]): void {
  const [first, ...others] = problems;
  if (first !== undefined) throw new Refusal([first, ...others]);
}
