// Holds the bodies of tickets that the examples and the guides show.

/** A sale to nobody in particular. */
export const SMALL_TICKET = {
  items: [{ desc: "Camisa de algodón", cant: 2, unit: 25000, iva: 19, codigo: "CAM01" }],
  caja: { placa: "CAJA-01", ubicacion: "Salón principal", cajero: "Pedro Ruiz", codigo_venta: "V-000101" },
};

/** The same, to a buyer whose name carries a tag of the pretend authority. */
export function tagTicket(tag: string) {
  return { ...SMALL_TICKET, receptor: { tipo_doc: "13", numero_doc: "1020304050", nombre: `Luis Rojas ${tag}` } };
}
