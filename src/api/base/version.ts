// Names the versions of the API, where each one is mounted, and reads in which language a client wants its sentences.

/** Every version that is served; an endpoint exists in all of them unless its declaration says otherwise. */
export const API_VERSIONS = ["v1", "v2"] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

/** Where a version begins: `/api/ext/v2`. */
export function basePathOf(version: ApiVersion): string {
  return `/api/ext/${version}`;
}

/** The version that a path belongs to; v1 for a path outside of any. */
export function versionOfPath(path: string): ApiVersion {
  return API_VERSIONS.find((version) => path.startsWith(`${basePathOf(version)}/`)) ?? "v1";
}

/** Whether something that names its versions exists in one. */
export function existsIn(version: ApiVersion, { versions }: { readonly versions?: readonly ApiVersion[] }): boolean {
  return versions === undefined || versions.includes(version);
}

export type Language = "es" | "en";

/** By the weights of `Accept-Language`; Spanish where it says nothing of either, or the same of both. */
export function readLanguage(header: string | null): Language {
  const weights = { es: 0, en: 0 };
  for (const range of (header ?? "").split(",")) {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const [language] = tag.split("-");
    if (language !== "es" && language !== "en") continue;
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    weights[language] = Math.max(weights[language], weight === undefined ? 1 : Number(weight) || 0);
  }
  return weights.en > weights.es ? "en" : "es";
}
