// certificate disable: a certificate that must sign nothing more, with what signs instead.
import type { CertificateSummary } from "../../src/domain/company.ts";
import { readAll } from "../../src/store/database.ts";
import { type Command, type Context, commit } from "../command.ts";
import { OperatorError } from "../error.ts";
import { getCompany } from "./company.ts";

interface CertificateRow extends CertificateSummary {
  readonly id: number;
  readonly disabledAt: string | null;
}

export const disableCertificate: Command = {
  name: "certificate disable",
  about:
    "takes a certificate out of use (revoked, lost, no longer opened), or into use again; the newest valid one of the rest signs",
  flags: { company: "*id of the company", serial: "*serial number in decimal, see `certificate list`" },
  switches: {
    "leave-none": "although the company could then sign nothing",
    undo: "the certificate may sign again",
  },
  run: async (context) => {
    const { input, nowMs } = context;
    const company = await getCompany(context);
    const serial = await input.get("serial", readSerial);
    const rows = await listCertificates(context, company.id);
    const row = rows.find(({ serialNumber }) => serialNumber === serial);
    if (row === undefined) {
      throw new OperatorError(`company ${company.id} has no certificate ${serial}`, "see `operator certificate list`");
    }
    const isUndo = input.has("undo");
    if ((row.disabledAt === null) === isUndo) {
      throw new OperatorError(`certificate ${serial} is ${isUndo ? "in use" : `disabled since ${row.disabledAt}`}`);
    }
    const nowIso = new Date(nowMs()).toISOString();
    const signs = (one: CertificateRow) => one.notBefore <= nowIso && nowIso <= one.notAfter;
    const rest = rows.filter((one) => one.disabledAt === null && one.id !== row.id && signs(one));
    const mayLeaveNone = isUndo || input.has("leave-none") || !signs(row);
    if (rest.length === 0 && !mayLeaveNone) {
      throw new OperatorError(
        `company ${company.id} would have no certificate that can sign now`,
        "`operator certificate import` the next one first; or say --leave-none, and its documents are refused",
      );
    }
    const action = isUndo ? "certificate.enable" : "certificate.disable";
    const detail = { serialNumber: serial, location: row.location, notAfter: row.notAfter, left: rest.length };
    const others = mayLeaveNone ? [] : [requireAnother(context, company.id, row.id, nowIso)];
    const change = writeDisabled(context, row.id, isUndo ? null : nowIso);
    await commit(context, { companyId: company.id, action, detail }, [...others, change]);
    const [next] = isUndo ? [row] : rest;
    return {
      data: { company: company.id, ...detail, disabled: !isUndo, signs: next?.serialNumber ?? null },
      text: `certificate ${serial} ${isUndo ? "may sign again" : "signs no more"}; ${
        next === undefined ? "nothing can sign now" : `${next.serialNumber} may, until ${next.notAfter}`
      }`,
    };
  },
};

/** Every certificate of a company, disabled ones too, the newest first. */
export async function listCertificates({ binding }: Context, companyId: number): Promise<CertificateRow[]> {
  const sql = `SELECT id, location, serial_number AS serialNumber, not_before AS notBefore, not_after AS notAfter,
      disabled_at AS disabledAt
    FROM certificates WHERE company_id = ?1 ORDER BY not_before DESC, id DESC`;
  const rows = await readAll<CertificateRow>(binding.prepare(sql).bind(companyId));
  const toIso = (text: string) => new Date(text).toISOString();
  return rows.map((row) => ({ ...row, notBefore: toIso(row.notBefore), notAfter: toIso(row.notAfter) }));
}

/** Fails the transaction, by a column that is never null, when the other certificate was disabled meanwhile. */
function requireAnother({ binding }: Context, companyId: number, id: number, nowIso: string): D1PreparedStatement {
  const sql = `UPDATE certificates SET location = iif(
      EXISTS (SELECT 1 FROM certificates WHERE company_id = ?1 AND id <> ?2 AND disabled_at IS NULL
        AND julianday(?3) BETWEEN julianday(not_before) AND julianday(not_after)), location, NULL)
    WHERE id = ?2`;
  return binding.prepare(sql).bind(companyId, id, nowIso);
}

function writeDisabled({ binding }: Context, id: number, disabledAt: string | null): D1PreparedStatement {
  return binding.prepare("UPDATE certificates SET disabled_at = ?2 WHERE id = ?1").bind(id, disabledAt);
}

function readSerial(text: string): string {
  if (!/^\d{1,60}$/.test(text)) throw new OperatorError(`"${text}" is not a serial number`, "decimal digits");
  return text;
}
