// Plays clients that ask for notes on the world's documents, and audits what was credited and numbered.
import type { Company, Environment, Module } from "../../src/domain/company.ts";
import { isTerminal } from "../../src/domain/document/state.ts";
import type { AdjustmentNoteDraft, InvoiceNoteDraft, NoteDraft } from "../../src/domain/draft/note-draft.ts";
import { KINDS, type NoteType } from "../../src/domain/kind.ts";
import type { IssueCommand, IssueResult } from "../../src/issuance/contract/command.ts";
import { snapshotPath } from "../../src/store/archive/files.ts";
import { readSnapshot } from "../../src/store/archive/snapshot.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { readStored } from "../../src/store/base/stored-form.ts";
import type { NotePlan, Take } from "./note-plan.ts";
import type { SimulatedWorld } from "./world.ts";

const HOUR_MS = 3_600_000;
/** How often a client looks whether its document is accepted. */
const LOOK_MS = 2_000;

/** A client keeps what it sent first: a repeat is the same note. */
class NoteClient {
  readonly plan: NotePlan;
  readonly #world: SimulatedWorld;
  #command: IssueCommand | undefined;

  constructor(world: SimulatedWorld, plan: NotePlan) {
    this.#world = world;
    this.plan = plan;
  }

  async post(): Promise<IssueResult | undefined> {
    const documentId = findAccepted(this.#world, this.plan.of);
    if (documentId === undefined && this.#command === undefined) return undefined;
    this.#command ??= await makeNoteCommand(this.#world, this.plan, documentId ?? 0);
    return this.#world.ask(this.#command);
  }

  /** Posts, and repeats while it does not know the end. */
  async insist(): Promise<void> {
    for (const waitMs of [0, ...this.plan.retries]) {
      if (waitMs > 0) await this.#world.scheduler.wait(waitMs);
      if (isOver(await this.post())) return;
    }
  }
}

/** What a refusal said may be true no more an hour later: only an end is. */
function isOver(result: IssueResult | undefined): boolean {
  return result?.type === "issued" && result.document !== null && isTerminal(result.document.state);
}

/** The id of a key's document, once D1 shows that it is accepted. */
function findAccepted({ database, scenario }: SimulatedWorld, index: number): number | undefined {
  const plan = scenario.keys[index];
  const [row] = database.query(
    "SELECT id FROM documents WHERE idempotency_key = ? AND client_id = ? AND corrected_id IS NULL AND state = 'aceptado'",
    plan?.key ?? "",
    plan?.clientId ?? 0,
  );
  return row === undefined ? undefined : Number(row.id);
}

async function makeNoteCommand(
  { system, database }: SimulatedWorld,
  { key, typeCode, takes, isBad }: Pick<NotePlan, "key" | "typeCode" | "takes" | "isBad">,
  documentId: number,
): Promise<IssueCommand> {
  const ledger = system.createLedger(openDatabase(database.bind(async (effect) => effect())));
  const company = (await ledger.loadCompany(1)) as Company;
  const common = {
    kind: "note",
    documentId,
    external: null,
    period: null,
    concept: takes === null ? null : "1",
    lines:
      takes?.map(
        ({ line, quantity }) =>
          ({ type: "correction", line, quantity: `${quantity}`, unitPrice: null, paidPrice: null }) as const,
      ) ?? null,
    motive: isBad ? "mal" : null,
    notes: null,
    issueDate: null,
    withholdingCount: 0,
    claimedSubtotal: null,
    claimedTaxes: null,
    claimedTotal: null,
  } as const;
  const draft: NoteDraft =
    typeCode === "95" ? { ...common, ...OF_SUPPORT_DOCUMENT } : { ...common, ...OF_INVOICE, typeCode };
  const { environment } = company;
  const name = system.nameNoteKey(typeCode, { companyId: 1, environment }, key);
  const fingerprint = `1:${key} ${documentId}`;
  const { module } = KINDS[typeCode];
  return { name, module, companyId: 1, clientId: 1, key, fingerprint, draft, company };
}

type Own<Draft extends NoteDraft> = Omit<Draft, keyof AdjustmentNoteDraft & keyof InvoiceNoteDraft> &
  Pick<Draft, "payment" | "currency">;

const OF_SUPPORT_DOCUMENT: Own<AdjustmentNoteDraft> & Pick<AdjustmentNoteDraft, "typeCode"> = {
  typeCode: "95",
  supplier: null,
  payment: { form: null, meansCode: null, dueDate: null },
  currency: null,
  exchangeRate: null,
  exchangeRateDate: null,
};

const OF_INVOICE: Own<InvoiceNoteDraft> = {
  receiver: null,
  discounts: [],
  charges: [],
  areDiscountsShared: true,
  payment: null,
  currency: null,
};

/** Schedules what clients do; the returned function brings them back in calm weather, until each knows its end. */
export function playNotes(world: SimulatedWorld): () => void {
  const { scenario, scheduler, watch } = world;
  const clients = scenario.notes.map((plan) => new NoteClient(world, plan));
  const report = (client: NoteClient) => (cause: unknown) => watch.violate("no bug", client.plan.key, `${cause}`);
  const begin = (client: NoteClient) => {
    if (findAccepted(world, client.plan.of) === undefined) {
      if (!world.isCalm()) scheduler.after(LOOK_MS, () => begin(client));
      return;
    }
    scheduler.after(client.plan.afterMs, () => {
      for (let copy = 0; copy < client.plan.copies; copy += 1) client.insist().catch(report(client));
    });
  };
  for (const client of clients) scheduler.after(0, () => begin(client));
  return () => {
    for (const client of clients) {
      watch.openCalls += 1;
      scheduler.after(2 * HOUR_MS, () => {
        askToTheEnd(world, client)
          .catch(report(client))
          .finally(() => {
            watch.openCalls -= 1;
          });
      });
    }
  };
}

async function askToTheEnd({ scheduler }: SimulatedWorld, client: NoteClient): Promise<void> {
  for (const waitMs of [HOUR_MS, 4 * HOUR_MS, 11 * HOUR_MS]) {
    const result = await client.post();
    if (isOver(result) || result?.type === "refused") return;
    await scheduler.wait(waitMs);
  }
}

/** What is to become of a last note. */
interface LastNote {
  readonly documentId: number;
  /** Units that no live note has taken. */
  readonly rest: readonly Take[];
  result?: IssueResult;
}

/** The note that takes the rest of a document. */
const LOWERING = { fe: "91", dse: "95", dee: "94" } as const satisfies Readonly<Record<Module, NoteType>>;

/** Everything is at rest: what is left of a document must be creditable, and no more. */
export function playLastNotes(world: SimulatedWorld): readonly LastNote[] {
  const { scenario, scheduler, watch } = world;
  const typeCode = LOWERING[scenario.module];
  return scenario.keys.flatMap((plan, index) => {
    if (plan.module !== undefined) return [];
    const documentId = findAccepted(world, index);
    const document = listCorrected(world).find(({ id }) => id === documentId);
    if (documentId === undefined || document === undefined || hasUnknown(world, documentId)) return [];
    const rest = document.lines
      .map(({ number, quantity }) => ({
        line: number,
        quantity: (micros(quantity) - takenOf(document, number).units) / 1e6,
      }))
      .filter(({ quantity }) => quantity > 0);
    const last: LastNote = { documentId, rest };
    const takes = rest.length === 0 ? [{ line: 1, quantity: 1 }] : rest;
    watch.openCalls += 1;
    scheduler.after(1_000, () => {
      makeNoteCommand(world, { key: `last${index}`, typeCode, takes, isBad: false }, documentId)
        .then((command) => world.ask(command))
        .then((result) => {
          last.result = result;
        })
        .catch((cause: unknown) => watch.violate("no bug", `last${index}`, `${cause}`))
        .finally(() => {
          watch.openCalls -= 1;
        });
    });
    return [last];
  });
}

/** A note whose end is not known keeps its amount. */
function hasUnknown({ database }: SimulatedWorld, documentId: number): boolean {
  const sql = "SELECT 1 FROM documents WHERE corrected_id = ? AND state NOT IN ('aceptado', 'rechazado')";
  return database.query(sql, documentId).length > 0;
}

/** I17: what live notes have left can be credited, and nothing beyond. */
export function auditLastNotes(world: SimulatedWorld, notes: readonly LastNote[]): void {
  const { watch } = world;
  // One of them may have stopped the series that another one needs.
  const isStopped = listSeries(world).some((series) => series.isStopped);
  for (const { documentId, rest, result } of notes) {
    const name = `document ${documentId}`;
    const isFull = rest.length === 0;
    if (isFull && (result?.type !== "refused" || result.code !== "reference_annulled")) {
      watch.violate("I17 nothing beyond what is left", name, JSON.stringify(result ?? null));
    }
    const isIssued = result?.type === "issued" && result.document !== null;
    if (!isFull && !isIssued && !isStopped)
      watch.violate("I17 what is left can be credited", name, JSON.stringify(result ?? null));
  }
}

interface Line {
  readonly number: number;
  readonly quantity: string;
  readonly base: string;
  readonly corrects?: { readonly line: number; readonly quantity: string } | null;
}

interface Corrected {
  readonly id: number;
  readonly total: string;
  readonly lines: readonly Line[];
  readonly notes: readonly LiveNote[];
  /** Debit notes, which take nothing of it. */
  readonly raises: readonly LiveNote[];
}

interface LiveNote {
  readonly id: number;
  readonly concept: string;
  readonly total: string;
  readonly lines: readonly Line[];
}

/** Every document with the notes that lower it and are not rejected, as D1 has them. */
function listCorrected({ database, bucket }: SimulatedWorld): Corrected[] {
  const rows = database.query(
    `SELECT id, type_code, state, total, detail, xml_path, concept_code, corrected_id
      FROM documents LEFT JOIN document_details ON document_id = id`,
  );
  const read = (row: (typeof rows)[number]) => {
    const file = bucket.files.get(snapshotPath(String(row.xml_path)));
    const text = row.detail ?? (file && readSnapshot(file.bytes).row.detail);
    return text === undefined ? [] : readStored<{ readonly lines: readonly Line[] }>(String(text)).lines;
  };
  return rows
    .filter((row) => row.concept_code === null)
    .map((row) => {
      const live = rows.filter((note) => note.corrected_id === row.id && note.state !== "rechazado");
      const describe = (note: (typeof rows)[number]) => {
        return {
          id: Number(note.id),
          concept: String(note.concept_code),
          total: String(note.total),
          lines: read(note),
        };
      };
      const notes = live.filter(lowers).map(describe);
      const raises = live.filter((note) => !lowers(note)).map(describe);
      return { id: Number(row.id), total: String(row.total), lines: read(row), notes, raises };
    });
}

/** Units and amount that live notes took of a line. */
function lowers(note: Readonly<Record<string, unknown>>): boolean {
  const kind = Object.entries(KINDS).find(([code]) => code === note.type_code)?.[1];
  return kind?.shape === "note" && kind.effect === "lowers";
}

function takenOf({ notes }: Corrected, line: number) {
  const takes = notes.flatMap((note) => note.lines).filter(({ corrects }) => corrects?.line === line);
  return {
    units: takes.reduce((sum, { corrects }) => sum + micros(corrects?.quantity ?? "0"), 0),
    amount: takes.reduce((sum, { base }) => sum + micros(base), 0),
  };
}

/** I15: live notes never exceed their document, in amount and by line; an annulment is alone, and equals it. */
export function auditBalances(world: SimulatedWorld): void {
  for (const document of listCorrected(world)) {
    const { id, total, lines, notes, raises } = document;
    const name = `document ${id}`;
    const credited = notes.reduce((sum, note) => sum + micros(note.total), 0);
    if (credited > micros(total)) {
      world.watch.violate("I15 notes within their document", name, `${credited / 1e6} of ${total}`);
    }
    for (const line of lines) {
      const { units, amount } = takenOf(document, line.number);
      const isWithin = units <= micros(line.quantity) && amount <= micros(line.base);
      if (!isWithin)
        world.watch.violate("I15 notes within their lines", name, `line ${line.number}: ${units}, ${amount}`);
      const isUneven = units === micros(line.quantity) && amount !== micros(line.base);
      if (isUneven)
        world.watch.violate("I15 parts add up", name, `line ${line.number}: ${amount / 1e6} of ${line.base}`);
    }
    const annulment = notes.find(({ concept }) => concept === "2");
    if (annulment !== undefined && (notes.length > 1 || annulment.total !== total)) {
      world.watch.violate("I15 an annulment equals its document", name, `${annulment.total} of ${total}`);
    }
    if (annulment !== undefined && raises.some((raise) => raise.id > annulment.id)) {
      world.watch.violate("I15 nothing is added to what is annulled", name, `after note ${annulment.id}`);
    }
  }
}

/** A series as D1 has it. */
interface Series {
  readonly typeCode: string;
  readonly environment: Environment;
  readonly prefix: string;
  readonly next: number;
  readonly isStopped: boolean;
}

export function listSeries({ database }: SimulatedWorld): Series[] {
  return database.query("SELECT * FROM series").map((row) => ({
    typeCode: String(row.type_code),
    environment: row.environment === "produccion" ? "produccion" : "habilitacion",
    prefix: String(row.prefix),
    next: Number(row.next_number),
    isStopped: row.stopped_by !== null,
  }));
}

/** `operator series edit --next`: lets stopped series go on with the number that is next. */
export function resumeSeries({ database }: SimulatedWorld): void {
  database.query("UPDATE series SET stopped_by = NULL, stops_from = next_number WHERE stopped_by IS NOT NULL");
}

/** I15, and I16: a series without hole or twin. */
export function auditNotes(world: SimulatedWorld): void {
  const { database, watch } = world;
  auditBalances(world);
  for (const { typeCode, environment, next } of listSeries(world)) {
    const numbers = database
      .query(
        "SELECT number FROM documents WHERE type_code = ? AND environment = ? ORDER BY number",
        typeCode,
        environment,
      )
      .map(({ number }) => Number(number));
    const isGapless = numbers.every((number, index) => number === index + 1) && next === numbers.length + 1;
    if (!isGapless)
      watch.violate("I16 a series without hole or twin", `series ${typeCode}`, `${numbers.join()} then ${next}`);
  }
}

/** Whole millionths: no sum of them is ever rounded. */
function micros(text: string): number {
  return Math.round(Number(text) * 1e6);
}
