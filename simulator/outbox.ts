// Keeps and shows what the pretend mail took: `GET /mail` lists it, `GET /mail/{message_id}.eml` is the message as it would travel.
import { objectOf, RegisterTrouble } from "./register.ts";

/** A value of the object's storage has two million bytes at most. */
const PART_CHARACTERS = 1_000_000;
const PAGE = 1_000;

const TABLES = [
  "CREATE TABLE IF NOT EXISTS mail (seq INTEGER PRIMARY KEY AUTOINCREMENT, messageId TEXT UNIQUE NOT NULL, facts TEXT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS mailPart (seq INTEGER, part INTEGER, raw TEXT NOT NULL, PRIMARY KEY (seq, part))",
];

export class Outbox {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    for (const table of TABLES) sql.exec(table);
  }

  /** Answers what is below `/mail`; undefined for other paths. */
  async serve(request: Request): Promise<Response | undefined> {
    const { pathname, searchParams } = new URL(request.url);
    const [, file] = /^\/mail\/(.+)\.eml$/.exec(pathname) ?? [];
    if (request.method === "GET" && file !== undefined) return this.#showRaw(decodeURIComponent(file));
    if (pathname !== "/mail") return undefined;
    if (request.method === "GET") return this.#list(searchParams.get("to"));
    if (request.method === "POST") return await this.#keep(request);
    if (request.method === "DELETE") return this.#clear();
    return undefined;
  }

  async #keep(request: Request): Promise<Response> {
    const { message_id: messageId, facts, raw } = objectOf(await request.json(), "mail");
    if (typeof messageId !== "string" || typeof raw !== "string") {
      throw new RegisterTrouble("message_id and raw: expected texts");
    }
    const rows = this.#sql.exec<{ seq: number }>(
      "INSERT INTO mail (messageId, facts) VALUES (?, ?) RETURNING seq",
      messageId,
      JSON.stringify(facts),
    );
    const { seq } = rows.one();
    for (let part = 0; part * PART_CHARACTERS < raw.length; part += 1) {
      const text = raw.slice(part * PART_CHARACTERS, (part + 1) * PART_CHARACTERS);
      this.#sql.exec("INSERT INTO mailPart VALUES (?, ?, ?)", seq, part, text);
    }
    return Response.json({ seq });
  }

  /** The newest first. @param to the recipient whose messages are wanted; null for all. */
  #list(to: string | null): Response {
    const where = to === null ? "" : " WHERE EXISTS (SELECT 1 FROM json_each(facts, '$.to') WHERE value = ?)";
    const values = to === null ? [] : [to];
    const rows = this.#sql.exec<{ facts: string }>(
      `SELECT facts FROM mail${where} ORDER BY seq DESC LIMIT ${PAGE}`,
      ...values,
    );
    const body = `{"mail":[${rows
      .toArray()
      .map(({ facts }) => facts)
      .join(",\n")}]}`;
    return new Response(body, { headers: { "content-type": "application/json" } });
  }

  #showRaw(name: string): Response {
    const rows = this.#sql.exec<{ raw: string }>(
      "SELECT raw FROM mailPart JOIN mail USING (seq) WHERE trim(messageId, '<>') = ? ORDER BY part",
      name.replace(/^<|>$/g, ""),
    );
    const raw = rows
      .toArray()
      .map((row) => row.raw)
      .join("");
    if (raw === "") return Response.json({ error: `no message ${name}` }, { status: 404 });
    return new Response(raw, { headers: { "content-type": "message/rfc822" } });
  }

  #clear(): Response {
    for (const table of ["mail", "mailPart"]) this.#sql.exec(`DELETE FROM ${table}`);
    return Response.json({ cleared: true });
  }
}
