// Tests that every value which stands for one that was not said is named, and that each optional field either has such a value or
// leaves nothing behind.
import { describe, expect, it } from "vitest";
import { describeProblem } from "../../src/api/message/refusal.ts";
import { readSupportDocument } from "../../src/api/support-document/request.ts";
import { findDefaults } from "../../src/domain/default/default.ts";
import { COMPANY } from "../support/company.ts";
import {
  ABROAD,
  type Fields,
  ITEM,
  NOWHERE,
  pathsOf,
  priceBody,
  problemsOf,
  readBody,
  readJudged,
  SUPPLIER,
  supportBody,
  withSupplier,
} from "../support/support-body.ts";

const WHOLE: Fields = {
  ...SUPPLIER,
  nombre_comercial: "La finca",
  regimen: "O-49",
  authority_tax_scheme_code: "ZZ",
  pais: "CO",
  dv: "8",
  telefono: "6015550100",
  codigo_postal: "110111",
};

function namedOf(changes: Fields): readonly string[] {
  const { draft, naming } = readSupportDocument(readBody(supportBody(changes)));
  if (draft === undefined) throw new Error("the body of a test has no draft");
  return findDefaults(draft, COMPANY).map((problem) => {
    const { path, message } = describeProblem(problem, naming);
    return `${path}: ${message}`;
  });
}

/** What each optional field of a supplier leaves behind when it is omitted alone. */
const OMITTED: Readonly<Record<string, RegExp | null>> = {
  tipo_documento: /se usa 13/,
  regimen: /se usa O-49/,
  authority_tax_scheme_code: /se usa ZZ/,
  direccion: /texto de relleno/,
  codigo_postal: /se usa 000000/,
  nombre_comercial: null,
  pais: null,
  dv: null,
  email: null,
  telefono: null,
  municipio: null,
  codigo_municipio: null,
  departamento: null,
  codigo_departamento: null,
};

describe("a field of a supplier that is left out", () => {
  const fields = Object.keys(WHOLE).filter((name) => name !== "nit" && name !== "nombre");

  it("is in the table, whichever it is", () => {
    expect(fields.sort()).toEqual(Object.keys(OMITTED).sort());
  });

  it.each(fields)("%s is named where a value stands for it", (name) => {
    expect(namedOf({ proveedor: WHOLE })).toEqual([]);
    const named = namedOf({ proveedor: { ...WHOLE, [name]: undefined } });
    const expected = OMITTED[name] ?? null;
    expect(named).toHaveLength(expected === null ? 0 : 1);
    if (expected !== null) {
      expect(named[0]).toMatch(expected);
      expect(named[0]).toContain(`proveedor.${name}: No se envió: `);
    }
  });

  it("is named with the description of an item, and nothing of a place abroad", () => {
    const items = [ITEM, { ...ITEM, descripcion: undefined }];
    expect(namedOf({ proveedor: WHOLE, items })).toEqual([
      "items.1.descripcion: No se envió: se usa un texto con el código UNSPSC; envíe la real.",
    ]);
    const abroad = { ...WHOLE, ...ABROAD, dv: undefined, codigo_postal: undefined };
    expect(namedOf({ proveedor: abroad })).toEqual([]);
  });
});

describe("the place of a supplier that names no municipality", () => {
  const nowhere = { ...WHOLE, ...NOWHERE, codigo_postal: undefined };

  it.each([
    ["of a department", { departamento: "Antioquia" }, "05001", "la capital del departamento, Medellín (05001)"],
    ["of a department's code", { codigo_departamento: "76" }, "76001", "la capital del departamento, Cali (76001)"],
    ["of a postal code", { codigo_postal: "050021" }, "05001", "la capital del departamento, Medellín (05001)"],
    ["of no department", {}, "11001", "el municipio de la propia empresa, Bogotá, D.c. (11001)"],
    ["of a postal code of no department", { codigo_postal: "000000" }, "11001", "el municipio de la propia empresa"],
  ])("%s is said", (_, place, code, words) => {
    const proveedor = { ...nowhere, ...place };
    expect(priceBody({ proveedor }).counterpart.address?.municipalityCode).toBe(code);
    const [named] = namedOf({ proveedor });
    expect(named).toContain("proveedor.codigo_municipio: No se envió: se usa ");
    expect(named).toContain(words);
  });

  it.each([
    ["the department", { departamento: "Cundinamarca" }],
    ["its code", { codigo_departamento: "25" }],
    ["its postal code", { codigo_postal: "250001" }],
  ])("is not guessed in Cundinamarca, named by %s", (_, place) => {
    expect(pathsOf({ proveedor: { ...nowhere, ...place } })).toEqual(["proveedor.codigo_municipio DSAJ09"]);
  });

  it.each([
    ["Bogotá", "11001"],
    ["bogota dc", "11001"],
    ["BOGOTÁ D.C", "11001"],
    ["Santafé de Bogotá D. C.", "11001"],
    // Not Pital, Huila, whose letters it has.
    ["Bogotá, Distrito Capital", "11001"],
    ["Girardota Antioquia", "05308"],
    ["Buga", "76111"],
  ])("is that of a name with all its words: %s", (municipio, code) => {
    expect(priceBody({ proveedor: { ...nowhere, municipio } }).counterpart.address?.municipalityCode).toBe(code);
  });

  it("is required in v2, of residents alone", () => {
    const broken = (proveedor: Fields) =>
      readJudged(readBody(supportBody({ proveedor })), "v2").details.map(({ path }) => path);
    expect(broken(nowhere)).toEqual(["proveedor.codigo_municipio"]);
    expect(broken({ ...nowhere, departamento: "Antioquia" })).toEqual(["proveedor.codigo_municipio"]);
    expect(broken({ ...nowhere, municipio: "Medellín" })).toEqual([]);
    expect(broken({ ...nowhere, codigo_municipio: "05001" })).toEqual([]);
    expect(broken({ ...nowhere, ...ABROAD, dv: undefined })).toEqual([]);
  });
});

describe("a wrong municipality", () => {
  it.each([
    [{ municipio: "Medelin" }, ["Medellín, Antioquia (05001)"]],
    [{ municipio: "Rionegro" }, ["Rionegro, Antioquia (05615)", "Rionegro, Santander (68615)"]],
    [{ municipio: "Rionegro", departamento: "Cundinamarca" }, ["Rionegro, Antioquia (05615)"]],
    [{ municipio: "Bogtoa" }, ["Bogotá, D.c., Bogotá (11001)"]],
    [{ municipio: "Barranquila" }, ["Barranquilla, Atlántico (08001)"]],
    [{ municipio: "5001" }, ["Medellín, Antioquia (05001)"]],
    [{ municipio: "05001" }, ["Medellín, Antioquia (05001)"]],
    [{ municipio: "\u041cedellin" }, ["Medellín, Antioquia (05001)"]],
    [{ codigo_municipio: "5001" }, ["Medellín, Antioquia (05001)"]],
    [{ codigo_municipio: "05002x".slice(0, 4) }, []],
    [{ codigo_municipio: "99999", municipio: "Cali" }, ["Cali, Valle del Cauca (76001)"]],
  ])("%j is asked about by name and code", (place, names) => {
    const [problem] = problemsOf(withSupplier({ ...NOWHERE, ...place }));
    expect(problem?.path).toBe("proveedor.codigo_municipio");
    for (const name of names) expect(problem?.message).toContain(name);
    if (names.length > 0) expect(problem?.message).toContain("¿Quiso decir ");
  });
});
