// Defines what a client keeps with a document for itself; it is no part of what is signed.

/** Texts by the client's own names. */
export type Metadata = Readonly<Record<string, string>>;
