// `npm start` says what it is and where it can be put, and starts nothing for a parameter that it does not know.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const start = (...parameters: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--no-warnings", "stand/start.ts", ...parameters], {
    cwd: ROOT,
    encoding: "utf8",
    // Where it started all the same, it would end at once.
    env: { ...process.env, PORT: "1", AUTHORITY_PORT: "1" },
  });
  return { status, stdout, stderr };
};

it.each(["--help", "-h"])("%s names its variables and the programs beside it", (parameter) => {
  const { status, stdout, stderr } = start(parameter);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  for (const name of [
    "PORT",
    "8787",
    "AUTHORITY_PORT",
    "8790",
    "STAND_FOLDER",
    "npm run sandbox",
    "npm run operator",
  ]) {
    expect(stdout).toContain(name);
  }
});

it("another parameter is refused, with the same words", () => {
  const { status, stdout, stderr } = start("--port", "9000");
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^npm start takes no --port, 9000\n[\s\S]*AUTHORITY_PORT/);
});
