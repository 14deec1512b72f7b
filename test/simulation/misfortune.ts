// Plays the troubles of a world: what happens to its storage, and what operators do about it.

import { openDatabase } from "../../src/store/base/db.ts";
import { addCertificate } from "./payload.ts";
import type { StorageCopy } from "./storage.ts";
import type { Damage, Rewind, Setback } from "./trouble.ts";
import type { SimulatedWorld } from "./world.ts";

const MINUTE_MS = 60_000;
/** Callers stay out this long after the archive was read back: an object that cannot go on shows its row hourly. */
const QUIET_MS = 75 * MINUTE_MS;
/** A copy is taken between two writes. */
const COPY_AGAIN_MS = 40;
const COPY_TRIES = 20;
/** Twelve seconds. */
const SIGNED_TRIES = 300;

/** What befell the storage of a world: what the auditor must know to distinguish a fault from its consequence. */
export class Misfortune {
  /** Callers are kept out: each is answered that nothing is known. */
  isClosed = false;
  /** D1 came back as it was. */
  isSetBack = false;
  /** ... and callers went on: numbers were given again before the archive was read back. */
  isDisorderly = false;
  /**
   * Objects whose numbers could not be known when callers came back, neither from D1 nor from the archive; and those that
   * had none yet when D1 was set back, and took one before the archive was read back.
   */
  readonly unshown = new Set<string>();
  /** Objects that were set back behind a request of which D1 knew nothing, and how often. */
  readonly blind = new Map<string, number>();
  readonly rewound = new Set<string>();
  /** Objects that lost a state which D1 did not show yet. */
  readonly unwritten = new Set<string>();
  /** Numbers, by range, that another system or another range used, and operators left out. */
  readonly skipped = new Map<number, Set<number>>();
  readonly damaged = new Map<string, Damage["kind"]>();
}

/** Schedules the troubles; the returned function makes operators repair what is left. */
export function playTroubles(world: SimulatedWorld): () => Promise<void> {
  const { setback, rewinds, damages } = world.scenario.troubles;
  if (setback !== undefined) playSetback(world, setback);
  for (const rewind of rewinds) playRewind(world, rewind);
  for (const damage of damages) world.scheduler.after(damage.atMs, () => damageFile(world, damage));
  return async () => {
    if (world.misfortune.isDisorderly) await readArchiveBack(world);
  };
}

function playSetback(world: SimulatedWorld, { atMs, toMs, isOrderly }: Setback): void {
  const { scheduler, database, misfortune, watch, random, host } = world;
  scheduler.after(toMs, () => database.mark());
  if (isOrderly) {
    scheduler.after(Math.max(toMs, atMs - random.pick([0, MINUTE_MS / 3, 2 * MINUTE_MS])), () => {
      misfortune.isClosed = true;
    });
  }
  scheduler.after(atMs, () => {
    watch.note("D1", "comes back as it was");
    for (const name of host.objects.keys()) {
      if (world.readRecord(name)?.documentId === null) misfortune.unshown.add(name);
    }
    database.setBack();
    world.feed.setBack();
    misfortune.isSetBack = true;
    misfortune.isDisorderly = !isOrderly;
    redoConfiguration(world);
  });
  if (!isOrderly) return;
  const mendMs = atMs + random.between(1, 10) * MINUTE_MS;
  scheduler.after(mendMs, () => {
    const repair = readArchiveBack(world);
    repair.catch((cause: unknown) => watch.violate("no bug", "ledger rebuild", `${cause}`));
  });
  scheduler.after(mendMs + QUIET_MS, () => {
    for (const name of listUnshown(world)) misfortune.unshown.add(name);
    misfortune.isClosed = false;
  });
}

/** What operators had set since that minute they set again. */
function redoConfiguration({ scenario, scheduler, database }: SimulatedWorld): void {
  const { certificateSwapMs = Number.POSITIVE_INFINITY, topUpMs = Number.POSITIVE_INFINITY, troubles } = scenario;
  const toMs = troubles.setback?.toMs ?? 0;
  const isUndone = (atMs: number) => atMs >= toMs && scenario.startMs + atMs <= scheduler.nowMs;
  if (isUndone(certificateSwapMs)) addCertificate(database, "2");
  if (isUndone(topUpMs)) database.query("UPDATE plans SET allowance = allowance + 5");
}

/** `operator ledger rebuild`. */
async function readArchiveBack(world: SimulatedWorld): Promise<void> {
  const { system, database, bucket, scheduler, watch } = world;
  const db = database.bind(async (effect) => effect());
  const report = await system.rebuildDocuments(
    openDatabase(db),
    bucket.reader(),
    new Date(scheduler.nowMs).toISOString(),
  );
  watch.note("D1", `read back from the archive: ${JSON.stringify(report)}`);
}

/** Objects with a number whose row is not there. */
function listUnshown(world: SimulatedWorld): string[] {
  const rows = world.database.query("SELECT issuance_name AS name FROM documents");
  const shown = new Set(rows.map(({ name }) => name));
  return [...world.host.objects.keys()].filter(
    (name) => !shown.has(name) && (world.readRecord(name)?.documentId ?? null) !== null,
  );
}

function playRewind(world: SimulatedWorld, { atMs, toMs, isToSigned }: Rewind): void {
  const { scheduler, host, random } = world;
  const copies = new Map<string, { readonly copy: StorageCopy; readonly version: number; readonly sent: number }>();
  const take = (name: string, tries: number) => {
    const { storage, instance } = host.getObject(name);
    const isEarly = isToSigned === true && world.readRecord(name)?.state !== "firmado";
    if (isEarly || storage.hasUnconfirmed()) {
      if (tries < (isToSigned === true ? SIGNED_TRIES : COPY_TRIES))
        scheduler.after(COPY_AGAIN_MS, () => take(name, tries + 1));
      return;
    }
    const version = world.readRecord(name)?.version;
    const sent = world.watch.countDepartures(name);
    if (version === undefined) return;
    // The platform strikes an alarm off when its handler has ended.
    const isInHand = (instance?.alarms.size ?? 0) > 0;
    const copy = storage.copy();
    const alarmMs = copy.alarmMs ?? (isInHand ? scheduler.nowMs : null);
    copies.set(name, { copy: { ...copy, alarmMs }, version, sent });
  };
  // The first request makes its object a moment later.
  scheduler.after(toMs + (isToSigned === true ? 100 : 0), () => {
    for (const name of host.objects.keys()) take(name, 1);
  });
  scheduler.after(atMs, () => {
    if (copies.size === 0) return;
    const [name, { copy, version, sent }] = random.pick([...copies]);
    if ((world.readRecord(name)?.version ?? 0) <= version) return;
    const [row] = world.database.query("SELECT version FROM documents WHERE issuance_name = ?", name);
    const { misfortune, watch } = world;
    const isBlind = watch.countDepartures(name) > sent && Number(row?.version ?? 0) <= version;
    if (isBlind) misfortune.blind.set(name, (misfortune.blind.get(name) ?? 0) + 1);
    misfortune.rewound.add(name);
    watch.note(name, `storage comes back as it was at version ${version}${isBlind ? ", and D1 knows no more" : ""}`);
    host.rewindStorage(host.getObject(name), copy);
  });
}

/** Another hand takes a file away, or writes other bytes over it. */
function damageFile({ bucket, random, misfortune, watch }: SimulatedWorld, { kind }: Damage): void {
  const paths = [...bucket.files.keys()].filter((path) => !bucket.planted.has(path));
  if (paths.length === 0) return;
  const path = random.pick(paths);
  watch.note("R2", `${path} ${kind}`);
  misfortune.damaged.set(path, kind);
  if (kind === "lost") bucket.lose(path);
  else bucket.alter(path);
}
