// Follows the feed of changes of a world, commit by commit, as a client with a cursor does, and compares it with what became of
// the rows.

import type { State } from "../../src/domain/document/state.ts";
import { HOME } from "../../src/store/base/home.ts";
import { typeOfChange } from "../../src/store/watch/changes.ts";
import { readHome } from "./home.ts";
import type { WorldDatabase } from "./span.ts";
import type { Watch } from "./watch.ts";

interface Row {
  readonly id: number;
  readonly state: State;
}

interface ChangeRow {
  readonly sequence: number;
  readonly documentId: number;
  readonly state: State;
}

const WRITTEN = "SELECT total_changes() AS written";
const ROWS = "SELECT id, state FROM documents WHERE environment = 'produccion'";
const COUNT = "SELECT count(*) AS changes FROM changes";
const AFTER = "SELECT sequence, document_id AS documentId, state FROM changes WHERE sequence > ? ORDER BY sequence";

/** Whether clients hear of a row that comes to a state; that a document exists they hear with its row. */
function isReported(state: State): boolean {
  return typeOfChange(state) !== "documento.creado";
}

/** A client of the feed that reads after every commit. */
export class FeedWatch {
  readonly #findDatabase: () => WorldDatabase | undefined;
  readonly #watch: Watch;
  #written = -1;
  #cursor = 0;
  #count = 0;
  #rows = new Map<number, State>();
  /** Whether the feed could not be read since the last look: what came and went meanwhile is a change that no row shows any more. */
  #wasClosed = false;
  /** The last state that was heard of each document. */
  readonly #heard = new Map<number, State>();

  /** @param findDatabase gives the one that the feed is read from; none while it is not read. */
  constructor(findDatabase: () => WorldDatabase | undefined, watch: Watch) {
    this.#findDatabase = findDatabase;
    this.#watch = watch;
  }

  /** I18: each change of a row that clients hear of is one change, committed with it, and above every cursor. */
  look(): void {
    const database = this.#findDatabase();
    // Before a company is opened in its new database, a client's question is answered with 503.
    if (database === undefined || (readHome(database) ?? HOME.unread) < HOME.closed) {
      this.#wasClosed = true;
      return;
    }
    const written = Number(database.query(WRITTEN)[0]?.written);
    if (written === this.#written) return;
    this.#written = written;
    const rows = this.#readRows();
    const changes = database.query(AFTER, this.#cursor) as unknown as ChangeRow[];
    const expected = [...rows].filter(([id, state]) => {
      const before = this.#rows.get(id);
      return before === undefined || (before !== state && isReported(state));
    });
    const print = (pairs: readonly (readonly [number, State])[]) => pairs.map((pair) => pair.join(" ")).sort();
    const last = new Map(changes.map(({ documentId, sequence }) => [documentId, sequence]));
    const isUnseen = ({ documentId }: ChangeRow) =>
      !expected.some(([id]) => id === documentId) && !isReported(rows.get(documentId) ?? "creating");
    // Of several states that a document had meanwhile only the last is seen.
    const isPassed = (change: ChangeRow) =>
      this.#wasClosed && (last.get(change.documentId) !== change.sequence || isUnseen(change));
    const shown = changes.filter((change) => !isPassed(change));
    this.#wasClosed = false;
    const [wanted, found] = [print(expected), print(shown.map(({ documentId, state }) => [documentId, state]))];
    if (wanted.join() !== found.join()) {
      this.#watch.violate(
        "I18 one change for each",
        "feed",
        `${found.join() || "none"} for ${wanted.join() || "none"}`,
      );
    }
    const count = this.#countChanges();
    if (count !== this.#count + changes.length) {
      this.#watch.violate("I18 above every cursor", "feed", `${count - this.#count} more, ${changes.length} are seen`);
    }
    for (const { documentId, state } of changes) this.#heard.set(documentId, state);
    this.#cursor = changes.at(-1)?.sequence ?? this.#cursor;
    this.#count = count;
    this.#rows = rows;
  }

  /** D1 came back as it was; the client keeps its cursor and what it heard. */
  setBack(): void {
    this.#rows = this.#readRows();
    this.#count = this.#countChanges();
  }

  /** I19: what a client heard last of a document is what became of it. */
  audit(): void {
    for (const [id, state] of this.#readRows()) {
      const heard = this.#heard.get(id);
      const isTrue = heard !== undefined && (heard === state || !isReported(state));
      if (!isTrue) this.#watch.violate("I19 the last word", `document ${id}`, `${state}, heard ${heard ?? "nothing"}`);
    }
  }

  #readRows(): Map<number, State> {
    return new Map((this.#query(ROWS) as unknown as Row[]).map(({ id, state }) => [id, state]));
  }

  #countChanges(): number {
    return Number(this.#query(COUNT)[0]?.changes);
  }

  #query(sql: string) {
    return this.#findDatabase()?.query(sql) ?? [];
  }
}
