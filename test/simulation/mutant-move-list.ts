// Plants bugs that only a company shows that goes to another database.
import type { Mutant } from "./mutant-list.ts";
import { edit } from "./plant.ts";

const unguarded = (pattern: string) =>
  edit(
    "reachHome",
    "return guard(reachDatabase(binding, lane), companyId, at);",
    `  const reach = reachDatabase(binding, lane);\n  const guarded = guard(reach, companyId, at);\n  return (queries) => (queries.some(({ sql: text }) => ${pattern}.test(text)) ? reach : guarded)(queries);`,
  );
/** What forbids it in the schema as well. */
const UNTRIGGERED = "DROP TRIGGER documents_at_home;";

export const MOVE_MUTANTS: readonly Mutant[] = [
  {
    name: "the new database opens before the old one is closed",
    edits: [
      edit(
        "STEPS",
        '    await setHome(open(world, place.shard), world.companyId, [HOME.here, HOME.closed], HOME.closed);\n    await setMove(world, place, { to, state: "catching-up" });',
        '    await setMove(world, place, { to, state: "catching-up" });',
      ),
      edit(
        "STEPS",
        "    await requireHome(open(world, place.shard), world.companyId, HOME.closed);\n    await requireRest",
        "    await requireRest",
      ),
      edit(
        "STEPS",
        "    await requireHome(open(world, place.shard), world.companyId, HOME.closed);\n    const isSame",
        "    const isSame",
      ),
      edit("STEPS", "    if (isBack) return", "    if (isBack === undefined) return"),
      edit(
        "STEPS",
        "    else await setHome(open(world, from), world.companyId, [HOME.closed, HOME.unread], HOME.unread);\n",
        "",
      ),
      edit(
        "STEPS",
        '    await setMove(world, place, { to, state: "cleaning" });',
        '    await setHome(open(world, from), world.companyId, [HOME.here, HOME.unread], HOME.unread);\n    await setMove(world, place, { to, state: "cleaning" });',
      ),
    ],
  },
  {
    name: "what changed while it was copied is left out",
    edits: [
      edit("catchUp", '  await matchAll(world, sides, "write");\n  const sealed', "  const sealed"),
      edit("catchUp", "  await requireSame(world, sides);\n  return sealed;", "  return sealed;"),
    ],
  },
  {
    name: "a copy that another mover took opens",
    edits: [
      edit("STEPS", "    if (!isSame) return", "    if (isSame === undefined) return"),
      edit("STEPS", "[HOME.closed], HOME.here);\n    if (below", "COPIES, HOME.here);\n    if (below"),
      edit("STEPS", "if (!isOpen && !(await closeCopy(world, to, sealed)))", "if (!isOpen && to < 0)"),
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
        "writeProgress",
        "          gte(documents.version, leastVersion),\n",
        "          gte(documents.version, leastVersion),\n          isAtHome(documents.companyId),\n",
        ["isAtHome"],
      ),
    ],
    sql: UNTRIGGERED,
  },
  {
    name: "a new key is numbered without a look into the older databases",
    edits: [edit("connectLedger", "(await findKept(parts, reservation)) ?? allocate(", "allocate(")],
  },
  {
    name: "an open document stays in the older database",
    edits: [
      edit("beginExtension", "oldest?.id ?? (last?.id ?? 0) + 1", "(last?.id ?? 0) + 1"),
      edit(
        "requireRest",
        "if (below === undefined || oldest === undefined || oldest.id >= below) return;",
        "if (below !== undefined || oldest === undefined || below === undefined) return;",
      ),
    ],
  },
];
