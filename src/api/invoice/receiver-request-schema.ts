// Describes what v2 takes of a buyer beside v1: who he is, where, and how he is reached.
import { blankableChoiceField, blankableCodeField, blankableTextField, codeField, listField } from "../field/field.ts";

const MOST_RESPONSIBILITIES = 5;

/** What v2 adds to `receptor`. */
export const tillReceiverFields = {
  tipo_persona: blankableChoiceField({
    description: "juridica o natural; sin él, jurídica con tipo_doc 31 o 50 y natural con los demás.",
    example: "juridica",
    choices: ["juridica", "natural"],
  }).nullish(),
  responsabilidades: listField(
    codeField({
      description:
        "O-13 gran contribuyente, O-15 autorretenedor, O-23 agente de retención de IVA, O-47 régimen simple o R-99-PN ninguna.",
      example: "O-13",
      pattern: /^[A-Za-z0-9-]{1,10}$/,
      expected: "debe ser una responsabilidad, como O-13 o R-99-PN",
      rule: "FAK26",
    }),
    { description: "Responsabilidades fiscales de su RUT; sin ellas se firma R-99-PN.", max: MOST_RESPONSIBILITIES },
  ).nullish(),
  tributo: blankableCodeField({
    description: "Tributo del que es responsable: 01 IVA, 04 INC, ZA ambos o ZZ ninguno (defecto).",
    example: "01",
    pattern: /^[0-9A-Za-z]{2}$/,
    expected: "debe ser un código de dos letras o dígitos",
    rule: "FAK41",
  }).nullish(),
  nombre_comercial: blankableTextField({
    description: "Nombre comercial.",
    example: "La Esquina",
    max: 450,
    isExact: true,
  }).nullish(),
  municipio: blankableTextField({
    description:
      "Nombre del municipio, o su código; en Colombia va con direccion y debe nombrar uno solo de la lista oficial. En otro país, la ciudad.",
    example: "Cali",
    max: 100,
  }).nullish(),
  codigo_municipio: blankableTextField({
    description: "Código DIVIPOLA de 5 dígitos.",
    example: "76001",
    max: 5,
    isCode: true,
  }).nullish(),
  departamento: blankableTextField({
    description: "Nombre del departamento; en otro país, la región.",
    example: "Valle del Cauca",
    max: 100,
  }).nullish(),
  codigo_postal: blankableTextField({
    description: "Código postal; en Colombia, 6 dígitos.",
    example: "760044",
    max: 12,
    isCode: true,
  }).nullish(),
  telefono: blankableCodeField({
    description: "Teléfono: dígitos, espacios y +.",
    example: "3000000000",
    pattern: /^[+\d][\d ()+-]{0,19}$/,
    expected: "debe ser un teléfono de hasta 20 dígitos, espacios o +",
  }).nullish(),
  contacto: blankableTextField({
    description: "Persona de contacto.",
    example: "Ana Pérez",
    max: 200,
    isExact: true,
  }).nullish(),
  matricula: blankableCodeField({
    description: "Matrícula mercantil.",
    example: "21000555",
    pattern: /^[0-9-]{4,20}$/,
    expected: "debe ser una matrícula mercantil de 4 a 20 dígitos",
  }).nullish(),
};
