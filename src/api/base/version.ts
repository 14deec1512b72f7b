// Names the versions of the API, and where each one is mounted.

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
