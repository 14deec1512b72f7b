// Tests how suppliers' places, as clients write them, become the official ones, or why they cannot.
import { describe, expect, it } from "vitest";
import { COMPANY } from "../support/company.ts";
import {
  ABROAD,
  type Fields,
  NOWHERE,
  pathsOf,
  priceBody,
  wirePathsOf,
  withSupplier,
} from "../support/support-body.ts";

const addressOf = (changes: Fields, company = COMPANY) => priceBody(withSupplier(changes), company).counterpart.address;

describe("a resident supplier", () => {
  it("lives at the official names of its codes", () => {
    expect(addressOf({ codigo_postal: "110111" })).toEqual({
      line: "Calle 10 # 5-20",
      municipalityCode: "11001",
      municipalityName: "Bogotá, D.c.",
      departmentCode: "11",
      departmentName: "Bogotá",
      postalCode: "110111",
      countryCode: "CO",
      countryName: "Colombia",
    });
  });

  it("of nowhere lives in the capital when the buyer has no municipality either", () => {
    const company = { ...COMPANY, address: { ...COMPANY.address, municipalityCode: null } };
    expect(() => addressOf(NOWHERE, company)).toThrow(/no trae un municipio de la lista/);
    expect(addressOf({ ...NOWHERE, codigo_departamento: "05" })).toMatchObject({ municipalityCode: "05001" });
  });

  it.each([
    ["in capitals, without accents", { municipio: "BOGOTA" }],
    ["with what follows", { municipio: "Bogotá,  D.C." }],
    ["between blanks", { municipio: " bogotá " }],
    ["of the department as people say it", { departamento: "Distrito Capital" }],
    ["of the department with its city", { departamento: "Bogota D.C" }],
    ["of the department alone", { ...NOWHERE, codigo_departamento: "76", departamento: "VALLE DEL CAUCA" }],
    ["of a department by its name alone", { ...NOWHERE, departamento: "chocó" }],
  ])("may write its place %s", (_, changes) => {
    expect(pathsOf(withSupplier(changes))).toEqual([]);
  });

  it.each([
    ["the only one of its name", { municipio: "bogota" }, "11001"],
    ["by its whole name where others contain it", { municipio: "Medellín" }, "05001"],
    ["with its department's name", { municipio: "Rionegro", departamento: "Santander" }, "68615"],
    ["by its department alone", { departamento: "Antioquia" }, "05001"],
    ["by a department that others contain", { departamento: "Santander" }, "68001"],
    ["with the department that people say", { municipio: "Bogotá", departamento: "Cundinamarca" }, "11001"],
    ["with its department's code", { municipio: "Rionegro", codigo_departamento: "05" }, "05615"],
  ])("may name its municipality without the code: %s", (_, place, code) => {
    const changes = { ...NOWHERE, ...place };
    expect(pathsOf(withSupplier(changes))).toEqual([]);
    expect(addressOf(changes)).toMatchObject({ municipalityCode: code, departmentCode: code.slice(0, 2) });
  });

  it("must give the code of a name that several municipalities have", () => {
    const changes = { ...NOWHERE, municipio: "Rionegro" };
    expect(pathsOf(withSupplier(changes))).toEqual(["proveedor.codigo_municipio DSAJ09"]);
  });

  it.each([
    ["letters of another alphabet", { municipio: "北京" }, ["proveedor.municipio DSAJ10"]],
    ["a department that does not exist", { ...NOWHERE, departamento: "Cualquiera" }, ["proveedor.departamento DSAJ11"]],
    ["dashes for a department", { departamento: "---" }, ["proveedor.departamento DSAJ11"]],
    [
      "the capital's other name elsewhere",
      { ...NOWHERE, codigo_departamento: "05", departamento: "Distrito Capital" },
      ["proveedor.departamento DSAJ11"],
    ],
    [
      "two words run together",
      { codigo_municipio: undefined, municipio: undefined, codigo_departamento: "76", departamento: "ValledelCauca" },
      ["proveedor.departamento DSAJ11"],
    ],
  ])("may not write %s", (_, changes, paths) => {
    expect(pathsOf(withSupplier(changes))).toEqual(paths);
  });

  it("has a check digit with any type; a wrong one is refused, also of a NIT", () => {
    expect(pathsOf(withSupplier({ dv: "8" }))).toEqual([]);
    expect(pathsOf(withSupplier({ tipo_documento: "31", dv: "7" }))).toEqual(["proveedor.dv DSAJ24b"]);
    expect(pathsOf(withSupplier({ nit: "A1", dv: "7" }))).toEqual(["proveedor.nit DSAJ24a"]);
  });

  it.each([
    ["a NIT of ten digits beside its own check digit", { tipo_documento: "31", nit: "8001345363", dv: "0" }],
    ["a NIT of ten digits that ends in another digit", { tipo_documento: "31", nit: "8001345364" }],
    ["a citizenship card that ends so by chance", { tipo_documento: "13", nit: "8001345363" }],
  ])("may have %s", (_, changes) => {
    expect(priceBody(withSupplier(changes)).counterpart.identificationNumber).toBe(changes.nit);
  });

  it("may not have a NIT that ends in the check digit of its first nine digits, here or abroad", () => {
    const typed = { tipo_documento: "31", nit: "8001345363" };
    expect(pathsOf(withSupplier(typed))).toEqual(["proveedor.nit DSAJ24b"]);
    expect(pathsOf(withSupplier({ ...ABROAD, ...typed }))).toEqual(["proveedor.nit DSAJ24b"]);
    expect(wirePathsOf(withSupplier(typed))).toEqual([]);
  });

  it.each([
    ["110111", []],
    ["1101111", ["proveedor.codigo_postal DSAJ73"]],
    ["11011x", ["proveedor.codigo_postal DSAJ73"]],
  ])("has the postal code %s: %j", (code, paths) => {
    expect(pathsOf(withSupplier({ codigo_postal: code }))).toEqual(paths);
  });
});

describe("a supplier abroad", () => {
  it("keeps the names that it gave", () => {
    const place = { ...ABROAD, municipio: "Miami", departamento: "Florida", codigo_postal: "33101-1" };
    expect(addressOf(place)).toEqual({
      line: "Calle 10 # 5-20",
      municipalityCode: null,
      municipalityName: "Miami",
      departmentCode: null,
      departmentName: "Florida",
      postalCode: "33101-1",
      countryCode: "US",
      countryName: "Estados Unidos",
    });
  });

  it("has a check digit only with a NIT", () => {
    const nit = { ...ABROAD, tipo_documento: "31", nit: "900373115" };
    expect(priceBody(withSupplier(nit)).counterpart.checkDigit).toBe("3");
    expect(pathsOf(withSupplier({ ...nit, dv: "3" }))).toEqual([]);
    expect(pathsOf(withSupplier({ ...nit, dv: "4" }))).toEqual(["proveedor.dv DSAJ24b"]);
    expect(pathsOf(withSupplier({ ...ABROAD, nit: "900373115", dv: "3" }))).toEqual(["proveedor.dv DSAJ24b"]);
  });
});
