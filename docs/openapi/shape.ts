// Compares schemas by what they admit, whatever their words say.
import type { Schema } from "./polish.ts";

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
