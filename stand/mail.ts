// Puts the pretend mail behind the service of a stand: where a deployment binds the platform's e-mail, and a local queue for its events.
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { eq } from "drizzle-orm";
import { findLocalFile, openSqlite } from "../operator/access/sqlite.ts";
import { ROOT } from "../operator/deployment.ts";
import { build, run } from "../src/store/base/db.ts";
import { companies } from "../src/store/base/schema.ts";

const QUEUE = "mail-events";
const NAME = "pretend-mail";
export const STAND_SENDER = "facturas@correo.example.com";
/** The demo company whose documents go to their buyers; those of the first one go where they are asked for. */
export const MAILING_COMPANY = 2;
const ASKED_COMPANY = 1;

/** Paths of wrangler.toml, which stand there from its own folder. */
const PATHS: readonly (readonly [name: string, path: string])[] = [
  ["main", "dist/index.js"],
  ["watch_dir", "src"],
  ["migrations_dir", "migrations"],
  ["directory", "public"],
];

/** Configurations of a stand, written into its folder: the service with e-mail, and the pretend mail. */
export interface MailConfigs {
  readonly service: string;
  readonly mail: string;
}

/** @param authorityOrigin of the pretend authority, which keeps the outbox. */
export function writeMailConfigs(folder: string, authorityOrigin: string): MailConfigs {
  const service = join(folder, "service.toml");
  const mail = join(folder, "mail.toml");
  const whole = PATHS.reduce(
    (text, [name, path]) =>
      text.replace(`${name} = "${path}"`, `${name} = ${JSON.stringify(relative(folder, join(ROOT, path)))}`),
    readFileSync(join(ROOT, "wrangler.toml"), "utf8"),
  );
  writeFileSync(service, `${whole}\n${SERVICE_PART}`);
  writeFileSync(mail, writeMailConfig(authorityOrigin));
  return { service, mail };
}

const SERVICE_PART = `[[services]]
binding = "EMAIL"
service = "${NAME}"
entrypoint = "PretendMail"

[[queues.consumers]]
queue = "${QUEUE}"
max_batch_timeout = 1
`;

function writeMailConfig(authorityOrigin: string): string {
  return `name = "${NAME}"
main = ${JSON.stringify(join(ROOT, "simulator/index.ts"))}
compatibility_date = "2026-09-15"
compatibility_flags = ["nodejs_compat"]

[vars]
AUTHORITY_URL = "${authorityOrigin}"

[[queues.producers]]
binding = "MAIL_EVENTS"
queue = "${QUEUE}"
`;
}

/** Lets the documents of one demo company go to their buyers by themselves, and those of another one by order. */
export async function switchMailOn(persistFolder: string): Promise<void> {
  const path = findLocalFile(persistFolder);
  if (path === undefined) throw new Error("the stand has no database");
  const { db, close } = openSqlite(path);
  try {
    for (const id of [ASKED_COMPANY, MAILING_COMPANY]) {
      const mail = { sender: null, replyTo: null, isAutomatic: id === MAILING_COMPANY, testAddresses: [] };
      await run(db, build.update(companies).set({ mail }).where(eq(companies.id, id)));
    }
  } finally {
    await close();
  }
}
