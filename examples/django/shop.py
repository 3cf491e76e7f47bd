"""A shop on one page with Django: a product, a button to buy it, and an order that a webhook marks as paid."""

import base64
import binascii
import hashlib
import hmac
import json
import os
import re
import sys
import time
import urllib.request
import uuid

from django.conf import settings
from django.core.management import execute_from_command_line
from django.core.management.utils import get_random_secret_key
from django.core.wsgi import get_wsgi_application
from django.db import connection, transaction
from django.http import Http404, HttpResponse, HttpResponseBadRequest
from django.template import engines
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

SHOP_URL = os.environ.get("SHOP_URL", "http://localhost:4000")
PRODUCT = {"name": "Brass bicycle bell", "price": "25.00", "currency": "USD"}
TOLERANCE_SECONDS = 300

settings.configure(
    ALLOWED_HOSTS=["localhost", "127.0.0.1"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ.get("SHOP_DATABASE", "shop.db")}},
    MIDDLEWARE=["django.middleware.csrf.CsrfViewMiddleware"],
    ROOT_URLCONF=__name__,
    # Nothing here outlives a restart that would need the same key.
    SECRET_KEY=get_random_secret_key(),
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates"}],
)
application = get_wsgi_application()

PRODUCT_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>{{ product.name }}</title>
<h1>{{ product.name }}</h1><p>{{ product.price }} {{ product.currency }}</p>
<form method="post" action="/buy">{% csrf_token %}<input type="hidden" name="order" value="{{ order }}">
<button>Buy</button></form>"""

THANKS_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Thank you</title>
<h1>Thank you</h1><p>Your order is <strong>{{ status }}</strong>.</p>"""


@require_GET
@never_cache
def product_page(request):
    """The page names the order, so that a second press of the button buys nothing twice."""
    return page(request, PRODUCT_PAGE, {"product": PRODUCT, "order": uuid.uuid4()})


@require_POST
def buy(request):
    order = request.POST.get("order", "")
    if not re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", order):
        return HttpResponseBadRequest()
    with connection.cursor() as cursor:
        cursor.execute("insert into orders values (%s, 'open', 0) on conflict do nothing", [order])
    # The same order always makes the same request, so a repeat gets the same invoice.
    invoice = create_invoice(order)
    return HttpResponse(status=303, headers={"location": invoice["checkout_url"]})


def create_invoice(order: str) -> dict:
    """Raises urllib.error.URLError where the service refuses it or cannot be reached."""
    body = {
        "total": PRODUCT["price"],
        "currency": PRODUCT["currency"],
        "order": {"reference": order, "description": PRODUCT["name"]},
        "success_url": f"{SHOP_URL}/thanks?order={order}",
        "cancel_url": SHOP_URL,
    }
    headers = {
        "authorization": f"Bearer {os.environ['QUITTANCE_TOKEN']}",
        "content-type": "application/json",
        "idempotency-key": order,
    }
    url = f"{os.environ['QUITTANCE_URL']}/api/invoice?v=1"
    asked = urllib.request.Request(url, data=json.dumps(body).encode(), headers=headers)
    with urllib.request.urlopen(asked, timeout=15) as answer:
        return json.load(answer)


@csrf_exempt
@require_POST
def receive_webhook(request):
    # The bytes as they came. `request.POST` or parsed JSON would lose what was signed.
    body = request.body
    if not verify(os.environ["WEBHOOK_SECRET"], request.headers, body):
        return HttpResponseBadRequest()
    event = json.loads(body)
    if event["type"].startswith("invoice."):
        record(request.headers["webhook-id"], event)
    return HttpResponse(status=204)


def verify(secret: str, headers, body: bytes) -> bool:
    """Names of `headers` have any case. Raises ValueError where the secret is none."""
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not secret.startswith("whsec_") or len(key) < 16:
        raise ValueError("WEBHOOK_SECRET is missing or no webhook secret")
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not re.fullmatch(r"[A-Za-z0-9_.-]{1,128}", message_id) or not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    digest = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    signatures = headers.get("webhook-signature", "").encode("utf-8", "replace").split(b" ")
    return any([hmac.compare_digest(expected, one) for one in signatures])


def record(event_id: str, event: dict) -> None:
    """In one transaction: an event counts once, and an older one changes nothing."""
    reference, status, sequence = event["data"]["order"]["reference"], event["data"]["status"], event["sequence"]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("insert into events values (%s) on conflict do nothing", [event_id])
        if cursor.rowcount == 0:
            return
        cursor.execute(
            "update orders set status = %s, sequence = %s where id = %s and sequence < %s",
            [status, sequence, reference, sequence],
        )
        has_changed = cursor.rowcount == 1
    # After an order is paid, and never before, the goods are sent.
    if has_changed:
        print(f"Order {reference} is {status}", flush=True)


@require_GET
@never_cache
def thanks_page(request):
    with connection.cursor() as cursor:
        cursor.execute("select status from orders where id = %s", [request.GET.get("order", "")])
        order = cursor.fetchone()
    if order is None:
        raise Http404
    return page(request, THANKS_PAGE, {"status": order[0]})


def page(request, template: str, values: dict) -> HttpResponse:
    return HttpResponse(engines["django"].from_string(template).render(values, request))


urlpatterns = [
    path("", product_page),
    path("buy", buy),
    path("hooks/quittance", receive_webhook),
    path("thanks", thanks_page),
]

with connection.cursor() as tables:
    tables.execute(
        "create table if not exists orders (id text primary key, status text not null, sequence integer not null)"
    )
    tables.execute("create table if not exists events (id text primary key)")

if __name__ == "__main__":
    execute_from_command_line(sys.argv)
