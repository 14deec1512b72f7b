// Lists the names that a request may carry, from its schema and its aliases.
import * as z from "zod";
import { type AliasTable, NO_ALIASES } from "./alias.ts";
import { DECIMAL_TYPE, isQuantity } from "./field.ts";

/** The names that an object takes, aliases included. */
export type KnownNames = ReadonlyMap<string, KnownMember>;

interface KnownMember {
  /** The names of the object, or of the list of objects, that it holds. */
  readonly inner?: KnownNames;
  /** Whether it holds a list of them. */
  readonly isList?: boolean;
  /** Where it is an amount, a quantity or a percentage. */
  readonly figure?: Figure;
}

export interface Figure {
  /** The largest that it may be. */
  readonly most: number;
  readonly isQuantity: boolean;
}

/**
 * The names of a schema and of its aliases.
 * @param more names beside those of the schema that count or are documented not to.
 */
export function listNames(schema: z.core.$ZodType, aliases: AliasTable, more: readonly string[] = []): KnownNames {
  const names = new Map<string, KnownMember>();
  const inner = unwrap(schema);
  for (const [name, field] of Object.entries(inner instanceof z.ZodObject ? inner.shape : {})) {
    const held = unwrap(field);
    const isObject = held instanceof z.ZodObject;
    const { type, maximum } = z.globalRegistry.get(held) ?? {};
    names.set(name, {
      ...(type === DECIMAL_TYPE ? { figure: { most: Number(maximum), isQuantity: isQuantity(held) } } : {}),
      ...(isObject
        ? { inner: listNames(held, aliases.nested?.[name] ?? NO_ALIASES), isList: peel(field) instanceof z.ZodArray }
        : {}),
    });
  }
  for (const [other, name] of Object.entries(aliases.names)) names.set(other, names.get(name) ?? PLAIN);
  for (const name of more) if (!names.has(name)) names.set(name, PLAIN);
  return names;
}

const PLAIN: KnownMember = {};

/** What a schema, or the elements of its list, are behind any wrapping. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const held = peel(schema);
  return held instanceof z.ZodArray ? unwrap(held.element) : held;
}

/** What a schema is that may be left out, be null, or read what came. */
function peel(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return peel(schema.unwrap());
  return schema instanceof z.ZodPipe ? peel(schema.out) : schema;
}
