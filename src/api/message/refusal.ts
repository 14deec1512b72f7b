// Turns problems and refusals of domain and store into what the client reads.
import type { Problem, Reason, ReasonFacts, Why } from "../../domain/refusal/problem.ts";
import { countListed, LimitedList, MOST_PROBLEMS } from "../../domain/refusal/problem-list.ts";
import type { RefusalFacts } from "../../domain/refusal/refusal.ts";
import type { Detail, DocumentOwner, ErrorFacts } from "../base/error.ts";
import { findFigure, listFigures } from "./figure.ts";
import type { Context, Naming } from "./naming.ts";
import { SENTENCES } from "./reason.ts";

/** The naming of a request without a draft: it has no fields to name. */
const NO_NAMES: Naming = { kind: "invoice", spell: (field) => field.join(".") };

/** A problem reported by the domain, as the client reads it. */
export function describeProblem(problem: Problem, naming: Naming): Detail {
  const path = naming.spell(problem.field);
  const { rule, standsFor } = problem;
  return {
    path,
    message: writeSentence(problem, { ...naming, path, subject: `El campo \`${path}\`` }),
    ...(rule === undefined ? {} : { rule }),
    ...(standsFor === undefined ? {} : { standsFor }),
  };
}

/** A refusal by the domain or the store, as the client reads it. @throws Error when it has neither problems nor a reason. */
export function describeRefusal({ code, why, problems }: RefusalFacts, naming: Naming = NO_NAMES): ErrorFacts {
  const details = problems.map((problem) => describeProblem(problem, naming));
  const [first, ...others] = details;
  const owner = problems.flatMap(findOwner)[0];
  if (first !== undefined) {
    return { code, message: summarize([first, ...others]), details, ...(owner === undefined ? {} : { owner }) };
  }
  if (why === null) throw new Error(`a refusal ${code} without a reason`);
  const detail = describeProblem({ field: [], ...why }, naming);
  return { code, message: detail.message, details: listDetails(why, detail, naming) };
}

/** The place of the one reason, where it is of one, and its figures. */
function listDetails(why: Why, { path, message, rule }: Detail, naming: Naming): readonly Detail[] {
  const value = findFigure(why, naming);
  const own = { path, message, ...(value === undefined ? {} : { value }) };
  const details = [...(why.field === undefined ? [] : [own]), ...listFigures(why, naming)];
  return rule === undefined ? details : details.map((detail) => ({ ...detail, rule }));
}

/** The document that a problem is about. */
function findOwner(problem: Problem): readonly DocumentOwner[] {
  if (problem.reason !== "paper-number-taken") return [];
  const { documentId: id, number, state } = problem;
  return [{ id, number, state }];
}

function writeSentence<Name extends keyof ReasonFacts>(reason: Reason<Name>, context: Context): string {
  const write: (facts: Reason<Name>, context: Context) => string = SENTENCES[reason.reason];
  return write(reason, context);
}

/** The detail that stands for those that are not listed. */
export function describeRest(standsFor: number): Detail {
  return describeProblem({ field: [], reason: "others", standsFor }, NO_NAMES);
}

/** The details of one request, gathered while it is read. */
export class DetailList extends LimitedList<Detail> {
  constructor() {
    super(describeRest);
  }
}

/** The first detail's sentence, with how many more there are. */
export function summarize(details: readonly [Detail, ...Detail[]]): string {
  const [first] = details;
  const others = countListed(details) - 1;
  if (others === 0) return first.message;
  return `${first.message} (y ${others} más${others < MOST_PROBLEMS ? " en details" : "; details trae los primeros"})`;
}
