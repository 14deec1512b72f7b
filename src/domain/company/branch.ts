// Finds the branch that a document names among those of its company.
import type { Branch, Company } from "../company.ts";
import type { ProblemList } from "../refusal/problem-list.ts";

/** The branch of a code, to stand in a document; nothing where no code was sent, or, with a problem, where there is none. */
export function resolveBranch(
  code: string | undefined,
  { branches }: Pick<Company, "branches">,
  problems: ProblemList,
): { readonly branch?: Branch } {
  if (code === undefined) return {};
  const branch = branches.find((one) => one.code === code);
  if (branch !== undefined) return { branch };
  problems.add({ field: ["branch"], reason: "branch-unknown", value: code, known: branches.map((one) => one.code) });
  return {};
}
