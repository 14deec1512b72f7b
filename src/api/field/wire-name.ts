// Translates a place in a draft, as the domain reports it, into the client's field names.
import type { FieldPath } from "../../domain/refusal/problem.ts";
import type { Naming } from "../message/naming.ts";

/** The client's name of every member of a draft; members that the domain never reports have none. */
export type WireNames<Draft> = {
  readonly [Key in Exclude<keyof Draft, "kind" | "index">]-?: NonNullable<Draft[Key]> extends readonly (infer Element)[]
    ? Element extends string
      ? string
      : NestedNames<Element>
    : NonNullable<Draft[Key]> extends object
      ? NestedNames<NonNullable<Draft[Key]>>
      : string;
};

interface NestedNames<Draft> {
  readonly name: string;
  readonly members: WireNames<Draft>;
}

/** Of a member whose own members stand in the place where it is. */
export const NO_NAME = "";

/** Any table of names, as it is searched. */
interface NameTable {
  readonly [member: string]: string | { readonly name: string; readonly members: NameTable };
}

/**
 * The canonical path on the wire, indices as they are.
 * @throws Error for a place of another kind of draft: a bug of ours.
 */
function toWirePath(names: NameTable, field: FieldPath): readonly (string | number)[] {
  let table: NameTable = names;
  const path = field.map((member: string | number) => {
    if (typeof member === "number") return member;
    const found = table[member];
    if (found === undefined) throw new Error(`the wire has no name for ${field.join(".")}`);
    if (typeof found === "string") return found;
    table = found.members;
    return found.name;
  });
  return path.filter((name) => name !== NO_NAME);
}

/**
 * How a request names what is said of its draft. It outlives the body: a closure of the reader itself would hold that too.
 * @param spell turns a path of canonical names into the names that the client used.
 */
export function createNaming(
  naming: Omit<Naming, "spell">,
  names: NameTable,
  spell: (path: readonly PropertyKey[]) => string,
): Naming {
  return { ...naming, spell: (field) => spell(toWirePath(names, field)) };
}
