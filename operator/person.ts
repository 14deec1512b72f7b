// Says who works with the program, and whether that person may change a deployment.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, TomlError } from "smol-toml";
import { z } from "zod";
import type { Configured } from "./access/configuration.ts";
import type { Wrangler } from "./access/wrangler.ts";
import type { Context } from "./command.ts";
import { OperatorError } from "./error.ts";

/** Who may change which deployment; the rights of the account itself are Cloudflare's. */
const OPERATORS = join(import.meta.dirname, "../operators.toml");

/** What `wrangler whoami --json` says of a login. */
const LOGIN = z.object({
  email: z.string().nullish(),
  accounts: z.array(z.object({ id: z.string() })).default([]),
});

const PEOPLE = z.array(z.string()).default([]);
const FILE = z.strictObject({
  operate: PEOPLE,
  env: z.record(z.string(), z.strictObject({ operate: PEOPLE })).default({}),
});

/** `ana` and ` Ana` are one person. */
export function normalizePerson(name: string): string {
  return name.trim().normalize("NFC").toLowerCase();
}

/**
 * The person of wrangler's login: the address of its user, or `token:ACCOUNT` where the login is a token that has no user to
 * name. All such tokens of an account are one.
 */
export async function askPerson(wrangler: Wrangler, { accountId }: Pick<Configured, "accountId">): Promise<string> {
  const answer: unknown = JSON.parse(new TextDecoder().decode(await wrangler(["whoami", "--json"])));
  const { email, accounts } = LOGIN.parse(answer);
  const address = normalizePerson(email ?? "");
  return address === "" ? `token:${accountId ?? accounts[0]?.id ?? "unknown"}` : address;
}

/** Those who may change a deployment. @throws OperatorError for a file that cannot be read. */
function listOperators(path: string, environment: string | undefined): readonly string[] {
  if (!existsSync(path)) return [];
  try {
    const whole = FILE.parse(parse(readFileSync(path, "utf8")));
    const { operate } = (environment === undefined ? undefined : whole.env[environment]) ?? whole;
    return operate.map(normalizePerson);
  } catch (cause) {
    if (!(cause instanceof TomlError || cause instanceof z.ZodError)) throw cause;
    throw new OperatorError(
      `${path} cannot be read: ${cause.message}`,
      'it holds lines such as operate = ["ana@example.com"]',
    );
  }
}

/** @throws OperatorError for a person who has no more than the role read. */
export function requireOperator(
  person: string,
  command: string,
  { environment, worker }: Pick<Configured, "environment" | "worker">,
  path = OPERATORS,
): void {
  const operators = listOperators(path, environment);
  if (operators.includes(person)) return;
  const whom = operators.length === 0 ? "it lists nobody yet: " : "";
  throw new OperatorError(
    `${person} has the role read at ${worker}, and \`${command}\` needs the role operate`,
    `nothing was changed; operators.toml says who has it: ${whom}operate = ["${person}"]`,
  );
}

/**
 * What one person asked for is approved by another one. On a deployment both are people: a token is in anybody's hands.
 * @param did what the first one did: `asked for it`.
 * @returns who approves. @throws OperatorError where that is not so.
 */
export async function requireSecondPerson(
  context: Pick<Context, "actor" | "isRemote">,
  first: string,
  did: string,
): Promise<string> {
  const actor = await context.actor();
  if (normalizePerson(first) === normalizePerson(actor)) {
    throw new OperatorError(`${actor} ${did} and cannot approve it`, "a second person is needed");
  }
  const nobody = [first, actor].find((one) => context.isRemote && !one.includes("@"));
  if (nobody === undefined) return actor;
  throw new OperatorError(
    `${nobody} is no person's address, and two people are needed`,
    "each with a login of their own",
  );
}
