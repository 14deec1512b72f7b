// Starts the product, its floor and an authority in one workerd with its own D1 and R2, and calls them.
import { Agent, request as httpRequest } from "node:http";
import type { Plugin } from "esbuild";
import { listMigrationStatements } from "../../test/support/migration.ts";
import { TEST_KEY } from "../../test/support/test-key.ts";
import { bundle, COMPATIBILITY, type Stack, startStack } from "../stack.ts";

const AUTHORITY_ORIGIN = "http://authority.test";

/** The simulator judges every document; `swift` accepts it at once. */
export type AuthorityKind = "simulator" | "swift";

export interface BenchTenant {
  readonly companyId: number;
  readonly nit: string;
  readonly token: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

export interface Stand {
  readonly stack: Stack;
  readonly createTenant: () => Promise<BenchTenant>;
  /** POST of a support document through the product. */
  readonly issue: (tenant: BenchTenant, key: string, body: string, signal?: AbortSignal) => Promise<Answer>;
  readonly call: (worker: "product" | "floor" | "authority", path: string, options?: CallOptions) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

export interface CallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** When the client leaves. */
  readonly signal?: AbortSignal;
}

/**
 * @param entry the product's entry file, under the root. @param objects what it exports beside `Issuance`, by binding.
 * @param plugins of the bundler, for the product alone.
 */
export async function startStand(
  authority: AuthorityKind,
  entry = "bench/http/product.ts",
  objects: Readonly<Record<string, string>> = {},
  plugins: readonly Plugin[] = [],
): Promise<Stand> {
  const [product, floor, simulator, swift] = await Promise.all([
    bundle(entry, plugins),
    bundle("bench/http/floor.ts"),
    bundle("simulator/index.ts"),
    bundle("bench/http/swift-authority.ts"),
  ]);
  const classes = Object.entries({ ISSUANCE: "Issuance", ...objects });
  const shared = {
    modules: true,
    ...COMPATIBILITY,
    outboundService: "authority",
    bindings: {
      TOKEN_PEPPER: TEST_KEY,
      VAULT_KEY: TEST_KEY,
      AUTHORITY_URL: AUTHORITY_ORIGIN,
      AUTHORITY_TEST_URL: AUTHORITY_ORIGIN,
      SOAP_SECURITY_VARIANT: "plain",
      RATE_LIMITED: "false",
      // A storm is to be answered, however long it takes.
      D1_IN_FLIGHT: "1000",
      POLL_SCALE: "1",
    },
    d1Databases: { DB: "bench" },
    r2Buckets: { FILES: "bench" },
  };
  const stack = await startStack({
    workers: [
      {
        ...shared,
        name: "product",
        scriptPath: product,
        durableObjects: Object.fromEntries(classes.map(([name, className]) => [name, { className, useSQLite: true }])),
        unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
      },
      {
        ...shared,
        name: "floor",
        scriptPath: floor,
        durableObjects: { FLOOR: { className: "Floor", useSQLite: true } },
        unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
      },
      {
        name: "authority",
        modules: true,
        ...COMPATIBILITY,
        scriptPath: authority === "simulator" ? simulator : swift,
        ...(authority === "simulator"
          ? { durableObjects: { AUTHORITY: { className: "Authority", useSQLite: true } } }
          : {}),
        unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
      },
    ],
  } as Parameters<typeof startStack>[0]);
  const { miniflare } = stack;
  const db = await miniflare.getD1Database("DB", "product");
  for (const statement of listMigrationStatements()) await db.prepare(statement).run();
  const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });
  const origins = {
    product: await miniflare.unsafeGetDirectURL("product"),
    floor: await miniflare.unsafeGetDirectURL("floor"),
    authority: await miniflare.unsafeGetDirectURL("authority"),
  };
  const call: Stand["call"] = (worker, path, options = {}) => send(agent, new URL(path, origins[worker]), options);
  return {
    stack,
    call,
    createTenant: async () => JSON.parse((await call("product", "/bench/tenant")).text) as BenchTenant,
    issue: (tenant, key, body, signal) =>
      call("product", pathOf(tenant), {
        ...{ method: "POST", headers: headersOf(tenant, key), body },
        ...(signal && { signal }),
      }),
    stop: async () => {
      agent.destroy();
      await stack.stop();
    },
  };
}

export function pathOf(tenant: BenchTenant): string {
  return `/api/ext/v1/companies/${tenant.companyId}/dse/documentos`;
}

export function headersOf(tenant: BenchTenant, key: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${tenant.token}`, "content-type": "application/json", "idempotency-key": key };
}

function send(agent: Agent, url: URL, { method = "GET", headers = {}, body, signal }: CallOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const options = { agent, method, headers: { ...headers }, ...(signal && { signal }) };
    const request = httpRequest(url.href, options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const ms = performance.now() - startedAt;
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8"), ms });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}
