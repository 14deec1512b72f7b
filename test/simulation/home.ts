// Watches the databases of a company that moves: where it is at home, who changes it there, and what is read of it.
import type { SimulatedD1 } from "./database.ts";
import type { Watch } from "./watch.ts";

export const COMPANY = 1;
/** What the company's row says in a database. */
const HERE = 1;
const UNREAD = -1;
const KEPT = -3;

const NAME = "database";
/** All that goes with a company, and how its rows differ. */
const TABLES = [
  "software",
  "certificates",
  "ranges",
  "series",
  "plans",
  "file_sequences",
  "third_parties",
  "signed_names",
  "documents",
  "document_details",
  "events",
  "resend_orders",
  "changes",
];

/** What the company is in a database; undefined where there is nothing of it. */
export function readHome(database: Pick<SimulatedD1, "query">): number | undefined {
  const [row] = database.query("SELECT home FROM companies WHERE id = ?", COMPANY);
  return row === undefined ? undefined : Number(row.home);
}

interface Seen {
  readonly home: number | undefined;
  readonly written: number;
}

/** Looks at both databases after every commit. */
export class HomeWatch {
  readonly #databases: readonly SimulatedD1[];
  readonly #watch: Watch;
  #seen: readonly Seen[] = [];
  /** Whether the commit that comes next is a mover's. */
  #isMover = false;

  constructor(databases: readonly SimulatedD1[], watch: Watch) {
    this.#databases = databases;
    this.#watch = watch;
  }

  /** Runs what a mover does. */
  byMover<T>(effect: () => T): T {
    this.#isMover = true;
    try {
      return effect();
    } finally {
      this.#isMover = false;
    }
  }

  /** From here on every commit is looked at. */
  start(): void {
    this.#seen = this.#databases.map(look);
  }

  /**
   * I20: at home in one database at most. I21: only a mover changes a company that is not at home. I22: what opens
   * is what was closed.
   */
  look(): void {
    if (this.#seen.length < 2) return;
    const seen = this.#databases.map(look);
    if (seen.filter(({ home }) => home === HERE).length > 1) this.#watch.violate("I20 one home", NAME, "two are open");
    for (const [shard, { home, written }] of seen.entries()) {
      const before = this.#seen[shard];
      // What is kept may be written again as it was.
      const isAway = [before?.home, home].every((one) => one !== HERE && one !== KEPT);
      if (isAway && !this.#isMover && written !== before?.written) {
        this.#watch.violate("I21 what is not at home stands still", NAME, `database ${shard} is changed`);
      }
      if (shard > 0 && before?.home !== HERE && home === HERE) this.#compare();
    }
    this.#seen = seen;
  }

  /** I21: an answer out of a database that was not read any more, or not yet, when it was asked. */
  noteRead(database: SimulatedD1, what: string): () => void {
    const home = this.#seen.length < 2 ? HERE : readHome(database);
    return () => {
      if (home !== undefined && (home > UNREAD || home === KEPT)) return;
      const where = `${what} in database ${this.#databases.indexOf(database)}`;
      this.#watch.violate("I21 what is left behind is not read", NAME, where);
    };
  }

  #compare(): void {
    const [first, second] = this.#databases;
    if (first === undefined || second === undefined) return;
    const [row] = first.query("SELECT move ->> 'below' AS below FROM companies WHERE id = ?", COMPANY);
    const below = Number(row?.below ?? 0);
    // Those of a company that goes on elsewhere with what is older left behind.
    const taken = new Map([
      ["documents", `AND id >= ${below}`],
      ["document_details", `AND document_id >= ${below}`],
      ["changes", `AND document_id >= ${below}`],
    ]);
    for (const table of TABLES) {
      const sql = `SELECT * FROM ${table} WHERE company_id = ${COMPANY} ${taken.get(table) ?? ""} ORDER BY 1, 2, 3`;
      const [old, copy] = [first, second].map((database) => JSON.stringify(database.query(sql)));
      if (old !== copy) this.#watch.violate("I22 what opens is what was closed", NAME, table);
    }
  }
}

function look(database: SimulatedD1): Seen {
  return { home: readHome(database), written: Number(database.query("SELECT total_changes() AS written")[0]?.written) };
}
