// Defines how the renderer says that it cannot draw what it was given.

/** Why a request was refused: its form, a document whose code cannot be drawn, a logo that is no picture, or what is too large. */
export type Fault = "request" | "document" | "logo" | "too-large";

/** Thrown for input that is not drawn; the message never quotes the document. */
export class Refused extends Error {
  readonly fault: Fault;

  constructor(fault: Fault, message: string) {
    super(message);
    this.name = "Refused";
    this.fault = fault;
  }
}
