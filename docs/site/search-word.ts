// Lists the words by which people look for a guide that does not have them: what went wrong, in the words of a till. A word in two
// guides leads to neither for sure; the tests hold what each leads to.
import type { Language } from "./english.ts";

/** By the address of the guide. */
export const SEARCH_WORDS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  autenticacion: {
    es: "token contraseña permiso 401 403 límite de solicitudes por minuto",
    en: "token password permission scope 401 403 rate limit requests per minute",
  },
  idempotencia: {
    es: "factura duplicada doble repetida dos veces cobrar venta respuesta perdida tiempo agotado vencido timeout reintentar corte de red sin respuesta",
    en: "duplicate invoice sent twice double charged lost answer response timeout timed out retry network no answer",
  },
  "documento-soporte": {
    es: "compra proveedor no obligado a facturar sin factura",
    en: "purchase supplier who does not invoice without invoice",
  },
  factura: {
    es: "campos redondeo centavos impuesto incluido NIT dígito de verificación talonario contingencia separador decimal miles factura electrónica impoconsumo INC impuesto al consumo exento excluido IVA régimen simple retención retefuente reteIVA reteICA",
    en: "fields rounding cents tax included NIT check digit paper contingency decimal separator thousands electronic invoice consumption tax INC impoconsumo exempt excluded zero rate regime withholding retention",
  },
  "facturas-completas": {
    es: "cuotas anticipo abono orden de compra exportar dólares obsequio regalo unidades kilo código de barras varios pagos",
    en: "instalments deposit prepayment purchase order export dollars gift units kilo barcode several payments split",
  },
  "facturas-de-caja": {
    es: "propina servicio mesero cajero descuento cupón promoción vuelto efectivo bolsa plástica domicilio envío a domicilio",
    en: "tip gratuity waiter cashier discount coupon promotion change cash plastic bag delivery charge",
  },
  "establecimientos-y-cajas": {
    es: "sucursal sede tienda local punto de venta",
    en: "branch shop store point of sale",
  },
  "imprimir-y-entregar": {
    es: "correo enviar impresora térmica tirilla recibo código QR PDF descargar whatsapp enlace tildes raras tabla de caracteres página de códigos logo autoridad caída no responde sin internet offline sin conexión reimprimir copia CUFE cajón monedero",
    en: "e-mail email send thermal printer receipt QR code PDF download whatsapp link strange accents characters code page logo authority down does not answer offline no internet connection reprint copy CUFE cash drawer",
  },
  notas: {
    es: "cancelar factura devolver devolución plata dinero reembolso anular venta borrar eliminar corregir error equivoqué precio nota crédito débito cambio de producto",
    en: "cancel invoice refund money back return void sale delete undo correct mistake wrong price credit debit note goods exchange",
  },
  "tiquetes-pos": {
    es: "tiquete caja registradora documento equivalente",
    en: "ticket cash register equivalent document",
  },
  "antes-de-que-se-acabe": {
    es: "rango agotado numeración resolución vencida certificado vencido plan se acaba resolución de numeración autorización prefijo",
    en: "range exhausted numbering resolution expired certificate plan running out authorization prefix",
  },
  "cambios-y-webhooks": {
    es: "notificación aviso avisar suscripción evento sincronizar",
    en: "notification notify subscription event sync poll callback",
  },
  "cerrar-la-caja": {
    es: "cierre cuadre arqueo turno cuánto vendí hoy ventas del día reporte informe Z cierre de caja",
    en: "closing cash count shift end of day daily sales report Z how much sold sell today till",
  },
  errores: {
    es: "factura rechazada rechazo rechazar regla",
    en: "invoice rejected rejection by the authority rule",
  },
  "lo-que-no-hay": {
    es: "tipo 04 nómina RADIAN CORS",
    en: "type 04 payroll RADIAN CORS",
  },
  norma: {
    es: "ley resolución anexo técnico versión UBL UVT requisito legal",
    en: "law legal resolution technical annex version UBL UVT requirement",
  },
  pruebas: {
    es: "probar simular ensayar sin emitir etiqueta falla ambiente de pruebas habilitación",
    en: "try simulate test card tag fault failure habilitación test environment",
  },
  clientes: {
    es: "librería SDK paquete composer nuget npm pip",
    en: "library SDK package composer nuget npm pip",
  },
  "tablas-de-codigos": {
    es: "código municipio país medio de pago tipo de documento unidad de medida datáfono tarjeta nequi daviplata transferencia responsabilidad fiscal",
    en: "municipality code country means of payment type of document unit of measure card terminal transfer fiscal responsibility datáfono",
  },
};
