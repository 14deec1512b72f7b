// Lists the cases of access: who may call what, and how refusals look.
import { type Case, expectAnswer, expectError, expectThat } from "./kit.ts";

const READ = "/fe/payment-methods";

export const accessCases: readonly Case[] = [
  {
    section: "5.5",
    title: "without a token: 401",
    run: async ({ get }) => expectError(await get(READ, { token: null }), 401, "unauthorized"),
  },
  {
    section: "5.5",
    title: "with a token that was never issued: the same 401",
    run: async ({ get }) => {
      const [missing, wrong] = await Promise.all([get(READ, { token: null }), get(READ, { token: "fed_test_x_y_z" })]);
      expectError(wrong, 401, "unauthorized");
      expectThat(missing.body.error === wrong.body.error, "the two refusals differ");
    },
  },
  {
    section: "5.5",
    title: "the right token with one letter changed: 401, and its text is not repeated",
    run: async ({ get, target }) => {
      const last = target.token.at(-1) === "a" ? "b" : "a";
      const answer = await get(READ, { token: target.token.slice(0, -1) + last });
      expectError(answer, 401, "unauthorized");
      expectThat(!JSON.stringify(answer.body).includes(target.token.slice(0, 20)), "the answer quotes the token");
    },
  },
  ...["999999999", "0", "01", "abc"].map(
    (company): Case => ({
      section: "5.2",
      title: `company ${company}, not the token's: 403`,
      run: async ({ get }) => {
        const answer = await get(READ, { company });
        expectError(answer, 403, "wrong_company");
        expectThat(
          answer.body.error.includes("no tiene acceso a la empresa"),
          `another sentence: ${answer.body.error}`,
        );
      },
    }),
  ),
  {
    section: "4",
    title: "a route that is none: 404",
    run: async ({ get }) => expectError(await get("/fe/nada"), 404, "route_not_found"),
  },
  {
    section: "4",
    title: "a method that a route has not: 405 with Allow",
    run: async ({ call }) => {
      const answer = await call("DELETE", "/dse/documentos", undefined, {});
      expectError(answer, 405, "method_not_allowed");
      expectThat(answer.headers.get("allow")?.includes("POST"), "Allow does not name POST");
    },
  },
  {
    section: "7",
    title: "every error has its request id, in body and header alike",
    run: async ({ get }) => {
      const answer = await get("/fe/nada");
      expectThat(answer.body.request_id === answer.headers.get("x-request-id"), "body and header differ");
    },
  },
  {
    section: "4.4",
    title: "payment methods: the connectivity check",
    module: "fe",
    run: async ({ get }) => {
      const answer = await get(READ);
      expectAnswer(answer, 200, { ok: true });
      expectThat(answer.body.payment_methods.length > 0, "the company has no payment method");
      for (const method of answer.body.payment_methods) {
        expectThat(Number.isInteger(method.id), "an id is no integer");
        expectThat(["contado", "credito"].includes(method.payment_form), `payment_form ${method.payment_form}`);
        for (const name of ["label", "payment_means_code", "payment_means_name"]) {
          expectThat(typeof method[name] === "string", `${name} is no text`);
        }
        expectThat(typeof method.is_active === "boolean" && typeof method.is_default === "boolean", "flags");
      }
    },
  },
];
