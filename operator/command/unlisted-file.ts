// Finds signed files of the archive whose documents no row has any more: a database that was set back has lost them.
import { ARCHIVE_ROOT, type FileLabel, isClosedPath, readPath } from "../../src/store/archive/files.ts";
import { readKnown } from "../../src/store/archive/rebuild.ts";
import { readLabel } from "../../src/store/archive/snapshot.ts";
import { documents } from "../../src/store/base/schema.ts";
import type { Context } from "../command.ts";
import { findResidents } from "../home.ts";

interface UnlistedFile {
  readonly company: number;
  readonly what: "missing-row";
  readonly detail: string;
}

/**
 * Compares the labels of signed files with the rows of every database.
 * @param companyId whose files; null for every company of the database at hand.
 */
export async function findUnlistedFiles(
  context: Context,
  companyId: number | null,
): Promise<{
  readonly files: number;
  readonly findings: readonly UnlistedFile[];
}> {
  // The files first: a document that comes meanwhile has its row before its file.
  const files = await listSignedFiles(context, companyId);
  const known = await readReservations(context, companyId);
  const lost = files.filter(({ reservation }) => !known.has(reservation));
  const findings = lost.map(({ company, path }): UnlistedFile => {
    const detail = `${path} is in the archive, and no row is of its document: runbook \`journal_lost\`, 3`;
    return { company, what: "missing-row", detail };
  });
  return { files: files.length, findings };
}

async function listSignedFiles(context: Context, companyId: number | null) {
  const isOwn = companyId === null ? await findResidents(context) : (id: number) => id === companyId;
  const files: { readonly company: number; readonly path: string; readonly reservation: unknown }[] = [];
  let seen = 0;
  for await (const { path, label } of context.listFiles(
    `${ARCHIVE_ROOT}${companyId === null ? "" : `${companyId}/`}`,
  )) {
    context.progress("files of the archive listed", seen);
    seen += 1;
    const place = readPath(path);
    if (place?.type !== "signed" || isClosedPath(path) || !isOwn(place.companyId)) continue;
    const reservation = readReservation(path, label);
    // Of a file without a label only its row knows whose it is.
    if (reservation !== undefined) files.push({ company: place.companyId, path, reservation });
  }
  return files;
}

function readReservation(path: string, label: FileLabel | undefined): unknown {
  return readLabel(path, label, "")?.row[documents.reservationId.name];
}

async function readReservations({ db, shards }: Context, companyId: number | null): Promise<ReadonlySet<unknown>> {
  const databases = shards.length > 1 ? shards.map((one) => one.db) : [db];
  const known = await Promise.all(databases.map((one) => readKnown(one, companyId ?? undefined)));
  return new Set(known.flatMap((versions) => [...versions.keys()]));
}
