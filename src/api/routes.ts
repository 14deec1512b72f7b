// Lists every endpoint, in the order of the reference.
import { acquirerRoutes } from "./acquirer/route.ts";
import { invoiceRoutes } from "./invoice/route.ts";
import { paymentMethodRoutes } from "./payment-method/route.ts";
import type { Route } from "./route.ts";
import { supportDocumentRoutes } from "./support-document/route.ts";
import { thirdPartyRoutes } from "./third-party/route.ts";

export const ROUTES: readonly Route[] = [
  ...supportDocumentRoutes,
  ...invoiceRoutes,
  ...thirdPartyRoutes,
  ...paymentMethodRoutes,
  ...acquirerRoutes,
];
