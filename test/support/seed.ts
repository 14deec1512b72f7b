// Draws the same cases in every run, so that none fails by chance: `npm run deep -- property` draws new ones.
import { env } from "node:process";
import { configureGlobal } from "fast-check";

configureGlobal({ seed: Number(env.SEED ?? 1) });
