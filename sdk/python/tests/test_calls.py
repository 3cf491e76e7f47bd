"""Calls against a server with faults."""

from __future__ import annotations

import json
import os
import unittest
from datetime import datetime, timezone
from decimal import Decimal
from typing import Dict, List
from unittest import mock
from urllib.parse import parse_qsl, urlsplit

from quittance import OMIT, Quittance, QuittanceProblem, QuittanceUnreachable
from quittance._pages import Pages

from .faulty_server import Answer, FaultyServer

INVOICE = {"id": "i1", "status": "open", "total": "25.00", "currency": "USD", "order": {"reference": "o1"}}


def client(server: FaultyServer, waits: List[float], max_retries: int = 3) -> Quittance:
    return Quittance(server.url, "token", max_retries=max_retries, sleep=waits.append)


class CallsTest(unittest.TestCase):
    def test_a_body_has_only_the_given_arguments_and_null_resets_a_field(self) -> None:
        with FaultyServer(Answer(body=INVOICE), Answer(body=INVOICE)) as server, client(server, []) as quittance:
            quittance.create_invoice(total=Decimal("25.00"), currency="USD", order={"reference": "o1"}, expires_in=None)
            quittance.create_invoice(total="25.00", currency="USD", customer=None, expires_in=OMIT)
        first, second = [json.loads(one.body) for one in server.asked]
        self.assertEqual(
            first, {"total": "25.00", "currency": "USD", "order": {"reference": "o1"}, "expires_in": None}
        )
        self.assertEqual(second, {"total": "25.00", "currency": "USD"})

    def test_a_query_repeats_lists_and_names_pairs(self) -> None:
        with FaultyServer(Answer(body=[])) as server, client(server, []) as quittance:
            found = list(quittance.list_invoices(status=["open", "paid"], metadata={"order": "1 & 2"}, counts=True))
        self.assertEqual(found, [])
        query = parse_qsl(urlsplit(server.asked[0].path).query)
        self.assertEqual(query[:3], [("v", "1"), ("status", "open"), ("status", "paid")])
        self.assertEqual(query[3:], [("metadata[order]", "1 & 2"), ("counts", "true")])

    def test_connections_are_kept_and_one_that_was_closed_is_replaced(self) -> None:
        closing = Answer(body=INVOICE, headers={"Connection": "close"})
        answers = [Answer(body=INVOICE), closing, Answer(body=INVOICE)]
        with FaultyServer(*answers) as server, client(server, [], max_retries=0) as quittance:
            for _ in answers:
                quittance.get_invoice("i1")
        ports = [one.port for one in server.asked]
        self.assertEqual(ports[0], ports[1])
        self.assertNotEqual(ports[1], ports[2])

    def test_retries_wait_as_asked_or_for_a_part_of_a_growing_time(self) -> None:
        waits: List[float] = []
        busy = Answer(503, body={"code": "temporarily_unavailable"})
        asked = Answer(429, {"Retry-After": "7"}, {"code": "rate_limited"})
        with FaultyServer(asked, busy, busy, Answer(body=INVOICE)) as server, client(server, waits) as quittance:
            quittance.get_invoice("i1")
        self.assertEqual(waits[0], 7.0)
        self.assertTrue(0 <= waits[1] <= 1.0, waits)
        self.assertTrue(0 <= waits[2] <= 2.0, waits)

    def test_a_lost_response_is_repeated_with_the_same_key(self) -> None:
        with FaultyServer(Answer(cut=True), Answer(body=INVOICE)) as server, client(server, []) as quittance:
            self.assertEqual(quittance.cancel_invoice("i1").id, "i1")
        keys = {one.headers["idempotency-key"] for one in server.asked}
        self.assertEqual((len(server.asked), len(keys)), (2, 1))

    def test_silence_names_the_key(self) -> None:
        with FaultyServer(Answer(cut=True)) as server, client(server, [], max_retries=0) as quittance:
            with self.assertRaises(QuittanceUnreachable) as raised:
                quittance.cancel_invoice("i1", idempotency_key="k1")
        self.assertEqual(raised.exception.idempotency_key, "k1")

    def test_a_problem_has_its_fields_and_the_request(self) -> None:
        problem = {
            "code": "validation_failed",
            "detail": "Correct the fields.",
            "errors": [{"field": "total", "code": "invalid", "message": "must be above 0"}, "odd"],
        }
        answer = Answer(422, {"X-Request-Id": "r1"}, problem)
        with FaultyServer(answer) as server, client(server, []) as quittance:
            with self.assertRaises(QuittanceProblem) as raised:
                quittance.create_invoice(total="-1", currency="USD")
        error = raised.exception
        self.assertEqual((error.status, error.code, error.request_id), (422, "validation_failed", "r1"))
        self.assertEqual([(one.field, one.message) for one in error.errors], [("total", "must be above 0")])
        self.assertEqual(str(error), "422 validation_failed: Correct the fields. total: must be above 0")

    def test_a_success_that_is_no_json_is_a_problem(self) -> None:
        with FaultyServer(Answer(body=b"<p>hello</p>")) as server, client(server, []) as quittance:
            with self.assertRaises(QuittanceProblem) as raised:
                quittance.get_invoice("i1")
        self.assertEqual((raised.exception.status, raised.exception.code), (200, "unexpected_answer"))

    def test_pages_can_be_read_one_by_one(self) -> None:
        link = {"Link": '<https://elsewhere.example/api/invoices?cursor=c%202&v=1>; rel="next"'}
        answers = [Answer(body=[INVOICE], headers=link), Answer(body=[])]
        with FaultyServer(*answers) as server, client(server, []) as quittance:
            first = quittance.list_invoices().page()
            rest = list(quittance.list_invoices().pages(first.next_cursor))
        self.assertEqual((first.next_cursor, [page.items for page in rest]), ("c 2", [()]))

    def test_a_list_that_links_to_itself_ends_at_an_empty_page(self) -> None:
        pages = Pages(lambda cursor: (["event"] if cursor is None else [], "end"))
        self.assertEqual(list(pages), ["event"])

    def test_a_proxy_of_the_environment_gets_whole_urls(self) -> None:
        with FaultyServer(Answer(body=INVOICE)) as proxy:
            address = proxy.url.replace("//", "//user:pass%20word@")
            with mock.patch.dict(os.environ, {"http_proxy": address, "no_proxy": "elsewhere.example"}):
                with Quittance("http://pay.shop.example/below", "token") as quittance:
                    quittance.get_invoice("i1")
        self.assertEqual(proxy.asked[0].path, "http://pay.shop.example/below/api/invoice/i1?v=1")
        self.assertEqual(proxy.asked[0].headers["proxy-authorization"], "Basic dXNlcjpwYXNzIHdvcmQ=")
        self.assertEqual(proxy.asked[0].headers["host"], "pay.shop.example")

    def test_an_address_that_is_none_is_an_error_at_once(self) -> None:
        for address in ("pay.shop.example", "ftp://pay.shop.example", "https://"):
            with self.assertRaises(ValueError):
                Quittance(address)

    def test_a_watched_invoice_is_no_heartbeat_of_its_stream(self) -> None:
        now = json.dumps({"invoice": INVOICE, "transactions": [{"id": "t1", "status": "processing"}]})
        text = f"retry: 1000\n\nevent: beat\ndata: 1\n\nevent: invoice\ndata: {now}\n\nevent: beat\ndata: 1\n\n"
        busy = Answer(503, body={"code": "temporarily_unavailable"})
        with FaultyServer(busy, Answer(body=text.encode())) as server, client(server, []) as quittance:
            seen = list(quittance.watch_invoice("i1"))
        self.assertEqual([(one.invoice.id, one.transactions[0].id) for one in seen], [("i1", "t1")])
        self.assertEqual(server.asked[1].headers["accept"], "text/event-stream")

    def test_an_export_that_is_cut_raises_after_its_lines(self) -> None:
        cut = Answer(body=b"id,amount\n1,2.00\n", headers={"Content-Length": "1000", "Connection": "close"})
        lines: List[bytes] = []
        with FaultyServer(cut) as server, client(server, []) as quittance:
            with self.assertRaises(QuittanceUnreachable):
                for line in quittance.export_credits(from_=datetime(2026, 1, 1, tzinfo=timezone.utc)):
                    lines.append(line)
        self.assertEqual(lines, [b"id,amount\n", b"1,2.00\n"])
        self.assertIn("from=2026-01-01T00%3A00%3A00.000Z", server.asked[0].path)

    def test_a_cut_chunk_raises_and_a_whole_one_does_not(self) -> None:
        chunked = {"Transfer-Encoding": "chunked", "Connection": "close"}
        for tail, is_whole in ((b"0\r\n\r\n", True), (b"", False)):
            answer = Answer(body=b"7\r\n1,2.00\n\r\n" + tail, headers=chunked)
            with FaultyServer(answer) as server, client(server, []) as quittance:
                lines = quittance.export_credits(format="csv")
                self.assertEqual(next(lines), b"1,2.00\n")
                if is_whole:
                    self.assertEqual(list(lines), [])
                else:
                    self.assertRaises(QuittanceUnreachable, list, lines)


class ObjectsTest(unittest.TestCase):
    def test_numbers_are_exact_and_unknown_members_are_kept(self) -> None:
        body = b'{"id": "c1", "decimals": 18, "rates": {"USD": 2310.10, "EUR": 2000}, "colour": "blue"}'
        with FaultyServer(Answer(body=body)) as server, client(server, []) as quittance:
            coin = quittance.get_cryptocurrency("ETH")
        self.assertEqual(coin.rates, {"USD": Decimal("2310.10"), "EUR": Decimal(2000)})
        self.assertEqual((coin.decimals, coin.raw["colour"]), (18, "blue"))

    def test_times_have_a_zone_and_absent_members_are_none(self) -> None:
        body: Dict[str, object] = {**INVOICE, "created_at": "2026-01-15T09:30:00.250Z", "status": "a later one"}
        with FaultyServer(Answer(body=body)) as server, client(server, []) as quittance:
            invoice = quittance.get_invoice("i1")
        self.assertEqual(invoice.created_at, datetime(2026, 1, 15, 9, 30, 0, 250_000, tzinfo=timezone.utc))
        self.assertEqual((invoice.status, invoice.order.reference, invoice.exceptions), ("a later one", "o1", ()))
        self.assertIsNone(invoice.order.description)


if __name__ == "__main__":
    unittest.main()
