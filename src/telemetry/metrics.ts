// Writes measurements to Analytics Engine; does nothing when the deployment binds no dataset.

/** Something that is counted or timed. Never a person, never a secret. */
export type Measurement =
  | {
      readonly name: "request";
      /** The route's pattern, never the path. */
      readonly route: string;
      readonly method: string;
      /** The token's; null where none was known. */
      readonly companyId: number | null;
      readonly status: number;
      readonly code: string | null;
      readonly durationMs: number;
      /** Round trips to D1. */
      readonly trips: number;
    }
  | {
      /** One exchange with the authority. */
      readonly name: "attempt";
      readonly companyId: number;
      readonly module: string;
      readonly kind: string;
      readonly outcome: string;
      readonly httpStatus: number | null;
      readonly durationMs: number;
    }
  | {
      /** A document came to its verdict, or became `send_unknown`. */
      readonly name: "settled";
      readonly companyId: number;
      readonly module: string;
      readonly state: string;
      /** Since its reservation. */
      readonly ageMs: number;
    }
  | {
      /** Open documents, each minute. */
      readonly name: "pending";
      readonly state: string;
      readonly age: string;
      readonly count: number;
    }
  | {
      /** One POST of a webhook, or one e-mail. */
      readonly name: "delivery";
      readonly companyId: number;
      readonly outcome: string;
      readonly durationMs: number;
    }
  | { readonly name: "alert"; readonly code: string };

/** Where measurements go. Never throws, never waits. */
interface Metrics {
  measure(measurement: Measurement): void;
}

/** The part of a dataset that is used. */
type Dataset = Pick<AnalyticsEngineDataset, "writeDataPoint">;

/**
 * Metrics over a dataset. Every point has the same columns: index1 and blob1 the name, blob2 what it is about, blob3 how it
 * ended, blob4 more, blob5 the company, double1 milliseconds or how many, double2 status, double3 round trips.
 */
export function createMetrics(dataset: Dataset | undefined): Metrics {
  if (dataset === undefined) return { measure: () => undefined };
  return {
    measure: (measurement) => {
      const { name } = measurement;
      const { blobs, doubles } = toColumns(measurement);
      dataset.writeDataPoint({ indexes: [name], blobs: [name, ...blobs], doubles });
    },
  };
}

interface Columns {
  readonly blobs: string[];
  readonly doubles: number[];
}

function toColumns(one: Measurement): Columns {
  switch (one.name) {
    case "request":
      return {
        blobs: [one.route, one.code ?? "", one.method, `${one.companyId ?? ""}`],
        doubles: [one.durationMs, one.status, one.trips],
      };
    case "attempt":
      return {
        blobs: [one.kind, one.outcome, one.module, `${one.companyId}`],
        doubles: [one.durationMs, one.httpStatus ?? 0, 0],
      };
    case "settled":
      return { blobs: [one.module, one.state, "", `${one.companyId}`], doubles: [one.ageMs, 0, 0] };
    case "pending":
      return { blobs: [one.state, one.age, "", ""], doubles: [one.count, 0, 0] };
    case "delivery":
      return { blobs: ["webhook", one.outcome, "", `${one.companyId}`], doubles: [one.durationMs, 0, 0] };
    case "alert":
      return { blobs: [one.code, "", "", ""], doubles: [1, 0, 0] };
  }
}
