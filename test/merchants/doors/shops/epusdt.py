"""A shop that speaks Epusdt, as clients of its successors in Python and Go do.

It was written from their public sources, without their code: the SDK for BEpusdt (luoyanglang/bepusdt-python-sdk,
v03413/bepusdt-php-sdk) and sub2api (Wei-Shaw/sub2api, provider/epusdt.go).

    python3 epusdt.py order NO AMOUNT [TYPE]   creates a transaction and prints the answer
    python3 epusdt.py query NO                 prints paid or unpaid
    python3 epusdt.py sign                     prints the signature of each message of a JSON list
    python3 epusdt.py serve PORT               receives notifications

Environment: GATEWAY, TOKEN, SHOP_URL (of this shop), SHOP_FOLDER (of its orders).
"""

import hashlib
import hmac
import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.request import Request, urlopen

GATEWAY = os.environ.get("GATEWAY", "")
TOKEN = os.environ.get("TOKEN", "")
SHOP_URL = os.environ.get("SHOP_URL", "")
FOLDER = Path(os.environ.get("SHOP_FOLDER", "."))


def sign(message):
    filled = {name: value for name, value in message.items() if value not in (None, "") and name != "signature"}
    text = "&".join(f"{name}={value}" for name, value in sorted(filled.items()))
    return hashlib.md5((text + TOKEN).encode()).hexdigest()


def whole_or_float(text):
    number = float(text)
    return int(number) if number == int(number) else number


def call(path, message=None):
    request = Request(GATEWAY + path)
    if message is not None:
        request.data = json.dumps(message).encode()
        request.add_header("Content-Type", "application/json")
    with urlopen(request, timeout=30) as answer:
        return json.load(answer)


def keep_order(no, order):
    (FOLDER / f"order-{no}.json").write_text(json.dumps(order))


def find_order(no):
    file = FOLDER / f"order-{no}.json"
    return json.loads(file.read_text()) if no.replace("-", "").isalnum() and file.exists() else None


def verdict_on(message):
    signature = message.get("signature")
    if not isinstance(signature, str) or not hmac.compare_digest(sign(message), signature):
        return "signature"
    order = find_order(message["order_id"])
    if order is None:
        return "order"
    if message["amount"] != order["amount"]:
        return "amount"
    return "accepted" if message["status"] == 2 and message["block_transaction_id"] else "status"


class Notifications(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer("shop")

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        message = json.loads(body)
        busy = FOLDER / "busy"
        if busy.exists():
            busy.unlink()
            verdict = "busy"
        else:
            verdict = verdict_on(message)
        if verdict == "accepted":
            keep_order(message["order_id"], {**find_order(message["order_id"]), "paid": True})
        with open(FOLDER / "notifications", "a") as log:
            log.write(json.dumps({"verdict": verdict, "method": self.command, "sent": body}) + "\n")
        self.answer("ok" if verdict == "accepted" else "fail")

    def answer(self, text):
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


def order(no, amount, kind="usdt.trc20"):
    message = {
        "order_id": no,
        "amount": whole_or_float(amount),
        "trade_type": kind,
        "fiat": "USD",
        "notify_url": SHOP_URL + "/notify",
        "redirect_url": SHOP_URL + "/return",
        "name": "VIP 会员",
        "timeout": 1200,
    }
    message["signature"] = sign(message)
    answer = call("/api/v1/order/create-transaction", message)
    trade_id = (answer.get("data") or {}).get("trade_id", "")
    keep_order(no, {"amount": message["amount"], "paid": False, "trade_id": trade_id})
    return answer


def main(command, *given):
    if command == "serve":
        ThreadingHTTPServer(("127.0.0.1", int(given[0])), Notifications).serve_forever()
    elif command == "sign":
        print(json.dumps([sign(message) for message in json.load(sys.stdin)]))
    elif command == "query":
        answer = call("/pay/check-status/" + find_order(given[0])["trade_id"])
        print("paid" if answer["status"] == 2 else "unpaid")
    else:
        print(json.dumps(order(*given)))


main(*sys.argv[1:])
