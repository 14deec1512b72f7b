// Reads a body whose members have one name each, by its schema.
import type * as z from "zod";
import type { JsonObject } from "../../domain/value/json.ts";
import type { Detail } from "../base/error.ts";
import { joinPath } from "../base/text.ts";
import type { ApiVersion } from "../base/version.ts";
import { readFields } from "./field.ts";
import { findUnknownMembers, listNames, NO_ALIASES } from "./name.ts";

/** What such a body says. */
interface PlainBody<Value> {
  /** Undefined where a value is wrong. */
  readonly value: Value | undefined;
  readonly problems: readonly Detail[];
  /** The members that are not used. */
  readonly unused: readonly Detail[];
}

/** Reads it; nothing is thrown for what is wrong. */
export function readPlainBody<Schema extends z.ZodType>(
  body: JsonObject,
  schema: Schema,
  version: ApiVersion,
): PlainBody<z.output<Schema>> {
  const unused = findUnknownMembers(body, listNames(schema, NO_ALIASES), version);
  return { ...readFields(schema, body, joinPath), unused };
}
