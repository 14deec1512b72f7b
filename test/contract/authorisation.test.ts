// Tests authorisation as one matrix: what every endpoint says to each kind of credential, and that nothing of one company reaches
// another; `authorisation.long.test.ts` has the rest of it.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { ROUTES } from "../../src/api/routes.ts";
import { useApiVersion } from "../support/api.ts";
import { spoil } from "../support/credential.ts";
import { KEPT } from "../support/file-name.ts";
import { createRandom, drawInteger, pick } from "../support/random.ts";
import { ask, checkAll, companies, ENDPOINTS, isEssential, listCases, openMatrix } from "./authorisation-matrix.ts";

useApiVersion("v2");

const random = createRandom(env.TEST_BUDGET.seed);
let logged = "";

beforeAll(async () => {
  for (const level of ["log", "info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((...values: unknown[]) => {
      logged += `${values.join(" ")}\n`;
    });
  }
  await openMatrix();
});

describe("the authorisation matrix", () => {
  it("has every endpoint of both versions", () => {
    const written = ENDPOINTS.map(
      ({ method, path }) =>
        `${method} ${path.replace(/archivos\/.*/, "archivos/:nombre").replace("whk_none", ":webhookId")}`,
    );
    const declared = ROUTES.map(({ method, path }) => `${method} ${path.replace(":docId", ":id")}`);
    expect([...new Set(written)].sort()).toEqual([...new Set(declared)].sort());
  });

  it("answers every credential at every endpoint with its status and its sentence, and leaks nothing", {
    timeout: 600_000,
  }, async () => {
    const cases = listCases().filter(isEssential);
    expect(cases.length).toBeGreaterThanOrEqual(4_000);
    expect(await checkAll(cases)).toEqual([]);
  });

  it("says that a file is the same to those alone who may read it", async () => {
    const [owner, other] = companies;
    if (owner === undefined || other === undefined) throw new Error("no company");
    const [own, foreign] = [owner, other].map(({ credentials }) => credentials[0]?.authorization ?? "");
    const files = ENDPOINTS.filter(({ path, allowed }) => path.includes("/archivos/") && allowed[0] === 200);
    for (const endpoint of files) {
      for (const id of owner.ids[endpoint.scope.split(".")[0] ?? ""] ?? []) {
        const target = { endpoint, companyText: String(owner.tenant.companyId), idText: String(id) };
        const { headers } = await ask(target, own ?? null);
        const tag = headers.get("etag") ?? "none";
        const elsewhere = { ...target, companyText: String(other.tenant.companyId) };
        const answers = await Promise.all([
          ask(target, own ?? null, tag),
          ...[tag, "*"].flatMap((known) => [
            ask(target, foreign ?? null, known),
            ask(elsewhere, foreign ?? null, known),
            ask(target, null, known),
          ]),
        ]);
        const [same, ...refused] = answers;
        expect([same?.status, same?.headers.get("cache-control")]).toEqual([304, KEPT]);
        expect(refused.map(({ status }) => status)).toEqual([403, 404, 401, 403, 404, 401]);
      }
    }
  });

  it("refuses the path's company however else it is written", async () => {
    const [{ tenant, credentials } = { tenant: undefined, credentials: [] }] = companies;
    const [right] = credentials;
    if (tenant === undefined || right === undefined) throw new Error("no company");
    const id = tenant.companyId;
    const texts = [
      `0${id}`,
      `+${id}`,
      `${id}.0`,
      `${id}e0`,
      `%20${id}`,
      `${id}%20`,
      `-${id}`,
      "0",
      "null",
      "999999999",
      "*",
    ];
    const targets = ENDPOINTS.flatMap((endpoint) =>
      texts.map((companyText) => ({ endpoint, companyText, idText: endpoint.path.includes(":id") ? "1" : "" })),
    );
    expect(await checkAll(targets.map((target) => [target, right] as const))).toEqual([]);
  });

  it("agrees with the oracle on random tokens, paths and ids", { timeout: 3_600_000 }, async () => {
    const known = companies.flatMap(({ credentials }) => credentials);
    const most = Math.max(...companies.flatMap(({ ids }) => Object.values(ids).flat())) + 3;
    const draw = () => {
      const credential = pick(random, known);
      const isSpoilt = random() < 0.2;
      const authorization = isSpoilt ? spoil(credential.authorization ?? "") : credential.authorization;
      const endpoint = pick(random, ENDPOINTS);
      const companyText = String(
        random() < 0.9 ? pick(random, companies).tenant.companyId : drawInteger(random, 1_000) + 100,
      );
      const idText = endpoint.path.includes(":id") ? String(drawInteger(random, most)) : "";
      return [
        { endpoint, companyText, idText },
        { authorization, grant: isSpoilt ? null : credential.grant },
      ] as const;
    };
    expect(await checkAll(Array.from({ length: env.TEST_BUDGET.triples }, draw))).toEqual([]);
  });

  it("puts neither a token nor a person into the logs", () => {
    const secrets = companies.flatMap(({ credentials, canaries }) => [
      ...credentials.map(({ authorization }) => authorization?.split("_")[3] ?? ""),
      ...canaries.slice(0, 1),
    ]);
    expect(logged.length).toBeGreaterThan(1_000);
    expect(secrets.filter((secret) => secret !== "" && logged.includes(secret))).toEqual([]);
  });
});
