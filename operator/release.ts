// Says which release this program is of: the version, and the commit where the project is a checkout of git.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ROOT } from "./deployment.ts";

/** Of package.json. */
export const { version: VERSION } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));

/** Parameters of a call of wrangler about the renderer. */
export const OF_RENDERER: readonly string[] = ["--config", "renderer/wrangler.toml"];
/** Parameters of a call of wrangler about the console. */
export const OF_CONSOLE: readonly string[] = ["--config", "console/wrangler.toml"];

/** What a deployed version is tagged with: `1.0.0-0a1b2c3`, with `-changed` where files differ from the commit. */
export function describeRelease(): string {
  const asked = ["describe", "--always", "--exclude=*", "--abbrev=7", "--dirty=-changed"];
  const { status, stdout } = spawnSync("git", asked, { cwd: ROOT, encoding: "utf8", timeout: 10_000 });
  return status === 0 ? `${VERSION}-${stdout.trim()}` : VERSION;
}
