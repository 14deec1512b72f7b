import { createClient } from "../../client/src/client-v2.ts";

const { BASE_URL = "", COMPANY_ID, TOKEN = "" } = process.env;
try {
  const client = createClient({ baseUrl: BASE_URL, companyId: Number(COMPANY_ID), token: TOKEN, patienceMs: 30_000 });
  const sale = await client.invoices.create({
    draft_key: "venta-4711", // your sale's id: a retry never sells twice
    receptor: { tipo_doc: "13", numero_doc: "1020304050", nombre: "Luis Rojas", email: "luis@example.com" },
    items: [{ desc: "Café molido", cant: 2, unit: 25_000, iva: 19 }],
    payment: { form: "contado", means_code: "10" }, // cash
  });
  if (sale.type === "accepted") console.log(sale.body.prefijo, sale.body.consecutivo, sale.body.cufe);
  else console.log(sale.type === "rejected" ? sale.body.error : sale);
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
