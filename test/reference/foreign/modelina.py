"""Issues an invoice, repeats it and meets three errors; the answers are read by the classes that Modelina wrote."""
import json
import sys
import urllib.error
import urllib.request
import uuid

from answers import DocumentState, ErrorBody, ErrorCode, InvoiceCreation, InvoiceRejected

base, company, token = sys.argv[1:]


def post(body):
    request = urllib.request.Request(f"{base}/companies/{company}/fe/facturas", json.dumps(body).encode(), method="POST")
    request.add_header("authorization", f"Bearer {token}")
    request.add_header("content-type", "application/json")
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def sale(key, name, quantity=1):
    receiver = {"tipo_doc": "13", "numero_doc": "1098765432", "nombre": name}
    return {"draft_key": key, "receptor": receiver, "items": [{"desc": "Café", "cant": quantity, "unit": 1000, "iva": 19}]}


def read(kind, status, answer):
    assert answer[0] == status, answer
    print(status)
    return kind(json.loads(answer[1]))


key = str(uuid.uuid4())
created = read(InvoiceCreation, 201, post(sale(key, "Ana")))
assert created.estado is DocumentState.ACEPTADO and not created.idempotent
replayed = read(InvoiceCreation, 200, post(sale(key, "Ana")))
assert replayed.factura_id == created.factura_id and replayed.idempotent
conflict = read(ErrorBody, 409, post(sale(key, "Luis")))
assert conflict.code is ErrorCode.IDEMPOTENCY_CONFLICT and conflict.documento.id == created.factura_id
wrong = read(ErrorBody, 400, post(sale(str(uuid.uuid4()), "Ana", -1)))
assert len(wrong.details) > 0
rejected = read(InvoiceRejected, 422, post(sale(str(uuid.uuid4()), "Ana #rechazo")))
assert rejected.code is ErrorCode.DOCUMENT_REJECTED and rejected.authority.rules
