"""Tests the retry table row by row, and the client against a running stand (BASE_URL, COMPANY_ID, TOKEN) when there is one.

ROWS, a path, is the table of the TypeScript client's test: both clients read answers alike.
"""
import json
import os
import unittest
import uuid
from datetime import datetime, timedelta, timezone

from factura_edge import Accepted, ApiError, Client, NoAnswerError, OutcomeUnknownError, Pending, Rejected
from factura_edge.creation import Pace, judge
from factura_edge.transport import Answer, Silence, create_transport

DELAYS_S = (0.02, 0.04, 0.08, 0.16)


class RetryTable(unittest.TestCase):
    @unittest.skipUnless("ROWS" in os.environ, "the table is the TypeScript client's")
    def test_every_row(self):
        with open(os.environ["ROWS"], encoding="utf-8") as file:
            rows = json.load(file)
        self.assertGreater(len(rows), 15)
        for row in rows:
            with self.subTest(row=row):
                verdict = judge(Answer(row["status"], row.get("body"), row.get("after", 0)))
                expected = row["verdict"]
                self.assertEqual(verdict.type, expected["type"])
                self.assertEqual(verdict.is_accepted, expected.get("isAccepted", False))
                self.assertEqual(verdict.id, expected.get("id"))
                self.assertEqual(verdict.wait_s * 1000, expected.get("waitMs", 0))

    def test_silence_is_no_proof(self):
        self.assertEqual(judge(Silence(TimeoutError())).type, "again")

    def test_waits_5_15_30_60_and_60_from_then_on(self):
        pace = Pace()
        self.assertEqual([pace.pick(tries) for tries in (0, 1, 2, 3, 4, 9)], [5, 15, 30, 60, 60, 60])


class Meddler:
    """A transport between client and stand, with the trips that passed."""

    def __init__(self, meddle=None, timeout_s=60):
        self.trips = []
        self._meddle = meddle
        base_url, company = os.environ["BASE_URL"], int(os.environ["COMPANY_ID"])
        self._send = create_transport(base_url, company, os.environ["TOKEN"], timeout_s)

    def __call__(self, request):
        self.trips.append((request.method, request.headers.get("Idempotency-Key")))
        return self._send(request) if self._meddle is None else self._meddle(len(self.trips), lambda: self._send(request))


def connect(meddle=None, *, timeout_s=60, patience_s=20):
    send = Meddler(meddle, timeout_s)
    return Client("", 1, "", send=send, delays_s=DELAYS_S, patience_s=patience_s), send.trips


def document(tag=""):
    today = datetime.now(timezone(timedelta(hours=-5))).date().isoformat()
    return {
        "fecha_documento": today,
        "proveedor": {
            "tipo_documento": "13",
            "nit": "1098765432",
            "nombre": f"Finca El Carmen {tag}".strip(),
            "direccion": "Vereda El Carmen, lote 4",
            "municipio": "Arbeláez",
            "codigo_municipio": "25053",
            "departamento": "Cundinamarca",
            "codigo_departamento": "25",
        },
        "items": [{"codigo": "50201706", "descripcion": "Café", "cantidad": 10, "precio_unitario": 12000, "porcentaje_iva": 19}],
    }


def invoice(tag=""):
    return {
        "draft_key": f"python-{uuid.uuid4()}",
        "receptor": {"tipo_doc": "13", "numero_doc": "1020304050", "nombre": f"María Gómez {tag}".strip(), "email": "m@example.com"},
        "items": [{"desc": "Servicio", "cant": 1, "unit": 100000, "iva": 19}],
    }


def new_key():
    return f"python-{uuid.uuid4()}"


@unittest.skipUnless("TOKEN" in os.environ, "no stand")
class AgainstAStand(unittest.TestCase):
    def test_one_trip_when_all_goes_well(self):
        client, trips = connect()
        key = new_key()
        outcome = client.create_support_document(key, document())
        self.assertIsInstance(outcome, Accepted)
        self.assertFalse(outcome.is_replay)
        self.assertEqual(outcome.body["documento"]["total"], "142800.00")
        self.assertEqual(len(outcome.body["documento"]["cuds"]), 96)
        self.assertEqual(trips, [("POST", key)])

    def test_lost_answers_are_repeated_with_the_same_key(self):
        def lose(trip, send):
            answer = send()
            return Silence(ConnectionResetError()) if trip < 3 else answer

        client, trips = connect(lose)
        key = new_key()
        outcome = client.create_support_document(key, document())
        self.assertTrue(isinstance(outcome, Accepted) and outcome.is_replay)
        self.assertEqual(trips, [("POST", key)] * 3)

    def test_uncertain_results_are_waited_for(self):
        for tag in ("#silencio", "#tarde", "#proceso", "#duplicado", "#cortado"):
            with self.subTest(tag=tag):
                client, trips = connect()
                outcome = client.create_support_document(new_key(), document(tag))
                self.assertIsInstance(outcome, Accepted)
                self.assertEqual(len({key for method, key in trips if method == "POST"}), 1)

    def test_a_rejection_shows_its_rules(self):
        client, trips = connect()
        outcome = client.create_invoice(invoice("#rechazo"))
        self.assertIsInstance(outcome, Rejected)
        self.assertEqual(outcome.body["code"], "document_rejected")
        self.assertEqual(outcome.body["details"][0]["severity"], "rechazo")
        self.assertEqual(len(trips), 1)

    def test_hands_back_the_id_when_the_authority_does_not_decide(self):
        client, _ = connect(patience_s=0.4)
        self.assertIsInstance(client.create_invoice(invoice("#perdido")), Pending)

    def test_names_the_key_when_no_answer_comes(self):
        client, _ = connect(lambda trip, send: Silence(OSError("no route to host")), patience_s=0.2)
        key = new_key()
        with self.assertRaises(OutcomeUnknownError) as caught:
            client.create_support_document(key, document())
        self.assertEqual(caught.exception.key, key)

    def test_gives_up_at_its_deadline_and_repeats_with_the_same_key(self):
        # Shorter than any answer: the request arrives all the same.
        hasty, _ = connect(timeout_s=0.02, patience_s=0)
        key = new_key()
        with self.assertRaises(OutcomeUnknownError):
            hasty.create_support_document(key, document())
        client, trips = connect()
        outcome = client.create_support_document(key, document())
        self.assertIsInstance(outcome, Accepted)
        self.assertEqual({sent for method, sent in trips if method == "POST"}, {key})

    def test_raises_what_the_service_says_without_a_second_try(self):
        for code, change in (("idempotency_conflict", {"medio_pago_codigo": "42"}), ("invalid_payload", {"items": []})):
            with self.subTest(code=code):
                client, trips = connect()
                key = new_key()
                client.create_support_document(key, document())
                with self.assertRaises(ApiError) as caught:
                    client.create_support_document(key, {**document(), **change})
                self.assertEqual(caught.exception.code, code)
                self.assertEqual(len(trips), 2)

    def test_waits_as_long_as_a_429_asks(self):
        def limit(trip, send):
            return Answer(429, {"ok": False, "code": "rate_limited"}, 1) if trip == 1 else send()

        client, trips = connect(limit)
        began = datetime.now()
        self.assertIsInstance(client.create_support_document(new_key(), document()), Accepted)
        self.assertGreaterEqual((datetime.now() - began).total_seconds(), 0.99)
        self.assertEqual(len(trips), 2)

    def test_rehearses_reads_lists_and_looks_up(self):
        client, _ = connect()
        self.assertEqual(client.dry_run_support_document(document())["documento"]["total"], "142800.00")
        self.assertEqual(client.dry_run_invoice(invoice())["documento"]["total"], "119000.00")
        ids = [client.create_invoice(invoice()).id for _ in range(2)]
        listed = [row["id"] for row in client.list_invoices(estado="aprobado")]
        self.assertEqual(listed[:2], ids[::-1])
        self.assertEqual(client.get_invoice(ids[0])["estado_authority"], "aceptado")
        self.assertTrue(client.list_payment_methods(True))
        self.assertTrue(any(row["nombre"].startswith("María") for row in client.list_third_parties("maria")))
        with self.assertRaises(ApiError) as caught:
            client.get_support_document(999_999_999)
        self.assertEqual(caught.exception.code, "not_found")

    def test_reads_are_repeated_and_then_reported(self):
        client, trips = connect(lambda trip, send: Silence(OSError()))
        with self.assertRaises(NoAnswerError):
            client.list_payment_methods()
        self.assertEqual(len(trips), 4)

    def test_an_invoice_without_its_key_is_not_sent(self):
        client, trips = connect()
        body = invoice()
        del body["draft_key"]
        with self.assertRaises(ValueError):
            client.create_invoice(body)
        self.assertEqual(trips, [])


if __name__ == "__main__":
    unittest.main()
