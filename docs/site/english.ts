// Holds the words around a page in both languages; what the pages say is in the guides and in the table of sentences.

export type Language = "es" | "en";

/** Words of the layout. */
export const WORDS: Readonly<Record<Language, Readonly<Record<Word, string>>>> = {
  es: {
    lang: "es-CO",
    api: "API externa",
    brand: "Facturación electrónica y documento soporte",
    skip: "Ir al contenido",
    search: "Buscar",
    searchIn: "Buscar en la referencia",
    menu: "Contenido",
    contents: "En esta página",
    reference: "Referencia",
    section: "Enlace a esta sección",
    lost: "Esta página no existe",
    lostAbout: "La dirección está mal escrita, o la página tiene ahora otro nombre.",
    lostStart: "Ir al comienzo de la referencia",
    lostSearch: "Buscar en ella",
  },
  en: {
    lang: "en",
    api: "External API",
    brand: "Electronic invoices and support documents",
    skip: "Go to the content",
    search: "Search",
    searchIn: "Search the reference",
    menu: "Contents",
    contents: "On this page",
    reference: "Reference",
    section: "Link to this section",
    lost: "This page does not exist",
    lostAbout: "The address is misspelt, or the page has another name now.",
    lostStart: "Go to the beginning of the reference",
    lostSearch: "Search it",
  },
};
type Word =
  | "lang"
  | "api"
  | "brand"
  | "skip"
  | "search"
  | "searchIn"
  | "menu"
  | "contents"
  | "reference"
  | "section"
  | "lost"
  | "lostAbout"
  | "lostStart"
  | "lostSearch";
