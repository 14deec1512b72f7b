// Keeps what a till has sold in one SQLite file, a row for each ticket, until the service says what became of it.
import { DatabaseSync } from "node:sqlite";

/** `waiting` may have been sent; `refused` was not issued, and `rejected` not validated: both may be corrected. `accepted` is final. */
export type State = "waiting" | "refused" | "accepted" | "rejected";

/** A ticket of the till: a sale, or the return of one. */
export interface Ticket {
  readonly ticket: string;
  readonly kind: "sale" | "return";
  /** Decided here and never again: every try of this content carries it. */
  readonly key: string;
  /** JSON, as it was entered. */
  readonly body: string;
  readonly state: State;
  /** Accepted: the document as it was read, JSON. Refused or rejected: why. */
  readonly answer: string | null;
}

/** What is entered at the counter. */
export type Entry = Pick<Ticket, "ticket" | "kind" | "body">;

export type Queue = ReturnType<typeof openQueue>;

const TABLE = `CREATE TABLE IF NOT EXISTS tickets (
  ticket TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  key TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting',
  answer TEXT
) STRICT`;

/** @param till name of the till; with the ticket's number it is the key, so that neither may ever be used for something else. */
export function openQueue(path: string, till: string) {
  const database = new DatabaseSync(path, { timeout: 10_000 });
  // FULL: a sale that was confirmed is on the disk, also when the power fails.
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  database.exec(TABLE);

  function find(ticket: string): Ticket | undefined {
    return database.prepare("SELECT * FROM tickets WHERE ticket = ?").get(ticket) as Ticket | undefined;
  }

  /**
   * Keeps a sale or a return. The same entry again, after a kill that left its confirmation unseen, is the same ticket; of a rejected one it
   * is another try.
   * @throws Error when the ticket is known with another content, unless that was refused or rejected.
   */
  function enter({ ticket, kind, body }: Entry): void {
    const known = find(ticket);
    if (known === undefined) {
      const insert = database.prepare("INSERT INTO tickets (ticket, kind, key, body) VALUES (?, ?, ?, ?)");
      insert.run(ticket, kind, `${till}-${ticket}`, body);
    } else if (known.state !== "rejected" && known.body === body && known.kind === kind) {
      return;
    } else if (known.state === "refused" || known.state === "rejected") {
      // A refusal has left the key free; a rejected document keeps it, so that whatever follows is another operation.
      const key = known.state === "refused" ? known.key : `${known.key}-bis`;
      const update = database.prepare(
        "UPDATE tickets SET kind = ?, key = ?, body = ?, state = 'waiting', answer = NULL WHERE ticket = ? AND state = ?",
      );
      update.run(kind, key, body, ticket, known.state);
    } else {
      throw new Error(`el tiquete ${ticket} ya se registró con otro contenido`);
    }
  }

  return {
    find,
    enter,
    /** Numbers of the tickets that `send` has something to do for. */
    listOpen(): readonly string[] {
      const open = database.prepare("SELECT ticket FROM tickets WHERE state IN ('waiting', 'refused') ORDER BY rowid");
      return open.all().map(({ ticket }) => String(ticket));
    },
    /** Numbers of the sales and returns that no valid document stands for. */
    listRejected(): readonly string[] {
      const rejected = database.prepare("SELECT ticket FROM tickets WHERE state = 'rejected' ORDER BY rowid");
      return rejected.all().map(({ ticket }) => String(ticket));
    },
    /** The documents of the accepted ones, JSON. */
    listAccepted(): readonly string[] {
      const accepted = database.prepare("SELECT answer FROM tickets WHERE state = 'accepted' ORDER BY rowid");
      return accepted.all().map(({ answer }) => String(answer));
    },
    settle(ticket: string, state: State, answer: string | null): void {
      database.prepare("UPDATE tickets SET state = ?, answer = ? WHERE ticket = ?").run(state, answer, ticket);
    },
    close: () => database.close(),
  };
}
