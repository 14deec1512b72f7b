"""Issues a support document, repeats with the same key after a timeout, and reads it. Standard library only."""
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
DOCUMENTS = f"{BASE_URL}/companies/{COMPANY_ID}/dse/documentos"


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


def issue(key, document):
    """Posts until the service knows the outcome of the document: one key from beginning to end."""
    tries = 0
    while True:
        status, body, retry_after_s = call("POST", DOCUMENTS, FIRST_TIMEOUT_S if tries == 0 else TIMEOUT_S, key, document)
        print(f"POST, try {tries + 1}: {status or 'no answer in time'}")
        if status in (200, 201, 422) or body.get("pending"):
            if "documento" in body:
                return body["documento"]["id"]
        elif 400 <= status < 500 and status not in (408, 429):
            raise SystemExit(f"refused: {json.dumps(body, ensure_ascii=False, indent=2)}")
        # Silence, 202 without a document, 429, 500, 503: the same again, never another key.
        wait(tries, retry_after_s)
        tries += 1


def read_until_final(document_id):
    tries = 0
    while True:
        status, body, _ = call("GET", f"{DOCUMENTS}/{document_id}", TIMEOUT_S)
        if status == 200 and not body["pending"]:
            return body["documento"]
        wait(tries)
        tries += 1


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
    documento = read_until_final(issue(key, document))
    number = f"{documento['prefijo']}{documento['consecutivo']}"
    print(f"{documento['estado_authority']} {number} {documento['total']} {documento['cuds']}")


if __name__ == "__main__":
    main()
