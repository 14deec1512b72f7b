// Tests that the longest keys, of the widest characters, are issued and repeated like any other.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { rebuildDocuments } from "../../src/store/archive/rebuild.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { readArchiveOf } from "../support/archive-reader.ts";
import { expectEnd } from "../support/final-state.ts";
import { KINDS } from "../support/kind.ts";
import { createTenant } from "../support/tenant.ts";

/** The most characters of a key, by module. */
const LENGTHS = { dse: 120, fe: 80 };
const CHARACTERS = ["a", "ñ", "\u{1F600}", '"', "\\"];

describe.each(KINDS)("$title", (kind) => {
  it.each(CHARACTERS)("a key that is nothing but %s", async (character) => {
    const tenant = await createTenant();
    const key = character.repeat(LENGTHS[kind.module]);
    const body = { ...kind.sample(), [kind.module === "dse" ? "request_key" : "draft_key"]: key };
    const post = () => kind.post(tenant, null, body);
    const first = await post();
    expect(first.status).toBe(201);
    expect(kind.factsOf(first)).toMatchObject({ number: 1, state: "aceptado" });
    await expectEnd(kind, tenant, key, { state: "aceptado", arrivals: 1 });
    expect((await post()).status).toBe(200);
    // The signed file alone still knows whose document it is, and under which key.
    const { companyId } = tenant;
    const sql =
      "SELECT idempotency_key AS key, issuance_name AS name, full_number AS number, client_id AS client FROM documents WHERE company_id = ?1";
    const read = () => env.DB.prepare(sql).bind(companyId).first();
    const before = await read();
    await env.DB.prepare("DELETE FROM documents WHERE company_id = ?1").bind(companyId).run();
    const { list, read: readFile } = readArchiveOf(companyId);
    const unsettled = {
      async *list(prefix: string) {
        for await (const file of list(prefix)) if (!file.path.endsWith("/document.json.gz")) yield file;
      },
      read: readFile,
    };
    const report = await rebuildDocuments(openDatabase(env.DB), unsettled, new Date().toISOString());
    expect(report).toEqual({ restored: 0, stubs: 1, present: 0, problems: [] });
    expect(await read()).toEqual(before);
  });
});
