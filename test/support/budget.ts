// Reads from environment variables how much the long programmes do: little in `npm test`, more from the shell.

/** How many rounds of each programme run. */
export interface Budget {
  /** CRASH_PAIRS: second deaths tried per first death. */
  readonly crashPairs: number;
  /** ABORTS: instances killed at random times. */
  readonly aborts: number;
  /** STORM_ROUNDS: rounds of a thousand requests under one key. */
  readonly stormRounds: number;
  /** TRIPLES: random (token, path, id) against the oracle. */
  readonly triples: number;
  /** MODELS: stories of the API against its model, for each kind. */
  readonly models: number;
  /** FEED_DOCUMENTS: documents issued while a poller follows the feed. */
  readonly feedDocuments: number;
  /** FEED_CLIENTS: clients that issue them. */
  readonly feedClients: number;
  /** SEED of everything random. */
  readonly seed: number;
}

/** @param variables of the process that runs the tests. */
export function readBudget(variables: Readonly<Record<string, string | undefined>>): Budget {
  const read = (name: string, usual: number) => {
    const value = Number(variables[name] ?? usual);
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} must be a whole number`);
    return value;
  };
  return {
    crashPairs: read("CRASH_PAIRS", 1),
    aborts: read("ABORTS", 80),
    stormRounds: read("STORM_ROUNDS", 1),
    triples: read("TRIPLES", 400),
    models: read("MODELS", 6),
    feedDocuments: read("FEED_DOCUMENTS", 40),
    feedClients: read("FEED_CLIENTS", 8),
    seed: read("SEED", 1),
  };
}
