// Lists what the clients write as JSON, and what they refuse before it leaves, because JSON would lose it.
import Big from "big.js";

interface BodyRow {
  readonly what: string;
  /** Makes the value; a row without it is of Python alone. */
  readonly value?: () => unknown;
  /** An expression; a row without it is not of Python. */
  readonly python?: string;
  /** The same of PHP. */
  readonly php?: string;
  /** The same of C#. */
  readonly csharp?: string;
  /** The JSON text; undefined for what is refused. */
  readonly written?: string;
}

class Money {
  readonly #cents = 5;
  toString() {
    return String(this.#cents);
  }
}

function containItself(): unknown {
  const list: unknown[] = [];
  list.push({ list });
  return list;
}

const readNothing = {
  get unit(): number {
    throw new Error("no price");
  },
};

export const BODY_TABLE: readonly BodyRow[] = [
  { what: "an integer", php: "21600", csharp: "21600", value: () => 21_600, python: "21600", written: "21600" },
  { what: "a fraction", php: "0.1", csharp: "0.1m", value: () => 0.1, python: "0.1", written: "0.1" },
  {
    what: "decimal text",
    php: "'0.0333333333'",
    csharp: '"0.0333333333"',
    value: () => "0.0333333333",
    python: "'0.0333333333'",
    written: '"0.0333333333"',
  },
  {
    what: "a decimal with more digits than a float",
    csharp: "12345678901234.0333333333m",
    value: () => new Big("12345678901234.0333333333"),
    python: "Decimal('12345678901234.0333333333')",
    written: "12345678901234.0333333333",
  },
  {
    what: "a large decimal",
    value: () => new Big("1e21"),
    python: "Decimal('1E+21')",
    written: "1000000000000000000000",
  },
  { what: "a small decimal", value: () => new Big("1e-10"), python: "Decimal('1E-10')", written: "0.0000000001" },
  { what: "a decimal with its zeros", csharp: "1.10m", python: "Decimal('1.10')", written: "1.10" },
  { what: "a decimal of a billion digits", python: "Decimal('1E+999999999')", written: "1E+999999999" },
  { what: "an integer beyond floats", python: "2**63", written: "9223372036854775808" },
  { what: "zero with a sign, which is zero", php: "-0.0", value: () => -0, written: "0" },
  { what: "a day", value: () => ({ toJSON: () => "2026-03-01" }), python: "date(2026, 3, 1)", written: '"2026-03-01"' },
  { what: "nothing", php: "null", csharp: "null", value: () => null, python: "None", written: "null" },
  { what: "a truth", php: "true", csharp: "true", value: () => true, python: "True", written: "true" },
  {
    what: "letters and signs",
    php: "'ñ € 😀 \"'",
    csharp: '"ñ € 😀 \\""',
    value: () => 'ñ € 😀 "',
    python: "'ñ € 😀 \"'",
    written: '"ñ € 😀 \\""',
  },
  {
    what: "a list that nobody changes",
    php: "[1, 2]",
    csharp: "new[] { 1, 2 }",
    value: () => Object.freeze([1, 2]),
    python: "(1, 2)",
    written: "[1,2]",
  },
  {
    what: "an object without a prototype",
    value: () => Object.assign(Object.create(null), { a: 1 }),
    python: "MappingProxyType({'a': 1})",
    written: '{"a":1}',
  },
  {
    what: "an empty object",
    php: "new stdClass",
    csharp: "new Dictionary<string, object>()",
    value: () => ({}),
    python: "{}",
    written: "{}",
  },
  { what: "NaN", php: "NAN", csharp: "double.NaN", value: () => Number.NaN, python: "float('nan')" },
  {
    what: "Infinity",
    php: "INF",
    csharp: "double.PositiveInfinity",
    value: () => Number.POSITIVE_INFINITY,
    python: "float('inf')",
  },
  {
    what: "-Infinity",
    php: "-INF",
    csharp: "double.NegativeInfinity",
    value: () => Number.NEGATIVE_INFINITY,
    python: "-float('inf')",
  },
  {
    what: "a decimal that is none",
    value: () => ({ toFixed: () => "NaN", toJSON: () => "NaN" }),
    python: "Decimal('NaN')",
  },
  {
    what: "half of a character",
    php: '"caf\\xed\\xa0\\xbd"',
    csharp: '"caf\\ud83d"',
    value: () => "caf\ud83d",
    python: "'caf\\ud83d'",
  },
  {
    what: "half of a character in a name",
    php: '["\\xed\\xb0\\x80" => 1]',
    csharp: 'new Dictionary<string, object> { ["\\udc00"] = 1 }',
    value: () => ({ "\udc00": 1 }),
    python: "{'\\udc00': 1}",
  },
  {
    what: "an instant",
    php: "new DateTimeImmutable('2026-03-01')",
    csharp: "new DateTime(2026, 3, 1)",
    value: () => new Date(0),
    python: "datetime(2026, 3, 1)",
  },
  { what: "an instant that is none", value: () => new Date(Number.NaN) },
  { what: "a set", value: () => new Set([1]), python: "{1}" },
  { what: "bytes", value: () => new Uint8Array([1]), python: "b'1'" },
  {
    what: "a function",
    php: "fn () => 1",
    csharp: "new Func<int>(() => 1)",
    value: () => () => 1,
    python: "lambda: 1",
  },
  {
    what: "an object of a class",
    php: "new ArrayIterator([1])",
    csharp: "new object()",
    value: () => new Money(),
    python: "object()",
  },
  {
    what: "what contains itself",
    php: "(function () { $one = new stdClass; $one->self = $one; return $one; })()",
    csharp: "ContainItself()",
    value: containItself,
    python: "contain_itself()",
  },
  {
    what: "what comes later",
    php: "(function () { yield 1; })()",
    csharp: "System.Threading.Tasks.Task.FromResult(1)",
    value: () => Promise.resolve(1),
    python: "iter([1])",
  },
  { what: "undefined", value: () => undefined },
  { what: "a list with a hole", php: "array_filter([null, 'a'])", value: () => new Array(1) },
  {
    what: "names of the client's own that are numbers",
    php: "['metadatos' => ['7' => 'a']]",
    written: '{"metadatos":{"7":"a"}}',
  },
  {
    what: "an object of properties",
    csharp: 'new Line { desc = "a", cant = 1.50m }',
    written: '{"desc":"a","cant":1.50}',
  },
  { what: "an object with a property that only says something", csharp: "new Computed()" },
  {
    what: "what is listed when it is asked for",
    csharp: "System.Linq.Enumerable.Select(new[] { 1, 2 }, one => new { cant = one })",
    written: '[{"cant":1},{"cant":2}]',
  },
  { what: "JSON that was read", csharp: 'FacturaEdge.Json.Parse(" {\\"a\\": 1.10}")', written: '{"a": 1.10}' },
  { what: "a choice of the program", csharp: "DayOfWeek.Monday" },
  { what: "an id of the program", csharp: "Guid.Empty" },
  { what: "names with their values, unordered", csharp: 'new Dictionary<int, string> { [1] = "a" }' },
  { what: "a bigint", value: () => 1n },
  { what: "a symbol", value: () => Symbol("unit") },
  { what: "a map", value: () => new Map([["a", 1]]) },
  { what: "a pattern", value: () => /a/ },
  { what: "an error", php: "new Exception('a')", csharp: "new Exception()", value: () => new Error("a") },
  { what: "a number in a box", value: () => Object(5) },
  {
    what: "an integer that a number does not hold",
    php: "2.0 ** 53",
    csharp: "9007199254740992.0",
    value: () => 2 ** 53,
  },
  { what: "what inherits its members", value: () => Object.create({ unit: 1 }) },
  { what: "what turns into nothing", value: () => ({ toJSON: () => undefined }) },
  { what: "a member that cannot be read", value: () => readNothing },
  { what: "a complex number", python: "1j" },
  { what: "a fraction of integers", python: "Fraction(1, 3)" },
  { what: "a name that is no text", python: "{1: 2}" },
  { what: "a tuple whose names would be lost", python: "Line(1)" },
];
