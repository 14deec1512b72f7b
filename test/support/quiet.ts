// Drops the Worker's own log lines unless a test listens; SHOW_LOG=true prints them.
import { env } from "cloudflare:workers";

/**
 * The runner carries each line to Node and waits for its receipt after a file, for ever when the object that wrote it
 * was killed meanwhile: the whole run would never end. What tests print themselves is no JSON and passes.
 */
const QUIET = Symbol.for("quiet");

for (const level of ["log", "warn", "error"] as const) {
  const print = console[level];
  if (env.SHOW_LOG === "true" || QUIET in print) continue;
  const printOthers = (...values: unknown[]) => {
    if (typeof values[0] !== "string" || !values[0].startsWith("{")) print.apply(console, values);
  };
  console[level] = Object.assign(printOthers, { [QUIET]: true });
}
