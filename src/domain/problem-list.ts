// Problems of one request, gathered while it is checked, each as a Spanish sentence about one field.
import { type Problem, Refusal } from "./refusal.ts";

/** What one answer lists; a body may have a problem in every few bytes. */
export const MOST_PROBLEMS = 100;

/** Collects the problems of a request, so that the caller hears of them at once: the first hundred, and how many more. */
export class ProblemList {
  readonly #problems: Problem[] = [];
  #leftOut = 0;

  /** @param phrase completes "El campo X …", without the final full stop. */
  add(path: string, phrase: string, rule?: string): void {
    const message = `El campo \`${path}\` ${phrase}.`;
    this.addAll([rule === undefined ? { path, message } : { path, message, rule }]);
  }

  /** Problems that are not about one field, or were found elsewhere. */
  addAll(problems: readonly Problem[]): void {
    for (const problem of problems) {
      if (problem.standsFor !== undefined) this.leaveOut(problem.standsFor);
      else if (this.isFull) this.leaveOut(1);
      else this.#problems.push(problem);
    }
  }

  /** Counts problems that are not described one by one. */
  leaveOut(count: number): void {
    this.#leftOut += count;
  }

  /** Whether one more would only be counted. */
  get isFull(): boolean {
    return this.#problems.length >= MOST_PROBLEMS;
  }

  /** At most a hundred; when there are more, one that says how many. */
  get all(): readonly Problem[] {
    return this.#leftOut === 0 ? this.#problems : [...this.#problems, describeRest(this.#leftOut)];
  }

  get count(): number {
    return this.#problems.length + this.#leftOut;
  }
}

/** The problem that stands for those that are not listed. */
export function describeRest(count: number): Problem {
  const message =
    count === 1 ? "Hay 1 problema más, que no se lista." : `Hay ${count} problemas más, que no se listan.`;
  return { path: "", message, standsFor: count };
}

/** How many problems there are, listed or not. */
export function countProblems(problems: readonly Problem[]): number {
  return problems.reduce((count, { standsFor = 1 }) => count + standsFor, 0);
}

/** The first problem's sentence, with how many more there are. */
export function summarizeProblems(problems: readonly [Problem, ...Problem[]]): string {
  const [first] = problems;
  const others = countProblems(problems) - 1;
  if (others === 0) return first.message;
  return `${first.message} (y ${others} más${others < MOST_PROBLEMS ? " en details" : "; details trae los primeros"})`;
}

/** @throws Refusal `business_rule` with all of them; its sentence is the first one's. */
export function throwIfAny(problems: readonly Problem[]): void {
  const [first, ...others] = problems;
  if (first === undefined) return;
  throw new Refusal("business_rule", summarizeProblems([first, ...others]), problems);
}
