// Wraps the ports of an engine so that a visitor sees every call and may record, delay or kill it.
import type {
  Archive,
  Authority,
  DocumentSigner,
  Journal,
  Ledger,
  Ports,
  World,
} from "../../src/issuance/contract/ports.ts";

/** Called before each call and after its effect; may never return. */
export type Visit = (point: string) => void | Promise<void>;

type AsyncCall = (...values: never[]) => Promise<unknown>;

/** The same ports, visited. Points are named `port.call before` and `port.call after`; the journal has only `after`. */
export function watchPorts(ports: Ports, visit: Visit): Ports {
  const { ledger, archive, authority, signer, world, journal } = ports;
  return {
    ...ports,
    ledger: watchAll("ledger", ledger, visit) satisfies Ledger,
    archive: watchAll("archive", archive, visit) satisfies Archive,
    authority: watchAll("authority", authority, visit) satisfies Authority,
    signer: {
      // Nothing is written before it or by it: a death there is one before the reservation.
      findFault: signer.findFault,
      sign: watch("signer.sign", signer.sign, visit),
    } satisfies DocumentSigner,
    world: { ...world, sha256Hex: watch("world.sha256Hex", world.sha256Hex, visit) } satisfies World,
    journal: watchJournal(journal, visit),
  };
}

function watchAll<Port extends object>(name: string, port: Port, visit: Visit): Port {
  const entries = Object.entries(port).map(([call, work]) => [
    call,
    watch(`${name}.${call}`, work as AsyncCall, visit),
  ]);
  return Object.fromEntries(entries) as Port;
}

function watch<Call extends AsyncCall>(point: string, call: Call, visit: Visit): Call {
  const watched = async (...values: never[]) => {
    // Without an await unless the visitor wants one: what was written just before is then not durable yet.
    const waiting = visit(`${point} before`);
    if (waiting !== undefined) await waiting;
    const result = await call(...values);
    await visit(`${point} after`);
    return result;
  };
  return watched as unknown as Call;
}

/** One call is one transaction, so a journal has no inside; its writes are lost with their turn. */
function watchJournal(journal: Journal, visit: Visit): Journal {
  const seen = <Result>(point: string, result: Result): Result => {
    void visit(`journal.${point} after`);
    return result;
  };
  return {
    read: () => journal.read(),
    readSignedBytes: () => journal.readSignedBytes(),
    listPendingFiles: () => journal.listPendingFiles(),
    countPendingFiles: () => journal.countPendingFiles(),
    reserve: (record) => seen("reserve", journal.reserve(record)),
    replace: (version, record, files) => seen("replace", journal.replace(version, record, files)),
    dropSignedBytes: () => seen("dropSignedBytes", journal.dropSignedBytes()),
    dropPendingFile: (path) => seen("dropPendingFile", journal.dropPendingFile(path)),
    forget: () => seen("forget", journal.forget()),
    arm: (atMs) => seen("arm", journal.arm(atMs)),
  };
}
