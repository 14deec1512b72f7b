// Says what a command is and may use, and writes what it changes together with its audit entry.

import { chainEvent, insertEvent, type StoredEvent } from "../src/store/audit/events.ts";
import { runAll, type Statement } from "../src/store/base/db.ts";
import type { Access } from "./access/access.ts";
import type { PutSecret } from "./access/secret.ts";
import type { Wrangler } from "./access/wrangler.ts";
import type { Deployment, Keyring } from "./deployment.ts";
import { OperatorError, UnclearError } from "./error.ts";
import { type Flag, isRequired } from "./flag.ts";
import { leaveHead } from "./head.ts";
import type { Input } from "./input.ts";
import type { Progress } from "./progress.ts";
import type { Questions } from "./question.ts";
import type { Sealed } from "./sealed.ts";
import type { Paint } from "./tone.ts";

/** What a command works with. */
export interface Context extends Access {
  readonly putSecret: PutSecret;
  readonly input: Input;
  /** The person at the terminal; undefined where there is none. */
  readonly questions: Questions | undefined;
  readonly keyring: Keyring;
  /** Of a command that seals over --remote: what the key is tried on, asked for beside its first question. */
  readonly sealed?: Promise<readonly Sealed[]>;
  readonly deployment: Deployment;
  readonly wrangler: Wrangler;
  readonly environment: NodeJS.ProcessEnv;
  /** Who does it; rejects for a person who may not. */
  readonly actor: () => Promise<string>;
  readonly isDryRun: boolean;
  readonly isRemote: boolean;
  /** Asks a person before an action is written; none where the line itself is the order. @throws OperatorError for a no. */
  readonly approve?: (action: string, doneBefore: string | undefined) => Promise<void>;
  /** Of one of many rows: writes an action in one transaction with those of other rows. */
  readonly together?: (entry: AuditEntry, statements: readonly Statement[]) => Promise<void>;
  /** Says in words what a rehearsal would have done. */
  readonly rehearse: (line: string) => void;
  /** Epoch milliseconds. */
  readonly nowMs: () => number;
  /** Says what went wrong beside the answer. */
  readonly complain: (line: string) => void;
  /** Shows a text before the answer, in the place of the one before where that can be. */
  readonly showScreen: (text: string) => void;
  /** Shows how far a long command is. */
  readonly progress: Progress;
  /** Colours a text where the terminal wants it. */
  readonly paint: Paint;
  /** Aborts when a command that goes on should end. */
  readonly stopped: AbortSignal;
}

/** What a command answers: `data` under --json, `text` otherwise. */
export interface Output {
  readonly data: unknown;
  readonly text: string;
  /** Of a list: what --csv answers. */
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
  /** For monitoring; 0 unless given. */
  readonly exitCode?: number;
  /** What an operator usually does after this: commands, or a sentence; shown below the text. */
  readonly next?: readonly string[];
}

const NUMBER = /^\d{1,12}$/;
/** What a command is about, as its flag says it. */
interface Subject {
  /** Of the values: what has another one may be a secret gone astray. */
  readonly form: RegExp;
  /** How an id is found by what people know instead. */
  readonly foundBy?: string;
}

/** By the names of the flags. */
export const SUBJECTS: ReadonlyMap<string, Subject> = new Map<string, Subject>([
  [
    "company",
    { form: /^\d[\d.]{0,15}(?:-\d)?$/, foundBy: "`operator company list TEXT` finds it by a part of its name" },
  ],
  ["document", { form: NUMBER, foundBy: "`operator document find` takes a number, key or CUFE" }],
  ["client", { form: NUMBER }],
  ["range", { form: NUMBER }],
  ["webhook", { form: /^whk_\w{1,40}$/ }],
  ["token", { form: /^[0-9A-Za-z]{1,12}$/ }],
]);

/** A flag whose value may stand after a command's name without it, `document explain 7`: the first one. */
export function subjectOf({ operand, flags: [first] }: Pick<Command, "operand" | "flags">) {
  const subject = first === undefined ? undefined : SUBJECTS.get(first.name());
  if (operand !== undefined || first === undefined || subject === undefined) return undefined;
  return { name: first.name(), isNeeded: isRequired(first), ...subject };
}

export interface Command {
  /** `company add`. */
  readonly name: string;
  readonly about: string;
  readonly flags: readonly Flag[];
  /** What stands after the name without a flag, when something does. */
  readonly operand?: string;
  /** Names of the Worker secrets that it writes; none unless given. */
  readonly writesSecrets?: RegExp;
  /** Seals a secret, so that what the key is tried on is read at once. */
  readonly seals?: true;
  /** Looks at every company: where there are several databases, at each of them. */
  readonly isOfAll?: boolean;
  /** Whether a line is about many rows, by the flags that it gives: a rehearsal says each write with --verbose alone. */
  readonly isOfMany?: (has: (flag: string) => boolean) => boolean;
  /** Changes nothing, so that the role read is enough; or with which flags it does not. What does not say so may write. */
  readonly reads?: true | ((has: (flag: string) => boolean) => boolean);
  /** Works without a database (before the first migration, or about files only). */
  readonly needsNoDatabase?: boolean;
  readonly run: (context: Context) => Promise<Output>;
}

/** Whether a line of a command changes nothing. @param flags those that it gives. */
export function isReading(
  { reads }: Pick<Command, "reads">,
  flags: Pick<ReadonlyMap<string, unknown>, "has">,
): boolean {
  return reads === true || reads?.((flag) => flags.has(flag)) === true;
}

/** What the record keeps of an action. */
export interface AuditEntry {
  /** 0 for what concerns no single company. */
  readonly companyId: number;
  readonly action: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly documentId?: number;
  /** The number of an event that this one comes after, where that is not the last one of its chain. */
  readonly above?: number;
  /** What was done outside of this transaction before it; the error names it. */
  readonly doneBefore?: string | undefined;
}

const RACES_MAX = 3;

/** The database's own words when it took nothing of a transaction. */
const REFUSED =
  /constraint failed|no such (?:table|column)|syntax error|database is locked|marked by another deployment/i;

/**
 * Writes statements and their audit entry, all or nothing.
 * @throws OperatorError when the database refuses, with nothing changed; or when it is not known whether it wrote.
 */
export async function commit(context: Context, entry: AuditEntry, statements: readonly Statement[]): Promise<void> {
  const actor = await context.actor();
  if (context.isDryRun) context.rehearse(describeEntry(entry, actor));
  else await context.approve?.(describeEntry(entry, actor), entry.doneBefore);
  await confirmHeads(context);
  if (context.together !== undefined) return context.together(entry, statements);
  const { shards, db } = context;
  const [first] = shards;
  const isElsewhere = shards.findIndex((one) => one.db === db) > 0;
  if (entry.companyId !== 0 || first === undefined || !isElsewhere) {
    return leaveHead(context, await write(context, entry, statements));
  }
  // Events of the deployment are in the first database alone: what another one holds is written before its event.
  await runAll(db, statements);
  await leaveHead(context, await write({ ...context, ...first }, entry, []));
}

/** What an event leaves in the archive must not lie in another deployment's. @throws OperatorError where it would. */
async function confirmHeads({ keyring, isDryRun, confirmArchive }: Context): Promise<void> {
  if (isDryRun || confirmArchive === undefined) return;
  try {
    if ((await keyring.auditKeys()) === undefined) return;
  } catch (cause) {
    // Of a key that cannot be read it is complained once the event is written.
    if (cause instanceof OperatorError) return;
    throw cause;
  }
  await confirmArchive();
}

/** `would do range.add for company 1, by ana: kind fe, prefix SETP, …`. */
function describeEntry({ companyId, action, detail, documentId }: AuditEntry, actor: string): string {
  const whose = companyId === 0 ? "the deployment" : `company ${companyId}`;
  const which = documentId === undefined ? "" : `, document ${documentId}`;
  const facts = Object.entries(detail).map(([name, value]) => {
    return `\n  ${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`;
  });
  return `would do ${action} for ${whose}${which}, by ${actor}:${facts.join("")}`;
}

async function write(context: Context, entry: AuditEntry, statements: readonly Statement[]): Promise<StoredEvent> {
  const { db } = context;
  for (let tries = 1; ; tries += 1) {
    let isHandedOver = false;
    try {
      const chained = await chainEvent(db, await describeEvent(context, entry), entry.above);
      isHandedOver = true;
      await runAll(db, [...statements, insertEvent(chained)]);
      return chained;
    } catch (cause) {
      const isRace = isUniqueClash(cause) && /events/.test(messageOf(cause));
      if (isRace && tries < RACES_MAX) continue;
      throw describeFailure(cause, entry, isHandedOver && !isRefused(cause));
    }
  }
}

/** The event of an action, which has no place in its chain yet. */
export async function describeEvent({ input, nowMs, actor }: Context, entry: AuditEntry) {
  return {
    companyId: entry.companyId,
    at: new Date(nowMs()).toISOString(),
    actor: await actor(),
    action: entry.action,
    reason: input.find("reason", (text) => text) ?? null,
    documentId: entry.documentId ?? null,
    detail: entry.detail,
  };
}

/** Whether the database took nothing of a transaction, by its own words. */
export function isRefused(cause: unknown): boolean {
  return REFUSED.test(messageOf(cause));
}

/** A deadline, or a wrangler that was ended, says nothing about what the database did. */
export function describeFailure(
  cause: unknown,
  { companyId, doneBefore }: AuditEntry,
  mayBeWritten: boolean,
): OperatorError {
  const words = messageOf(cause);
  if (!mayBeWritten) {
    const hint = doneBefore === undefined ? "nothing was changed" : `${doneBefore}; nothing else was changed`;
    return new OperatorError(`the database refused: ${words}`, hint);
  }
  const what = doneBefore === undefined ? "it" : `${doneBefore}; the rest`;
  const look = `look with \`operator event list --company ${companyId}\` before repeating`;
  return new UnclearError(`the database did not answer clearly: ${words}`, `${what} may have been written: ${look}`);
}

function isUniqueClash(cause: unknown): boolean {
  return /UNIQUE constraint failed/i.test(messageOf(cause));
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
