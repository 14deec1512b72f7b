// Compares the schema of today, in every state, with the newest frozen one: a change of it must be frozen.
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { STATES } from "../../src/domain/document/state.ts";
import { driveByAlarms, live } from "../support/issuance-object.ts";
import { KINDS } from "../support/kind.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { FROZEN_CASES } from "./case.ts";
import {
  describeShape,
  type Frozen,
  type FrozenObject,
  type FrozenTenant,
  freezeFiles,
  freezeObject,
  freezeTable,
  pack,
  readBody,
  TABLES,
  unpack,
} from "./freezer.ts";
import { PACKED, RELEASES } from "./release.ts";

/** As long as the test certificates: they are thawed years later. */
const VALID_TO = "2044-01-01";

/** Above those of every file that there was when each took the next thousand of its own. */
const FIRST_COMPANY = 100_000;

/** Names of objects and files carry the company: those of one release must not meet those of another. */
async function startCompaniesAt(id: number): Promise<void> {
  const insert = "INSERT INTO companies (id, nit, name, environment, profile) VALUES (?1, '', '', 'produccion', '{}')";
  await env.DB.batch([env.DB.prepare(insert).bind(id), env.DB.prepare("DELETE FROM companies WHERE id = ?1").bind(id)]);
}

/** Two companies with a document of each kind in every state. */
async function freeze(): Promise<Frozen> {
  await startCompaniesAt(FIRST_COMPANY + 1_000 * RELEASES.length);
  const tenants = {
    produccion: await createTenant({ rangeValidTo: VALID_TO }),
    habilitacion: await createTenant({ rangeValidTo: VALID_TO, environment: "habilitacion" }),
  };
  const objects: FrozenObject[] = [];
  for (const kind of KINDS) {
    for (const [index, one] of FROZEN_CASES.entries()) {
      const tenant = tenants[one.environment];
      const key = `frozen-${index}`;
      const payload = kind.tagged(one.tag);
      const name = kind.nameOf(tenant, key);
      const command = await kind.toCommand(tenant, key, payload);
      await live(name, (engine) => engine.issue(command), { crash: one.crash });
      if (one.crash === undefined) await driveByAlarms(name);
      const { title, isKnown, end, environment } = one;
      objects.push({
        ...{ title, isKnown, end, environment },
        module: kind.module,
        name,
        key,
        payload,
        ...(await freezeObject(name)),
      });
    }
  }
  const ids = Object.values(tenants).map(({ companyId }) => companyId);
  return {
    migrations: env.TEST_MIGRATIONS.map(({ name }) => name),
    tenants: { produccion: nameTenant(tenants.produccion), habilitacion: nameTenant(tenants.habilitacion) },
    rows: Object.fromEntries(
      await Promise.all(TABLES.map(async (table) => [table, await freezeTable(table)] as const)),
    ),
    files: (await Promise.all(ids.map(freezeFiles))).flat(),
    objects,
  };
}

function nameTenant({ companyId, clientId, token, nit, softwareId, softwarePin, technicalKey }: Tenant): FrozenTenant {
  return { companyId, clientId, token, nit, softwareId, softwarePin, technicalKey };
}

/** Fails unless what is written today has the shape of the newest release. */
export async function expectPresentAmongFrozen(): Promise<void> {
  const frozen = await freeze();
  const latest = PACKED[RELEASES.at(-1) ?? ""];
  const known = latest === undefined ? [] : describeShape(await unpack(latest.gzip));
  const shape = describeShape(frozen);
  for (const { module } of KINDS) expect(listStates(frozen, module), module).toEqual([...STATES].sort());
  if (known.join() !== shape.join()) {
    // Where `npm run deep -- freeze` looks for it.
    const body = JSON.stringify({ gzip: await pack(frozen) }, undefined, 2);
    await env.TEST_EVIDENCE.fetch("https://evidence.test/frozen.json", { method: "PUT", body });
  }
  expect(shape, "the schema changed: run `npm run deep -- freeze` and commit the new file beside the old ones").toEqual(
    known,
  );
}

/** States that a module's journals stand in: a new state needs a case that is frozen in it. */
function listStates({ objects }: Frozen, module: string): readonly string[] {
  const states = objects.filter((one) => one.module === module).map(({ tables }) => String(readBody(tables).state));
  return [...new Set(states)].sort();
}
