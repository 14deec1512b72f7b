// Plays four hundred days of one company or two from a seed, and lists the promises that were broken on the way.
import { addDays, countDaysInclusive, yearOf } from "../../src/domain/value/calendar.ts";
import type { Warning } from "../../src/store/watch/health.ts";
import { COMPANY, RANGE } from "../operator/workbench.ts";
import { createRandom, type Random } from "../simulation/random.ts";
import {
  CLASSES,
  type Class,
  type Company,
  classOfWarning,
  type Demand,
  type Flags,
  openCompany,
  openYard,
  type Range,
} from "./company.ts";

const DAYS = 400;
/** A warning that comes so many days before leaves time to act. */
const NOTICE_DAYS = 15;
/** The slowest operator who still acts in time. */
const DELAY_DAYS = 13;
const TEST_SET = "22222222-2222-2222-2222-222222222222";
const SOFTWARE = {
  fe: { "fe-software-id": COMPANY["fe-software-id"], "fe-pin": COMPANY["fe-pin"] },
  dse: { "dse-software-id": "33333333-3333-3333-3333-333333333333", "dse-pin": "86420" },
} as const;
const SECOND = { nit: "800197268-4", name: "Otra S.A.S." };
/** Another system uses a number so often. */
const TAKEN_CHANCE = 0.006;
const TAKEN_CLASSES = { fe: "range", dse: "dse range", note: "series" } as const;
/** Prefixes of which some print the numbers of others. */
const FAMILY = ["FE", "FE1", "FE12", "F", "FE2"];

export interface Life {
  readonly seed: number;
  readonly violations: readonly string[];
  /** How often each event happened, by name: a reader of the figures sees whether the lives were eventful. */
  readonly events: ReadonlyMap<string, number>;
}

interface World {
  readonly random: Random;
  readonly company: Company;
  /** Invoices a day, on average. */
  readonly pace: number;
  /** What the operator does nothing about until it has stopped the company for weeks. */
  readonly neglected: ReadonlySet<Class>;
  /** First day of an unbroken row of days with a warning. */
  readonly warnedSince: Map<Class, number>;
  readonly stoppedSince: Map<Class, number>;
  /** Days on which something was done about a class: a warning can come after it at the earliest. */
  readonly touched: Map<Class, number>;
  /** Days on which the operator will act. */
  readonly due: Map<Class, number>;
  /** Lines that registered something, to be given again when the database forgot them. */
  readonly lines: { readonly day: number; readonly command: string; readonly flags: Flags }[];
  readonly events: Map<string, number>;
  resolutions: number;
}

/** Lives one life; the same seed lives the same one. */
export async function live(seed: number): Promise<Life> {
  const random = createRandom(seed);
  const yard = openYard(addDays("2027-01-15", random.between(0, 364)));
  const events = new Map<string, number>();
  const worlds = Array.from({ length: random.chance(0.4) ? 2 : 1 }, (_, index): World => {
    const modules = random.pick([["fe"], ["dse"], ["fe", "dse"]] as const);
    return {
      random,
      company: openCompany(yard, index + 1, modules),
      pace: random.between(1, 8) / 4,
      neglected: new Set(random.chance(0.4) ? CLASSES.filter(() => random.chance(0.5)) : []),
      ...{ warnedSince: new Map(), stoppedSince: new Map(), touched: new Map(), due: new Map() },
      ...{ lines: [], events, resolutions: index * 10_000 },
    };
  });
  try {
    for (const world of worlds) await beginLife(world);
    await liveDays(worlds, random);
    return { seed, violations: worlds.flatMap(({ company }) => company.violations), events };
  } finally {
    await worlds[0]?.company.close();
  }
}

async function beginLife(world: World): Promise<void> {
  const { company, random } = world;
  const { "fe-plan": _plan, "fe-software-id": _software, "fe-pin": _pin, ...identity } = COMPANY;
  const software = company.modules.map((module) => SOFTWARE[module]);
  const flags: Flags = Object.assign({ ...identity }, company.id === 1 ? {} : SECOND, ...software);
  const isTest = random.chance(0.4);
  const testSets = Object.fromEntries(company.modules.map((module) => [`${module}-test-set`, TEST_SET]));
  await must(world, "company add", isTest ? { ...flags, ...testSets, environment: "habilitacion" } : flags);
  company.bench.query("UPDATE companies SET created_at = ? WHERE id = ?", `${company.today()} 12:00:00`, company.id);
  company.addCertificate(instant(company.today(), -10), instant(company.today(), random.between(80, 300)));
  if (!isTest) return beginProduction(world);
  for (const kind of company.modules) {
    const prefix = kind === "fe" ? RANGE.prefix : "SEDS";
    const grant = { prefix, from: 990_000_000, size: 5_000_000, next: 990_000_000, days: 900 };
    await must(world, "range add", describeRange(world, grant, kind));
  }
}

async function beginProduction(world: World): Promise<void> {
  const { modules, today } = world.company;
  for (const module of modules) {
    await setPlan(world, module, yearOf(today()));
    const prefix = module === "fe" ? "FE" : "DS";
    await addRange(world, { prefix, from: 1, size: draw(world), next: 1, days: world.random.between(60, 300) }, module);
  }
  if (modules.includes("fe") && world.random.chance(0.5)) await renewContingency(world);
  for (const one of CLASSES) world.touched.set(one, world.company.day());
}

async function liveDays(worlds: readonly World[], random: Random): Promise<void> {
  const moves = worlds.map((world) => (isInProduction(world) ? undefined : random.between(20, 120)));
  const copyOn = random.chance(0.5) ? random.between(125, 350) : undefined;
  const restoreOn = copyOn === undefined ? undefined : copyOn + random.between(1, 20);
  for (let day = 0; day < DAYS; day += 1) {
    for (const [index, world] of worlds.entries()) {
      const { company } = world;
      const warnings = await company.warnings();
      noteWarnings(world, warnings);
      noteStops(world, await company.issue(demandToday(world)));
      await act(world, warnings);
      if (day === moves[index]) await move(world);
      if (random.chance(TAKEN_CHANCE)) await meetAnotherSystem(world);
      if (random.chance(0.01)) await stumble(world);
    }
    if (day === copyOn) await worlds[0]?.company.keepDatabase();
    if (day === restoreOn && copyOn !== undefined) {
      await worlds[0]?.company.restoreDatabase();
      for (const world of worlds) await restore(world, copyOn);
    }
    worlds[0]?.company.passDay();
  }
  if (restoreOn !== undefined) return;
  for (const world of worlds) {
    const { code, out } = await world.company.operate("ledger gaps", { company: world.company.id });
    if (code !== 0) violate(world, `ledger gaps: ${out.slice(0, 300)}`);
  }
}

function demandToday({ random, pace }: World): Demand {
  const count = () => Math.floor(pace * (0.7 + 0.6 * random.next()) + random.next());
  // Notes count in the plan of their module as well: they are few.
  return { fe: count(), dse: count(), note: random.chance(0.05) ? 1 : 0 };
}

/** It cannot be foreseen: a warning stands on the same day, unless another range gives numbers. */
async function meetAnotherSystem(world: World): Promise<void> {
  const { company, random, events, stoppedSince, touched } = world;
  const kind = random.pick([...company.modules, "note"] as const);
  const one = TAKEN_CLASSES[kind];
  if (!(await company.takeNumber(kind))) return;
  count(events, `${one}: a number taken elsewhere`);
  touched.set(one, company.day());
  const stopped = await company.issue({ fe: 0, dse: 0, note: 0, [kind]: 1 });
  if (!stopped.has(one)) return;
  if (!stoppedSince.has(one)) stoppedSince.set(one, company.day());
  count(events, `${one}: stopped the same day`);
  const isTold = (await company.warnings()).some(
    (warning) => classOfWarning(warning) === one && "documentId" in warning,
  );
  if (!isTold) violate(world, `${one} is stopped by a number taken elsewhere, and no warning says so`);
}

function noteWarnings({ company, warnedSince, events }: World, warnings: readonly Warning[]): void {
  const warned = new Set(warnings.map(classOfWarning));
  for (const one of CLASSES) {
    if (!warned.has(one)) warnedSince.delete(one);
    else if (!warnedSince.has(one)) {
      warnedSince.set(one, company.day());
      count(events, `${one} warned`);
    }
  }
}

/** On every day a document can be issued, or a warning has stood for long enough; who acts in time never stops. */
function noteStops(world: World, stopped: ReadonlySet<Class>): void {
  const { company, warnedSince, stoppedSince, touched, neglected, events } = world;
  for (const one of CLASSES) {
    if (!stopped.has(one)) {
      stoppedSince.delete(one);
      continue;
    }
    if (stoppedSince.has(one)) continue;
    stoppedSince.set(one, company.day());
    count(events, `${one} stopped`);
    const latest = Math.max(company.day() - NOTICE_DAYS, (touched.get(one) ?? 0) + 1);
    const since = warnedSince.get(one);
    if (since === undefined || since > latest) {
      violate(world, `${one} stops the company, warned since day ${since ?? "-"}, touched on day ${touched.get(one)}`);
    } else if (!neglected.has(one)) {
      violate(world, `${one} stops a company whose operator acted on each warning within ${DELAY_DAYS} days`);
    }
  }
}

/** What the operator sees in the morning is done some days later, or, of what he neglects, weeks after it stopped. */
async function act(world: World, warnings: readonly Warning[]): Promise<void> {
  const { company, random, due, neglected, stoppedSince } = world;
  for (const one of CLASSES) {
    const warning = warnings.find((found) => classOfWarning(found) === one);
    if (warning === undefined) {
      due.delete(one);
      continue;
    }
    const stopped = stoppedSince.get(one);
    if (neglected.has(one) && (stopped === undefined || company.day() - stopped < 20)) continue;
    if (warning.severity === "critical") due.set(one, company.day());
    if (!due.has(one)) due.set(one, company.day() + random.between(0, DELAY_DAYS));
    if ((due.get(one) ?? 0) > company.day()) continue;
    due.delete(one);
    if (one === "certificate") await renewCertificate(world);
    else if (one === "plan") await renewPlans(world, "fe", warnings);
    else if (one === "dse plan") await renewPlans(world, "dse", warnings);
    else if (one === "range") await renewRange(world, "fe");
    else if (one === "dse range") await renewRange(world, "dse");
    else if (one === "series") await resumeSeries(world);
    else await renewContingency(world);
    count(world.events, `${one} renewed`);
  }
}

async function renewCertificate(world: World): Promise<void> {
  const { company, random } = world;
  const today = company.today();
  const [{ ends } = { ends: null }] = company.bench.query(
    "SELECT max(not_after) AS ends FROM certificates WHERE company_id = ? AND disabled_at IS NULL",
    company.id,
  );
  const left = countDaysInclusive(today, String(ends ?? today).slice(0, 10));
  // Now and then it begins some days after the present one ends: the warning stays, and he does it again.
  const begins = random.chance(0.25) ? left + random.between(-3, 5) : -1;
  count(world.events, begins > left ? "certificate with a gap" : "certificate without a gap");
  company.addCertificate(instant(today, begins), instant(today, begins + random.between(90, 400)));
  if (!random.chance(0.3)) return;
  const rows = company.bench.query(
    "SELECT serial_number FROM certificates WHERE company_id = ? AND disabled_at IS NULL ORDER BY not_after",
    company.id,
  );
  const before = company.bench.dump();
  const serial = String(rows[0]?.serial_number);
  const { code } = await company.operate("certificate disable", { company: company.id, serial });
  if (code !== 0 && company.bench.dump() !== before)
    violate(world, "certificate disable was refused and changed something");
  world.touched.set("certificate", company.day());
  count(world.events, code === 0 ? "certificate disabled" : "certificate kept");
}

async function renewPlans(world: World, module: "fe" | "dse", warnings: readonly Warning[]): Promise<void> {
  const years = warnings.flatMap((one) => {
    if (one.code === "plan_missing" && one.module === module) return [one.year];
    return one.code === "plan_ending" && one.module === module ? [yearOf(world.company.today())] : [];
  });
  for (const year of new Set(years)) await setPlan(world, module, year);
}

async function setPlan(world: World, module: "fe" | "dse", year: number): Promise<void> {
  const { company, pace, random } = world;
  const [row] = company.bench.query(
    "SELECT used FROM plans WHERE company_id = ? AND module = ? AND year = ?",
    company.id,
    module,
    year,
  );
  const days = year === yearOf(company.today()) ? countDaysInclusive(company.today(), `${year}-12-31`) : 365;
  const wanted = random.chance(0.5) ? days : Math.max(90, Math.floor(days / 2));
  const allowance = Number(row?.used ?? 0) + Math.ceil(pace * wanted) + 40;
  await must(world, "plan set", { company: company.id, module, year, allowance });
}

/** Numbers for two months or more. */
function draw({ pace, random }: World): number {
  return Math.ceil(pace * random.between(80, 250)) + 20;
}

/** The operator finds the other system and goes on after its numbers. */
async function resumeRanges(world: World, kind: "fe" | "dse"): Promise<boolean> {
  const { company, random, events } = world;
  const stopped = company.ranges().filter((one) => one.kind === kind && one.stopped_by !== null && one.is_active === 1);
  for (const one of stopped) {
    const next = Math.min(one.next_number + random.between(0, 5), lastOf(one) + 1);
    await must(world, "range resume", { range: one.id, next });
    world.touched.set(TAKEN_CLASSES[kind], company.day());
    count(events, `${TAKEN_CLASSES[kind]}: resumed`);
  }
  return stopped.length > 0;
}

async function resumeSeries(world: World): Promise<void> {
  const { company, random } = world;
  const [row] = company.bench.query(
    "SELECT next_number, environment FROM series WHERE company_id = ? AND stopped_by IS NOT NULL AND type_code = '91'",
    company.id,
  );
  if (row === undefined) return;
  const flags = { company: company.id, type: "91", environment: String(row.environment) };
  await must(world, "series edit", { ...flags, next: Number(row.next_number) + random.between(1, 9) });
}

async function renewRange(world: World, kind: "fe" | "dse"): Promise<void> {
  const { company, random, pace } = world;
  const today = company.today();
  if (await resumeRanges(world, kind)) return;
  if (!isInProduction(world)) return;
  const main = company.ranges().filter((one) => one.kind === kind && one.is_active === 1);
  const old = main.sort((one, other) => other.valid_to.localeCompare(one.valid_to))[0];
  if (old === undefined || lastOf(old) < old.next_number + 10 || random.chance(0.3)) return addNewPrefix(world, kind);
  const days = Math.max(countDaysInclusive(today, old.valid_to), 0) + random.between(60, 200);
  // The authority counted some days ago what was left.
  const from = Math.max(old.from_number, old.next_number - random.between(0, 5));
  const left = lastOf(old) - from + 1;
  const wait = countDaysInclusive(today, old.valid_to);
  const room = Math.ceil(pace * wait * 2) + 10;
  count(world.events, "range renewed with the same prefix");
  if (random.chance(0.3) && wait > 0 && wait < 20 && old.next_number + room < lastOf(old)) {
    const next = old.next_number + room;
    return addRange(world, { prefix: old.prefix, from, size: left + draw(world), next, days, begins: wait }, kind);
  }
  return addRange(world, { prefix: old.prefix, from, size: left + draw(world), next: undefined, days }, kind);
}

/** A prefix whose numbers another one prints is refused, and nothing changes; then the authority gives another. */
async function addNewPrefix(world: World, kind: "fe" | "dse"): Promise<void> {
  const { company, random } = world;
  const { valid_to: ends = company.today() } = company.ranges().findLast((one) => one.kind === kind) ?? {};
  // As certificates: some begin after the end of what there is.
  const begins = random.chance(0.25)
    ? Math.max(0, countDaysInclusive(company.today(), ends) + random.between(-3, 5))
    : 0;
  count(world.events, begins > 0 ? "range that begins later" : "range that begins now");
  const grant = { from: 1, size: draw(world), next: 1, days: random.between(60, 300), begins };
  const before = company.bench.dump();
  const prefix = random.pick(FAMILY);
  const { code } = await company.operate("range add", describeRange(world, { ...grant, prefix }, kind));
  count(world.events, code === 0 ? "range of the family taken" : "range of the family refused");
  if (code !== 0 && company.bench.dump() !== before) violate(world, "range add was refused and changed something");
  world.resolutions += 1;
  await addRange(world, { ...grant, prefix: `Z${world.resolutions.toString(36).toUpperCase()}` }, kind);
}

async function renewContingency(world: World): Promise<void> {
  world.resolutions += 1;
  const prefix = `C${world.resolutions.toString(36).toUpperCase()}`;
  const grant = { prefix, from: 1, size: 500, next: 1, days: world.random.between(60, 300) };
  await must(world, "range add", describeRange(world, grant, "contingency"));
}

interface Grant {
  readonly prefix: string;
  readonly from: number;
  readonly size: number;
  /** Undefined for a renewal, which goes on by itself. */
  readonly next: number | undefined;
  /** Days of validity, from today. */
  readonly days: number;
  /** Days until it begins. */
  readonly begins?: number;
}

async function addRange(world: World, grant: Grant, kind: "fe" | "dse"): Promise<void> {
  await must(world, "range add", describeRange(world, grant, kind));
}

function describeRange(world: World, { prefix, from, size, next, days, begins = 0 }: Grant, kind: string): Flags {
  world.resolutions += 1;
  const today = world.company.today();
  const { next: _next, "technical-key": technicalKey, ...flags } = RANGE;
  return {
    ...flags,
    company: world.company.id,
    // Only invoices have one.
    ...(kind === "fe" ? { "technical-key": technicalKey } : {}),
    kind,
    prefix,
    resolution: String(18_760_000_100 + world.resolutions),
    from,
    to: from + size - 1,
    "valid-from": addDays(today, begins),
    "valid-to": addDays(today, begins + days),
    ...(next === undefined ? {} : { next }),
  };
}

async function move(world: World): Promise<void> {
  for (const { id } of world.company.ranges()) await must(world, "range edit", { range: id, active: "false" });
  await must(world, "company edit", { company: world.company.id, environment: "produccion" });
  await beginProduction(world);
  count(world.events, "moved to produccion");
}

/** The database was set back, what R2 has came back, and the operator does again what was forgotten. */
async function restore(world: World, copyOn: number): Promise<void> {
  const { company, lines } = world;
  for (const one of CLASSES) world.touched.set(one, company.day());
  for (const { day, command, flags } of [...lines]) {
    if (day < copyOn) continue;
    const { code, err } = await company.operate(command, flags);
    if (code === 0) continue;
    // The document that has a number is named, and the number to go on with.
    const next = /--next must be past (?:it|them): (\d+)/.exec(err)?.[1];
    if (next === undefined) violate(world, `${command} again: ${err}`);
    else await must(world, command, { ...flags, next });
  }
  count(world.events, "database restored");
}

/** Something goes wrong at the operator's terminal. */
async function stumble(world: World): Promise<void> {
  const grant = { prefix: "FE", from: 1, size: 1000, next: 1, days: 300 };
  await world.company.operateWithWrongKey("range add", describeRange(world, { ...grant, prefix: "WK" }, "fe"));
  const [module = "fe"] = world.company.modules;
  await world.company.operateWithWrongKey("company edit", { company: world.company.id, [`${module}-pin`]: "97531" });
  count(world.events, "wrong key");
}

async function must(world: World, command: string, flags: Flags): Promise<void> {
  const { company } = world;
  const { code, err } = await company.operate(command, flags);
  if (code !== 0) violate(world, `${command} ${JSON.stringify(flags)}: ${err}`);
  else if (command === "range add" || command === "plan set") world.lines.push({ day: company.day(), command, flags });
}

function isInProduction({ company }: World): boolean {
  const query = "SELECT 1 FROM companies WHERE id = ? AND environment = 'produccion'";
  return company.bench.query(query, company.id).length > 0;
}

function lastOf({ last_number, to_number }: Range): number {
  return last_number ?? to_number;
}

function instant(date: string, days: number): string {
  return `${addDays(date, days)}T15:00:00.000Z`;
}

function violate({ company }: World, text: string): void {
  company.violations.push(`company ${company.id}, day ${company.day()} (${company.today()}): ${text}`);
}

function count(events: Map<string, number>, name: string): void {
  events.set(name, (events.get(name) ?? 0) + 1);
}
