// Loads the functions under test from a source tree: the real one, or a copy with a bug planted in it.
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** The parts of the product that run inside a simulated world, exactly as they run in production. */
export interface System {
  readonly createEngine: typeof import("../../src/issuance/engine.ts").createEngine;
  readonly createJournal: typeof import("../../src/issuance/record/journal.ts").createJournal;
  readonly runAlarm: typeof import("../../src/issuance/engine.ts").runAlarm;
  readonly nameKey: typeof import("../../src/domain/kind.ts").nameKey;
  readonly nameNoteKey: typeof import("../../src/domain/kind.ts").nameNoteKey;
  readonly priceAny: typeof import("../../src/issuance/price/price.ts").priceAny;
  readonly buildDocumentXml: typeof import("../../src/ubl/document.ts").buildDocumentXml;
  readonly issueThroughObject: typeof import("../../src/issuance/contract/stub.ts").issueThroughObject;
  readonly wakeOverdue: typeof import("../../src/cron/overdue.ts").wakeOverdue;
  readonly deliverResendOrders: typeof import("../../src/cron/overdue.ts").deliverResendOrders;
  readonly unknown: typeof import("../../src/authority/outcome.ts").unknown;
  readonly classifyAnswer: typeof import("../../src/authority/outcome.ts").classifyAnswer;
  readonly createMovingLedger: typeof import("../../src/store/ledger.ts").createMovingLedger;
  readonly createLedger: typeof import("../../src/store/ledger.ts").createLedger;
  readonly createArchive: typeof import("../../src/store/archive/files.ts").createArchive;
  readonly resumeRange: typeof import("../../src/store/number/stopped-range.ts").resumeRange;
  readonly rebuildDocuments: typeof import("../../src/store/archive/rebuild.ts").rebuildDocuments;
  readonly softwareOf: typeof import("../../src/domain/company/choice.ts").softwareOf;
  readonly buildXmlFileName: typeof import("../../src/authority/soap.ts").buildXmlFileName;
  readonly beginMove: typeof import("../../operator/move/mover.ts").beginMove;
  readonly beginExtension: typeof import("../../operator/move/mover.ts").beginExtension;
  readonly goOn: typeof import("../../operator/move/mover.ts").goOn;
  readonly abortMove: typeof import("../../operator/move/mover.ts").abortMove;
  readonly seedIds: typeof import("../../operator/move/ids.ts").seedIds;
  readonly createBrake: typeof import("../../src/issuance/port/brake-port.ts").createBrake;
  readonly brake: typeof import("../../src/domain/document/brake.ts");
  readonly Refusal: typeof import("../../src/domain/refusal/refusal.ts").Refusal;
}

export const SOURCE_ROOT = resolve(import.meta.dirname, "../../src");

/** Loads a tree by its root folder; each root is its own set of modules. */
export async function loadSystem(root: string = SOURCE_ROOT): Promise<System> {
  const load = (path: string) => import(pathToFileURL(join(root, path)).href);
  const [
    engine,
    journal,
    stub,
    overdue,
    outcome,
    ledger,
    files,
    ranges,
    rebuild,
    names,
    software,
    keys,
    refusal,
    price,
    ubl,
    mover,
    ids,
    brake,
    brakePort,
  ] = await Promise.all([
    load("issuance/engine.ts"),
    load("issuance/record/journal.ts"),
    load("issuance/contract/stub.ts"),
    load("cron/overdue.ts"),
    load("authority/outcome.ts"),
    load("store/ledger.ts"),
    load("store/archive/files.ts"),
    load("store/number/stopped-range.ts"),
    load("store/archive/rebuild.ts"),
    load("authority/soap.ts"),
    load("domain/company/choice.ts"),
    load("domain/kind.ts"),
    load("domain/refusal/refusal.ts"),
    load("issuance/price/price.ts"),
    load("ubl/document.ts"),
    load("../operator/move/mover.ts"),
    load("../operator/move/ids.ts"),
    load("domain/document/brake.ts"),
    load("issuance/port/brake-port.ts"),
  ]);
  return {
    createEngine: engine.createEngine,
    createJournal: journal.createJournal,
    runAlarm: engine.runAlarm,
    nameKey: keys.nameKey,
    nameNoteKey: keys.nameNoteKey,
    priceAny: price.priceAny,
    buildDocumentXml: ubl.buildDocumentXml,
    issueThroughObject: stub.issueThroughObject,
    wakeOverdue: overdue.wakeOverdue,
    deliverResendOrders: overdue.deliverResendOrders,
    unknown: outcome.unknown,
    classifyAnswer: remember(outcome.classifyAnswer),
    createMovingLedger: ledger.createMovingLedger,
    createLedger: ledger.createLedger,
    createArchive: files.createArchive,
    resumeRange: ranges.resumeRange,
    rebuildDocuments: rebuild.rebuildDocuments,
    softwareOf: software.softwareOf,
    buildXmlFileName: names.buildXmlFileName,
    beginMove: mover.beginMove,
    beginExtension: mover.beginExtension,
    goOn: mover.goOn,
    abortMove: mover.abortMove,
    seedIds: ids.seedIds,
    createBrake: brakePort.createBrake,
    brake,
    Refusal: refusal.Refusal,
  };
}

const REMEMBERED_MAX = 5_000;

/** An answer that does not name the document means the same for every document: read once, it is read for all. */
function remember(classify: System["classifyAnswer"]): System["classifyAnswer"] {
  const known = new Map<string, ReturnType<System["classifyAnswer"]>>();
  return (operation, key, answer) => {
    const body = new TextDecoder().decode(answer.body);
    if (body.includes(key)) return classify(operation, key, answer);
    const name = `${operation} ${answer.httpStatus} ${body}`;
    const outcome = known.get(name) ?? classify(operation, key, answer);
    if (known.size < REMEMBERED_MAX) known.set(name, outcome);
    return outcome;
  };
}
