// Command payment creates an invoice, lists the open ones, and shows an error.
package main

import (
	"context"
	"errors"
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
	if err := run(context.Background(), client); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, client *quittance.Client) error {
	// An app token implies its app. With a personal access token, add the AppID.
	invoice, err := client.CreateInvoice(ctx, quittance.CreateInvoiceBody{
		Total:    "25.00",
		Currency: "USD",
		Order:    &quittance.OrderBody{Reference: quittance.Set("order-1042"), Description: quittance.Ptr("Two bags of beans")},
	})
	if err != nil {
		return err
	}
	fmt.Println("Send your customer to", invoice.CheckoutURL)

	// Pages of a list are read while you iterate.
	query := quittance.ListInvoicesQuery{Status: []quittance.InvoiceStatus{quittance.InvoiceStatusOpen}}
	invoices := client.ListInvoices(ctx, query)
	for invoices.Next() {
		open := invoices.Value()
		if reference := open.Order.Reference; reference != nil {
			fmt.Printf("%s: %s %s to pay\n", *reference, open.Remaining, open.Currency)
		}
	}
	if err := invoices.Err(); err != nil {
		return err
	}

	// An error response explains each field.
	wrong := quittance.CreateInvoiceBody{Total: "25.00", Currency: "USD", ExpiresIn: quittance.Set[int64](1)}
	_, err = client.CreateInvoice(ctx, wrong)
	var problem *quittance.Problem
	if !errors.As(err, &problem) {
		return err
	}
	for _, one := range problem.Errors {
		fmt.Printf("%s: %s: %s (request %s)\n", problem.Code, one.Field, one.Message, problem.RequestID)
	}
	return nil
}
