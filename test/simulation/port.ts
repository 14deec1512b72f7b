// Implements the ports of one instance in a simulated world, with the adapters of production where there are any.
import { createHash } from "node:crypto";
import type { Company, Environment } from "../../src/domain/company.ts";
import { fullNumber } from "../../src/domain/company.ts";
import type { Document } from "../../src/domain/document/document.ts";
import { yearOf } from "../../src/domain/value/calendar.ts";
import type {
  Authority,
  DocumentSigner,
  IssueRecord,
  Journal,
  Ports,
  Transmission,
  World,
} from "../../src/issuance/contract/ports.ts";
import type { Bindings } from "../../src/store/base/home.ts";
import type { RawReply, SimulatedAuthority, Submission } from "./authority.ts";
import type { SimulatedR2 } from "./bucket.ts";
import { sha256Hex } from "./bucket.ts";
import type { SimulatedD1 } from "./database.ts";
import type { Fault } from "./fault.ts";
import type { Instance } from "./host.ts";
import { isNoteName } from "./note-plan.ts";
import type { OutgoingCalls } from "./outgoing-call.ts";
import { readSigned, writeSigned } from "./payload.ts";
import { NETWORK, SIGNING } from "./point.ts";
import type { Random } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";
import type { System } from "./system.ts";
import { SECRETS, type Shut } from "./trouble.ts";

/** What the ports of every instance share. */
export interface PortSources {
  readonly system: System;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly outgoing: OutgoingCalls;
  readonly databases: readonly SimulatedD1[];
  readonly bucket: SimulatedR2;
  readonly authority: SimulatedAuthority;
  readonly brake: Ports["brake"];
  readonly price: Ports["price"];
  readonly onChange: (instance: Instance, before: IssueRecord | undefined, after: IssueRecord) => void;
  /** A request about to leave for the authority, its gate open. @param begun turns that had written when it came to the gate. */
  readonly onSend: (instance: Instance, record: IssueRecord, bytes: Uint8Array, begun: number) => void;
  /** The authority refused the request of this attempt before processing, and the instance heard of it. */
  readonly onRefused: (attemptId: string) => void;
  readonly onAlert: (instance: Instance, code: string, detail: object) => void;
  readonly onBug: (instance: Instance, cause: unknown) => void;
  readonly nextUuid: () => string;
  /** An allocation that takes effect in D1 now. */
  readonly onAllocate: <T>(instance: Instance, record: IssueRecord, effect: () => T) => T;
  /** A question to a database; the result is called when the ledger answers with what it heard there. */
  readonly onRead: (database: SimulatedD1, method: string) => () => void;
  /** A request to the authority of an environment. */
  readonly onReach: (instance: Instance, record: IssueRecord, environment: Environment) => void;
  /** @throws Error while the secret does not open. */
  readonly openSecret: (secret: Shut["secret"]) => void;
}

const DEADLINE_MS = 90_000;
/** How far the clock of a machine is off. */
export const SKEW_MS = 1_500;

export function createPorts(sources: PortSources, instance: Instance): Ports {
  const { outgoing, bucket, system } = sources;
  const world = createWorld(sources, instance);
  const storage = instance.object.storage.open(() => instance.isReset);
  const journal = system.createJournal(storage, world.keepRunning);
  const archive = system.createArchive(
    bucket.bind((method, path) => {
      return (effect) => outgoing.call(instance, `r2.${method}-${nameFile(instance, path)}`, NETWORK, effect);
    }),
  );
  return {
    journal: watchJournal(sources, instance, journal),
    ledger: createLedger(sources, instance),
    archive,
    signer: createSigner(sources, instance),
    authority: createAuthority(sources, instance),
    brake: sources.brake,
    world,
    price: sources.price,
    pollScale: 1,
  };
}

/** The ledger of production, whose calls go to whichever database it asks; what an instance remembers of that is of one call. */
function createLedger(sources: PortSources, instance: Instance): Ports["ledger"] {
  const { system, outgoing, databases, onAllocate, onRead } = sources;
  const ask = async <T>(
    method: string,
    work: (ledger: Ports["ledger"]) => Promise<T>,
    watch = (effect: () => unknown) => effect(),
  ): Promise<T> => {
    let onAnswer: () => void = () => undefined;
    const bound = databases.map((database, shard) => {
      const binding = database.bind((effect) =>
        outgoing.call(instance, `d1.${method}`, NETWORK, () => {
          onAnswer = onRead(database, method);
          return watch(effect) as ReturnType<typeof effect>;
        }),
      );
      return [shard === 0 ? "DB" : `DB${shard}`, binding] as const;
    });
    const bindings = Object.fromEntries(bound) as unknown as Bindings;
    const answer = await work(system.createMovingLedger(bindings, () => undefined));
    onAnswer();
    return answer;
  };
  return {
    allocate: (record, document) =>
      ask(
        "allocate",
        (ledger) => ledger.allocate(record, document),
        (effect) => onAllocate(instance, record, effect),
      ),
    findCorrected: (query) => ask("find-corrected", (ledger) => ledger.findCorrected(query)),
    findByName: (name) => ask("find-by-name", (ledger) => ledger.findByName(name)),
    project: (record) => ask("project", (ledger) => ledger.project(record)),
    stopRange: (record, given) => ask("stop-range", (ledger) => ledger.stopRange(record, given)),
    loadCompany: (companyId) => ask("load-company", (ledger) => ledger.loadCompany(companyId)),
  };
}

function nameFile({ object }: Instance, path: string): "answer" | "corrected" | "document" {
  if (path.endsWith(".answer.xml")) return "answer";
  return isNoteName(object.name) && /\/0[15]\//.test(path) ? "corrected" : "document";
}

function watchJournal(sources: PortSources, instance: Instance, journal: Journal): Journal {
  const note = (before: IssueRecord | undefined, after: IssueRecord) => {
    instance.state = after.state;
    sources.onChange(instance, before, after);
  };
  instance.state = journal.read()?.state ?? "none";
  return {
    read: () => journal.read(),
    reserve: (record) => {
      const isReserved = journal.reserve(record);
      if (isReserved) note(undefined, record);
      return isReserved;
    },
    replace: (expectedVersion, record, files) => {
      const before = journal.read();
      const isReplaced = journal.replace(expectedVersion, record, files);
      if (isReplaced) note(before, record);
      return isReplaced;
    },
    readSignedBytes: () => journal.readSignedBytes(),
    dropSignedBytes: () => journal.dropSignedBytes(),
    listPendingFiles: () => journal.listPendingFiles(),
    countPendingFiles: () => journal.countPendingFiles(),
    dropPendingFile: (path) => journal.dropPendingFile(path),
    forget: () => {
      journal.forget();
      instance.state = "none";
    },
    arm: (atMs) => journal.arm(atMs),
  };
}

function createWorld(
  { scheduler, random, outgoing, onAlert, onBug, nextUuid }: PortSources,
  instance: Instance,
): World {
  const skewMs = random.between(-SKEW_MS, SKEW_MS);
  return {
    nowMs: () => scheduler.nowMs + skewMs,
    newUuid: nextUuid,
    random: () => random.next(),
    sleep: (milliseconds, signal) => outgoing.stay(instance, "sleep", () => sleep(scheduler, milliseconds, signal)),
    sha256Hex: (bytes) => outgoing.stay(instance, "digest", async () => sha256Hex(bytes)),
    keepRunning: (work) => {
      work.catch((cause: unknown) => onBug(instance, cause));
    },
    alert: (code, detail) => onAlert(instance, code, detail),
  };
}

function sleep(scheduler: Scheduler, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const event = scheduler.after(milliseconds, resolve);
    signal?.addEventListener("abort", () => {
      scheduler.cancel(event);
      resolve();
    });
  });
}

/** Signs by naming everything that went in: the same inputs give the same bytes, another certificate gives others. */
function createSigner({ outgoing, system, openSecret }: PortSources, instance: Instance): DocumentSigner {
  const findShut = () =>
    SECRETS.find((secret) => {
      try {
        openSecret(secret);
        return false;
      } catch {
        return true;
      }
    });
  return {
    findFault: () =>
      outgoing.stay(
        instance,
        "secrets",
        async () => {
          const secret = findShut();
          return secret === undefined ? undefined : { secret };
        },
        SIGNING,
      ),
    sign: (company, document, numbering, reservedAt) =>
      outgoing.stay(
        instance,
        "sign",
        async () => {
          for (const secret of SECRETS) openSecret(secret);
          const fiscalId = createFiscalId(company, document, fullNumber(numbering));
          const numberKey = `${company.environment}/${company.nit}/${document.typeCode}/${fullNumber(numbering)}`;
          // By these a signed file is known for its own document's.
          const names = `<cbc:ID>${fullNumber(numbering)}</cbc:ID><cbc:UUID>${fiscalId}</cbc:UUID>`;
          const isBad = document.notes.includes("mal");
          const certificate = company.certificates[0]?.serialNumber;
          const { total } = document.totals;
          const softwareId = system.softwareOf(company, document.typeCode)?.id ?? "none";
          const content = { names, fiscalId, numberKey, isBad, certificate, reservedAt, total, softwareId };
          const bytes = writeSigned(system, content, [company, document, numbering, reservedAt]);
          const fileName = system.buildXmlFileName("ds", {
            nit: company.nit,
            providerCode: "000",
            year: yearOf(document.issueDate),
            sequence: numbering.fileSequence,
          });
          return { bytes, sha256: sha256Hex(bytes), fiscalId, fileName };
        },
        SIGNING,
      ),
  };
}

function createFiscalId(company: Company, document: Document, number: string): string {
  const seed = [
    company.environment,
    number,
    document.issueDate,
    document.issueTime,
    document.totals.total,
    company.nit,
  ].join("|");
  return createHash("sha384").update(seed).digest("hex");
}

function createAuthority(sources: PortSources, instance: Instance): Authority {
  const { authority, scheduler, onSend, onRefused, onReach, openSecret } = sources;
  const whyNot = (): string | undefined => {
    try {
      openSecret("signer");
      return undefined;
    } catch (cause) {
      return `not sent: ${cause}`;
    }
  };
  const ask = async (company: Company, record: IssueRecord, plan: ExchangePlan): Promise<Transmission> => {
    onReach(instance, record, company.environment);
    const detail = whyNot();
    if (detail === undefined) return exchange(sources, instance, plan);
    return {
      outcome: { type: "unknown", reason: "timeout", detail },
      httpStatus: null,
      raw: null,
    };
  };
  const send = async (company: Company, record: IssueRecord, bytes: Uint8Array): Promise<Transmission> => {
    const detail = whyNot();
    if (detail !== undefined) {
      // As in production: no request was built, so none left.
      onRefused(record.attempts.at(-1)?.id ?? "none");
      return { outcome: { type: "not-processed", detail, statement: null }, httpStatus: null, raw: null };
    }
    const { environment } = company;
    const submission: Submission = { ...readSigned(bytes), environment, fileName: record.fileName ?? "" };
    const sha256 = sha256Hex(bytes);
    const isTest = environment === "habilitacion";
    onReach(instance, record, environment);
    let isRefused = false;
    const { begun } = instance.object.storage;
    const transmission = await exchange(sources, instance, {
      method: "authority.send",
      operation: isTest ? "SendTestSetAsync" : "SendBillSync",
      fiscalId: record.fiscalId ?? "",
      onLeave: () => onSend(instance, record, bytes, begun),
      reach: () => {
        const reply = isTest
          ? authority.receiveTest(submission, sha256, scheduler.nowMs)
          : authority.receive(submission, sha256, scheduler.nowMs);
        isRefused = reply?.isRefusal === true;
        return reply;
      },
    });
    if (isRefused) onRefused(record.attempts.at(-1)?.id ?? "none");
    return transmission;
  };
  return {
    send,
    askStatus: (company, record) => {
      const { fiscalId } = record;
      return ask(company, record, {
        method: "authority.status",
        operation: "GetStatus",
        fiscalId: fiscalId ?? "",
        reach: () => authority.answerStatus(company.environment, fiscalId ?? "", scheduler.nowMs),
      });
    },
    askStatusZip: (company, record, zipKey) =>
      ask(company, record, {
        method: "authority.status-zip",
        operation: "GetStatusZip",
        fiscalId: record.fiscalId ?? "",
        reach: () => authority.answerZipStatus(company.environment, zipKey, scheduler.nowMs),
      }),
  };
}

interface ExchangePlan {
  readonly method: string;
  readonly operation: "SendBillSync" | "SendTestSetAsync" | "GetStatus" | "GetStatusZip";
  readonly fiscalId: string;
  readonly onLeave?: () => void;
  readonly reach: () => RawReply;
}

/** One exchange with the authority, within 90 s; the real classification reads the answer. */
async function exchange(sources: PortSources, instance: Instance, plan: ExchangePlan): Promise<Transmission> {
  const { outgoing, scheduler, random, system } = sources;
  const fault: Fault | undefined = await outgoing.leave(instance, plan.method, NETWORK);
  plan.onLeave?.();
  let reply: RawReply;
  if (fault === "slow") {
    scheduler.after(random.between(DEADLINE_MS, 40 * 60_000), () => void plan.reach());
    await scheduler.wait(DEADLINE_MS);
  } else {
    await scheduler.wait(random.between(5, 400));
    if (fault !== "error-before") {
      reply = plan.reach();
      // No answer: the connection is dropped at once, or held to the deadline.
      const slowMs = reply === undefined ? DEADLINE_MS - 400 : 60_000;
      await scheduler.wait(random.chance(0.15) ? random.between(400, slowMs) : random.between(5, 3_000));
    }
  }
  await outgoing.arrive(instance, fault);
  const isLost = reply === undefined || fault === "error-after";
  return isLost || reply === undefined ? fail(system) : read(system, plan, reply);
}

function fail(system: System): Transmission {
  return { outcome: system.unknown("network", "no answer"), raw: null, httpStatus: null };
}

function read(system: System, { operation, fiscalId }: ExchangePlan, reply: NonNullable<RawReply>): Transmission {
  const raw = new TextEncoder().encode(reply.body);
  const contentType = "application/soap+xml; charset=utf-8";
  const answer = { httpStatus: reply.httpStatus, contentType, body: raw };
  const outcome = system.classifyAnswer(operation, fiscalId, answer);
  return { outcome, raw, httpStatus: reply.httpStatus };
}
