// Defines JSON values whose numbers stay exact, for reading and fingerprinting request bodies.

/** A JSON number with its exact value; never passes through a float. */
export class JsonNumber {
  /** As the client wrote it. */
  readonly source: string;
  /** Without superfluous zeros: equal values have equal texts. Digits and an exponent where plain notation would be long. */
  readonly text: string;

  constructor(source: string, text: string) {
    this.source = source;
    this.text = text;
  }

  /** Plain notation, as fields read it; undefined for numbers with more digits than any field takes. */
  get plain(): string | undefined {
    return this.text.includes("e") ? undefined : this.text;
  }
}

export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject;
/** Has no prototype, so that no name is special. */
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** A list as a strict reader gives it. */
export function isJsonList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** An object as a strict reader gives it: neither a list nor a number. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}
