// Compares amounts in words with a table, and reads random ones back.
import fc from "fast-check";
import { expect, it } from "vitest";
import { spellAmount } from "../../renderer/document/words.ts";

const COP: readonly (readonly [value: string, words: string | null])[] = [
  ["0.00", "Cero pesos M/CTE"],
  ["1.00", "Un peso M/CTE"],
  ["16", "Dieciséis pesos M/CTE"],
  ["21.00", "Veintiún pesos M/CTE"],
  ["31.50", "Treinta y un pesos con 50/100 M/CTE"],
  ["100.00", "Cien pesos M/CTE"],
  ["101.00", "Ciento un pesos M/CTE"],
  ["1000.00", "Mil pesos M/CTE"],
  ["21021.00", "Veintiún mil veintiún pesos M/CTE"],
  ["100000.00", "Cien mil pesos M/CTE"],
  ["555555.00", "Quinientos cincuenta y cinco mil quinientos cincuenta y cinco pesos M/CTE"],
  ["1000000.00", "Un millón de pesos M/CTE"],
  ["1000001.00", "Un millón un pesos M/CTE"],
  ["21000000.00", "Veintiún millones de pesos M/CTE"],
  ["1001000000.00", "Mil un millones de pesos M/CTE"],
  ["4940803.00", "Cuatro millones novecientos cuarenta mil ochocientos tres pesos M/CTE"],
  ["1000000000000.00", "Un billón de pesos M/CTE"],
  ["7000000000700.07", "Siete billones setecientos pesos con 07/100 M/CTE"],
  ["1000000000000000000", null],
  ["-5.00", null],
  ["1.005", null],
  ["a lot", null],
];

it.each(COP)("%s pesos are %s", (value, words) => expect(spellAmount(value, "COP")).toBe(words));

it("other currencies are named by their code", () =>
  expect(spellAmount("2350.89", "USD")).toBe("Dos mil trescientos cincuenta USD con 89/100"));

const VALUES: Readonly<Record<string, number>> = {
  ...{
    un: 1,
    dos: 2,
    tres: 3,
    cuatro: 4,
    cinco: 5,
    seis: 6,
    siete: 7,
    ocho: 8,
    nueve: 9,
    diez: 10,
    once: 11,
    doce: 12,
  },
  ...{ trece: 13, catorce: 14, quince: 15, dieciséis: 16, diecisiete: 17, dieciocho: 18, diecinueve: 19, veinte: 20 },
  ...{
    veintiún: 21,
    veintidós: 22,
    veintitrés: 23,
    veinticuatro: 24,
    veinticinco: 25,
    veintiséis: 26,
    veintisiete: 27,
  },
  ...{ veintiocho: 28, veintinueve: 29, treinta: 30, cuarenta: 40, cincuenta: 50, sesenta: 60, setenta: 70 },
  ...{ ochenta: 80, noventa: 90, cien: 100, ciento: 100, doscientos: 200, trescientos: 300, cuatrocientos: 400 },
  ...{ quinientos: 500, seiscientos: 600, setecientos: 700, ochocientos: 800, novecientos: 900, cero: 0, y: 0, de: 0 },
};

/** The number that the words say. */
function readBack(words: string): bigint {
  let [sum, part] = [0n, 0n];
  for (const word of words.toLowerCase().split(" ")) {
    if (word.startsWith("bill")) [sum, part] = [sum + part * 10n ** 12n, 0n];
    else if (word.startsWith("mill")) [sum, part] = [sum + part * 10n ** 6n, 0n];
    else if (word === "mil") part = (part === 0n ? 1n : part) * 1000n;
    else part += BigInt(VALUES[word] ?? Number.NaN);
  }
  return sum + part;
}

it("any amount in words reads back as itself", () =>
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), (units) => {
      const words = spellAmount(`${units}.00`, "XXX");
      expect(readBack(words?.replace(" XXX", "") ?? "")).toBe(units);
    }),
    { numRuns: 2_000 },
  ));
