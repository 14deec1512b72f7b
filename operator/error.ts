/** Something that the operator can put right: what is wrong, and what to do. Nothing was changed unless the hint says otherwise. */
export class OperatorError extends Error {
  readonly hint: string;

  constructor(message: string, hint = "") {
    super(message);
    this.name = "OperatorError";
    this.hint = hint;
  }
}

/** What a line would add is there already. */
export class AlreadyThere extends OperatorError {}
