// Reads which days a closing is asked of, and writes what was issued on them.

import { findPaymentMeans, findTax } from "../../domain/catalogue/catalogue.ts";
import type { Module } from "../../domain/company.ts";
import { CLOSING_DAYS, type ClosingGroup, type ClosingKey, closeDays } from "../../domain/price/closing.ts";
import { countDaysInclusive } from "../../domain/value/calendar.ts";
import { sumDays } from "../../store/document/closing.ts";
import { throwIfAny } from "../app/error-table.ts";
import type { ReplyOf } from "../app/reply.ts";
import type { Call } from "../app/route.ts";
import type { Detail } from "../base/error.ts";
import { EXPECTED } from "../message/field.ts";
import { PARAMETER } from "../message/request.ts";
import type { closingSchema } from "./closing-schema.ts";
import { readDay } from "./document-list-query.ts";
import { addProblem, readChoice } from "./list-query.ts";

/** Values of `agrupar`. */
export const DIVISIONS = ["dia", "establecimiento", "caja"] as const;

const KEYS = { dia: "day", establecimiento: "establishment", caja: "till" } as const satisfies Readonly<
  Record<(typeof DIVISIONS)[number], ClosingKey>
>;

/** @throws ApiError `invalid_parameter`, `range_too_long`. */
export async function answerClosing(call: Call, module: Module): Promise<ReplyOf<200, typeof closingSchema>> {
  const { from, to, by } = readClosingQuery(call.query);
  const closing = closeDays(await sumDays(call.db, { companyId: call.caller.company.id, module, from, to, by }), by);
  const { clave, ...total } = toWireGroup(closing.total);
  return { status: 200, body: { ok: true, desde: from, hasta: to, total, grupos: closing.groups.map(toWireGroup) } };
}

interface AskedDays {
  readonly from: string;
  readonly to: string;
  readonly by: ClosingKey;
}

function readClosingQuery(query: URLSearchParams): AskedDays {
  const problems: Detail[] = [];
  const from = readNeededDay(query, "desde", problems);
  const to = readNeededDay(query, "hasta", problems);
  if (from !== "" && to !== "" && from > to) addProblem(problems, "hasta", PARAMETER.beforeOther("desde", from));
  const division = readChoice(query, "agrupar", DIVISIONS, problems);
  throwIfAny("invalid_parameter", problems);
  const days = countDaysInclusive(from, to);
  if (days > CLOSING_DAYS) addProblem(problems, "hasta", PARAMETER.tooManyDays(CLOSING_DAYS, "desde", days));
  throwIfAny("range_too_long", problems);
  return { from, to, by: division === null ? null : KEYS[division] };
}

/** Empty where it is a problem. */
function readNeededDay(query: URLSearchParams, name: string, problems: Detail[]): string {
  const before = problems.length;
  const day = readDay(query, name, problems);
  if (day === null && problems.length === before) addProblem(problems, name, PARAMETER.required(EXPECTED.date));
  return day ?? "";
}

function toWireGroup({ key, currency, standings, kinds, taxes, means, numbers, net }: ClosingGroup) {
  const { accepted, pending, rejected, unknown } = standings;
  return {
    clave: key,
    moneda: currency,
    estados: { aceptado: accepted, pendiente: pending, rechazado: rejected, desconocido: unknown },
    tipos: kinds.map((kind) => ({
      tipo_authority: kind.typeCode,
      cantidad: kind.count,
      subtotal: kind.subtotal,
      impuestos: kind.taxes,
      descuentos: kind.discounts,
      cargos: kind.charges,
      total: kind.total,
    })),
    impuestos: taxes.map(({ code, rate, base, amount }) => {
      return { codigo: code, nombre: findTax(code)?.name ?? code, tarifa: rate, base, valor: amount };
    }),
    medios: means.map(({ code, amount, rounding }) => {
      const nombre = findPaymentMeans(code)?.name ?? code;
      return { codigo: code, nombre, valor: amount, ...(rounding === null ? {} : { redondeo: rounding }) };
    }),
    numeros: numbers.map(({ prefix, first, last, count }) => {
      return { prefijo: prefix, desde: first, hasta: last, cantidad: count };
    }),
    neto: net,
  };
}
