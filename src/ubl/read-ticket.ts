// Reads what a POS ticket says in the three extensions that only a ticket has: pairs of a name and a value.
import type { SignedTicket } from "../domain/document/signed-document.ts";
import { listChildren, type XmlElement } from "../xml/parse.ts";
import { find, list } from "./read.ts";

/** @param root of a ticket; an extension that it lacks, or a pair of one, says nothing. */
export function readTicket(root: XmlElement): SignedTicket {
  const maker = readPairs(root, "FabricanteSoftware", "InformacionDelFabricanteDelSoftware");
  const buyer = readPairs(root, "BeneficiosComprador", "InformacionBeneficiosComprador");
  const till = readPairs(root, "PuntoVenta", "InformacionCajaVenta");
  return {
    till: {
      plate: till("PlacaCaja"),
      place: till("UbicaciónCaja"),
      cashier: till("Cajero"),
      type: till("TipoCaja"),
      saleCode: till("CódigoVenta"),
    },
    buyer: { code: buyer("Codigo"), name: buyer("NombresApellidos"), points: buyer("Puntos") },
    maker: { person: maker("NombreApellido"), company: maker("RazonSocial"), product: maker("NombreSoftware") },
  };
}

/** Finds a value by its name; the elements take the namespace of the document itself. */
function readPairs(root: XmlElement, outer: string, inner: string): (name: string) => string | null {
  const children = (parents: readonly XmlElement[], local: string) =>
    parents.flatMap((parent) => listChildren(parent, root.namespace, local));
  const extensions = find(root, "ext:UBLExtensions");
  const contents = extensions === undefined ? [] : list(extensions, "ext:UBLExtension");
  const [group] = children(
    children(
      contents.flatMap((one) => list(one, "ext:ExtensionContent")),
      outer,
    ),
    inner,
  );
  const pairs = group?.children ?? [];
  return (name) => {
    const at = pairs.findIndex(({ local, text }) => local === "Name" && text.trim() === name);
    const value = at === -1 ? "" : (pairs[at + 1]?.text.trim() ?? "");
    return value === "" ? null : value;
  };
}
