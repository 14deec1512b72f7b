// Tests how measurements become points of a dataset: the same columns for all, so that one query reads them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createMetrics, type Measurement } from "../../src/telemetry/metrics.ts";

const POINTS: readonly (readonly [Measurement, readonly string[], readonly number[]])[] = [
  [
    {
      name: "request",
      route: "/a/:id",
      method: "GET",
      companyId: 7,
      status: 404,
      code: "not_found",
      durationMs: 12,
      trips: 2,
    },
    ["request", "/a/:id", "not_found", "GET", "7"],
    [12, 404, 2],
  ],
  [
    {
      name: "request",
      route: "/a",
      method: "POST",
      companyId: null,
      status: 401,
      code: null,
      durationMs: 5,
      trips: 1,
    },
    ["request", "/a", "", "POST", ""],
    [5, 401, 1],
  ],
  [
    {
      name: "attempt",
      companyId: 7,
      module: "dse",
      kind: "send",
      outcome: "accepted",
      httpStatus: 200,
      durationMs: 900,
    },
    ["attempt", "send", "accepted", "dse", "7"],
    [900, 200, 0],
  ],
  [
    {
      name: "attempt",
      companyId: 7,
      module: "fe",
      kind: "status",
      outcome: "unknown",
      httpStatus: null,
      durationMs: 7,
    },
    ["attempt", "status", "unknown", "fe", "7"],
    [7, 0, 0],
  ],
  [
    { name: "settled", companyId: 7, module: "fe", state: "aceptado", ageMs: 1_200 },
    ["settled", "fe", "aceptado", "", "7"],
    [1_200, 0, 0],
  ],
  [{ name: "pending", state: "enviado", age: "hour", count: 3 }, ["pending", "enviado", "hour", "", ""], [3, 0, 0]],
  [
    { name: "delivery", companyId: 7, outcome: "http 500", durationMs: 42 },
    ["delivery", "webhook", "http 500", "", "7"],
    [42, 0, 0],
  ],
  [{ name: "alert", code: "journal_lost" }, ["alert", "journal_lost", "", "", ""], [1, 0, 0]],
];

describe("a measurement", () => {
  it.each(POINTS)("%j is one point", (measurement, blobs, doubles) => {
    const points: unknown[] = [];
    createMetrics({ writeDataPoint: (point) => void points.push(point) }).measure(measurement);
    expect(points).toEqual([{ indexes: [measurement.name], blobs, doubles }]);
  });

  it("goes nowhere without a dataset", () => {
    expect(createMetrics(undefined).measure({ name: "alert", code: "x" })).toBeUndefined();
  });
});

describe("the dashboard", () => {
  const { panels, templating } = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../docs/grafana.json"), "utf8"),
  ) as {
    panels: { title: string; targets: { query: string }[] }[];
    templating: { list: { name: string }[] };
  };
  const queries = panels.map(({ title, targets }) => [title, targets.map(({ query }) => query).join(" ")] as const);

  it.each(queries)("%s asks for a measurement by the columns that points have", (_, query) => {
    const names = [...query.matchAll(/blob1 = '(\w+)'/g)].map(([, name]) => name);
    expect(names).not.toEqual([]);
    expect(POINTS.map(([measurement]) => measurement.name)).toEqual(expect.arrayContaining(names));
    const columns = query.match(/\b(?:blob|double|index)\d+/g) ?? [];
    expect(columns.filter((column) => !/^(?:blob[1-5]|double[1-3])$/.test(column))).toEqual([]);
  });

  it("asks the dataset that its variable names, as docs/deploy.md has it", () => {
    const named = queries.filter(([, query]) =>
      [...query.matchAll(/FROM (\S+)/g)].some(([, from]) => from !== "$dataset"),
    );
    expect(named).toEqual([]);
    expect(templating.list).toContainEqual(expect.objectContaining({ name: "dataset", query: "factura_edge" }));
  });

  /** Of each measurement, whether its points say whose they are. */
  const ofCompanies = POINTS.filter(([, blobs]) => blobs[4] !== "").map(([{ name }]) => name);

  it("shows documents and failures of each company, from points that name it", () => {
    const byCompany = queries.filter(([, query]) => query.includes("blob5 AS company"));
    expect(byCompany.map(([title]) => title)).toEqual(["Documents by company", "Failures by company"]);
    for (const [, query] of byCompany) {
      for (const [, name] of query.matchAll(/blob1 = '(\w+)'/g)) expect(ofCompanies).toContain(name);
    }
  });

  it("shows every kind of measurement", () => {
    const text = queries.map(([, query]) => query).join(" ");
    const names = new Set(POINTS.map(([measurement]) => measurement.name));
    expect([...names].filter((name) => !text.includes(`blob1 = '${name}'`))).toEqual([]);
  });
});
