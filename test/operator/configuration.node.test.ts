// The operator's program never reaches two deployments with one command, whatever wrangler.toml says.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { checkOneDeployment } from "../../operator/access/configuration.ts";
import { countDatabases, databaseName } from "../../operator/access/wrangler.ts";

const BUCKET = '[[r2_buckets]]\nbinding = "FILES"\nbucket_name = "files"\n';
const DATABASE = '[[d1_databases]]\nbinding = "DB"\ndatabase_name = "production"\n';
const STAGING = '[[env.staging.d1_databases]]\nbinding = "DB"\ndatabase_name = "staging"\n';

function write(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "configuration-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "wrangler.toml");
  writeFileSync(path, text);
  return path;
}

it("the project's own configuration names one deployment", () => {
  expect(() => checkOneDeployment()).not.toThrow();
});

it.each([DATABASE + STAGING, STAGING + DATABASE])("the databases are those of the top level, of\n%s", (text) => {
  const path = write(text);
  expect([databaseName(0, path), countDatabases(path)]).toEqual(["production", 1]);
});

it.each([
  { worker: BUCKET + STAGING, archive: BUCKET, refusal: "has environments (staging)" },
  {
    worker: BUCKET,
    archive: BUCKET.replace('"files"', '"others"'),
    refusal: "bucket is files, and the operator's others",
  },
  { worker: DATABASE, archive: BUCKET, refusal: "bucket is not named" },
  { worker: "name = ", archive: BUCKET, refusal: "cannot be read" },
])("--remote is refused: $refusal", ({ worker, archive, refusal }) => {
  expect(() => checkOneDeployment(write(worker), write(archive))).toThrow(refusal);
});
