// Says under which heading of the help a command stands.

/** Headings in their order, with the first words of the commands below them. */
const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ["Is anything wrong:", ["status", "alert", "pending", "document", "ledger", "event", "archive"]],
  ["Companies and what they may issue:", ["company", "plan", "certificate", "range", "series"]],
  ["What their documents name:", ["branch", "till", "payment-method", "cost-center"]],
  ["Who may call, and who hears of it:", ["client", "token", "webhook", "mail"]],
  ["Bills and reports:", ["usage", "report"]],
  ["The deployment and its keys:", ["secret", "migrate", "deploy", "version", "shard", "vault", "stand", "completion"]],
];
const REST = "More:";

/** The heading of the command whose first word this is. */
export function findGroup(word: string): string {
  return GROUPS.find(([, words]) => words.includes(word))?.[0] ?? REST;
}

/** Commands in the order of their headings; within one as they were. */
export function sortByGroup<T extends { readonly name: string }>(commands: readonly T[]): T[] {
  const headings = [...GROUPS.map(([heading]) => heading), REST];
  const placeOf = ({ name }: T) => headings.indexOf(findGroup(name.split(" ")[0] ?? ""));
  return commands.toSorted((one, other) => placeOf(one) - placeOf(other));
}
