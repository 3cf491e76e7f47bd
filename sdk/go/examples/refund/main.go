// Command refund prepares a refund, and lists the refunds that are ready to be sent.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"quittance.example/quittance"
)

func main() {
	client, err := quittance.New(os.Getenv("QUITTANCE_URL"), os.Getenv("QUITTANCE_TOKEN"))
	if err != nil {
		log.Fatal(err)
	}
	if err := run(context.Background(), client, os.Getenv("INVOICE_ID")); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, client *quittance.Client, invoiceID string) error {
	// The app token needs `refund` in the setting app_token_may.
	refund, err := client.CreateRefund(ctx, quittance.CreateRefundBody{
		InvoiceID: invoiceID,
		FiatValue: quittance.Ptr("5.00"),
		Reason:    quittance.Ptr("One cup was broken"),
	})
	if err != nil {
		return err
	}
	// The customer names the address there. If you know it, send it as To instead.
	if refund.RefundURL != nil {
		fmt.Println("Send your customer to", *refund.RefundURL)
	}

	query := quittance.ListRefundsQuery{Status: []quittance.RefundStatus{quittance.RefundStatusReady}}
	refunds := client.ListRefunds(ctx, query)
	for refunds.Next() {
		ready := refunds.Value()
		if ready.Amount != nil && ready.To != nil {
			fmt.Println("Send", *ready.Amount, ready.Cryptocurrency, "on", ready.NetworkName, "to", *ready.To)
		}
	}
	return refunds.Err()
}
