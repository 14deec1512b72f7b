// Lists every command of the operator program, in the order of its help.

import { ALERT_COMMANDS } from "./command/alert.ts";
import { ARCHIVE_COMMANDS } from "./command/archive.ts";
import { BRANCH_COMMANDS } from "./command/branch.ts";
import { CATALOG_COMMANDS } from "./command/catalog.ts";
import { CERTIFICATE_COMMANDS } from "./command/certificate.ts";
import { CLIENT_COMMANDS } from "./command/client.ts";
import { COMPANY_COMMANDS } from "./command/company.ts";
import { exportCompany } from "./command/company-export.ts";
import { importCompanies } from "./command/company-import.ts";
import { companySetup } from "./command/company-setup.ts";
import { companyShow } from "./command/company-show.ts";
import { COMPANY_STATE_COMMANDS } from "./command/company-state.ts";
import { createCompletion } from "./command/completion.ts";
import { DOCUMENT_COMMANDS } from "./command/document.ts";
import { findDocuments } from "./command/document-find.ts";
import { confirmEvent } from "./command/event-audit.ts";
import { lostEvents } from "./command/event-lost.ts";
import { LEDGER_COMMANDS } from "./command/ledger.ts";
import { MAIL_COMMANDS } from "./command/mail.ts";
import { PENDING_COMMANDS } from "./command/pending.ts";
import { PLAN_COMMANDS } from "./command/plan.ts";
import { RANGE_COMMANDS } from "./command/range.ts";
import { importRange } from "./command/range-import.ts";
import { rangeResume } from "./command/range-resume.ts";
import { rebuildLedger } from "./command/rebuild.ts";
import { report } from "./command/report.ts";
import { SERIES_COMMANDS } from "./command/series.ts";
import { SETUP_COMMANDS } from "./command/setup.ts";
import { SHARD_COMMANDS } from "./command/shard.ts";
import { standRegister } from "./command/stand-register.ts";
import { STATUS_COMMANDS } from "./command/status.ts";
import { TILL_COMMANDS } from "./command/till.ts";
import { usage } from "./command/usage.ts";
import { VAULT_COMMANDS } from "./command/vault.ts";
import { version } from "./command/version.ts";
import { WEBHOOK_COMMANDS } from "./command/webhook.ts";
import type { Command } from "./command.ts";

export const ALL_COMMANDS: readonly Command[] = [
  ...SETUP_COMMANDS,
  version,
  companySetup,
  ...COMPANY_COMMANDS,
  importCompanies,
  exportCompany,
  companyShow,
  ...COMPANY_STATE_COMMANDS,
  ...PLAN_COMMANDS,
  ...SHARD_COMMANDS,
  ...CERTIFICATE_COMMANDS,
  importRange,
  ...RANGE_COMMANDS,
  rangeResume,
  ...SERIES_COMMANDS,
  ...CLIENT_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...MAIL_COMMANDS,
  ...BRANCH_COMMANDS,
  ...TILL_COMMANDS,
  ...CATALOG_COMMANDS,
  ...DOCUMENT_COMMANDS,
  findDocuments,
  ...LEDGER_COMMANDS,
  rebuildLedger,
  ...STATUS_COMMANDS,
  ...PENDING_COMMANDS,
  ...ALERT_COMMANDS,
  ...ARCHIVE_COMMANDS,
  confirmEvent,
  lostEvents,
  usage,
  report,
  ...VAULT_COMMANDS,
  standRegister,
  createCompletion(() => ALL_COMMANDS),
];
