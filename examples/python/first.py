import os, sys
from factura_edge.v2 import Accepted, ApiError, Client, NoAnswerError, NotSentError, Rejected

try:
    client = Client(os.getenv("BASE_URL", ""), int(os.getenv("COMPANY_ID") or 0), os.getenv("TOKEN", ""), patience_s=30)
    sale = client.create_invoice({
        "draft_key": "venta-4712",  # your sale's id
        "receptor": {"tipo_doc": "13", "numero_doc": "1020304050", "nombre": "Luis Rojas", "email": "luis@example.com"},
        "items": [{"desc": "Café molido", "cant": 2, "unit": 25000, "iva": 19}],
        "payment": {"form": "contado", "means_code": "10"},  # cash
    })
    if isinstance(sale, Accepted):
        print(sale.body["prefijo"], sale.body["consecutivo"], sale.body["cufe"])
    else:
        print(sale.body["error"] if isinstance(sale, Rejected) else sale)
except (ApiError, NoAnswerError, NotSentError) as error:
    sys.exit(str(error))
