// Plants canaries in every secret and in every person's data: none is ever logged, and no secret is ever answered.
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { deliverAlerts } from "../../src/cron/alert-webhook.ts";
import { reportWarnings } from "../../src/cron/warning.ts";
import type { Env } from "../../src/env.ts";
import { openSecrets } from "../../src/issuance/secret/secrets.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { importVaultKeys, loadSealedSecrets, openBundle } from "../../src/store/secret/vault.ts";
import { type CallOptions, get, getSupportDocument, postInvoice, postSupportDocument } from "../support/api.ts";
import { advanceClock, setClockAhead } from "../support/clock.ts";
import { type Recorder, recordConsole } from "../support/console.ts";
import { driveByAlarms, killInstance, loseJournal } from "../support/issuance-object.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

/** What a person wrote or is. None of these may be logged. */
const PERSONAL = {
  name: "Canario Nombre",
  email: "canario.correo@example.com",
  address: "CALLE CANARIO 77",
  phone: "3157700770",
  number: "1077007700",
  description: "Canario de descripción",
  note: "Canario de observaciones",
  key: "canario-clave",
  draftKey: "canario-borrador",
};

let tenant: Tenant;
let recorder: Recorder;
let answers: string[];

beforeEach(async () => {
  setClockAhead();
  recorder = recordConsole();
  answers = [];
  tenant = await createTenant();
});
afterEach(() => vi.restoreAllMocks());

const supplier = (tag: string) => ({
  ...(sampleSupportDocument().proveedor as object),
  nit: PERSONAL.number,
  nombre: `${PERSONAL.name} ${tag}`,
  email: PERSONAL.email,
  direccion: PERSONAL.address,
  telefono: PERSONAL.phone,
});
const supportBody = (tag = "") => {
  const [item] = sampleSupportDocument().items as object[];
  return sampleSupportDocument({ proveedor: supplier(tag), items: [{ ...item, descripcion: PERSONAL.description }] });
};
const invoiceBody = (tag = "") => ({
  ...sampleInvoice(),
  receptor: {
    tipo_doc: "13",
    numero_doc: PERSONAL.number,
    nombre: `${PERSONAL.name} ${tag}`,
    email: PERSONAL.email,
    direccion: PERSONAL.address,
  },
  items: [{ desc: PERSONAL.description, cant: 2, unit: 50000, iva: 19 }],
  observaciones: PERSONAL.note,
});

async function keep(answer: Promise<{ status: number; body: unknown; headers: Headers }>): Promise<number> {
  const { status, body, headers } = await answer;
  answers.push(JSON.stringify(body) + JSON.stringify([...headers]));
  return status;
}

/** Everything that must stay in the vault, as it really is. */
async function listSecrets(): Promise<readonly string[]> {
  const keys = await importVaultKeys(env.VAULT_KEY);
  const { certificates } = await loadSealedSecrets(openDatabase(env.DB), tenant.companyId);
  const [certificate] = certificates;
  if (certificate?.sealedBundle == null) throw new Error("the tenant has no sealed certificate");
  const bundle = await openBundle(keys, tenant.companyId, {
    serialNumber: certificate.serialNumber,
    sealedBundle: certificate.sealedBundle,
  });
  const keyLines = (bundle.split("-----END PRIVATE KEY")[0] ?? "").split("\n").filter((line) => line.length === 64);
  expect(keyLines.length).toBeGreaterThan(10);
  const [, , , secret = "none"] = tenant.token.split("_");
  const afterVersion = (text: string) => text.split(":")[1] ?? "none";
  return [secret, tenant.technicalKey, afterVersion(env.TOKEN_PEPPER), afterVersion(env.VAULT_KEY), ...keyLines];
}

function expectSilence(secrets: readonly string[]): void {
  const logged = recorder.lines.join("\n");
  for (const [what, canary] of Object.entries(PERSONAL)) {
    expect(logged.toLowerCase(), `${what} was logged`).not.toContain(canary.toLowerCase());
  }
  for (const text of [logged, answers.join("\n")]) {
    for (const secret of secrets) expect(text.includes(secret), "a secret was answered").toBe(false);
    expect(text).not.toMatch(/PRIVATE KEY|-----BEGIN|sealed_|Bearer fed_/);
    // Five digits may stand in any number: alone between quotes or spaces they are the PIN.
    expect(text).not.toMatch(new RegExp(`["' :=]${tenant.softwarePin}["' ,;]`));
  }
}

/** Sends one document of each kind whose counterpart carries a tag, and lets its alarms end it. */
async function issueBoth(tag: string, suffix: string): Promise<void> {
  const key = `${PERSONAL.key}-${suffix}`;
  const draftKey = `${PERSONAL.draftKey}-${suffix}`;
  await keep(postSupportDocument(tenant, key, supportBody(tag)));
  await keep(postInvoice(tenant, { ...invoiceBody(tag), draft_key: draftKey }));
  await driveByAlarms(`dse:${tenant.companyId}:${tenant.clientId}:${key}`);
  await driveByAlarms(`fe:${tenant.companyId}:${draftKey}`);
}

describe("the net", () => {
  it("catches each canary that is logged, and each secret that is logged or answered", async () => {
    const secrets = await listSecrets();
    for (const canary of [...Object.values(PERSONAL), ...secrets, `"${tenant.softwarePin}"`]) {
      recorder.clear();
      console.log(`{"note":"x${canary}x"}`.replaceAll(`x"${tenant.softwarePin}"x`, tenant.softwarePin));
      expect(() => expectSilence(secrets), canary.slice(0, 20)).toThrow();
    }
    recorder.clear();
    for (const secret of secrets) {
      answers = [secret];
      expect(() => expectSilence(secrets)).toThrow();
    }
  });
});

describe("no planted secret is logged or answered", () => {
  it.each(["", "#rechazo", "#aviso", "#fault", "#duplicado", "#cortado", "#html", "#perdido", "#proceso"])(
    "over the life of a document %s",
    async (tag) => {
      const secrets = await listSecrets();
      await issueBoth(tag, "life");
      expect(answers.length).toBe(2);
      expectSilence(secrets);
    },
  );

  it("in answers to bad requests, of any kind", async () => {
    const secrets = await listSecrets();
    const bodies: unknown[] = [
      { ...supportBody(), proveedor: { ...supplier(""), tipo_documento: PERSONAL.name, email: PERSONAL.name } },
      { ...supportBody(), moneda: PERSONAL.description, _secreto: PERSONAL.name },
      { ...supportBody(), items: PERSONAL.description },
      `{"proveedor":"${PERSONAL.name}", "proveedor":"${PERSONAL.email}"}`,
      `{"nota":"${PERSONAL.note}`,
    ];
    for (const body of bodies) {
      expect(await keep(postSupportDocument(tenant, PERSONAL.key, body))).toBe(400);
      expect(await keep(postInvoice(tenant, body))).toBe(400);
    }
    await keep(postSupportDocument(tenant, `${PERSONAL.key}\u0001`.repeat(20), supportBody()));
    await keep(get(tenant, `/fe/docs?q=${encodeURIComponent(PERSONAL.name)}`));
    await keep(get(tenant, `/fe/docs?estado=${encodeURIComponent(PERSONAL.email)}`));
    await keep(get(tenant, `/fe/terceros?q=${PERSONAL.number}`));
    expectSilence(secrets);
  });

  it("in conflicts, replays and reads", async () => {
    const secrets = await listSecrets();
    const first = await postSupportDocument(tenant, PERSONAL.key, supportBody());
    await keep(postSupportDocument(tenant, PERSONAL.key, supportBody()));
    expect(await keep(postSupportDocument(tenant, PERSONAL.key, supportBody("otro")))).toBe(409);
    expect(await keep(getSupportDocument(tenant, first.body.documento.id))).toBe(200);
    const invoice = await postInvoice(tenant, { ...invoiceBody(), draft_key: PERSONAL.draftKey });
    expect(await keep(get(tenant, `/fe/docs/${invoice.body.factura_id}`))).toBe(200);
    await keep(get(tenant, "/fe/terceros"));
    expectSilence(secrets);
  });

  it("when storage, secrets or our own code fail", async () => {
    const secrets = await listSecrets();
    const batchFails = { prepare: (sql: string) => env.DB.prepare(sql), batch: fail };
    const broken: Partial<Env>[] = [
      { DB: batchFails as unknown as D1Database },
      { TOKEN_PEPPER: `broken ${env.TOKEN_PEPPER}` },
      { ISSUANCE: { getByName: () => ({ issue: fail }) } as unknown as Env["ISSUANCE"] },
    ];
    for (const change of broken) {
      const status = await keep(postWith({ ...env, ...change }, PERSONAL.key, supportBody()));
      expect([500, 503]).toContain(status);
    }
    await expect(openSecrets({ ...env, VAULT_KEY: `broken ${env.VAULT_KEY}` }, -1).getPin("x")).rejects.toThrow();
    expectSilence(secrets);

    function fail(): Promise<never> {
      return Promise.reject(new Error(`D1_ERROR: near "${PERSONAL.name}": ${PERSONAL.email} ${secrets[0]}`));
    }
  });

  it("when objects die and lose their memory, and when the cron warns of all this", async () => {
    const secrets = await listSecrets();
    const name = `dse:${tenant.companyId}:${tenant.clientId}:${PERSONAL.key}`;
    await keep(postSupportDocument(tenant, PERSONAL.key, supportBody("#perdido")));
    await killInstance(name);
    await loseJournal(name);
    await keep(postSupportDocument(tenant, PERSONAL.key, supportBody("#perdido")));
    await driveByAlarms(name);
    advanceClock(3_600_000);
    const posted: string[] = [];
    const alerting = { ...env, ALERT_URL: "https://alerts.test/hook" };
    const now = Math.ceil(Date.now() / 600_000) * 600_000;
    const post = async (_: string, init: RequestInit) => {
      posted.push(String(init.body));
      return new Response("ok");
    };
    expect(await reportWarnings(alerting, now, post)).toBeGreaterThan(0);
    // A post takes fifty alerts, and the other companies of this database have theirs.
    while ((await deliverAlerts(alerting, now, post)) > 0);
    // What is the same for many companies is one alert, which names none of them.
    expect(posted).not.toEqual([]);
    answers.push(...posted);
    expect(posted.join()).not.toMatch(/canario/i);
    expectSilence(secrets);
  });
});

async function postWith(own: Env, key: string, body: unknown, options: CallOptions = {}) {
  const request = new Request(`https://api.test/api/ext/v1/companies/${tenant.companyId}/dse/documentos`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${tenant.token}`,
      "idempotency-key": key,
      "content-type": "application/json",
      ...options.headers,
    },
    body: JSON.stringify(body),
  });
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
  const response = await createApp().fetch(request, own, context as unknown as ExecutionContext);
  return { status: response.status, body: await response.json(), headers: response.headers };
}
