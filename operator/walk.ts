// Walks a person through questions: each answer is checked at once, kept, and may be changed until the person approves.
import { OperatorError } from "./error.ts";
import type { Questions } from "./question.ts";

/** Answers by the names of their questions; an empty text leaves out what may be left out. */
export type Answers = ReadonlyMap<string, string>;

/** One question of a walk. */
export interface Question {
  /** Also the flag that answers it beforehand. */
  readonly name: string;
  readonly about: string;
  /** Shown as a heading before the first question that has it. */
  readonly section: string;
  /** Its answer is shown nowhere. */
  readonly isSecret?: boolean;
  /** May be left out. */
  readonly isOptional?: boolean;
  /** Always asked unless given. */
  readonly isAsked?: (answers: Answers) => boolean;
  /** What an empty answer stands for. */
  readonly suggest?: (answers: Answers) => string | undefined;
  /** Whether what is left out is checked as well. */
  readonly isEmptyChecked?: boolean;
  /** @throws OperatorError when the answer cannot be taken. */
  readonly check: (text: string, answers: Answers) => unknown;
}

/** How a walk begins. */
export const WALK_HELP =
  "An empty answer takes what stands in [ ]. `<` goes back to the question before, `-` leaves out what may be left out.";

const BACK = "<";
const NONE = "-";

/**
 * Asks what is not answered yet, or no longer right, in the order of the questions.
 * @param given answers that are not asked for while they are right.
 * @param reopened names that are asked for all the same.
 */
export async function askAll(
  questions: readonly Question[],
  given: Answers,
  person: Questions,
  reopened: ReadonlySet<string> = new Set(),
): Promise<Answers> {
  const answers = new Map(given);
  const open = new Set(reopened);
  const asked: number[] = [];
  let section = "";
  for (let at = 0; at < questions.length; at += 1) {
    const question = questions[at];
    if (question === undefined) break;
    if (question.isAsked?.(answers) === false) {
      answers.delete(question.name);
      continue;
    }
    let complaint: string | undefined;
    if (answers.has(question.name) && !open.has(question.name)) {
      complaint = await findComplaint(question, answers.get(question.name) ?? "", answers);
      if (complaint === undefined) continue;
      answers.delete(question.name);
    }
    if (section !== question.section) person.say(`\n${question.section}`);
    section = question.section;
    const answer = await askOne(question, answers, person, complaint);
    if (answer === undefined) {
      // Back: to the last one that was asked, or again this one.
      at = (asked.pop() ?? at) - 1;
      open.add(questions[at + 1]?.name ?? "");
      continue;
    }
    answers.set(question.name, answer);
    open.delete(question.name);
    asked.push(at);
  }
  return answers;
}

/** @returns undefined to go back. */
async function askOne(
  question: Question,
  answers: Answers,
  person: Questions,
  first: string | undefined,
): Promise<string | undefined> {
  const { name, about, isSecret = false, isOptional = false, suggest } = question;
  const given = answers.get(name) ?? "";
  const present = given === "" ? suggest?.(answers) : given;
  const secret = given === "" ? "made up" : "kept";
  const shown = isSecret ? secret : present;
  let complaint = first;
  for (;;) {
    const typed = (await person.ask(present === undefined ? about : `${about} [${shown}]`, complaint, name)).trim();
    if (typed === BACK) return undefined;
    const text = isOptional && typed === NONE ? "" : typed || (present ?? "");
    complaint = text === "" && !isOptional ? "this must be answered" : await findComplaint(question, text, answers);
    if (complaint === undefined) return text;
  }
}

async function findComplaint(
  { check, isOptional = false, isEmptyChecked = false }: Question,
  text: string,
  answers: Answers,
): Promise<string | undefined> {
  if (text === "" && isOptional && !isEmptyChecked) return undefined;
  try {
    await check(text, answers);
    return undefined;
  } catch (cause) {
    if (!(cause instanceof OperatorError)) throw cause;
    return cause.hint === "" ? cause.message : `${cause.message}: ${cause.hint}`;
  }
}

/**
 * Shows what the answers come to until the person says yes; any answer can be changed by its name.
 * @throws OperatorError when the person says no.
 */
export async function askUntilApproved(
  questions: readonly Question[],
  given: Answers,
  person: Questions,
  show: (answers: Answers) => string,
): Promise<Answers> {
  let answers = await askAll(questions, given, person);
  person.say(show(answers));
  for (let complaint: string | undefined; ; ) {
    const typed = (
      await person.ask("write this? yes, no, or the name of an answer to change", complaint, "approve")
    ).trim();
    if (typed === "yes") return answers;
    if (typed === "no") throw new OperatorError("not approved", "nothing was written");
    complaint = answers.has(typed) ? undefined : `"${typed}" is neither yes, no nor the name of an answer above`;
    if (complaint !== undefined) continue;
    answers = await askAll(questions, answers, person, new Set([typed]));
    person.say(show(answers));
  }
}
