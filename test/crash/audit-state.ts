// Finds every broken promise in the state on disk: numbers, keys, bytes, attempts, verdicts, drivers, projections.
import { isTerminal, nextState, type State as Phase } from "../../src/domain/document/state.ts";
import type { Attempt } from "../../src/domain/document/timeline.ts";
import { listCodes } from "../../src/domain/kind.ts";
import { readStored } from "../../src/store/base/stored-form.ts";
import { typeOfChange } from "../../src/store/watch/changes.ts";
import type { DocumentRow, JournalFile, PlanRow, RangeRow, State, Timeline } from "./state.ts";

/** What the state was before any load. */
export type Counters = Pick<State, "ranges" | "plans">;

/** One promise and what breaks it. */
export interface Rule {
  readonly id: string;
  readonly promise: string;
  readonly check: (state: State, before: Counters, nowMs: number) => readonly string[];
}

/** An alarm may be a little late; an object without one is not driven at all. */
const OVERDUE_MS = 5 * 60_000;

export const STATE_RULES: readonly Rule[] = [
  { id: "I0", promise: "every file is sound for SQLite", check: ({ damaged }) => damaged },
  { id: "I1", promise: "numbers of a range run without hole or twin", check: checkRanges },
  { id: "I1s", promise: "numbers of a series run without hole or twin", check: checkSeries },
  { id: "I1p", promise: "a plan counts its production documents", check: checkPlans },
  { id: "I1f", promise: "file sequences run without hole or twin", check: checkSequences },
  { id: "I1n", promise: "no two documents of a company share a file name", check: checkFileNames },
  { id: "I1c", promise: "kept counts of the list are the counts", check: checkCounts },
  { id: "I2", promise: "one document per key, one journal per document", check: checkKeys },
  { id: "I3", promise: "the archive holds the frozen bytes of what was sent", check: checkBytes },
  {
    id: "I4",
    promise: "at most one sending that may have been processed, but for two people's orders",
    check: checkSendings,
  },
  { id: "I5", promise: "a verdict rests on a stored answer of its kind", check: checkVerdicts },
  { id: "I6", promise: "every open document has a driver", check: checkDrivers },
  { id: "I7", promise: "changes are linked, legal, and end in the present state", check: checkChanges },
  { id: "I15", promise: "live notes never exceed their document", check: checkBalances },
  { id: "I18", promise: "the feed has a document once, and ends with its state", check: checkFeed },
  { id: "I20", promise: "a company and its documents are in one database", check: checkHomes },
  { id: "I9", promise: "D1 shows what the journals say; what is settled keeps no payload", check: checkProjections },
];

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string | number): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = String(keyOf(item));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Whether numbers are exactly those from `first` to `last`. */
function isRun(numbers: readonly number[], first: number, last: number): boolean {
  const distinct = new Set(numbers);
  if (numbers.length !== last - first + 1 || distinct.size !== numbers.length) return false;
  return numbers.every((number) => number >= first && number <= last);
}

function checkRanges({ documents, ranges }: State, before: Counters): string[] {
  const byRange = groupBy(documents, (one) => one.range_id ?? "series");
  const first = new Map(before.ranges.map((range: RangeRow) => [range.id, range.next_number]));
  return ranges
    .filter(({ id, next_number: next }) => {
      const numbers = (byRange.get(String(id)) ?? []).map(({ number }) => number);
      return !isRun(numbers, first.get(id) ?? Number.NaN, next - 1);
    })
    .map(({ id, next_number: next }) => `range ${id}: ${byRange.get(String(id))?.length ?? 0} documents, next ${next}`);
}

function checkSeries({ documents, series }: State): string[] {
  const nameOf = (one: Pick<DocumentRow, "company_id" | "type_code" | "environment" | "prefix">) =>
    `${one.company_id} ${one.type_code} ${one.environment} ${one.prefix}`;
  const bySeries = groupBy(
    documents.filter(({ range_id: range }) => range === null),
    nameOf,
  );
  const names = series.map(nameOf);
  const strays = [...bySeries.keys()].filter((name) => !names.includes(name)).map((name) => `${name} has no series`);
  const broken = series.filter((one) => {
    const numbers = (bySeries.get(nameOf(one)) ?? []).map(({ number }) => number);
    return !isRun(numbers, one.first_number, one.next_number - 1);
  });
  return [...strays, ...broken.map((one) => `series ${nameOf(one)}: next ${one.next_number}`)];
}

/** Amounts have two decimals. */
function cents(text: string): number {
  return Math.round(Number(text) * 100);
}

function checkBalances({ documents }: State): string[] {
  const lowering: readonly string[] = listCodes({ shape: "note", effect: "lowers" });
  const live = documents.filter((one) => lowering.includes(one.type_code) && one.state !== "rechazado");
  const byDocument = groupBy(live, (note) => note.corrected_id ?? 0);
  return documents
    .filter(({ id, total }) => {
      const credited = (byDocument.get(String(id)) ?? []).reduce((sum, note) => sum + cents(note.total), 0);
      return credited > cents(total);
    })
    .map(({ id, total }) => `document ${id}: more than ${total} is credited`);
}

function checkFeed({ documents, feed }: State): string[] {
  const byDocument = groupBy(feed, (change) => change.document_id);
  return documents
    .filter(({ environment }) => environment === "produccion")
    .filter(({ id, state }) => {
      const states = (byDocument.get(String(id)) ?? []).map((change) => change.state as Phase);
      const isRepeated = states.some((one, index) => isTerminal(one) && one === states[index + 1]);
      const created = states.filter((one) => typeOfChange(one) === "documento.creado").length;
      const isLast = states.at(-1) === state || typeOfChange(state as Phase) === "documento.creado";
      return isRepeated || created > 1 || states.length === 0 || !isLast;
    })
    .map(
      ({ id, state }) =>
        `document ${id} (${state}): ${byDocument
          .get(String(id))
          ?.map((one) => one.state)
          .join()}`,
    );
}

function checkHomes({ homes }: State): string[] {
  return [...groupBy(homes, (row) => row.company_id)].flatMap(([company, rows]) => {
    const at = rows.filter(({ home }) => home === 1).map(({ database }) => database);
    const said = rows.find(({ database }) => database === 0)?.shard;
    const left = rows.filter(({ home, documents }) => home !== 1 && documents > 0);
    return [
      ...(at.length === 1 && at[0] === said ? [] : [`company ${company} is at home in ${at.join()}, not in ${said}`]),
      ...left.map((row) => `company ${company} left ${row.documents} documents in database ${row.database}`),
    ];
  });
}

function checkPlans({ documents, plans }: State, before: Counters): string[] {
  const keyOf = (plan: Pick<PlanRow, "company_id" | "module" | "year">) =>
    `${plan.company_id} ${plan.module} ${plan.year}`;
  const used = new Map(before.plans.map((plan) => [keyOf(plan), plan.used]));
  const counted = groupBy(
    documents.filter(({ environment }) => environment === "produccion"),
    ({ company_id, module, issue_date: date }) => keyOf({ company_id, module, year: Number(date.slice(0, 4)) }),
  );
  return plans
    .filter((plan) => {
      const count = counted.get(keyOf(plan))?.length ?? 0;
      return plan.used !== (used.get(keyOf(plan)) ?? 0) + count || plan.used > plan.allowance;
    })
    .map((plan) => `plan ${keyOf(plan)}: used ${plan.used} of ${plan.allowance}`);
}

function checkSequences({ documents, sequences }: State): string[] {
  const byYear = groupBy(documents, ({ company_id: id, issue_date: date }) => `${id} ${date.slice(0, 4)}`);
  const next = new Map(sequences.map((one) => [`${one.company_id} ${one.year}`, one.next]));
  return [...byYear]
    .filter(([key, own]) => {
      const numbers = own.map((one) => one.file_sequence);
      return !isRun(numbers, 1, (next.get(key) ?? 0) - 1);
    })
    .map(([key]) => `files of company and year ${key}`);
}

function checkFileNames({ documents }: State): string[] {
  const named = documents.filter(({ file_name: name }) => name !== null);
  return [...groupBy(named, (one) => `${one.company_id} ${one.environment} ${one.file_name}`)]
    .filter(([, group]) => group.length > 1)
    .map(([name, group]) => `${name}: documents ${group.map(({ id }) => id).join()}`);
}

function checkCounts({ documents, counts }: State): string[] {
  // Documents that are open are counted when a client asks.
  const atRest = documents.filter((one) => one.environment === "produccion" && one.due_at === null);
  const status = ({ state }: DocumentRow) => (isTerminal(state as Phase) ? state : "pendiente");
  const counted = groupBy(atRest, (one) => `${one.company_id} ${status(one)}`);
  const kept = new Map<string, number>();
  for (const { company_id: id, ...row } of counts) {
    const own = { aceptado: row.approved, rechazado: row.rejected, pendiente: row.pending };
    for (const [name, total] of Object.entries(own))
      kept.set(`${id} ${name}`, (kept.get(`${id} ${name}`) ?? 0) + total);
  }
  return [...new Set([...counted.keys(), ...kept.keys()])].filter(
    (key) => (counted.get(key)?.length ?? 0) !== (kept.get(key) ?? 0),
  );
}

function checkKeys({ documents, journals }: State): string[] {
  const keyed = documents.filter((one) => one.idempotency_key !== null);
  const owner = (one: DocumentRow) => (one.module === "dse" ? `${one.company_id}/${one.client_id}` : one.company_id);
  const groups = groupBy(keyed, (one) => `${one.module} ${owner(one)} ${one.idempotency_key}`);
  const twins = [...groups].filter(([, group]) => group.length > 1).map(([key]) => `two documents under ${key}`);
  const byName = groupBy(journals, ({ record }) => record.name);
  const strays = documents
    .filter((one) => byName.get(one.issuance_name)?.[0]?.record.reservationId !== one.reservation_id)
    .map((one) => `document ${one.id} has no journal of its own`);
  const known = new Set(documents.map((one) => one.issuance_name));
  const orphans = journals
    .filter(({ record }) => !known.has(record.name))
    .map(({ record }) => `journal ${record.name} (${record.state}) has no row`);
  const twinFiles = [...byName].filter(([, group]) => group.length > 1).map(([name]) => `two journals for ${name}`);
  return [...twins, ...strays, ...orphans, ...twinFiles];
}

/** Attempts and changes as the row shows them. */
export function readTimeline(row: DocumentRow): Timeline {
  return row.timeline === null ? { changes: [], attempts: [] } : readStored(row.timeline);
}

export function listSends(row: DocumentRow): Attempt[] {
  return readTimeline(row).attempts.filter(({ kind }) => kind === "send");
}

function checkBytes({ documents, files }: State): string[] {
  return documents
    .filter((one) => listSends(one).length > 0)
    .filter((one) => one.xml_sha256 === null || files.get(one.xml_path ?? "") !== one.xml_sha256)
    .map((one) => `document ${one.id}: ${one.xml_path} is ${files.get(one.xml_path ?? "")}`);
}

/** Sendings that two people ordered, as the document's changes show them. */
export function countOrdered(row: DocumentRow): number {
  return readTimeline(row).changes.filter(({ event }) => event === "operator-resend").length;
}

function checkSendings({ documents, orders }: State): string[] {
  const given = new Map(orders.map((one) => [one.document_id, one.total]));
  const unordered = documents
    .filter((one) => countOrdered(one) > (given.get(one.id) ?? 0))
    .map((one) => `document ${one.id} was sent again without two people's order`);
  const often = documents
    .filter((one) => {
      const unsure = listSends(one).filter(({ outcome }) => outcome !== "not-processed");
      return unsure.length > 1 + countOrdered(one);
    })
    .map((one) => `document ${one.id} was sent more than once`);
  return [...unordered, ...often];
}

function checkVerdicts({ documents, files }: State): string[] {
  return documents
    .filter(({ state }) => isTerminal(state as Phase))
    .filter((row) => {
      const kind = row.state === "aceptado" ? "accepted" : "rejected";
      const folder = (row.xml_path ?? "").replace(/\.xml$/, "");
      return !readTimeline(row).attempts.some(
        ({ id, outcome, answerSha256 }) =>
          outcome === kind && answerSha256 !== null && files.get(`${folder}/${id}.answer.xml`) === answerSha256,
      );
    })
    .map((one) => `document ${one.id} is ${one.state} without a stored answer that says so`);
}

function checkDrivers({ documents, journals }: State, _: Counters, nowMs: number): string[] {
  const rows = documents
    .filter(({ state }) => !isTerminal(state as Phase))
    .filter(({ due_at: due }) => due === null || Date.parse(due) < nowMs - OVERDUE_MS)
    .map((one) => `document ${one.id} (${one.state}) is due at ${one.due_at}`);
  const idle = journals
    .filter(({ record, alarmMs }) => !isTerminal(record.state) && alarmMs === null)
    .map(({ record }) => `journal ${record.name} (${record.state}) has no alarm`);
  return [...rows, ...idle];
}

function checkChanges({ documents }: State): string[] {
  return documents.flatMap((row) => {
    const { changes } = readTimeline(row);
    const where = `document ${row.id}`;
    const [first] = changes;
    if (first === undefined) return [`${where} has no changes`];
    const problems: string[] = [];
    if (first.event !== "reserved" && first.event !== "adopted") problems.push(`${where} begins with ${first.event}`);
    if (changes.at(-1)?.to !== row.state) problems.push(`${where} ends in ${changes.at(-1)?.to}, not ${row.state}`);
    for (const [index, change] of changes.slice(1).entries()) {
      const before = changes[index];
      if (change.from !== before?.to) problems.push(`${where}: ${change.event} does not follow ${before?.to}`);
      if (!isLegal(change.from, change.event, change.to)) problems.push(`${where}: illegal ${change.event}`);
    }
    return problems;
  });
}

function isLegal(from: Phase | null, event: string, to: Phase): boolean {
  try {
    return from !== null && nextState(from, event as Parameters<typeof nextState>[1]) === to;
  } catch (cause) {
    if (cause instanceof Error && cause.message.startsWith("illegal transition")) return false;
    throw cause;
  }
}

function checkProjections({ documents, journals }: State): string[] {
  const rows = new Map(documents.map((row) => [row.reservation_id, row]));
  return journals.flatMap((journal) => {
    const row = rows.get(journal.record.reservationId);
    if (row === undefined) return [];
    return [...compareRow(journal, row), ...checkRest(journal)];
  });
}

function compareRow({ record }: JournalFile, row: DocumentRow): string[] {
  const said = [record.documentId, record.state, record.numbering?.number, record.fiscalId, record.xmlSha256];
  const shown = [row.id, row.state, row.number, row.fiscal_id, row.xml_sha256];
  const isSame = JSON.stringify(said) === JSON.stringify(shown) && record.version === row.version;
  return isSame
    ? []
    : [`document ${row.id}: journal ${record.state} v${record.version}, row ${row.state} v${row.version}`];
}

function checkRest({ record, hasDocument, chunks, pending, alarmMs }: JournalFile): string[] {
  if (!isTerminal(record.state)) return [];
  const kept = hasDocument || chunks > 0 || pending > 0 || alarmMs !== null;
  return kept ? [`journal ${record.name} is settled and keeps its payload, answers or alarm`] : [];
}
