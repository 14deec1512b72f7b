// Counts the round trips to a D1 database: how many, and how many of them one after another.

/** What was asked of a database so far. */
export interface RoundTrips {
  /** SQL of each trip's first statement, in the order in which they began. */
  readonly statements: readonly string[];
  /** SQL of every statement, those of a batch one by one. */
  readonly all: readonly string[];
  /** Trips of the longest chain in which each began only after the one before had ended. */
  readonly inSequence: number;
}

export interface CountedDatabase {
  readonly db: D1Database;
  readonly readTrips: () => RoundTrips;
  readonly reset: () => void;
}

/** The calls of a statement that travel; `bind` does not. */
const TRAVELLING: readonly PropertyKey[] = ["all", "run", "first", "raw"];

/** Counts every call that leaves for the database, sessions included. @param before runs ahead of each. */
export function countRoundTrips(real: D1Database, before?: () => Promise<void>): CountedDatabase {
  let statements: string[] = [];
  let all: string[] = [];
  let ended = 0;
  let inSequence = 0;
  const originals = new WeakMap<object, D1PreparedStatement>();
  const texts = new WeakMap<object, string>();

  async function travel<Result>(texts: readonly string[], go: () => Promise<Result>): Promise<Result> {
    const depth = ended + 1;
    inSequence = Math.max(inSequence, depth);
    statements.push(texts[0] ?? "");
    all.push(...texts);
    try {
      await before?.();
      return await go();
    } finally {
      ended = Math.max(ended, depth);
    }
  }

  function watchStatement(statement: D1PreparedStatement, text: string): D1PreparedStatement {
    const watched = new Proxy(statement, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        if (name === "bind") return (...values: unknown[]) => watchStatement(target.bind(...values), text);
        if (!TRAVELLING.includes(name)) return member.bind(target);
        return (...values: unknown[]) => travel([text], () => member.apply(target, values));
      },
    });
    originals.set(watched, statement);
    texts.set(watched, text);
    return watched;
  }

  function watch<Target extends D1Database | D1DatabaseSession>(database: Target): Target {
    return new Proxy(database, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        if (name === "prepare") return (text: string) => watchStatement(target.prepare(text), text);
        if (name === "withSession") return (...values: unknown[]) => watch(member.apply(target, values));
        if (name !== "batch") return member.bind(target);
        return (batch: D1PreparedStatement[]) => {
          const sent = batch.map((each) => texts.get(each) ?? "");
          return travel(sent, () => target.batch(batch.map((each) => originals.get(each) ?? each)));
        };
      },
    });
  }

  return {
    db: watch(real),
    readTrips: () => ({ statements: [...statements], all: [...all], inSequence }),
    reset: () => {
      statements = [];
      all = [];
      ended = 0;
      inSequence = 0;
    },
  };
}
