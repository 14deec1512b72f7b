// Tests what the engine assumes of its platform: an upgrade of the runtime that breaks an assumption fails here, not in
// production.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { expectEnd } from "../support/final-state.ts";
import { DEATH, live, readRecord } from "../support/issuance-object.ts";
import { KINDS } from "../support/kind.ts";
import { createTenant } from "../support/tenant.ts";

const stubOf = (name: string) => env.ISSUANCE.getByName(name);

/** What an object did, when it does not die of it. */
function within<Result>(name: string, work: (state: DurableObjectState) => Result | Promise<Result>): Promise<Result> {
  return runInDurableObject(stubOf(name), (_, state) => work(state));
}

/** Runs `work` in an object with a table `t (a)`, which dies after it. */
async function dieAfter(name: string, work: (state: DurableObjectState) => void | Promise<void>): Promise<Error> {
  await within(name, ({ storage }) => void storage.sql.exec("CREATE TABLE IF NOT EXISTS t (a)"));
  const dying = within(name, (state) => {
    const waiting = work(state);
    if (waiting === undefined) return state.abort(DEATH);
    return waiting.then(() => state.abort(DEATH));
  });
  return dying.then(
    () => {
      throw new Error("it lives");
    },
    (cause: Error) => cause,
  );
}

const readTable = (name: string) =>
  within(name, ({ storage }) =>
    storage.sql
      .exec("SELECT a FROM t ORDER BY a")
      .toArray()
      .map(({ a }) => a),
  );

describe("writes of an object", () => {
  it.each([
    ["in the turn of the death are lost", () => undefined, []],
    ["a microtask before it are lost", () => Promise.resolve(), []],
    ["that were flushed are kept", ({ storage }: DurableObjectState) => storage.sync(), ["one", "two"]],
    ["a turn of the event loop before it are kept", () => new Promise<void>((go) => setTimeout(go)), ["one", "two"]],
  ])("%s, all together", async (title, wait, kept) => {
    await dieAfter(title, (state) => {
      state.storage.sql.exec("INSERT INTO t VALUES ('one')");
      state.storage.sql.exec("INSERT INTO t VALUES ('two')");
      return wait(state);
    });
    expect(await readTable(title)).toEqual(kept);
  });

  it("take the alarm with them: one turn, one transaction", async () => {
    const atMs = Date.now() + 3_600_000;
    const arm = ({ storage }: DurableObjectState) => {
      storage.sql.exec("INSERT INTO t VALUES ('armed')");
      storage.setAlarm(atMs).catch((cause: unknown) => cause);
    };
    await dieAfter("unarmed", arm);
    expect(await within("unarmed", ({ storage }) => storage.getAlarm())).toBeNull();
    await dieAfter("armed", async (state) => {
      arm(state);
      await state.storage.sync();
    });
    expect(await within("armed", ({ storage }) => storage.getAlarm())).toBe(atMs);
    expect(await readTable("armed")).toEqual(["armed"]);
  });

  it("hold back everything that leaves the object until they are durable", async () => {
    await dieAfter("gate", ({ storage }) => {
      storage.sql.exec("INSERT INTO t VALUES ('barrier')");
      env.FILES.put("gate/unsaved", "left").catch((cause: unknown) => cause);
    });
    expect(await readTable("gate")).toEqual([]);
    expect(await env.FILES.head("gate/unsaved")).toBeNull();
    await dieAfter("gate", async ({ storage }) => {
      storage.sql.exec("INSERT INTO t VALUES ('barrier')");
      await env.FILES.put("gate/saved", "left");
    });
    expect(await readTable("gate")).toEqual(["barrier"]);
    expect(await env.FILES.head("gate/saved")).not.toBeNull();
  });

  it("are undone by transactionSync when it throws, and by nothing else", async () => {
    await within("undone", ({ storage }) => {
      storage.sql.exec("CREATE TABLE t (a)");
      const refuse = () => {
        storage.sql.exec("INSERT INTO t VALUES ('in')");
        throw new Error("refused");
      };
      expect(() => storage.transactionSync(refuse)).toThrow("refused");
      storage.sql.exec("INSERT INTO t VALUES ('out')");
    });
    const failing = within("undone", ({ storage }) => {
      storage.sql.exec("INSERT INTO t VALUES ('plain')");
      throw new Error("uncaught");
    });
    await expect(failing).rejects.toThrow("uncaught");
    expect(await readTable("undone")).toEqual(["out", "plain"]);
  });

  it("cannot open a transaction of their own", async () => {
    await within("begin", ({ storage }) => {
      expect(() => storage.sql.exec("BEGIN")).toThrow(/transaction/i);
      expect(() => storage.sql.exec("SAVEPOINT a")).toThrow(/transaction/i);
    });
  });

  it("of a new life follow a deleteAll without an await, alarm included", async () => {
    const atMs = Date.now() + 3_600_000;
    await within("reborn", ({ storage }) => {
      storage.sql.exec("CREATE TABLE t (a)");
      storage.sql.exec("INSERT INTO t VALUES ('old')");
      const work = [storage.setAlarm(1_000 + atMs), storage.deleteAlarm(), storage.deleteAll()];
      storage.sql.exec("CREATE TABLE t (a)");
      storage.sql.exec("INSERT INTO t VALUES ('new')");
      work.push(storage.setAlarm(atMs));
      return Promise.all(work);
    });
    expect(await readTable("reborn")).toEqual(["new"]);
    expect(await within("reborn", ({ storage }) => storage.getAlarm())).toBe(atMs);
  });

  it("bind JavaScript numbers as REAL, while JSON keeps whole numbers whole", async () => {
    const sql = "SELECT typeof(?1) AS bound, typeof('{\"n\":5}' ->> '$.n') AS read, ?1 || '' AS text";
    const expected = { bound: "real", read: "integer", text: "5.0" };
    expect(await within("types", ({ storage }) => storage.sql.exec(sql, 5).one())).toEqual(expected);
    expect(await env.DB.prepare(sql).bind(5).first()).toEqual(expected);
  });
});

describe("the death of an object", () => {
  it("shows its caller that it was reset, and neither that it may retry nor that it was too busy", async () => {
    const error = await dieAfter("answered", () => undefined);
    expect(error).toMatchObject({ remote: true, durableObjectReset: true });
    expect(error).not.toHaveProperty("retryable", true);
    expect(error).not.toHaveProperty("overloaded", true);
  });

  it("leaves its name to a new instance at once", async () => {
    const instanceOf = () => runInDurableObject(stubOf("renewed"), (instance) => instance);
    const before = await instanceOf();
    expect(await instanceOf()).toBe(before);
    await dieAfter("renewed", () => undefined);
    expect(await instanceOf()).not.toBe(before);
  });
});

describe("D1", () => {
  it("undoes a whole batch when one statement fails", async () => {
    await env.DB.exec("CREATE TABLE platform (a UNIQUE)");
    const insert = (a: number) => env.DB.prepare("INSERT INTO platform VALUES (?1)").bind(a);
    await expect(env.DB.batch([insert(1), insert(2), insert(1)])).rejects.toThrow(/UNIQUE/);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM platform").first("n")).toBe(0);
    const [one, two] = await env.DB.batch([insert(1), env.DB.prepare("SELECT a FROM platform")]);
    expect([one?.meta.changes, two?.results]).toEqual([1, [{ a: 1 }]]);
  });
});

describe("R2", () => {
  it("puts once when asked to, and leaves the first file alone", async () => {
    const onlyIf = { etagDoesNotMatch: "*" };
    expect(await env.FILES.put("once", "first", { onlyIf })).not.toBeNull();
    expect(await env.FILES.put("once", "second", { onlyIf })).toBeNull();
    expect(await (await env.FILES.get("once"))?.text()).toBe("first");
  });

  it("lets only one of many win the same path", async () => {
    const puts = Array.from({ length: 20 }, (_, index) =>
      env.FILES.put("race", String(index), { onlyIf: { etagDoesNotMatch: "*" } }),
    );
    const won = (await Promise.all(puts)).flatMap((put, index) => (put === null ? [] : [index]));
    expect(won).toHaveLength(1);
    expect(await (await env.FILES.get("race"))?.text()).toBe(String(won[0]));
  });

  it("checks the digest on upload and gives it back", async () => {
    const sha256 = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("true"));
    await expect(env.FILES.put("digest", "false", { sha256 })).rejects.toThrow(/SHA-256/i);
    expect(await env.FILES.head("digest")).toBeNull();
    await env.FILES.put("digest", "true", { sha256 });
    expect((await env.FILES.head("digest"))?.checksums.sha256).toEqual(sha256);
  });
});

describe("WebCrypto", () => {
  it("signs the same bytes into the same signature: a repeat after a death freezes the same file", async () => {
    const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", modulusLength: 2048 };
    const publicExponent = Uint8Array.of(1, 0, 1);
    const { privateKey } = (await crypto.subtle.generateKey({ ...algorithm, publicExponent }, false, [
      "sign",
      "verify",
    ])) as CryptoKeyPair;
    const sign = () => crypto.subtle.sign(algorithm, privateKey, Uint8Array.of(1, 2, 3));
    expect(new Uint8Array(await sign())).toEqual(new Uint8Array(await sign()));
  });
});

describe.each(KINDS)("an object with a $title", (kind) => {
  it("is woken by the platform's own alarm after its death", async () => {
    const tenant = await createTenant();
    const command = await kind.toCommand(tenant, "own alarm", kind.sample());
    const crash = { point: "authority.send after", visit: 1, writes: "saved" } as const;
    expect((await live(command.name, (engine) => engine.issue(command), { crash })).ended.type).toBe("died");
    const stateOf = async () => (await readRecord(command.name))?.state;
    await expect.poll(stateOf, { interval: 50, timeout: 10_000 }).toBe("aceptado");
    await expect.poll(async () => (await readRecord(command.name))?.wakeAt, { interval: 50 }).toBeNull();
    await expectEnd(kind, tenant, "own alarm", { state: "aceptado", arrivals: 1 });
  });
});
