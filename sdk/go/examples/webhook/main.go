// Command webhook receives deliveries and prints paid orders.
package main

import (
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"sync"

	"quittance.example/quittance"
)

const largestBody = 1 << 20

// seen has the ids of events. A shop keeps them in its database, in the same transaction as the order.
var seen sync.Map

func receive(writer http.ResponseWriter, request *http.Request) {
	// The bytes as they came: JSON that was parsed and written again has another signature.
	body, err := io.ReadAll(http.MaxBytesReader(writer, request.Body, largestBody))
	if err != nil {
		http.Error(writer, "too large", http.StatusBadRequest)
		return
	}
	delivery, err := quittance.VerifyWebhook(body, request.Header, os.Getenv("WEBHOOK_SECRET"))
	var refused *quittance.WebhookRefused
	if errors.As(err, &refused) {
		http.Error(writer, "no", http.StatusBadRequest)
		return
	}
	if err != nil {
		log.Print(err)
		http.Error(writer, "not configured", http.StatusInternalServerError)
		return
	}
	if _, isKnown := seen.LoadOrStore(delivery.ID, true); !isKnown {
		handle(delivery.Event)
	}
	writer.WriteHeader(http.StatusNoContent)
}

func handle(event quittance.WebhookEvent) {
	invoice, isInvoice := event.Data.(*quittance.InvoiceEventData)
	if isInvoice && event.Type == quittance.AnyEventTypeInvoicePaid && invoice.Order.Reference != nil {
		log.Printf("order %s is paid", *invoice.Order.Reference)
	}
}

func main() {
	http.HandleFunc("/hooks/quittance", receive)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
