// Says what the drawn things of a document are, in the order in which they are read: headings, paragraphs, tables, figures.
import { type PdfFile, printUnicode, type Reference } from "./file.ts";

export type Role = "Document" | "H1" | "H2" | "P" | "Table" | "TR" | "TH" | "TD" | "Figure";

/** A stretch of the commands of a page. */
interface Stretch {
  /** Its page, as it was drawn. */
  readonly sheet: object;
  readonly number: number;
}

/** What is read as one thing; what is drawn of it may stand on several pages. */
export class Element {
  readonly role: Role;
  /** What a reader says in place of a picture. */
  readonly alt: string | undefined;
  readonly #kids: (Element | Stretch)[] = [];

  constructor(role: Role, alt?: string) {
    this.role = role;
    this.alt = alt;
  }

  /** The next thing in it. */
  add(role: Role, alt?: string): Element {
    const element = new Element(role, alt);
    this.#kids.push(element);
    return element;
  }

  hold(stretch: Stretch): void {
    this.#kids.push(stretch);
  }

  /**
   * Writes it with all that is in it.
   * @param pages the pages by their sheets.
   * @param parents gets, for each page, what each of its stretches belongs to.
   */
  write(
    file: PdfFile,
    parent: Reference,
    pages: ReadonlyMap<object, Reference>,
    parents: ReadonlyMap<object, Reference[]>,
  ): Reference {
    const own = file.reserve();
    const kids = this.#kids.flatMap((kid): string[] => {
      if (kid instanceof Element) return [kid.write(file, own, pages, parents)];
      const list = parents.get(kid.sheet);
      if (list !== undefined) list[kid.number] = own;
      return [`<< /Type /MCR /Pg ${pages.get(kid.sheet)} /MCID ${kid.number} >>`];
    });
    file.addPacked(
      {
        Type: "/StructElem",
        S: `/${this.role}`,
        P: parent,
        K: `[${kids.join(" ")}]`,
        ...(this.alt === undefined ? {} : { Alt: printUnicode(this.alt) }),
        ...(this.role === "TH" ? { A: "<< /O /Table /Scope /Column >>" } : {}),
      },
      own,
    );
    return own;
  }
}
