"""Tests the tables row by row, and the clients of both versions against a running stand (BASE_URL, COMPANY_ID, TOKEN) when there is one.

ROWS, a path, has the tables of the TypeScript client's tests: both clients refuse and read alike.
"""
import base64
import hashlib
import hmac
import json
import os
import random
import socket
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request
import uuid
from collections import namedtuple
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType

import factura_edge
from factura_edge import (
    Accepted,
    ApiError,
    Client,
    NoAnswerError,
    NotSentError,
    OutcomeUnknownError,
    Pending,
    Rejected,
    WebhookError,
    v2,
    verify_webhook,
)
from factura_edge.body import write_body
from factura_edge.creation import Pace, judge
from factura_edge.transport import Answer, Silence, create_transport

DELAYS_S = (0.02, 0.04, 0.08, 0.16)
Line = namedtuple("Line", "unit")
# A buyer of its own: other programmes sell to others of the same company meanwhile.
BUYER = str(random.randrange(10**8, 10**9))


def contain_itself():
    body = []
    body.append({"list": body})
    return body


def read_tables():
    """The tables of the TypeScript client's tests; empty ones when this test runs alone."""
    if "ROWS" not in os.environ:
        names = ("retry", "endings", "configurations", "keys", "bodies", "files", "ids", "retries", "refusals", "causes", "languages", "waits", "afters")
        return {name: [] for name in names}
    with open(os.environ["ROWS"], encoding="utf-8") as file:
        return json.load(file)


TABLES = read_tables()
MAKE = {"v1": Client, "v2": v2.Client}


class Bodies(unittest.TestCase):
    def test_every_row(self):
        for row in TABLES["bodies"]:
            with self.subTest(what=row["what"]):
                value = eval(row["python"])  # An expression of our own table.
                if "written" in row:
                    self.assertEqual(write_body({"items": [{"unit": value}]}).decode(), '{"items":[{"unit":%s}]}' % row["written"])
                    continue
                with self.assertRaisesRegex(NotSentError, r"^nothing was sent: items\[0\]\.unit"):
                    write_body({"items": [{"unit": value}]})
                with self.assertRaises(NotSentError):
                    write_body(value)

    def test_any_body_is_written_as_it_is_and_refused_with_one_lost_value_anywhere(self):
        lost = [row["python"] for row in TABLES["bodies"] if "written" not in row] or ["float('nan')"]
        for seed in range(500):
            chance = random.Random(seed)
            body = {"body": self.make_tree(chance, 4)}
            self.assertEqual(json.loads(write_body(body)), body, seed)
            wrapped = eval(chance.choice(lost))
            for _ in range(chance.randint(0, 8)):
                wrapped = [body, wrapped] if chance.random() < 0.5 else {"a": body, "ñ": wrapped}
            with self.assertRaises(NotSentError, msg=seed):
                write_body({"body": wrapped})

    def make_tree(self, chance, depth):
        kind = chance.randrange(7 if depth else 5)
        if kind == 5:
            return [self.make_tree(chance, depth - 1) for _ in range(chance.randrange(4))]
        if kind == 6:
            return {chance.choice("abñ€😀"): self.make_tree(chance, depth - 1) for _ in range(chance.randrange(4))}
        return (None, chance.random() < 0.5, chance.randrange(-(10**20), 10**20), chance.uniform(-1e12, 1e12), "ñ\t€")[kind]


class Exports(unittest.TestCase):
    def test_each_name_is_there_once(self):
        for module in (factura_edge, v2):
            self.assertEqual(sorted(set(module.__all__)), sorted(module.__all__))
            self.assertEqual([name for name in module.__all__ if not hasattr(module, name)], [])
            self.assertIn("InvoiceRequest", module.__all__)


class Scripted:
    """A transport that gives these answers in turn, and then none, with what was sent."""

    def __init__(self, answers):
        self.sent = []
        self.sent_at = []
        self._answers = answers

    def __call__(self, request):
        answer = self._answers[len(self.sent)] if len(self.sent) < len(self._answers) else "silence"
        self.sent.append(request)
        self.sent_at.append(time.monotonic())
        if answer == "silence":
            return Silence(ConnectionResetError())
        return Answer(answer["status"], answer.get("body"), answer.get("after", 0))


def connect_scripted(answers, patience_s=0.7, **options):
    send = Scripted(answers)
    return v2.Client("", 1, "", **{"send": send, "delays_s": [0.005], "patience_s": patience_s, **options}), send.sent


class BeforeAndAfterSending(unittest.TestCase):
    def test_every_configuration(self):
        for row in TABLES["configurations"]:
            with self.subTest(what=row["what"]):
                given = (row["baseUrl"], row["companyId"], row["token"])
                if row["isTaken"]:
                    MAKE[row["version"]](*given)
                else:
                    with self.assertRaises(NotSentError):
                        MAKE[row["version"]](*given)

    def test_options_that_cannot_be_right(self):
        for options in ({"timeout_s": 0}, {"timeout_s": float("nan")}, {"patience_s": float("nan")}, {"patience_s": -1}, {"patience_s": 0}, {"delays_s": []}):
            with self.subTest(options=options), self.assertRaises(NotSentError):
                Client("https://api.test/api/ext/v1", 1, "fed_1", **options)

    def test_every_key(self):
        for row in TABLES["keys"]:
            with self.subTest(what=row["what"]):
                client, sent = connect_scripted([{"status": 201, "body": {"nota_id": 9}}])
                body = {"factura_id": 1, **({"draft_key": row["own"]} if "own" in row else {})}
                if row["place"] == "nowhere":
                    with self.assertRaises(NotSentError):
                        client.create_credit_note(row["key"], body)
                    self.assertEqual(sent, [])
                    continue
                client.create_credit_note(row["key"], body)
                in_body = json.loads(sent[0].body).get("draft_key") or None
                self.assertEqual(sent[0].headers.get("Idempotency-Key"), row["key"] if row["place"] == "header" else None)
                self.assertEqual(in_body, row["key"] if row["place"] == "body" else None)

    def test_every_ending(self):
        for row in TABLES["endings"]:
            with self.subTest(row=row):
                client, _ = connect_scripted(row["answers"])
                raised = {"refused": ApiError, "unknown": OutcomeUnknownError}.get(row["ending"])
                if raised is not None:
                    with self.assertRaises(raised):
                        client.create_credit_note("k-1", {"factura_id": 1})
                    continue
                outcome = client.create_credit_note("k-1", {"factura_id": 1})
                self.assertEqual((type(outcome).__name__.lower(), outcome.id), (row["ending"], 9))

    def test_every_cause(self):
        for row in TABLES["causes"]:
            client = v2.Client(row["baseUrl"], 1, "fed_1", timeout_s=row["timeoutS"], patience_s=row["patienceS"], delays_s=[60])
            says = rf"key k-1 \(.*(?:{row['says']}).*\): repeat with"
            began = time.monotonic()
            with self.subTest(what=row["what"]):
                with self.assertRaisesRegex(OutcomeUnknownError, says):
                    client.create_credit_note("k-1", {"factura_id": 1})
                with self.assertRaisesRegex((NoAnswerError, ApiError), row["says"]):
                    client.get_invoice(7)
                self.assertLess(time.monotonic() - began, 50)

    def test_every_language(self):
        for row in TABLES["languages"]:
            chosen = {} if row["language"] is None else {"language": row["language"]}
            with self.subTest(chosen=chosen):
                if row["says"] is None:
                    with self.assertRaises(NotSentError):
                        v2.Client(row["baseUrl"], 1, "fed_1", **chosen)
                    continue
                with self.assertRaisesRegex(ApiError, f"^{row['says']}$"):
                    v2.Client(row["baseUrl"], 1, "fed_1", **chosen).get_invoice(7)

    def test_every_retry(self):
        for row in TABLES["retries"]:
            heard = []
            client, _ = connect_scripted(row["answers"], delays_s=[0.005, 0.01], on_retry=heard.append)
            try:
                client.create_credit_note("k-1", {"factura_id": 1})
            except ApiError:
                self.assertEqual(row["heard"], [])
            with self.subTest(what=row["what"]):
                self.assertEqual([(one.attempt, one.wait_s) for one in heard], [(one["attempt"], one["waitSeconds"]) for one in row["heard"]])
                for one, expected in zip(heard, row["heard"]):
                    self.assertEqual(one.cause, expected.get("cause", "ConnectionResetError"))

    def test_every_wait(self):
        for row in TABLES["waits"]:
            send = Scripted(row["answers"])
            outcome = v2.Client("", 1, "", send=send, delays_s=[0.005], patience_s=20).create_credit_note("k-1", {"factura_id": 1})
            with self.subTest(what=row["what"]):
                waited = [later - earlier for earlier, later in zip(send.sent_at, send.sent_at[1:])]
                self.assertEqual((type(outcome).__name__.lower(), len(waited)), (row["ending"], len(row["gaps"])))
                for seconds, gap in zip(waited, row["gaps"]):
                    self.assertGreaterEqual(seconds, gap * 0.95)

    def test_every_form_of_retry_after(self):
        def hear(retry):
            heard.append(retry.wait_s)
            raise InterruptedError

        for row in TABLES["afters"]:
            heard = []
            with self.subTest(what=row["what"]):
                with self.assertRaises(InterruptedError):
                    v2.Client(row["baseUrl"], 1, "fed_1", delays_s=[0], on_retry=hear).get_invoice(7)
                self.assertTrue(row["leastS"] <= heard[0] <= row["mostS"], heard)

    def test_every_refusal(self):
        for row in TABLES["refusals"]:
            client, _ = connect_scripted([row])
            with self.subTest(row=row), self.assertRaises(ApiError) as caught:
                client.create_credit_note("k-1", {"factura_id": 1})
            self.assertEqual(str(caught.exception), row["says"])
            self.assertEqual(caught.exception.request_id, row.get("body", {}).get("request_id"))

    def test_every_file(self):
        for row in TABLES["files"]:
            sent = []

            def send(request):
                sent.append((request.path, request.query))
                return Answer(200, None, content=b"%PDF-", headers={"etag": '"one"'})

            with self.subTest(name=row["name"]):
                v2.Client("", 1, "", send=send).get_invoice_file(7, row["name"])
                self.assertEqual(sent, [(row["path"], row["query"])])

    def test_what_json_loses_does_not_leave_and_is_not_repeated(self):
        client, sent = connect_scripted([], patience_s=60)
        body = {"draft_key": "k-1", "items": [{"desc": "Café", "cant": 1, "unit": float("nan"), "iva": 19}]}
        for call in (
            lambda: client.create_invoice(body),
            lambda: client.dry_run_invoice(body),
            lambda: client.create_support_document("k-1", body),
            lambda: client.create_adjustment_note("k-1", body),
            lambda: client.dry_run_credit_note(body),
            lambda: client.find_acquirer(body),
        ):
            with self.assertRaisesRegex(NotSentError, r"^nothing was sent: items\[0\]\.unit is nan, which JSON does not have$") as caught:
                call()
            self.assertNotIsInstance(caught.exception, NoAnswerError)
        self.assertEqual(sent, [])

    def test_an_invoice_without_a_key_of_its_own_does_not_leave(self):
        for key in (None, "", " ", 5):
            client, sent = connect_scripted([])
            with self.subTest(key=key), self.assertRaises(NotSentError):
                client.create_invoice({"draft_key": key, "items": []})
            self.assertEqual(sent, [])

    def test_a_body_that_is_no_object_does_not_leave(self):
        for body, name in (('{"a":1}', "str"), (None, "NoneType"), ([], "list")):
            client, sent = connect_scripted([])
            first = Client("https://api.test/api/ext/v1", 1, "fed_1", send=client._send)
            creations = (first.create_invoice, client.create_invoice, lambda one: client.create_support_document("k-1", one))
            for call in (*creations, first.dry_run_invoice, client.dry_run_invoice):
                with self.subTest(body=body), self.assertRaisesRegex(NotSentError, f"the body is no object: it is of the type {name}$"):
                    call(body)
            self.assertEqual(sent, [])

    def test_a_company_that_is_no_number_is_shown_as_it_came(self):
        with self.assertRaisesRegex(NotSentError, "company_id is '1', and must be an integer from 1 on$"):
            v2.Client("https://api.test/api/ext/v2", "1", "fed_1")

    def test_what_is_no_id_is_not_asked_for(self):
        for row in TABLES["ids"]:
            client, sent = connect_scripted([{"status": 200, "body": {}}] * 4)
            for call in (client.get_invoice, client.get_support_document, client.get_ticket, client.end_ticket_links):
                with self.subTest(what=row["what"]):
                    if row["isTaken"]:
                        call(row["id"])
                    else:
                        with self.assertRaisesRegex(NotSentError, "^nothing was sent: the id of a document"):
                            call(row["id"])
            self.assertEqual(len(sent), 4 if row["isTaken"] else 0)

    def test_a_tag_that_no_header_holds_does_not_leave(self):
        client = v2.Client("http://127.0.0.1:1/api/ext/v2", 1, "fed_1")
        with self.assertRaises(NotSentError):
            client.get_invoice_file(1, "xml", known="ñ\n")

    def test_a_refusal_shows_its_whole_body(self):
        body = {"code": "idempotency_conflict", "documento": {"id": 7}, "more": 1}
        client, _ = connect_scripted([{"status": 409, "body": body}])
        with self.assertRaises(ApiError) as caught:
            client.create_credit_note("k-1", {"factura_id": 1})
        self.assertEqual(caught.exception.body, body)

    def test_says_once_that_the_document_exists_and_is_not_decided(self):
        uncertain = {"status": 502, "body": {"pending": True, "nota_id": 9}}
        reading = {"status": 200, "body": {"doc": {"estado_authority": "enviado"}}}
        client, _ = connect_scripted([uncertain, reading, uncertain])
        heard = []
        outcome = client.create_credit_note("k-1", {"factura_id": 1}, on_pending=heard.append)
        self.assertEqual((heard, outcome), ([Pending(9)], Pending(9)))

    def test_a_creation_has_a_patience_of_its_own(self):
        client, sent = connect_scripted([{"status": 202, "body": {"pending": True, "nota_id": 9}}], patience_s=60)
        self.assertEqual(client.create_credit_note("k-1", {"factura_id": 1}, patience_s=0.001), Pending(9))
        self.assertEqual(len(sent), 1)
        with self.assertRaises(NotSentError):
            client.create_credit_note("k-1", {"factura_id": 1}, patience_s=float("nan"))

    def test_a_creation_ends_with_its_event(self):
        cancelled = threading.Event()
        cancelled.set()
        client, sent = connect_scripted([])
        with self.assertRaises(NotSentError):
            client.create_credit_note("k-1", {"factura_id": 1}, cancel=cancelled)
        self.assertEqual(sent, [])
        for answers, ending in (([{"status": 202, "body": {"nota_id": 9}}], Pending(9)), (["silence"], None)):
            cancel = threading.Event()
            client = v2.Client("", 1, "", send=Scripted(answers), delays_s=[60], patience_s=600)
            threading.Timer(0.05, cancel.set).start()
            began = time.monotonic()
            if ending is None:
                with self.assertRaises(OutcomeUnknownError):
                    client.create_credit_note("k-1", {"factura_id": 1}, cancel=cancel)
            else:
                self.assertEqual(client.create_credit_note("k-1", {"factura_id": 1}, cancel=cancel), ending)
            self.assertLess(time.monotonic() - began, 30)


class TheCompanyItself(unittest.TestCase):
    def connect(self, *answers):
        sent = []

        def send(request):
            sent.append(request)
            return answers[len(sent) - 1]

        return v2.Client("", 1, "", send=send, delays_s=[0.005], patience_s=0.7), sent

    def test_its_state_is_read_once_and_is_then_still_the_same(self):
        tag = {"etag": '"one"'}
        client, sent = self.connect(Answer(200, {"avisos": []}, headers=tag), Answer(304, None, headers=tag))
        state = client.get_company()
        self.assertEqual(state, v2.Tagged('"one"', {"avisos": []}))
        self.assertIsNone(client.get_company(state.etag))
        self.assertEqual([one.headers for one in sent], [{}, {"If-None-Match": '"one"'}])

    def test_the_deliveries_of_a_webhook_are_walked_to_their_end(self):
        pages = [{"entregas": [{"id": f"dlv_{page}"}], "cursor": f"cur_{page}", "hay_mas": page < 3} for page in (1, 2, 3)]
        client, sent = self.connect(*[Answer(200, page) for page in pages])
        self.assertEqual([one["id"] for one in client.list_webhook_deliveries("whk_a/b")], ["dlv_1", "dlv_2", "dlv_3"])
        self.assertEqual([one.query.get("after") for one in sent], [None, "cur_1", "cur_2"])
        self.assertEqual({one.path for one in sent}, {"/webhooks/whk_a%2Fb/entregas"})

    def test_its_webhooks_are_listed(self):
        client, _ = self.connect(Answer(200, {"webhooks": [{"id": "whk_a"}]}))
        self.assertEqual(client.list_webhooks(), [{"id": "whk_a"}])


class RetryTable(unittest.TestCase):
    def test_every_row(self):
        for row in TABLES["retry"]:
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

    def __init__(self, version, meddle=None, timeout_s=60, base_url=None):
        self.trips = []
        self._meddle = meddle
        base_url, company = base_url or os.environ["BASE_URL"].replace("/v2", f"/{version}"), int(os.environ["COMPANY_ID"])
        self._send = create_transport(base_url, company, os.environ["TOKEN"], timeout_s, version)

    def __call__(self, request):
        self.trips.append((request.method, request.headers.get("Idempotency-Key")))
        return self._send(request) if self._meddle is None else self._meddle(len(self.trips), lambda: self._send(request))


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
        "receptor": {"tipo_doc": "13", "numero_doc": BUYER, "nombre": f"María Gómez {tag}".strip(), "email": "m@example.com"},
        "items": [{"desc": "Servicio", "cant": 1, "unit": 100000, "iva": 19}],
    }


def new_key():
    return f"python-{uuid.uuid4()}"


@unittest.skipUnless("TOKEN" in os.environ, "no stand")
class AgainstAStand(unittest.TestCase):
    version = "v1"
    #: Both versions share the code that waits: one of them has to show all of it.
    uncertain = ("#silencio", "#tarde", "#proceso", "#duplicado", "#cortado")

    def connect(self, meddle=None, *, base_url=None, timeout_s=60, patience_s=20):
        send = Meddler(self.version, meddle, timeout_s, base_url)
        make = Client if self.version == "v1" else v2.Client
        return make("", 1, "", send=send, delays_s=DELAYS_S, patience_s=patience_s), send.trips

    def test_one_trip_when_all_goes_well(self):
        client, trips = self.connect()
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

        client, trips = self.connect(lose)
        key = new_key()
        outcome = client.create_support_document(key, document())
        self.assertTrue(isinstance(outcome, Accepted) and outcome.is_replay)
        self.assertEqual(trips, [("POST", key)] * 3)

    def test_a_key_beyond_ascii_finds_its_document_again(self):
        client, _ = self.connect()
        key = f"{new_key()}-ñ-日本"
        first = client.create_support_document(key, document())
        second = client.create_support_document(key, document())
        self.assertTrue(second.is_replay)
        self.assertEqual(second.id, first.id)

    def test_decimals_and_days_are_issued_as_they_are(self):
        client, _ = self.connect()
        purchase = document()
        purchase["fecha_documento"] = date.fromisoformat(purchase["fecha_documento"])
        purchase["items"] = ({**purchase["items"][0], "cantidad": Decimal("30000"), "precio_unitario": Decimal("0.50"), "porcentaje_iva": 0},)
        self.assertEqual(client.dry_run_support_document(purchase)["documento"]["subtotal"], "15000.00")

    def test_a_conflict_names_the_document_that_owns_the_key(self):
        client, _ = self.connect()
        key = new_key()
        first = client.create_support_document(key, document())
        with self.assertRaises(ApiError) as caught:
            client.create_support_document(key, {**document(), "medio_pago_codigo": "42"})
        self.assertEqual(caught.exception.body["documento"]["id"], first.id)

    def test_uncertain_results_are_waited_for(self):
        for tag in self.uncertain:
            with self.subTest(tag=tag):
                client, trips = self.connect()
                outcome = client.create_support_document(new_key(), document(tag))
                self.assertIsInstance(outcome, Accepted)
                self.assertEqual(len({key for method, key in trips if method == "POST"}), 1)

    def test_a_rejection_shows_its_rules(self):
        client, trips = self.connect()
        outcome = client.create_invoice(invoice("#rechazo"))
        self.assertIsInstance(outcome, Rejected)
        self.assertEqual(outcome.body["code"], "document_rejected")
        self.assertEqual(outcome.body["details"][0]["severity"], "rechazo")
        self.assertEqual(len(trips), 1)

    def test_hands_back_the_id_when_the_authority_does_not_decide(self):
        client, _ = self.connect(patience_s=10)
        self.assertIsInstance(client.create_invoice(invoice("#perdido")), Pending)

    def test_names_the_key_when_no_answer_comes(self):
        client, _ = self.connect(lambda trip, send: Silence(OSError("no route to host")), patience_s=0.2)
        key = new_key()
        with self.assertRaises(OutcomeUnknownError) as caught:
            client.create_support_document(key, document())
        self.assertEqual(caught.exception.key, key)

    def test_gives_up_when_its_patience_is_over_and_repeats_with_the_same_key(self):
        key = new_key()
        # It takes the connection, and never answers.
        with socket.create_server(("127.0.0.1", 0)) as silent:
            base_url = f"http://127.0.0.1:{silent.getsockname()[1]}/api/ext/{self.version}"
            hasty, _ = self.connect(base_url=base_url, patience_s=0.3)
            with self.assertRaises(OutcomeUnknownError):
                hasty.create_support_document(key, document())
        client, trips = self.connect()
        outcome = client.create_support_document(key, document())
        self.assertIsInstance(outcome, Accepted)
        self.assertEqual({sent for method, sent in trips if method == "POST"}, {key})

    def test_raises_what_the_service_says_without_a_second_try(self):
        for code, change in (("idempotency_conflict", {"medio_pago_codigo": "42"}), ("invalid_payload", {"items": []})):
            with self.subTest(code=code):
                client, trips = self.connect()
                key = new_key()
                client.create_support_document(key, document())
                with self.assertRaises(ApiError) as caught:
                    client.create_support_document(key, {**document(), **change})
                self.assertEqual(caught.exception.code, code)
                self.assertEqual(len(trips), 2)

    def test_waits_as_long_as_a_429_asks(self):
        def limit(trip, send):
            return Answer(429, {"ok": False, "code": "rate_limited"}, 1) if trip == 1 else send()

        client, trips = self.connect(limit)
        began = datetime.now()
        self.assertIsInstance(client.create_support_document(new_key(), document()), Accepted)
        self.assertGreaterEqual((datetime.now() - began).total_seconds(), 0.99)
        self.assertEqual(len(trips), 2)

    def test_waits_as_long_as_a_429_asks_between_its_readings_too(self):
        instants = []

        def limit(trip, send):
            instants.append(datetime.now())
            return Answer(429, {"ok": False, "code": "rate_limited"}, 1) if trip == 2 else send()

        client, trips = self.connect(limit)
        self.assertIsInstance(client.create_support_document(new_key(), document("#silencio")), Accepted)
        self.assertEqual([method for method, _ in trips[:3]], ["POST", "GET", "GET"])
        self.assertGreaterEqual((instants[2] - instants[1]).total_seconds(), 0.99)

    def test_rehearses_reads_lists_and_looks_up(self):
        client, _ = self.connect()
        self.assertEqual(client.dry_run_support_document(document())["documento"]["total"], "142800.00")
        self.assertEqual(client.dry_run_invoice(invoice())["documento"]["total"], "119000.00")
        ids = [client.create_invoice(invoice()).id for _ in range(2)]
        listed = [row["id"] for row in client.list_invoices(estado="aprobado", q=BUYER)]
        self.assertEqual(listed[:2], ids[::-1])
        self.assertEqual(client.get_invoice(ids[0])["doc"]["estado_authority"], "aceptado")
        self.assertTrue(client.list_payment_methods(True))
        self.assertTrue(any(row["nombre"].startswith("María") for row in client.list_third_parties("maria")))
        with self.assertRaises(ApiError) as caught:
            client.get_support_document(999_999_999)
        self.assertEqual(caught.exception.code, "not_found")

    def test_reads_are_repeated_and_then_reported(self):
        client, trips = self.connect(lambda trip, send: Silence(OSError()))
        with self.assertRaises(NoAnswerError):
            client.list_payment_methods()
        self.assertEqual(len(trips), 4)
        heard = []
        scripted, _ = connect_scripted([], on_retry=heard.append)
        with self.assertRaises(NoAnswerError):
            scripted.list_payment_methods()
        self.assertEqual([one.attempt for one in heard], [1, 2, 3])

    def test_an_invoice_without_its_key_is_not_sent(self):
        client, trips = self.connect()
        body = invoice()
        del body["draft_key"]
        with self.assertRaises(NotSentError):
            client.create_invoice(body)
        self.assertEqual(trips, [])


class AgainstAStandV2(AgainstAStand):
    """The same of version 2, and what it adds."""

    version = "v2"
    uncertain = ("#proceso",)

    def test_annuls_once_also_when_answers_are_lost(self):
        client, trips = self.connect()
        sale = client.create_invoice(invoice())
        body = {"factura_id": sale.id, "motivo": "#silencio"}
        self.assertEqual(client.dry_run_credit_note(body)["documento"]["total"], "119000.00")

        def lose(trip, send):
            answer = send()
            return Silence(ConnectionResetError()) if trip < 2 else answer

        key = new_key()
        losing, sent = self.connect(lose)
        note = losing.create_credit_note(key, body)
        self.assertIsInstance(note, Accepted)
        self.assertNotEqual(note.id, sale.id)
        self.assertEqual(note.body["saldo_acreditable"], "0.00")
        self.assertEqual({sent_key for method, sent_key in sent if method == "POST"}, {key})
        again = client.create_credit_note(key, body)
        self.assertTrue(again.is_replay and again.id == note.id)
        self.assertEqual([row["id"] for row in client.list_invoices(factura_id=sale.id)], [note.id])
        self.assertTrue(client.get_invoice(sale.id)["doc"]["anulada"])
        with self.assertRaises(ApiError) as caught:
            client.create_credit_note(new_key(), body)
        self.assertEqual(caught.exception.code, "reference_annulled")

    def test_raises_an_invoice_and_adjusts_a_support_document(self):
        client, _ = self.connect()
        sale = client.create_invoice(invoice())
        extra = {"factura_id": sale.id, "concepto": "1", "items": [{"desc": "Intereses", "cant": 1, "unit": 5000, "iva": 0}]}
        self.assertIsInstance(client.create_debit_note(new_key(), extra), Accepted)
        purchase = client.create_support_document(new_key(), document())
        note = client.create_adjustment_note(new_key(), {"documento_id": purchase.id})
        self.assertIsInstance(note, Accepted)
        self.assertEqual([row["id"] for row in client.list_support_documents(documento_id=purchase.id)], [note.id])
        today = client.get_invoice(sale.id)["doc"]["fecha_emision"][:10]
        self.assertIn("92", [kind["tipo_authority"] for kind in client.close_invoices(today, today)["total"]["tipos"]])
        bought = client.close_support_documents(today, today, agrupar="dia")
        self.assertEqual(bought["grupos"][0]["clave"], today)
        adjusted = client.list_support_documents(documento_id=purchase.id, tipo=("05", "95"))
        self.assertEqual([row["id"] for row in adjusted], [note.id])

    def test_sells_as_a_till_does(self):
        client, _ = self.connect()
        sale = {
            **invoice(),
            "items": [
                {
                    **{"desc": "Servicio", "cant": 1, "unit": 100000, "iva": 19, "descuento_porcentaje": 10},
                    **{"descuento_motivo": "Cliente frecuente", "otros_impuestos": [{"codigo": "22", "valor_unitario": 70}]},
                }
            ],
            "descuentos": [{"valor": 1000, "motivo": "Bono"}],
            "cargos": [{"porcentaje": 10, "motivo": "Propina"}],
            **{"es_contingencia": True, "numero_contingencia": "CT45"},
        }
        # 90,000, its 19 %, a bag of 70, less the voucher, and the tip of 10 %.
        rehearsed = client.dry_run_invoice(sale)
        self.assertEqual(rehearsed["documento"]["total"], "115170.00")
        self.assertEqual(rehearsed.get("notices", []), [])
        outcome = client.create_invoice(sale)
        self.assertIsInstance(outcome, Accepted)
        self.assertEqual((outcome.body["tipo_authority"], outcome.body["total"]), ("03", "115170.00"))
        self.assertIn(b"CT45", client.get_invoice_file(outcome.id, "xml").content)

    def test_issues_a_whole_invoice_and_reads_it_as_it_was_sent(self):
        client, _ = self.connect()
        sale = {
            **{key: value for key, value in invoice().items() if key not in ("payment", "subtotal", "impuestos", "total")},
            "items": [
                {
                    **{"codigo": "QUE-01", "codigo_estandar": {"esquema": "010", "codigo": "7701234567897"}, "desc": "Queso"},
                    **{"cant": Decimal("0.345"), "unidad_medida": "KGM", "unit": 32000, "iva": 0, "tratamiento": "exento"},
                },
                {"desc": "Cafetera", "cant": 1, "unit": 200000, "iva": 19},
                {"desc": "Pocillo", "cant": 2, "iva": 19, "obsequio": {"valor_referencia": 15000}},
            ],
            "referencias": {"orden_compra": {"numero": "OC-4471"}},
            "pagos": [
                {"form": "contado", "means_code": "10", "valor": 100000},
                {"form": "contado", "means_code": "49", "valor": 149040, "referencia": "AUT-778812"},
            ],
        }
        outcome = client.create_invoice(sale)
        self.assertIsInstance(outcome, Accepted)
        self.assertEqual((outcome.body["total"], outcome.body["obsequios"]["iva_asumido"]), ("249040.00", "5700.00"))
        read = client.get_invoice(outcome.id)["doc"]
        self.assertEqual([(line["codigo"], line["unidad"]) for line in read["items"]], [("QUE-01", "kg"), (None, "und"), (None, "und")])
        self.assertEqual([part["valor"] for part in read["pagos"]], ["100000.00", "149040.00"])
        self.assertEqual(read["referencias"]["orden_compra"]["numero"], "OC-4471")

    def test_hands_over_the_files_of_a_document(self):
        client, _ = self.connect()
        sale = client.create_invoice(invoice())
        for name, begin in (("xml", b"<"), ("respuesta", b"<"), ("contenedor", b"PK")):
            file = client.get_invoice_file(sale.id, name)
            self.assertTrue(file.content.startswith(begin), name)
            self.assertTrue(file.name.endswith((".xml", ".zip")), file.name)
            self.assertIn(hashlib.sha256(file.content).hexdigest(), file.etag)
            self.assertIsNone(client.get_invoice_file(sale.id, name, known=file.etag))
        self.assertTrue(client.get_invoice_file(sale.id, "tirilla-80.escpos?tabla=cp858").content)
        with self.assertRaises(ApiError) as caught:
            client.get_invoice_file(sale.id, "nada")
        self.assertEqual(caught.exception.status, 404)
        purchase = client.create_support_document(new_key(), document())
        self.assertEqual(client.get_support_document_file(purchase.id, "xml").media_type.split(";")[0], "application/xml")

    def test_hands_a_document_over_again(self):
        company, token = int(os.environ["MAILING_COMPANY_ID"]), os.environ["MAILING_TOKEN"]
        client = v2.Client(os.environ["BASE_URL"], company, token, delays_s=(0.05,), patience_s=20)
        sale = client.create_invoice({**invoice(), "envio": {"enviar": False}})
        link = client.give_invoice_link(sale.id, {"dias": 30})
        with urllib.request.urlopen(link["enlace"], timeout=30) as page:
            self.assertIn("text/html", page.headers["Content-Type"])
        self.assertIsNone(client.end_invoice_links(sale.id)["enlace"])
        with self.assertRaises(urllib.error.HTTPError) as ended:
            urllib.request.urlopen(link["enlace"], timeout=30)
        self.assertEqual(ended.exception.code, 410)
        ended.exception.close()
        body = {"correo": "contabilidad@cliente.example.com"}
        first = client.send_invoice_mail(sale.id, "envio-1", body)
        self.assertEqual((first["tipo"], first["correo"]), ("manual", "c***@cliente.example.com"))
        self.assertEqual(client.send_invoice_mail(sale.id, "envio-1", body)["id"], first["id"])
        for key in ("", "envio-ñ", "envio\n1"):
            self.assertRaises(NotSentError, client.send_invoice_mail, sale.id, key, body)
        for key in range(2, 6):
            client.send_invoice_mail(sale.id, f"envio-{key}", body)
        with self.assertRaises(ApiError) as limited:
            client.send_invoice_mail(sale.id, "envio-6", body)
        self.assertEqual(limited.exception.code, "envio_limit")
        own = [one["id"] for one in client.list_invoice_mail(sale.id)]
        self.assertEqual((len(own), own[-1]), (5, first["id"]))
        self.assertLessEqual(set(own), {one["id"] for one in client.list_mail()})

    def test_follows_the_changes_over_a_restart(self):
        client, _ = self.connect()
        client.create_invoice(invoice())
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cursor")
            seen = [change["id"] for change in client.follow_changes(v2.FileCursor(path), stop_at_end=True)]
            self.assertEqual(len(set(seen)), len(seen))
            self.assertGreaterEqual(len(seen), 2)
            sale = client.create_invoice(invoice())
            changes = list(client.follow_changes(v2.FileCursor(path), stop_at_end=True))
            self.assertEqual({change["documento"]["id"] for change in changes}, {sale.id})
            self.assertEqual([change["tipo"] for change in changes][-1], "documento.aceptado")
            # A page that was not finished comes again.
            other = os.path.join(folder, "other")
            next(client.follow_changes(v2.FileCursor(other), limit=2, stop_at_end=True))
            self.assertFalse(os.path.exists(other))


class Webhooks(unittest.TestCase):
    BODY = b'{"type":"documento.aceptado","timestamp":"2026-09-21T14:13:20.000Z","data":{"id":"chg_1_2"}}'
    NOW = 1_790_000_000

    def sign(self, *secrets, body=BODY, at=NOW):
        signed = b"chg_1_2." + str(at).encode() + b"." + body
        made = [hmac.new(base64.b64decode(one[6:]), signed, hashlib.sha256).digest() for one in secrets]
        signature = " ".join(f"v1,{base64.b64encode(one).decode()}" for one in made)
        return {"Webhook-Id": "chg_1_2", "Webhook-Timestamp": str(at), "Webhook-Signature": signature}

    def test_reads_what_a_secret_signed_also_while_one_is_rotated(self):
        old, fresh, other = (f"whsec_{base64.b64encode(bytes([one]) * 32).decode()}" for one in (1, 2, 3))
        for secret in (old, fresh, [other, old]):
            message = verify_webhook(self.sign(fresh, old), self.BODY, secret, self.NOW)
            self.assertEqual((message.id, message.type, message.data), ("chg_1_2", "documento.aceptado", {"id": "chg_1_2"}))

    def test_the_published_example_of_standard_webhooks_has_the_right_signature(self):
        headers = {
            "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp": "1614265330",
            "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        with self.assertRaises(KeyError):  # It is genuine, and is no message of this API.
            verify_webhook(headers, b'{"test": 2432232314}', "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", 1614265330)

    def test_refuses_every_other(self):
        secret, other = (f"whsec_{base64.b64encode(bytes([one]) * 32).decode()}" for one in (1, 2))
        good = self.sign(secret)
        for why, headers, body in (
            ("another secret", self.sign(other), self.BODY),
            ("an altered body", good, self.BODY.replace(b"aceptado", b"rechazado")),
            ("an altered id", {**good, "Webhook-Id": "chg_1_3"}, self.BODY),
            ("an altered time", {**good, "Webhook-Timestamp": str(self.NOW + 1)}, self.BODY),
            ("too old", self.sign(secret, at=self.NOW - 301), self.BODY),
            ("from the future", self.sign(secret, at=self.NOW + 302), self.BODY),
            ("no time", {**good, "Webhook-Timestamp": "١"}, self.BODY),
            ("no signature", {**good, "Webhook-Signature": ""}, self.BODY),
            ("another form", {**good, "Webhook-Signature": "v2,AAAA v1,%%%"}, self.BODY),
        ):
            with self.subTest(why=why), self.assertRaises(WebhookError):
                verify_webhook(headers, body, secret, self.NOW)
        with self.assertRaises(WebhookError):
            verify_webhook(good, self.BODY, "whsec_%%%", self.NOW)


if __name__ == "__main__":
    unittest.main()
