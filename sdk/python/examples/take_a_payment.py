"""Creates an invoice, lists the open ones, and shows how an error explains itself.

QUITTANCE_URL=http://localhost:3000 QUITTANCE_TOKEN=… python3 take_a_payment.py
"""

from __future__ import annotations

import os

from quittance import Quittance, QuittanceProblem


def main() -> None:
    url = os.environ.get("QUITTANCE_URL", "http://localhost:3000")
    with Quittance(url, os.environ.get("QUITTANCE_TOKEN")) as client:
        # An app token implies its app. With a personal access token, add the app_id.
        invoice = client.create_invoice(
            total="25.00",
            currency="USD",
            order={"reference": "order-1042", "description": "Two bags of beans"},
        )
        print(f"Send your customer to {invoice.checkout_url}")

        # Pages of a list are read while you iterate.
        for open_invoice in client.list_invoices(status="open"):
            print(f"{open_invoice.order.reference}: {open_invoice.remaining} {open_invoice.currency} to pay")

        # An error explains each field.
        try:
            client.create_invoice(total="25.00", currency="USD", order={"reference": "order-1042"}, expires_in=1)
        except QuittanceProblem as problem:
            for one in problem.errors:
                print(f"{problem.code}: {one.field}: {one.message}")


if __name__ == "__main__":
    main()
