// Says for each mutated folder of the source which tests must notice, and what is left to other programmes.

export interface MutatedFolder {
  readonly name: string;
  /** Globs of the files that are mutated; with `!` what is left out of them. */
  readonly mutated: readonly string[];
  /** Globs of the tests that run on every mutant that they reach. */
  readonly tests: readonly string[];
  /** Mutants of what runs only while modules load need every test of the folder anew: too long for tables of data. */
  readonly isStaticIgnored?: boolean;
}

/** The least share of mutants, in percent, that the tests of a folder must notice. */
export const SCORE_MIN = 85;

/** Files that only live between a Durable Object and the network; the tests inside workerd hold them (docs/mutation.md). */
const PLATFORM_FILES: readonly string[] = ["object", "port/authority-port"];

export const FOLDERS: readonly MutatedFolder[] = [
  { name: "xml", mutated: ["src/xml/**/*.ts"], tests: ["test/xml/*.test.ts"] },
  {
    name: "authority",
    mutated: ["outcome", "answer", "status-report"].map((name) => `src/authority/${name}.ts`),
    tests: ["test/authority/{answer,outcome}.test.ts"],
  },
  {
    name: "domain",
    isStaticIgnored: true,
    mutated: ["src/domain/**/*.ts"],
    tests: [
      "test/domain/*.test.ts",
      "test/api/{support-document,invoice}.node.test.ts",
      "test/ubl/{rule,golden}.node.test.ts",
      "test/issuance/fingerprint.node.test.ts",
      "test/reference/design.node.test.ts",
    ],
  },
  {
    name: "issuance",
    isStaticIgnored: true,
    mutated: ["src/issuance/**/*.ts", ...PLATFORM_FILES.map((name) => `!src/issuance/${name}.ts`)],
    tests: ["test/mutation/worlds.ts", "test/issuance/*.node.test.ts", "test/issuance/{secrets,warning}.test.ts"],
  },
  {
    name: "ubl",
    isStaticIgnored: true,
    mutated: ["src/ubl/**/*.ts", "!src/ubl/read-document.ts"],
    tests: [
      "test/ubl/{container,golden,hostile,note-judged,note,read-corrected,read-whole,rule,sample,till}.node.test.ts",
    ],
  },
  {
    name: "delivery",
    isStaticIgnored: true,
    mutated: ["engine", "plan", "send", "signature", "wire-change"].map((name) => `src/delivery/${name}.ts`),
    tests: ["test/delivery/*.node.test.ts", "test/simulation/delivery.long.node.test.ts"],
  },
];
