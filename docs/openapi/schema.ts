// Holds what a rewritten JSON schema is, refers to components, and compares schemas by what they admit.

/** A JSON schema as far as it is rewritten. */
export interface Schema {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  pattern?: string;
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  $ref?: string;
  [keyword: string]: unknown;
}

export type Schemas = Record<string, Schema>;

/** A reference to a component. */
export function refer(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** The name of what a field of an object holds, where it has no other. */
export function joinName(owner: string, field: string): string {
  return owner + field.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Keywords that say something to a reader and nothing to a validator. */
const WORDS = ["description", "example", "title"];

/** Whether two schemas admit the same values. */
export function isSameShape(one: unknown, other: unknown): boolean {
  return printShape(one) === printShape(other);
}

function printShape(schema: unknown): string {
  return JSON.stringify(schema, (key, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    // The members of `properties` are names of fields, and `description` may be one.
    const isSchema = key !== "properties";
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !(isSchema && WORDS.includes(name)))
        .sort(([first], [second]) => (first < second ? -1 : 1)),
    );
  });
}

/** The name of the component that a schema refers to, alone or as the choice beside null. */
export function findTarget({ $ref, anyOf }: Schema): string | undefined {
  const isNullable = anyOf?.length === 2 && anyOf[1]?.type === "null";
  return ($ref ?? (isNullable ? anyOf[0]?.$ref : undefined))?.split("/").at(-1);
}
