// Runs a script with the project's own Node, installing what is missing first; works on any Node from 20 on.
import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const NODE_MIN = 20;
const WATCH_MS = 1_000;
const TELL_MS = 10_000;

if (Number(process.versions.node.split(".")[0]) < NODE_MIN) {
  console.error(`Node ${process.versions.node} is too old: install Node ${NODE_MIN} or later, then run this again.`);
  process.exit(1);
}

/** npm writes its own record of what it installed: older than the lockfile, it is out of date. */
function isInstalled() {
  const record = join(ROOT, "node_modules/.package-lock.json");
  if (!existsSync(record) || !existsSync(ownNode())) return false;
  return statSync(record).mtimeMs >= statSync(join(ROOT, "package-lock.json")).mtimeMs;
}

function ownNode() {
  return join(ROOT, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");
}

/** Runs a program to its end, hands it every signal, and leaves with its exit code unless it is 0. */
async function run(program, parameters, options = {}) {
  const child = spawn(program, parameters, { cwd: ROOT, stdio: "inherit", ...options });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    // A terminal sends Ctrl-C to the child as well; a second one does it no harm.
    process.on(signal, () => child.kill(signal));
  }
  // npm that is killed passes no signal on: what it started must not outlive it.
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid === parent || child.kill("SIGTERM"), WATCH_MS);
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (status) => resolve(status ?? 1));
  });
  clearInterval(watch);
  if (code !== 0) process.exit(code);
}

if (!isInstalled()) {
  console.log("Installing what the project needs (npm ci)…");
  // In a terminal npm draws its own progress; elsewhere it says nothing until it is done.
  const begun = Date.now();
  const tell = () => console.log(`  still installing, ${Math.round((Date.now() - begun) / 1_000)} s`);
  const progress = process.stdout.isTTY ? undefined : setInterval(tell, TELL_MS);
  const install = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  if (npm !== undefined && /\.c?js$/.test(npm)) await run(process.execPath, [npm, ...install]);
  else await run("npm", install, { shell: process.platform === "win32" });
  clearInterval(progress);
}
// Without a script the installation is all that was asked for: `npm test` on a fresh clone.
if (process.argv.length > 2) await run(ownNode(), process.argv.slice(2));
