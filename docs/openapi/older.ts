// Writes the same document for tools that read OpenAPI 3.0 alone: what it cannot say is said more loosely, never otherwise.

type Value = unknown;
type Fields = Readonly<Record<string, Value>>;

/** Members of a schema that hold one schema, several of them, or one for each name. */
const ONE = ["items", "additionalProperties", "not"];
const SEVERAL = ["anyOf", "oneOf", "allOf"];
const NAMED = ["properties"];
/** Without a word in 3.0; kept under a name that tools leave alone. */
const UNSAID = ["dependentRequired", "propertyNames", "contentEncoding", "contentMediaType"];

/** The document of OpenAPI 3.0 that says what one of 3.1 does. */
export function writeOlder(document: object): object {
  const { webhooks, components, paths, ...rest } = document as Fields;
  const { schemas = {}, ...others } = isFields(components) ? components : {};
  return {
    ...rest,
    openapi: "3.0.3",
    paths: visit(paths),
    ...(webhooks === undefined ? {} : { "x-webhooks": visit(webhooks) }),
    components: { ...(visit(others) as Fields), schemas: mapFields(schemas, writeSchema) },
  };
}

/** What stands around schemas stays, but for the schemas in it; examples are no part of the language. */
function visit(value: Value): Value {
  if (Array.isArray(value)) return value.map(visit);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === "example" || name === "examples") return [name, member];
      return [name, name === "schema" ? writeSchema(member) : visit(member)];
    }),
  );
}

function writeSchema(value: Value): Value {
  if (!isFields(value)) return value;
  const { $ref, ...others } = value;
  const members: Record<string, Value> = {};
  for (const [name, member] of Object.entries(others)) writeMember(members, name, member);
  if ($ref === undefined) return members;
  // Beside a reference nothing counts in 3.0.
  return Object.keys(members).length === 0 ? { $ref } : { ...members, allOf: [{ $ref }] };
}

function writeMember(members: Record<string, Value>, name: string, member: Value): void {
  if (name === "type" && Array.isArray(member)) Object.assign(members, writeTypes(member));
  else if (name === "required" && Array.isArray(member) && member.length === 0) return;
  else if (name === "const") members.enum = [member];
  else if (name === "exclusiveMinimum") Object.assign(members, { minimum: member, exclusiveMinimum: true });
  else if (name === "exclusiveMaximum") Object.assign(members, { maximum: member, exclusiveMaximum: true });
  else if (name === "examples") members.example = Array.isArray(member) ? member[0] : member;
  else if (UNSAID.includes(name)) members[`x-${name}`] = member;
  else if (ONE.includes(name)) members[name] = writeSchema(member);
  else if (SEVERAL.includes(name)) members[name] = Array.isArray(member) ? member.map(writeSchema) : member;
  else if (NAMED.includes(name)) members[name] = mapFields(member, writeSchema);
  else members[name] = member;
}

/** One type and perhaps null; of several each for itself. */
function writeTypes(types: readonly Value[]): Fields {
  const named = types.filter((type) => type !== "null");
  const nullable = types.includes("null") ? { nullable: true } : {};
  const [first] = named;
  if (named.length === 1) return { type: first, ...nullable };
  return { anyOf: named.map((type) => ({ type, ...nullable })) };
}

function mapFields(value: Value, map: (member: Value) => Value): Fields {
  if (!isFields(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(member)]));
}

function isFields(value: Value): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
