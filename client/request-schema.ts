// Finds the schemas of an OpenAPI document that are sent, for the generators of both clients: what is sent may be wider than what comes.

/** The parts of an OpenAPI document that lead from its requests to their schemas. */
interface Described {
  readonly paths: object;
  readonly components: { readonly schemas: object };
}

/** Names of the schemas that the body of a request is made of. */
export function listRequestSchemas({ paths, components }: Described): ReadonlySet<string> {
  const schemas = new Map(Object.entries(components.schemas));
  const names = new Set<string>();
  const gather = (value: unknown) => {
    for (const name of findReferences(value)) {
      if (names.has(name)) continue;
      names.add(name);
      gather(schemas.get(name));
    }
  };
  const operations = Object.values(paths).flatMap((path) => Object.values<{ readonly requestBody?: unknown }>(path));
  for (const { requestBody } of operations) gather(requestBody);
  return names;
}

function findReferences(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === "$ref" && typeof member === "string" ? [nameReference(member)] : findReferences(member),
  );
}

/** The name at the end of a reference. */
export function nameReference(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}
