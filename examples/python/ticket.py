"""Writes an accepted invoice or note as bytes for a receipt printer (ESC/POS), with its QR code. Standard library only."""
import json
import pathlib
import re
import sys
import unicodedata

CODE_PAGE = 16  # Windows-1252 in most printers; its manual has the number under "ESC t".
WIDE = 48  # Columns of paper of 80 mm; 32 on 58 mm.

START = bytes([0x1B, 0x40, 0x1B, 0x74, CODE_PAGE])
LEFT = bytes([0x1B, 0x61, 0])
CENTRE = bytes([0x1B, 0x61, 1])
BOLD = bytes([0x1B, 0x45, 1])
PLAIN = bytes([0x1B, 0x45, 0])
CUT = bytes([0x1D, 0x56, 0x42, 0])


def clean(text):
    """Characters of the code page alone. A control character inside a name would be a command to the printer."""
    known = (
        " " if unicodedata.category(one) == "Cc" or one == "\xa0" else one
        for one in unicodedata.normalize("NFC", text)
    )
    return "".join(known).encode("cp1252", "replace").decode("cp1252")


def wrap(text, columns):
    """Lines no longer than the paper is wide; a word that is longer, such as the CUFE, is broken."""
    lines, line = [], ""
    for word in filter(None, clean(text).split(" ")):
        if line and len(line) + 1 + len(word) <= columns:
            line += f" {word}"
            continue
        if line:
            lines.append(line)
        line = word
        while len(line) > columns:
            lines.append(line[:columns])
            line = line[columns:]
    return [*lines, line] if line else lines


def pair(text, amount, columns):
    """A text with its amount at the right edge."""
    lines = wrap(text, columns)
    last = lines[-1] if lines else ""
    if len(last) + 1 + len(amount) > columns:
        return [*lines, amount.rjust(columns)]
    return [*lines[:-1], last + amount.rjust(columns - len(last))]


def format_number(value):
    """`1234567.50` as `1.234.567,50`."""
    whole, point, fraction = value.partition(".")
    return re.sub(r"\B(?=(\d{3})+$)", ".", whole) + ("," if point else "") + fraction


def format_quantity(value):
    return format_number(value.rstrip("0").rstrip(".") if "." in value else value)


def is_zero(value):
    return value.strip("0.") == ""


def print_lines(lines):
    return "".join(f"{line}\n" for line in lines).encode("cp1252", "replace")


def print_qr(text, module):
    """The printer draws the code itself: model 2, size of a module, correction M, the text, print."""

    def command(*parameters):
        return bytes([0x1D, 0x28, 0x6B]) + len(parameters).to_bytes(2, "little") + bytes(parameters)

    return b"".join(
        [
            command(0x31, 0x41, 0x32, 0),
            command(0x31, 0x43, module),
            command(0x31, 0x45, 0x31),
            command(0x31, 0x50, 0x30, *text.encode("cp1252", "replace")),
            command(0x31, 0x51, 0x30),
        ]
    )


def write_ticket(answer, sale, columns):
    """The bytes of a ticket. `sale` has what only the till knows: payment, and code and unit of each product."""
    doc, shown = answer["doc"], answer["representacion"]
    if doc["estado_authority"] != "aceptado" or shown is None or shown["validacion"] is None:
        raise SystemExit(f"estado {doc['estado_authority']}: todavía no se entrega")
    issuer, validation, identifier = shown["emisor"], shown["validacion"], shown["identificador"]
    legend = wrap(shown["leyenda"] or "", columns)
    # At 203 dpi the code measures 26 mm with 4 dots a module and 39 mm with 6; less than 20 mm is not allowed.
    module = 6 if columns >= WIDE else 4

    def present(*texts):
        return [line for text in texts if text is not None for line in wrap(text, columns)]

    heading = present(
        f"NIT {issuer['nit']}" + ("" if issuer["dv"] is None else f"-{issuer['dv']}"),
        issuer["direccion"],
        issuer["municipio"],
        *issuer["calidades"],
    )
    facts = present(
        f"Expedición: {shown['fecha']} {shown['hora'][:8]}",
        f"Validación: {validation['fecha']} {validation['hora'][:8]}",
        f"Cliente: {doc['tercero']['nombre']}",
        f"Identificación: {doc['tercero']['numero_documento']}",
    )
    rule = "-" * columns
    lines = []
    for index, item in enumerate(doc["items"]):
        product = sale["productos"][index] if index < len(sale["productos"]) else {"codigo": "", "unidad": ""}
        rate = item["tipo_impuesto"]
        if not is_zero(item["tarifa"]):
            rate += f" {format_number(item['tarifa'])} %"
        what = f"{format_quantity(item['cantidad'])} {product['unidad']} x {format_number(item['valor_unitario'])}, {rate}"
        lines += wrap(f"{index + 1}. {product['codigo']} {item['descripcion']}", columns)
        lines += pair(what, format_number(item["base_imponible"]), columns)
        if not is_zero(item["descuento"]):
            lines += wrap(f"Descuento incluido: {format_number(item['descuento'])}", columns)
    sums = pair("Subtotal", format_number(doc["subtotal"]), columns)
    for tax in shown["impuestos"]:
        text = tax["nombre"]
        if tax["tarifa"] is not None:
            text += f" {format_number(tax['tarifa'])} % de {format_number(tax['base'])}"
        sums += pair(text, format_number(tax["valor"]), columns)
    for one in doc["descuentos"]:
        sums += pair(one["motivo"], f"-{format_number(one['valor'])}", columns)
    for one in doc["cargos"]:
        sums += pair(one["motivo"], format_number(one["valor"]), columns)
    withheld = []
    if not is_zero(doc["total_retenciones"]):
        withheld = pair("Retenciones", format_number(doc["total_retenciones"]), columns)
    end = present(
        f"Forma y medio de pago: {sale['pago']}",
        f"Líneas: {len(doc['items'])}",
        (shown["resolucion"] or {}).get("texto"),
        f"{identifier['nombre']}:",
        identifier["valor"],
    )
    maker = shown["fabricante"]
    made = present(maker and f"Software: {maker['software']}. Fabricante: {maker['nombre']}, NIT {maker['nit']}")
    return b"".join(
        [
            START,
            CENTRE,
            BOLD,
            print_lines([*legend, *wrap(issuer["nombre"], columns)]),
            PLAIN,
            print_lines(heading),
            BOLD,
            print_lines([*wrap(shown["titulo"], columns), shown["numero"]]),
            PLAIN,
            LEFT,
            print_lines([*facts, rule, *lines, rule, *sums]),
            BOLD,
            print_lines(pair("TOTAL", format_number(doc["total"]), columns)),
            PLAIN,
            print_lines([*withheld, *end]),
            CENTRE,
            # The empty lines are the margin without which a QR code is not read.
            print_lines([""]),
            print_qr(shown["qr_url"], module),
            print_lines(["", *made, *legend]),
            CUT,
        ]
    )


def main():
    if len(sys.argv) < 2:
        raise SystemExit("usage: ticket.py FILE [COLUMNS] > /dev/usb/lp0")
    given = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    columns = int(sys.argv[2]) if len(sys.argv) > 2 else WIDE
    sys.stdout.buffer.write(write_ticket(given["respuesta"], given["venta"], columns))


if __name__ == "__main__":
    main()
