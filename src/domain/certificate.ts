// A company's certificates and an instant into the one that signs then.
import type { CertificateSummary, Company } from "./company.ts";
import { Refusal } from "./refusal.ts";

/**
 * The newest certificate that is valid at an instant (ZD01, ZD02). Asked before a number is taken, and again when signing.
 * @param nowMs epoch milliseconds.
 * @throws Refusal `certificate_missing` when the company has none, `certificate_expired` when none is valid then.
 */
export function pickCertificate(company: Pick<Company, "certificates">, nowMs: number): CertificateSummary {
  let picked: CertificateSummary | undefined;
  for (const certificate of company.certificates) {
    const isValid = Date.parse(certificate.notBefore) <= nowMs && nowMs <= Date.parse(certificate.notAfter);
    if (isValid && (picked === undefined || Date.parse(certificate.notBefore) > Date.parse(picked.notBefore))) {
      picked = certificate;
    }
  }
  if (picked !== undefined) return picked;
  if (company.certificates.length === 0) {
    const message = "La empresa no tiene un certificado de firma configurado; debe cargarlo el operador del servicio.";
    throw new Refusal("certificate_missing", message, [{ path: "", message, rule: "ZD01" }]);
  }
  const ends = company.certificates.map((certificate) => certificate.notAfter).sort();
  const message = `Ningún certificado de firma de la empresa está vigente; el último vence o venció el ${ends.at(-1)?.slice(0, 10)}.`;
  throw new Refusal("certificate_expired", message, [{ path: "", message, rule: "ZD02" }]);
}
