// Runs `npm run deep -- wheel`: builds the Python client's wheel from a copy of its folder (the registry gives the build tool),
// installs it alone into an empty environment, and imports it there.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CLIENT = join(import.meta.dirname, "../../client-python");
const PROGRAM =
  "import factura_edge, pathlib; print(factura_edge.__file__, pathlib.Path(factura_edge.__file__).with_name('py.typed').exists())";

const folder = mkdtempSync(join(tmpdir(), "factura-edge-wheel-"));
const run = (program: string, ...parameters: string[]) =>
  execFileSync(program, parameters, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
try {
  cpSync(CLIENT, join(folder, "source"), { recursive: true });
  run("python3", "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", "built", "./source");
  const [wheel = "none"] = readdirSync(join(folder, "built"));
  run("python3", "-m", "venv", "environment");
  run("environment/bin/pip", "install", "--quiet", "--no-index", join("built", wheel));
  const printed = run("environment/bin/python", "-W", "error", "-c", PROGRAM).trim();
  const isWhole = printed.startsWith(join(folder, "environment")) && printed.endsWith("True");
  console.log(`${wheel}: ${isWhole ? "installs and imports, with its types" : `is not what it should be: ${printed}`}`);
  if (!isWhole) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
