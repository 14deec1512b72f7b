// Holds the table of what the reference says in English: words around a page, and the summary of each operation.

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
    viewer: "Visor interactivo de las operaciones",
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
    viewer: "Interactive viewer of the operations (Spanish)",
  },
};
type Word = "lang" | "api" | "brand" | "skip" | "search" | "searchIn" | "menu" | "contents" | "reference" | "viewer";

/** What each operation is called. */
export const ENGLISH_SUMMARIES: Readonly<Record<string, string>> = {
  createSupportDocument: "Create a support document",
  listSupportDocuments: "List support documents and their notes",
  getSupportDocument: "Read a support document",
  createInvoice: "Create an invoice",
  listInvoices: "List invoices and notes",
  getInvoice: "Read an invoice",
  createCreditNote: "Create a credit note",
  createDebitNote: "Create a debit note",
  createAdjustmentNote: "Create an adjustment note",
  createTicket: "Create a ticket",
  createTicketCreditNote: "Create a credit note on a ticket",
  createTicketDebitNote: "Create a debit note on a ticket",
  listTickets: "List tickets and their notes",
  getTicket: "Read a ticket",
  closeTickets: "Close the day of the tickets",
  getTicketFile: "Download a file of a ticket or note",
  createTicketLink: "Give the buyer of a ticket a link",
  deleteTicketLinks: "Revoke the links of the buyer of a ticket",
  closeInvoices: "Close the day of the invoices",
  closeSupportDocuments: "Close the day of the support documents",
  getInvoiceFile: "Download a file of an invoice or note",
  getSupportDocumentFile: "Download a file of a support document or note",
  createLink: "Give the buyer a link",
  deleteLinks: "Revoke the links of a buyer",
  orderInvoiceMail: "Send by e-mail",
  listInvoiceMail: "List the e-mails of a document",
  orderTicketMail: "Send a ticket by e-mail",
  listTicketMail: "List the e-mails of a ticket",
  listMail: "List the e-mails of the company",
  listThirdParties: "List third parties",
  listPaymentMethods: "List payment methods",
  listBranches: "List branches",
  getAcquirer: "Look up a buyer",
  listChanges: "Read the changes",
  listWebhooks: "List the webhooks",
  listWebhookDeliveries: "List the deliveries of a webhook",
  getCompany: "Read the state of the company",
};

/** Guides that are in Spanish alone, by their names in an address; every other one has its English twin. */
export const SPANISH_ALONE: readonly string[] = [
  "documento-soporte",
  "factura",
  "facturas-completas",
  "imprimir-y-entregar",
  "antes-de-que-se-acabe",
  "lo-que-no-hay",
  "tablas-de-codigos",
];
