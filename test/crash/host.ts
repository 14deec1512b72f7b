// Runs one Worker's bundle in workerd with persisted state, in a process that can be killed without warning.
// program.ts starts it: settings come in the environment, questions about D1 over IPC.
import { appendFileSync } from "node:fs";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { readModules } from "../support/worker-bundle.ts";

/** What a host is started with. */
export interface HostSettings {
  /** Name of the Worker: the platform's folders are named after it. */
  readonly name: string;
  /** What the Worker's wrangler.toml says for miniflare: bindings, flags and dates are those of its deployment. */
  readonly platform: Readonly<Record<string, unknown>>;
  /** The entry of the bundle, as it would be deployed. */
  readonly script: string;
  readonly port: number;
  readonly persistFolder: string;
  /** Variables and secrets that win over those of the configuration. */
  readonly variables: Readonly<Record<string, string>>;
  /** Everything that the Worker logs is appended here, one JSON line each. */
  readonly logFile: string;
}

/** A question to a running host. */
export interface HostQuestion {
  readonly id: number;
  /** Binding of the D1 that is asked. */
  readonly binding: string;
  readonly sql: string;
}

export type HostMessage =
  | { readonly type: "ready" }
  | { readonly type: "answer"; readonly id: number; readonly rows: unknown[] }
  | { readonly type: "failure"; readonly id: number; readonly error: string };

const HOST = "127.0.0.1";

async function main(): Promise<void> {
  const settings = JSON.parse(process.env.HOST_SETTINGS ?? "") as HostSettings;
  const miniflare = new Miniflare({ ...describeWorker(settings), resourcePersistencePath: settings.persistFolder });
  await miniflare.ready;
  const send = (message: HostMessage) => process.send?.(message);
  process.on("message", (question: HostQuestion) => {
    answer(miniflare, question).then(send, (cause: unknown) =>
      send({ type: "failure", id: question.id, error: String(cause) }),
    );
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      miniflare.dispose().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
  // An orphan would hold the port and the files.
  process.once("disconnect", () => process.exit(1));
  send({ type: "ready" });
}

function describeWorker({ name, platform, script, port, variables, logFile }: HostSettings) {
  return convertV4MiniflareOptions({
    ...platform,
    name,
    modules: readModules(script),
    bindings: { ...(platform.bindings as Record<string, string>), ...variables },
    host: HOST,
    port,
    // The cron runs when somebody asks for it, and only then.
    unsafeTriggerHandlers: true,
    // What the operator's program reaches a running stand by.
    unsafeLocalExplorer: true,
    handleStructuredLogs: ({ level, message }) => appendFileSync(logFile, `${JSON.stringify({ level, message })}\n`),
  });
}

async function answer(miniflare: Miniflare, { id, binding, sql }: HostQuestion): Promise<HostMessage> {
  const db = await miniflare.getD1Database(binding);
  const { results } = await db.prepare(sql).all();
  return { type: "answer", id, rows: results };
}

await main();
