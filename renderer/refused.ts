// Defines how the renderer says that it cannot draw what it was given.

/** Why a request was refused: the form of the request, a file that is not what it should be, or a file that is too large. */
export type Fault = "request" | "document" | "response" | "logo" | "too-large";

/** Thrown for input that is not drawn; the message never quotes the document. */
export class Refused extends Error {
  readonly fault: Fault;

  constructor(fault: Fault, message: string) {
    super(message);
    this.name = "Refused";
    this.fault = fault;
  }
}
