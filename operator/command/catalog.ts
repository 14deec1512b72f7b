// payment-method add and list, cost-center add and list: what a company's documents may name.
import { readAll, readOne } from "../../src/store/database.ts";
import { clearDefaultPaymentMethod, insertCostCenter, insertPaymentMethod } from "../../src/store/registry.ts";
import { type Command, commit } from "../command.ts";
import { OperatorError } from "../error.ts";
import { readBoolean, readChoice, readPaymentMeans, readText } from "../reader.ts";
import { printTable } from "../table.ts";
import { getCompany } from "./company.ts";

const addPaymentMethod: Command = {
  name: "payment-method add",
  about: "adds a payment method that invoices may name by its id",
  flags: {
    company: "*id of the company",
    form: "*contado or credito",
    label: "*what people call it",
    means: "*payment means code: 10 cash, 42 transfer, 48 credit card, 49 debit card, ...",
    active: "false: known but not usable; true unless given",
    default: "true: used when an invoice names none",
  },
  run: async (context) => {
    const { binding, input } = context;
    const company = await getCompany(context);
    const form = await input.get("form", readChoice("contado", "credito"));
    const label = await input.get("label", readText);
    const means = await input.get("means", readPaymentMeans);
    const isActive = input.find("active", readBoolean) ?? true;
    const isDefault = input.find("default", readBoolean) ?? false;
    if (isDefault && !isActive) throw new OperatorError("an inactive payment method cannot be the default");
    const method = {
      companyId: company.id,
      form,
      label,
      meansCode: means.code,
      meansName: means.name,
      isActive,
      isDefault,
    };
    await commit(context, { companyId: company.id, action: "payment-method.add", detail: method }, [
      ...(isDefault ? [clearDefaultPaymentMethod(binding, company.id)] : []),
      insertPaymentMethod(binding, method),
    ]);
    return { data: method, text: `payment method ${label} (${means.code} ${means.name}) of company ${company.id}` };
  },
};

const listPaymentMethods: Command = {
  name: "payment-method list",
  about: "lists the payment methods of a company",
  flags: { company: "*id of the company" },
  run: async (context) => {
    const { paymentMethods } = await getCompany(context);
    return {
      data: paymentMethods,
      text: printTable(
        paymentMethods.map((one) => ({ ...one })),
        "no payment method yet",
      ),
    };
  },
};

const addCostCenter: Command = {
  name: "cost-center add",
  about: "adds a cost center that support documents may name",
  flags: {
    company: "*id of the company",
    code: "*code",
    "alternative-code": "another code for the same cost center",
    name: "*name",
  },
  run: async (context) => {
    const { binding, input } = context;
    const company = await getCompany(context);
    const code = await input.get("code", readText);
    const name = await input.get("name", readText);
    const alternativeCode = input.find("alternative-code", readText) ?? null;
    const sql = "SELECT id FROM cost_centers WHERE company_id = ?1 AND code = ?2";
    const known = await readOne<{ id: number }>(binding.prepare(sql).bind(company.id, code));
    if (known !== undefined) throw new OperatorError(`code ${code} is cost center ${known.id} already`);
    const center = { companyId: company.id, code, alternativeCode, name };
    const deed = { companyId: company.id, action: "cost-center.add", detail: center };
    await commit(context, deed, [insertCostCenter(binding, center)]);
    return { data: center, text: `cost center ${code} of company ${company.id}` };
  },
};

const listCostCenters: Command = {
  name: "cost-center list",
  about: "lists the cost centers of a company",
  flags: { company: "*id of the company" },
  run: async (context) => {
    const company = await getCompany(context);
    const sql = "SELECT id, code, alternative_code, name FROM cost_centers WHERE company_id = ?1 ORDER BY id";
    const rows = await readAll<Record<string, unknown>>(context.binding.prepare(sql).bind(company.id));
    return { data: rows, text: printTable(rows, "no cost center yet") };
  },
};

export const CATALOG_COMMANDS: readonly Command[] = [
  addPaymentMethod,
  listPaymentMethods,
  addCostCenter,
  listCostCenters,
];
