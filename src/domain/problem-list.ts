// Problems of one request, gathered while it is checked, each as a Spanish sentence about one field.
import type { Problem } from "./refusal.ts";

/** Collects every problem of a request, so that the caller hears of all of them at once. */
export class ProblemList {
  readonly #problems: Problem[] = [];

  /** @param phrase completes "El campo X …", without the final full stop. */
  add(path: string, phrase: string, rule?: string): void {
    const message = `El campo \`${path}\` ${phrase}.`;
    this.#problems.push(rule === undefined ? { path, message } : { path, message, rule });
  }

  get all(): readonly Problem[] {
    return this.#problems;
  }
}
