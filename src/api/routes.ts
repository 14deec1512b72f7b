// Lists every endpoint, in the order of the reference.
import { acquirerRoutes } from "./acquirer/route.ts";
import type { Route } from "./app/route.ts";
import { branchRoutes } from "./branch/route.ts";
import { changeRoutes } from "./change/route.ts";
import { webhookRoutes } from "./change/webhook-route.ts";
import { companyRoutes } from "./company/route.ts";
import { invoiceRoutes } from "./invoice/route.ts";
import { mailRoutes } from "./mail/route.ts";
import { noteRoutes } from "./note/route.ts";
import { paymentMethodRoutes } from "./payment-method/route.ts";
import { closingRoutes } from "./record/closing-route.ts";
import { fileRoutes } from "./record/file-route.ts";
import { invoiceRecordRoutes } from "./record/invoice-route.ts";
import { linkRoutes } from "./record/link-route.ts";
import { supportDocumentRecordRoutes } from "./record/support-document-route.ts";
import { thirdPartyRoutes } from "./record/third-party-route.ts";
import { ticketRecordRoutes } from "./record/ticket-route.ts";
import { supportDocumentRoutes } from "./support-document/route.ts";
import { ticketRoutes } from "./ticket/route.ts";

/** Each knows its method, path and versions; `app.ts` mounts them, and the reference is generated from them. */
export const ROUTES: readonly Route[] = [
  ...supportDocumentRoutes,
  ...supportDocumentRecordRoutes,
  ...invoiceRoutes,
  ...invoiceRecordRoutes,
  ...noteRoutes,
  ...ticketRoutes,
  ...ticketRecordRoutes,
  ...closingRoutes,
  ...fileRoutes,
  ...linkRoutes,
  ...mailRoutes,
  ...thirdPartyRoutes,
  ...paymentMethodRoutes,
  ...branchRoutes,
  ...acquirerRoutes,
  ...changeRoutes,
  ...webhookRoutes,
  ...companyRoutes,
];
