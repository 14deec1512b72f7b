// Picks the certificate to sign with: it must be valid now and at the signing time that the document states.

import type { CertificateSummary, Company } from "../company.ts";
import { Refusal } from "../refusal/refusal.ts";
import { dateInBogota, timeInBogota } from "../value/calendar.ts";

/**
 * The newest certificate that is valid both now and at the stated signing time (ZD01, ZD02): a certificate cannot have signed
 * before it existed. Checked before a number is taken, and again when signing.
 * @param nowMs epoch milliseconds.
 * @param signingMs epoch milliseconds of the document's own date and time, which is its SigningTime (FAD09e).
 * @throws Refusal `certificate_missing` when the company has none, `certificate_expired` when none is valid now,
 * `business_rule` when none of those valid now was valid at the stated signing time.
 */
export function pickCertificate(
  company: Pick<Company, "certificates">,
  nowMs: number,
  signingMs: number = nowMs,
): CertificateSummary {
  const validNow = company.certificates.filter((certificate) => isValidAt(certificate, nowMs));
  let picked: CertificateSummary | undefined;
  for (const certificate of validNow) {
    const isValid = isValidAt(certificate, signingMs);
    if (isValid && (picked === undefined || Date.parse(certificate.notBefore) > Date.parse(picked.notBefore))) {
      picked = certificate;
    }
  }
  if (picked !== undefined) return picked;
  if (company.certificates.length === 0) {
    throw new Refusal([{ field: [], reason: "no-certificate", rule: "ZD01" }]);
  }
  if (validNow.length > 0) throw refuseSigningTime(signingMs);
  const ends = company.certificates.map((certificate) => certificate.notAfter).sort();
  const lastEnd = (ends.at(-1) ?? "").slice(0, 10);
  throw new Refusal([{ field: [], reason: "no-valid-certificate", lastEnd, rule: "ZD02" }]);
}

function isValidAt(certificate: CertificateSummary, instantMs: number): boolean {
  return Date.parse(certificate.notBefore) <= instantMs && instantMs <= Date.parse(certificate.notAfter);
}

/** Replacing the certificate would not help: the document must carry a date on which one was valid. */
function refuseSigningTime(signingMs: number): Refusal {
  const instant = `${dateInBogota(signingMs)} ${timeInBogota(signingMs).slice(0, 8)}`;
  return new Refusal([{ field: ["documentDate"], reason: "signed-without-certificate", instant, rule: "ZD02" }]);
}
