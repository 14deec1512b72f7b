"""Issues a support document and an invoice, retries with the same key, and annuls the invoice. Standard library only."""
import json
import os
import pathlib
import time
import urllib.error
import urllib.request
import uuid
from datetime import datetime, timedelta, timezone

DELAYS_S = (5, 15, 30, 60)
SCALE = float(os.environ.get("WAIT_SCALE", "1"))
FIRST_TIMEOUT_S = float(os.environ.get("FIRST_TIMEOUT_S", "0.15"))
TIMEOUT_S = 60


def read_configuration():
    """BASE_URL, COMPANY_ID and TOKEN, or the local stand."""
    if "TOKEN" in os.environ:
        return os.environ["BASE_URL"], os.environ["COMPANY_ID"], os.environ["TOKEN"]
    path = pathlib.Path(__file__).parents[2] / ".demo" / "demo.json"
    demo = json.loads(path.read_text(encoding="utf-8"))
    company = demo["companies"][0]
    return demo["base_url"], company["id"], company["tokens"]["all"]


BASE_URL, COMPANY_ID, TOKEN = read_configuration()
COMPANY = f"{BASE_URL}/companies/{COMPANY_ID}"


def call(method, url, timeout_s, key=None, body=None):
    """One request: (status, body, seconds of Retry-After); status 0 when nothing came back, which proves nothing."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Accept": "application/json"}
    data = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode()
    if key is not None:
        headers["Idempotency-Key"] = key
    request = urllib.request.Request(url, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=timeout_s) as response:
            return response.status, json.load(response), int(response.headers.get("Retry-After", 0))
    except urllib.error.HTTPError as error:
        text = error.read()
        return error.code, json.loads(text) if text.startswith(b"{") else {}, int(error.headers.get("Retry-After", 0))
    except (urllib.error.URLError, OSError):
        return 0, {}, 0


def wait(tries, retry_after_s=0):
    time.sleep(max(DELAYS_S[min(tries, len(DELAYS_S) - 1)], retry_after_s) * SCALE)


def find_id(body):
    """The id of what was issued; a note names its invoice too, and a note's own id comes first."""
    return body.get("nota_id") or body.get("factura_id") or body.get("documento", {}).get("id")


def issue(url, key, document):
    """Posts until the service knows the outcome of the document: one key from beginning to end."""
    tries = 0
    while True:
        status, body, retry_after_s = call("POST", url, FIRST_TIMEOUT_S if tries == 0 else TIMEOUT_S, key, document)
        print(f"POST, try {tries + 1}: {status or 'no answer in time'}")
        if status in (200, 201, 422) or body.get("pending"):
            if find_id(body):
                return find_id(body)
        elif 400 <= status < 500 and status not in (408, 429):
            raise SystemExit(f"refused: {json.dumps(body, ensure_ascii=False, indent=2)}")
        # Silence, 202 without a document, 429, 500, 503: the same again, never another key.
        wait(tries, retry_after_s)
        tries += 1


def read_until_final(url):
    tries = 0
    while True:
        status, body, _ = call("GET", url, TIMEOUT_S)
        document = body.get("documento") or body.get("doc") or {}
        if status == 200 and document.get("estado_authority") in ("aceptado", "rechazado"):
            return document
        wait(tries)
        tries += 1


def sample_invoice(key):
    return {
        "draft_key": key,
        "receptor": {
            "tipo_doc": "13",
            "numero_doc": "1020304050",
            "nombre": "Luis Rojas",
            "email": "luis@example.com",
            "direccion": "Carrera 15 # 88-21",
        },
        "items": [{"desc": "Café molido", "cant": 2, "unit": 25000, "iva": 19}],
        "payment": {"form": "contado", "means_code": "10", "due_date": ""},
        "withholdings": [],
    }


def show(document, fiscal_id):
    number = f"{document['prefijo']}{document['consecutivo']}"
    print(f"{document['estado_authority']} {number} {document['total']} {fiscal_id}")


def main():
    today = datetime.now(timezone(timedelta(hours=-5))).date().isoformat()
    # In earnest: the id of the purchase in your own system, stored before the first try.
    key = f"purchase-{uuid.uuid4()}"
    document = {
        "fecha_documento": today,
        "proveedor": {
            "tipo_documento": "13",
            "nit": "1098765432",
            "nombre": "Finca El Carmen",
            "direccion": "Vereda El Carmen, lote 4",
            "municipio": "Arbeláez",
            "codigo_municipio": "25053",
            "departamento": "Cundinamarca",
            "codigo_departamento": "25",
        },
        "items": [
            {
                "codigo": "50201706",
                "descripcion": "Café pergamino",
                "cantidad": 10,
                "precio_unitario": 12000,
                "porcentaje_iva": 19,
            }
        ],
    }
    documents = f"{COMPANY}/dse/documentos"
    documento = read_until_final(f"{documents}/{issue(documents, key, document)}")
    show(documento, documento["cuds"])

    sale = f"sale-{uuid.uuid4()}"
    invoice_id = issue(f"{COMPANY}/fe/facturas", sale, sample_invoice(sale))
    # An invoice in process takes no note: its end comes first.
    invoice = read_until_final(f"{COMPANY}/fe/docs/{invoice_id}")
    show(invoice, invoice["cufe"])
    # Its id alone annuls the whole invoice. The key follows from the sale's: a retry is the same note, never a second one.
    note_id = issue(f"{COMPANY}/fe/notas-credito", f"annul-{sale}", {"factura_id": invoice_id})
    note = read_until_final(f"{COMPANY}/fe/docs/{note_id}")
    show(note, note["cude"])


if __name__ == "__main__":
    main()
