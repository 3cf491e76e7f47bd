"""A shop that speaks EPay, as gateways and panels in Go and Python do.

It was written from their public sources, without their code: go-epay (Calcium-Ion/go-epay, popdo/go-epay), new-api
(QuantumNous/new-api, controller/topup.go) and sub2api (Wei-Shaw/sub2api, provider/easypay.go).

    python3 epay.py order NO MONEY [TYPE]   places an order through mapi.php and prints the answer
    python3 epay.py link NO MONEY [TYPE]    prints a signed link to submit.php
    python3 epay.py query NO                prints paid or unpaid, as api.php says
    python3 epay.py sign                    prints the signature of each message of a JSON list
    python3 epay.py serve PORT              receives notifications

Environment: GATEWAY, PID, KEY, SHOP_URL (of this shop), SHOP_FOLDER (of its orders).
"""

import hashlib
import hmac
import json
import os
import sys
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit
from urllib.request import Request, urlopen

GATEWAY = os.environ.get("GATEWAY", "")
PID = os.environ.get("PID", "")
KEY = os.environ.get("KEY", "")
SHOP_URL = os.environ.get("SHOP_URL", "")
FOLDER = Path(os.environ.get("SHOP_FOLDER", "."))


def sign(message):
    names = sorted(name for name, value in message.items() if value and name not in ("sign", "sign_type"))
    text = "&".join(f"{name}={message[name]}" for name in names)
    return hashlib.md5((text + KEY).encode()).hexdigest()


def signed(no, money, kind):
    message = {
        "pid": PID,
        "type": kind,
        "out_trade_no": no,
        "notify_url": SHOP_URL + "/notify",
        "return_url": SHOP_URL + "/return",
        "name": "TUC10 充值",
        "money": money,
        "device": "pc",
        "clientip": "203.0.113.7",
        "param": "user=7&plan=b",
        "sign": "",
        "sign_type": "MD5",
    }
    return {**message, "sign": sign(message)}


def post(path, form):
    request = Request(GATEWAY + path, data=urlencode(form).encode(), method="POST")
    with urlopen(request, timeout=30) as answer:
        return json.load(answer)


def keep_order(no, order):
    (FOLDER / f"order-{no}.json").write_text(json.dumps(order))


def find_order(no):
    file = FOLDER / f"order-{no}.json"
    return json.loads(file.read_text()) if no.replace("-", "").isalnum() and file.exists() else None


def verdict_on(message):
    if not hmac.compare_digest(sign(message), message.get("sign", "")):
        return "signature"
    order = find_order(message["out_trade_no"])
    if order is None:
        return "order"
    if message["pid"] != PID or Decimal(message["money"]) != Decimal(order["money"]):
        return "amount"
    if message.get("param") != "user=7&plan=b":
        return "param"
    return "accepted" if message["trade_status"] == "TRADE_SUCCESS" else "status"


class Notifications(BaseHTTPRequestHandler):
    def do_GET(self):
        path, query = urlsplit(self.path)[2:4]
        if path == "/notify":
            self.answer(self.receive(query))
        else:
            self.answer("shop")

    def receive(self, query):
        message = dict(parse_qsl(query, keep_blank_values=True))
        busy = FOLDER / "busy"
        if busy.exists():
            busy.unlink()
            verdict = "busy"
        else:
            verdict = verdict_on(message)
        if verdict == "accepted":
            keep_order(message["out_trade_no"], {**find_order(message["out_trade_no"]), "paid": True})
        with open(FOLDER / "notifications", "a") as log:
            log.write(json.dumps({"verdict": verdict, "method": self.command, "sent": query}) + "\n")
        return "success" if verdict == "accepted" else "fail"

    def answer(self, text):
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


def main(command, *given):
    if command == "serve":
        ThreadingHTTPServer(("127.0.0.1", int(given[0])), Notifications).serve_forever()
    elif command == "sign":
        print(json.dumps([sign(message) for message in json.load(sys.stdin)]))
    elif command == "query":
        answer = post("/api.php", {"act": "order", "pid": PID, "key": KEY, "out_trade_no": given[0]})
        print("paid" if answer["code"] == 1 and answer["status"] == 1 else "unpaid")
    else:
        no, money, kind = (*given, "wxpay")[:3]
        keep_order(no, {"money": money, "paid": False})
        message = signed(no, money, kind)
        if command == "order":
            print(json.dumps(post("/mapi.php", message)))
        else:
            print(f"{GATEWAY}/submit.php?{urlencode(message)}")


main(*sys.argv[1:])
