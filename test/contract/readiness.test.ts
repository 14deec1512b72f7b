// What an outside monitor reads: whether the service can issue, without a token and without a word of companies or secrets.
import { env, exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { findReadiness } from "../../src/api/app/ready.ts";
import { RELEASED } from "../../src/domain/document/brake.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { readBrake, writeBrake } from "../../src/store/watch/brake.ts";
import { failingSince, silentSince } from "../support/outage-state.ts";

const freshEnv = (changes: object = {}) => ({
  ...env,
  DB: new Proxy(env.DB, { get: (db, name) => Reflect.get(db, name).bind(db) }),
  ...changes,
});
const failing = <Binding extends object>(binding: Binding) =>
  new Proxy(binding, {
    get: () => () => {
      throw new Error("down");
    },
  });

it("says that all is reached, needs no token, and has these members alone", async () => {
  const response = await exports.default.fetch("https://api.test/readyz");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    status: "ok",
    database: "ok",
    archive: "ok",
    authority: "normal",
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  expect((await exports.default.fetch("https://api.test/readyz", { method: "POST" })).status).toBe(405);
});

it("is down without the database or the archive", async () => {
  const noFiles = freshEnv({ FILES: failing(env.FILES) });
  expect(await findReadiness(noFiles, Date.now())).toMatchObject({ status: "down", archive: "down", database: "ok" });
  const noDatabase = freshEnv({ DB: failing(env.DB) });
  expect(await findReadiness(noDatabase, Date.now())).toMatchObject({
    status: "down",
    archive: "ok",
    database: "down",
    authority: "unknown",
  });
});

it("is down where the database is another deployment's", async () => {
  const foreign = freshEnv({ DEPLOYMENT: "another-one" });
  expect(await findReadiness(foreign, Date.now())).toMatchObject({ status: "down", database: "down" });
});

it("is degraded while the authority is down", async () => {
  const nowMs = Date.now();
  const db = openDatabase(env.DB);
  await writeBrake(db, "produccion", await readBrake(db, "produccion"), silentSince(nowMs - 60_000));
  expect(await findReadiness(freshEnv(), nowMs)).toMatchObject({ status: "degraded", authority: "caida" });
  await writeBrake(db, "produccion", await readBrake(db, "produccion"), RELEASED);
  expect(await findReadiness(freshEnv(), nowMs)).toMatchObject({ status: "ok" });
});

it("is degraded while the authority answers questions and fails sendings", async () => {
  const nowMs = Date.now();
  const db = openDatabase(env.DB);
  await writeBrake(db, "produccion", await readBrake(db, "produccion"), failingSince(1));
  expect(await findReadiness(freshEnv(), nowMs)).toMatchObject({ status: "degraded", authority: "caida" });
  await writeBrake(db, "produccion", await readBrake(db, "produccion"), RELEASED);
});

it("asks once in ten seconds, however often it is asked", async () => {
  const one = freshEnv();
  const nowMs = Date.now();
  const first = await findReadiness(one, nowMs);
  expect(await findReadiness(one, nowMs + 9_999)).toBe(first);
  expect(await findReadiness(one, nowMs + 10_001)).not.toBe(first);
});
