// Properties that take seconds in `npm test` into a fifth of a second each: a mutant that they notice falls in the first runs.
import { configureGlobal } from "fast-check";

configureGlobal({ interruptAfterTimeLimit: 200, markInterruptAsFailure: false });
