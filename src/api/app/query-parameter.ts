// Defines the query parameters that several routes share, as the reference shows them.

/** A parameter of the query: its words are Spanish, its schema is an OpenAPI schema. */
export interface QueryParameter {
  readonly name: string;
  readonly description: string;
  /** Absent: it may be left out. */
  readonly required?: true;
  readonly schema: QuerySchema;
  readonly example: string | number | boolean;
}

// A type alias, not an interface: the generator's types ask for an index signature, which only an alias has.
type QuerySchema = {
  type: "string" | "integer" | "boolean";
  format?: "date";
  enum?: string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  default?: boolean | number;
};

/** `?dry_run=true` of both creations. */
export const DRY_RUN_PARAMETER: QueryParameter = {
  name: "dry_run",
  description:
    "`true`: ensayo. Hace todo hasta la numeración y responde 200 con totales, impuestos y avisos; no consume número ni plan, no deja rastro y no exige clave.",
  schema: { type: "boolean", default: false },
  example: true,
};

/** `page` and `per_page` of a list. */
export function listPageParameters(): QueryParameter[] {
  return [
    {
      name: "page",
      description: "Página, desde 1.",
      schema: { type: "integer", minimum: 1, default: 1 },
      example: 1,
    },
    {
      name: "per_page",
      description: "Tamaño de página, de 1 a 100. Uno mayor: v1 lo baja a 100 con un aviso, v2 lo rechaza.",
      schema: { type: "integer", default: 20 },
      example: 20,
    },
  ];
}

/** `q` of a list. */
export function searchParameter(description: string): QueryParameter {
  return { name: "q", description, schema: { type: "string" }, example: "Comercial Andina" };
}
