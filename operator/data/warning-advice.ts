// Says in words what a warning is about, and which command helps.
import type { Warning } from "../../src/store/watch/health.ts";
import { countOf } from "../count.ts";
import { printSpan } from "../moment.ts";

/** What a warning is about, and what to do. */
export function adviseWarning(warning: Warning): string {
  switch (warning.code) {
    case "software_missing": {
      const { companyId, module } = warning;
      const what =
        module === undefined
          ? "no software, nothing is issued"
          : `no software for ${module}, with a range or a plan for it`;
      return `${what}; \`operator company edit --company ${companyId} --file software.json\``;
    }
    case "certificate_missing":
      return `no certificate${describeUntil(warning.begins)}; \`operator certificate import FILE --company ${warning.companyId}\``;
    case "certificate_ending":
      return `nothing signs in ${countOf(warning.daysLeft, "day")} (${warning.notAfter})${describeNext(warning.begins)}; ask the certifier, then \`operator certificate import FILE --company ${warning.companyId}\``;
    case "range_missing":
      if (warning.documentId !== undefined) {
        return `no usable range for ${warning.kind}${describeBranch(warning.prefix)}: stopped by document ${warning.documentId}: another system takes its numbers; find it, then \`operator range resume ${warning.rangeId} --next M\``;
      }
      return `no usable range for ${warning.kind}${describeBranch(warning.prefix)}${describeUntil(warning.begins)}; ask the authority for one, then \`operator range import --company ${warning.companyId} --kind ${warning.kind}\``;
    case "range_ending": {
      const { companyId, kind, prefix, numbersLeft, daysLeft, cause, begins } = warning;
      const why = cause === "numbers" ? ", as fast as documents come" : "";
      return `${countOf(numbersLeft, "number")} and ${countOf(daysLeft, "day")} left for ${kind}${describeBranch(prefix)}${why}${describeNext(begins)}; \`operator range import --company ${companyId} --kind ${kind}\``;
    }
    case "series_stopped": {
      const { companyId, typeCode, prefix, documentId } = warning;
      return `document ${documentId} has a number that another system used, and ${prefix} gives none; \`operator series edit --company ${companyId} --type ${typeCode} --next N\``;
    }
    case "plan_missing": {
      const { companyId, module, year } = warning;
      return `no plan for ${module} in ${year}; \`operator plan set --company ${companyId} --module ${module} --year ${year} --allowance N\``;
    }
    case "plan_ending": {
      const { companyId, used, allowance, module, daysLeft } = warning;
      const soon = daysLeft === undefined ? "" : `, the rest in ${countOf(daysLeft, "day")} as fast as they come`;
      return `${used} of ${allowance} ${module} documents used${soon}; offer a larger plan, then \`operator plan set --company ${companyId} --module ${module} --allowance N\``;
    }
    case "documents_pending":
      return `${countOf(warning.documents, "document")} ${warning.documents === 1 ? "waits" : "wait"}, the oldest for ${printSpan(warning.oldestMinutes * 60_000)}, ${warning.unknown} for two people; \`operator pending --company ${warning.companyId}\``;
  }
}

/** What ends many warnings of one code. */
export function adviseAlike(warnings: readonly Warning[]): string {
  const [first] = warnings;
  switch (first?.code) {
    case undefined:
      return "";
    case "software_missing":
      return "each needs its own `operator company edit --company N --file software.json`";
    case "certificate_missing":
    case "certificate_ending":
      return "`operator certificate import --folder FOLDER --passwords FILE`";
    case "range_missing":
      return "ask the authority for ranges, then `operator range import --rows FILE`; one that is stopped has its own way";
    case "range_ending":
      return "`operator status --only range_ending --csv` lists them, `operator range import --rows FILE` takes the next ones";
    case "series_stopped":
      return "each needs its own `operator series edit`";
    case "plan_missing": {
      const years = new Set(warnings.flatMap((one) => (one.code === "plan_missing" ? one.year : [])));
      return [...years]
        .map((year) => {
          const others = `those without a plan of ${year - 1}: \`operator plan set --rows FILE --year ${year}\``;
          return `\`operator plan renew --all --from ${year - 1} --to ${year}\`; ${others}`;
        })
        .join(", ");
    }
    case "plan_ending":
      return "offer larger plans, then `operator plan set --rows FILE`";
    case "documents_pending":
      return "`operator pending`";
  }
}

function describeBranch(prefix: string | undefined): string {
  return prefix === undefined ? "" : ` with the prefix ${prefix} of a branch`;
}

function describeUntil(begins: string | undefined): string {
  return begins === undefined ? "" : ` until ${begins}`;
}

/** A gap that is to come has an end, when something begins later. */
function describeNext(begins: string | undefined): string {
  return begins === undefined ? "" : `, then none until ${begins}`;
}
