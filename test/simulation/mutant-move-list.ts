// Plants bugs that only a company shows that goes to another database.
import { edit, type Mutant } from "./mutant-list.ts";

const MOVER = "../operator/move/mover.ts";
const HOME = "store/base/home.ts";
const PROJECTION = "store/projection.ts";
const LEDGER = "store/ledger.ts";

const GUARDED = "  return guard(reachDatabase(binding), companyId, at);";
const unguarded = (pattern: string) =>
  edit(
    HOME,
    GUARDED,
    `  const reach = reachDatabase(binding);\n  const guarded = guard(reach, companyId, at);\n  return (queries) => (queries.some(({ sql: text }) => ${pattern}.test(text)) ? reach : guarded)(queries);`,
  );
/** What forbids it in the schema as well. */
const UNTRIGGERED = "DROP TRIGGER documents_at_home;";

export const MOVE_MUTANTS: readonly Mutant[] = [
  {
    name: "the new database opens before the old one is closed",
    edits: [
      edit(
        MOVER,
        '    await setHome(open(world, place.shard), world.companyId, [HOME.here, HOME.closed], HOME.closed);\n    await setMove(world, place, { to, state: "catching-up" });',
        '    await setMove(world, place, { to, state: "catching-up" });',
      ),
      edit(
        MOVER,
        "    await requireHome(open(world, place.shard), world.companyId, HOME.closed);\n    await requireRest",
        "    await requireRest",
      ),
      edit(
        MOVER,
        "    await requireHome(open(world, place.shard), world.companyId, HOME.closed);\n    const isSame",
        "    const isSame",
      ),
      edit(MOVER, "    if (isBack) return", "    if (isBack === undefined) return"),
      edit(
        MOVER,
        "    else await setHome(open(world, from), world.companyId, [HOME.closed, HOME.unread], HOME.unread);\n",
        "",
      ),
      edit(
        MOVER,
        '    await setMove(world, place, { to, state: "cleaning" });',
        '    await setHome(open(world, from), world.companyId, [HOME.here, HOME.unread], HOME.unread);\n    await setMove(world, place, { to, state: "cleaning" });',
      ),
    ],
  },
  {
    name: "what changed while it was copied is left out",
    edits: [
      edit(MOVER, '  await matchAll(world, sides, "write");\n  const sealed', "  const sealed"),
      edit(MOVER, "  await requireSame(world, sides);\n  return sealed;", "  return sealed;"),
    ],
  },
  {
    name: "a copy that another mover took opens",
    edits: [
      edit(MOVER, "    if (!isSame) return", "    if (isSame === undefined) return"),
      edit(MOVER, "[HOME.closed], HOME.here);\n    if (below", "COPIES, HOME.here);\n    if (below"),
      edit(MOVER, "if (!isOpen && !(await closeCopy(world, to, sealed)))", "if (!isOpen && to < 0)"),
    ],
  },
  {
    name: "a projection goes to a database that the company has left",
    edits: [unguarded('/^update "documents" /i')],
  },
  {
    name: "a row is restored in a database that the company has left",
    edits: [
      unguarded('/^(?:update|insert into) "documents" /i'),
      edit(
        PROJECTION,
        "          gte(documents.version, leastVersion),\n",
        "          gte(documents.version, leastVersion),\n          isAtHome(documents.companyId),\n",
      ),
      edit(
        PROJECTION,
        "import { restoreDocument } from",
        'import { isAtHome } from "./home.ts";\nimport { restoreDocument } from',
      ),
    ],
    sql: UNTRIGGERED,
  },
  {
    name: "a new key is numbered without a look into the older databases",
    edits: [edit(LEDGER, "(await findKept(parts, reservation)) ?? allocate(", "allocate(")],
  },
  {
    name: "an open document stays in the older database",
    edits: [
      edit(MOVER, "oldest?.id ?? (last?.id ?? 0) + 1", "(last?.id ?? 0) + 1"),
      edit(
        MOVER,
        "if (below === undefined || oldest === undefined || oldest.id >= below) return;",
        "if (below !== undefined || oldest === undefined || below === undefined) return;",
      ),
    ],
  },
];
