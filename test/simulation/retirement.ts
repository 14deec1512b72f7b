// Plays what comes long after a world has come to rest: its journals retire, with faults, while clients come with their keys again.
import { isTerminal, type State } from "../../src/domain/document/state.ts";
import type { IssueCommand, IssueResult } from "../../src/issuance/contract/command.ts";
import { snapshotPath } from "../../src/store/archive/files.ts";
import type { SimulatedWorld } from "./world.ts";

export const RETIRED_AFTER_MS = 36 * 24 * 3_600_000;
const PLAY_MS = 10 * 60_000;
/** After an answer without a number. */
const REPEATED_MS = 60_000;

/** A row of a document that is over. */
interface Row {
  readonly id: number;
  readonly name: string;
  readonly fingerprint: string;
  readonly state: State;
  readonly environment: string;
  readonly path: string | null;
}

export interface Answer {
  readonly command: IssueCommand;
  readonly result: IssueResult;
}

/** What was there before the journals retired. */
export interface Retirement {
  readonly rows: readonly Row[];
  /** What was taken from under journals that came to rest; they are the only ones that know. */
  readonly robbed: ReadonlySet<string>;
  /** What was answered while things went wrong. */
  readonly early: readonly Answer[];
}

function listRows(world: SimulatedWorld): Row[] {
  const sql = "SELECT id, issuance_name AS name, state, environment, xml_path AS path FROM documents ORDER BY id";
  const rows = world.database.query(sql) as unknown as Omit<Row, "fingerprint">[];
  // The row has left it to its file, the journal has it until it retires.
  return rows
    .filter(({ state }) => isTerminal(state))
    .map((row) => ({ ...row, fingerprint: world.readRecord(row.name)?.fingerprint ?? "" }));
}

/** One command of each content that was sent with a name, and one of a content that never was. */
function listCommands({ replies }: SimulatedWorld): IssueCommand[] {
  const all = replies.flatMap(({ command }) => [command, { ...command, fingerprint: "1:other" }]);
  const commands = new Map(all.map((command) => [`${command.name} ${command.fingerprint}`, command]));
  return [...commands.values()];
}

/** Schedules retirements and requests while things go wrong; in every third world each, a row or the facts of a document are gone. */
export function playRetirement(world: SimulatedWorld): Retirement {
  const { scheduler, random, scenario, bucket, database } = world;
  const rows = listRows(world).filter(({ name }) => isTerminal(world.readRecord(name)?.state ?? "creating"));
  const robbed = new Set<string>();
  if (rows.length > 0 && scenario.seed % 3 > 0) {
    const row = random.pick(rows);
    robbed.add(row.name);
    if (scenario.seed % 3 === 1) database.query("DELETE FROM documents WHERE id = ?", row.id);
    else bucket.lose(snapshotPath(row.path ?? ""));
  }
  const ignore = () => undefined;
  for (const { name } of rows) {
    for (let times = 0; times < 3; times += 1) {
      scheduler.after(random.between(0, PLAY_MS / 2), () => void retire(world, name).catch(ignore));
    }
  }
  // Of a row that is gone only its journal knows, and to ask writes it again.
  const early: Answer[] = [];
  for (const { name } of rows.filter((row) => !robbed.has(row.name))) {
    const atMs = random.between(0, PLAY_MS / 2);
    for (const command of listCommands(world).filter((one) => one.name === name)) {
      for (let times = 0; times < 2; times += 1) {
        scheduler.after(atMs + random.between(0, 100), () => {
          const asked = world.system.issueThroughObject(world.env, command);
          asked.then((result) => void early.push({ command, result }), ignore);
        });
      }
    }
  }
  return { rows, robbed, early };
}

function isKnown(rows: readonly Row[], robbed: ReadonlySet<string>, name: string): boolean {
  return !robbed.has(name) && rows.some((row) => row.name === name);
}

async function retire({ env }: SimulatedWorld, name: string): Promise<void> {
  await env.ISSUANCE.getByName(name).retire(name);
}

/** Retires what is left, and asks again with each content of each key: schedules it, and gives the answers once they are there. */
export function askRetired(world: SimulatedWorld, { rows, robbed }: Retirement): readonly Answer[] {
  const answers: Answer[] = [];
  const { scheduler, watch } = world;
  const report = (cause: unknown) => watch.violate("no bug", "retirement", `${cause}`);
  for (const { name } of rows) scheduler.after(1_000, () => void retire(world, name).catch(report));
  for (const command of listCommands(world).filter(({ name }) => isKnown(rows, robbed, name))) {
    const ask = async (): Promise<void> => {
      const result = await world.system.issueThroughObject(world.env, command);
      // Another request of the key is in hand: its client repeats it.
      if (result.type !== "issued" || result.document !== null) return void answers.push({ command, result });
      await scheduler.wait(REPEATED_MS);
      return ask();
    };
    scheduler.after(PLAY_MS / 2, () => void ask().catch(report));
  }
  return answers;
}

/** I15: one document per name also after retirement; what was not compared, or could not be, keeps its journal. */
export function auditRetirement(
  world: SimulatedWorld,
  { rows, robbed, early }: Retirement,
  answers: readonly Answer[],
): void {
  const { watch, scenario } = world;
  const INVARIANT = "I15 a retired key has its document for ever";
  const present = listRows(world);
  for (const row of rows) {
    const isEmpty = world.readRecord(row.name) === undefined;
    if (robbed.has(row.name)) {
      if (isEmpty) watch.violate("I15 the last that knows stays", row.name, "retired");
      continue;
    }
    const again = present.filter(({ name }) => name === row.name);
    if (again.length !== 1 || again[0]?.id !== row.id) watch.violate(INVARIANT, row.name, `${again.length} rows`);
    const isPlain = scenario.focus === "none" && world.misfortune.rewound.size === 0 && scenario.losses.length === 0;
    const isWhole = world.bucket.files.has(snapshotPath(row.path ?? "")) && world.misfortune.damaged.size === 0;
    if (!isEmpty && isPlain && isWhole) watch.violate("I15 journals retire", row.name, "its journal is still there");
  }
  for (const answer of [...early, ...answers]) {
    const row = rows.find(({ name }) => name === answer.command.name);
    if (row === undefined) continue;
    if (isTrue(row, answer, early.includes(answer))) continue;
    watch.violate(INVARIANT, row.name, JSON.stringify(answer.result));
  }
}

/** Whether an answer is true of the key's document; amid faults it may say nothing. */
function isTrue(row: Row, { command, result }: Answer, isEarly: boolean): boolean {
  if (isEarly && (result.type === "unavailable" || (result.type === "issued" && result.document === null))) return true;
  if (command.fingerprint !== row.fingerprint) return result.type === "conflict" && result.documentId === row.id;
  if (result.type !== "issued" || !result.isReplay) return false;
  return result.document?.id === row.id && result.document.state === row.state;
}
