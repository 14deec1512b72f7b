// Lists the examples of handing documents over to their buyers: by link, and by e-mail.
import type { ExampleRequest } from "./example.ts";
import { SMALL_INVOICE } from "./invoice-body.ts";
import { nameOfExample } from "./refusal-example.ts";
import { SMALL_TICKET } from "./ticket-body.ts";

const versions = ["v2"] as const;
const ORDER = { correo: "compras@example.org", mensaje: "Su copia, como la pidió." };
const key = "envio-2026-000123";

/** Each module's operations, and a document of it. */
const MODULES = [
  {
    body: SMALL_INVOICE,
    operations: { give: "createLink", end: "deleteLinks", order: "orderInvoiceMail", list: "listInvoiceMail" },
  },
  {
    body: SMALL_TICKET,
    operations: {
      give: "createTicketLink",
      end: "deleteTicketLinks",
      order: "orderTicketMail",
      list: "listTicketMail",
    },
  },
];

export const handOverExamples: readonly ExampleRequest[] = [
  ...MODULES.flatMap(({ body, operations: { give, end, order, list } }): readonly ExampleRequest[] => {
    const given = { type: "issued", body, isHandedOver: true } as const;
    const make = (operationId: string, what: string, summary: string) => ({
      versions,
      operationId,
      name: nameOfExample(operationId, what),
      summary,
      given,
    });
    return [
      { ...make(give, "usual", "Por el tiempo usual"), body: {} },
      { ...make(give, "renovado", "Por un mes, en lugar de los anteriores"), body: { dias: 30, renovar: true } },
      make(end, "todos", "Ninguno abre ya"),
      { ...make(order, "copia", "Otra copia, con unas palabras"), key, body: ORDER },
      {
        ...make(order, "repetido", "La misma clave: cómo va"),
        key,
        body: ORDER,
        given: { ...given, isRepeated: true },
      },
      {
        ...make(order, "conflicto", "La clave ya es de otro contenido"),
        key,
        body: ORDER,
        given: { ...given, otherwise: { correo: "gerencia@example.org" } },
      },
      { ...make(list, "entregado", "Un envío que llegó"), given: { ...given, mailed: ORDER } },
    ];
  }),
  {
    versions,
    operationId: "listMail",
    name: "envios",
    summary: "Los envíos de un día",
    given: { type: "issued", body: SMALL_INVOICE, isHandedOver: true, mailed: ORDER },
    query: "?desde=2026-03-02&hasta=2026-03-02",
  },
];
