// `payment-method` and `cost-center`, add, edit and list, keep what a company's documents may name.
import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import { build, run } from "../../src/store/base/db.ts";
import { costCenters, paymentMethods } from "../../src/store/base/schema.ts";
import { type Command, commit } from "../command.ts";
import { CSV } from "../csv.ts";
import { AlreadyThere, OperatorError } from "../error.ts";
import { optional, required } from "../flag.ts";
import { withRows } from "../many.ts";
import { readBoolean, readChoice, readId, readPaymentMeans, readText } from "../reader.ts";
import { answerRows } from "../table.ts";
import { getCompany } from "./company.ts";

const addOnePaymentMethod: Command = {
  name: "payment-method add",
  about: "adds a payment method that invoices may name by its id",
  flags: [
    required("company", "id of the company; not with --rows"),
    required("form", "contado or credito"),
    required("label", "what people call it"),
    required("means", "payment means code: 10 cash, 42 transfer, 48 credit card, 49 debit card, ..."),
    optional("active", "false: known but not usable; true unless given"),
    optional("default", "true: used when an invoice names none"),
  ],
  run: async (context) => {
    const { input } = context;
    const company = await getCompany(context);
    const form = await input.get("form", readChoice("contado", "credito"));
    const label = await input.get("label", readText);
    const means = await input.get("means", readPaymentMeans);
    const isActive = input.find("active", readBoolean) ?? true;
    const isDefault = input.find("default", readBoolean) ?? false;
    if (isDefault && !isActive) throw new OperatorError("an inactive payment method cannot be the default");
    const twin = company.paymentMethods.find(
      (one) => one.form === form && one.meansCode === means.code && one.label === label,
    );
    if (twin !== undefined) {
      throw new AlreadyThere(
        `company ${company.id} has ${label} as payment method ${twin.id}`,
        "change it with `payment-method edit`",
      );
    }
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
      ...(isDefault ? [clearDefault(company.id)] : []),
      build.insert(paymentMethods).values(method),
    ]);
    return { data: method, text: `payment method ${label} (${means.code} ${means.name}) of company ${company.id}` };
  },
};

export const addPaymentMethod = withRows(addOnePaymentMethod, "payment method");

/** Leaves a company without a default payment method, before another becomes it. */
function clearDefault(companyId: number) {
  return build.update(paymentMethods).set({ isDefault: false }).where(eq(paymentMethods.companyId, companyId));
}

const editPaymentMethod: Command = {
  name: "payment-method edit",
  about: "changes a payment method; documents that are reserved keep what they say",
  flags: [
    required("company", "id of the company"),
    required("method", "id of the payment method, see `payment-method list`"),
    optional("label", "another name"),
    optional("active", "false: invoices may no longer name it"),
    optional("default", "true: used when an invoice names none; false: none is"),
  ],
  run: async (context) => {
    const { input } = context;
    const { id: companyId, paymentMethods: known } = await getCompany(context);
    const id = await input.get("method", readId);
    const before = known.find((one) => one.id === id);
    if (before === undefined) {
      throw new OperatorError(`company ${companyId} has no payment method ${id}`, "see `operator payment-method list`");
    }
    const after = {
      ...before,
      label: input.find("label", readText) ?? before.label,
      isActive: input.find("active", readBoolean) ?? before.isActive,
      isDefault: input.find("default", readBoolean) ?? before.isDefault,
    };
    if (isDeepStrictEqual(after, before)) throw new OperatorError("nothing to change");
    if (after.isDefault && !after.isActive) {
      throw new OperatorError("an inactive payment method cannot be the default", "give --default false as well");
    }
    const { label, isActive, isDefault } = after;
    const own = and(eq(paymentMethods.companyId, companyId), eq(paymentMethods.id, id));
    await commit(context, { companyId, action: "payment-method.edit", detail: { before, after } }, [
      ...(isDefault && !before.isDefault ? [clearDefault(companyId)] : []),
      build.update(paymentMethods).set({ label, isActive, isDefault }).where(own),
    ]);
    return { data: after, text: `payment method ${id} (${label}) of company ${companyId} is changed` };
  },
};

const listPaymentMethods: Command = {
  name: "payment-method list",
  reads: true,
  about: "lists the payment methods of a company",
  flags: [required("company", "id of the company"), CSV],
  run: async (context) => {
    const { paymentMethods: methods } = await getCompany(context);
    return answerRows(methods, "no payment method yet");
  },
};

const addOneCostCenter: Command = {
  name: "cost-center add",
  about: "adds a cost center that support documents may name",
  flags: [
    required("company", "id of the company; not with --rows"),
    required("code", "code"),
    optional("alternative-code", "another code for the same cost center"),
    required("name", "name"),
  ],
  run: async (context) => {
    const { input } = context;
    const company = await getCompany(context);
    const code = await input.get("code", readText);
    const name = await input.get("name", readText);
    const alternativeCode = input.find("alternative-code", readText) ?? null;
    const known = company.costCenters.find((one) => one.code === code);
    if (known !== undefined) {
      throw new AlreadyThere(`code ${code} is cost center ${known.id} already`, "change it with `cost-center edit`");
    }
    const center = { companyId: company.id, code, alternativeCode, name };
    const entry = { companyId: company.id, action: "cost-center.add", detail: center };
    await commit(context, entry, [build.insert(costCenters).values(center)]);
    return { data: center, text: `cost center ${code} of company ${company.id}` };
  },
};

const addCostCenter = withRows(addOneCostCenter, "cost center");

const editCostCenter: Command = {
  name: "cost-center edit",
  about: "changes the names of a cost center; its id and code stay",
  flags: [
    required("company", "id of the company"),
    required("code", "code of the cost center"),
    optional("name", "another name"),
    optional("alternative-code", "another code for it"),
  ],
  run: async (context) => {
    const { input } = context;
    const { id: companyId, costCenters: known } = await getCompany(context);
    const code = await input.get("code", readText);
    const before = known.find((one) => one.code === code);
    if (before === undefined) {
      throw new OperatorError(`company ${companyId} has no cost center ${code}`, "see `operator cost-center list`");
    }
    const after = {
      ...before,
      name: input.find("name", readText) ?? before.name,
      alternativeCode: input.find("alternative-code", readText) ?? before.alternativeCode,
    };
    if (isDeepStrictEqual(after, before)) throw new OperatorError("nothing to change");
    const { name, alternativeCode } = after;
    const own = and(eq(costCenters.companyId, companyId), eq(costCenters.code, code));
    await commit(context, { companyId, action: "cost-center.edit", detail: { before, after } }, [
      build.update(costCenters).set({ name, alternativeCode }).where(own),
    ]);
    return { data: after, text: `cost center ${code} of company ${companyId} is changed` };
  },
};

const listCostCenters: Command = {
  name: "cost-center list",
  reads: true,
  about: "lists the cost centers of a company",
  flags: [required("company", "id of the company"), CSV],
  run: async (context) => {
    const company = await getCompany(context);
    const { id, code, alternativeCode, name, companyId } = costCenters;
    const centers = build.select({ id, code, alternative_code: alternativeCode, name }).from(costCenters);
    const rows = await run(context.db, centers.where(eq(companyId, company.id)).orderBy(id));
    return answerRows(rows, "no cost center yet");
  },
};

export const CATALOG_COMMANDS: readonly Command[] = [
  addPaymentMethod,
  editPaymentMethod,
  listPaymentMethods,
  addCostCenter,
  editCostCenter,
  listCostCenters,
];
