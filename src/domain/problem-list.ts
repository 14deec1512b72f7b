// Problems of one request, gathered while it is checked, each as a Spanish sentence about one field.
import { type Problem, Refusal } from "./refusal.ts";

/** Collects every problem of a request, so that the caller hears of all of them at once. */
export class ProblemList {
  readonly #problems: Problem[] = [];

  /** @param phrase completes "El campo X …", without the final full stop. */
  add(path: string, phrase: string, rule?: string): void {
    const message = `El campo \`${path}\` ${phrase}.`;
    this.#problems.push(rule === undefined ? { path, message } : { path, message, rule });
  }

  /** Problems that are not about one field, or were found elsewhere. */
  addAll(problems: readonly Problem[]): void {
    this.#problems.push(...problems);
  }

  get all(): readonly Problem[] {
    return this.#problems;
  }

  get count(): number {
    return this.#problems.length;
  }
}

/** @throws Refusal `business_rule` with all of them; its sentence is the first one's. */
export function throwIfAny(problems: readonly Problem[]): void {
  const [first, ...others] = problems;
  if (first === undefined) return;
  const more = others.length === 0 ? "" : ` (y ${others.length} más en details)`;
  throw new Refusal("business_rule", first.message + more, problems);
}
