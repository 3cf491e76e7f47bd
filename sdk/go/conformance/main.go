// Command conformance is the driver of this client for `npm run conformance -- go`. It reads one call a line from
// stdin, and writes one result a line to stdout. The protocol is in sdk/conformance/README.md.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"quittance.example/quittance"
)

// request has the members of all calls.
type request struct {
	Call           string            `json:"call"`
	URL            string            `json:"url"`
	Token          string            `json:"token"`
	TimeoutMS      int64             `json:"timeout_ms"`
	MaxRetries     int               `json:"max_retries"`
	BackoffMS      *int64            `json:"backoff_ms"`
	ID             string            `json:"id"`
	Body           json.RawMessage   `json:"body"`
	IdempotencyKey string            `json:"idempotency_key"`
	Query          query             `json:"query"`
	Headers        map[string]string `json:"headers"`
	Secrets        []string          `json:"secrets"`
	Tolerance      int64             `json:"tolerance"`
	Now            int64             `json:"now"`
}

// query has the members that the cases use. A status is one text there.
type query struct {
	Status    *quittance.InvoiceStatus `json:"status"`
	Reference *string                  `json:"reference"`
	Limit     *int64                   `json:"limit"`
}

func (q query) typed() quittance.ListInvoicesQuery {
	typed := quittance.ListInvoicesQuery{Reference: q.Reference, Limit: q.Limit}
	if q.Status != nil {
		typed.Status = []quittance.InvoiceStatus{*q.Status}
	}
	return typed
}

type field struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

type failure struct {
	Kind           string   `json:"kind"`
	Message        string   `json:"message"`
	Status         int      `json:"status,omitempty"`
	Code           string   `json:"code,omitempty"`
	RequestID      *string  `json:"request_id"`
	Errors         []field  `json:"errors,omitempty"`
	RetryAfter     *float64 `json:"retry_after"`
	IdempotencyKey *string  `json:"idempotency_key"`
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	results := json.NewEncoder(os.Stdout)
	var client *quittance.Client
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) == 0 && err != nil {
			return
		}
		result, err := answer(&client, line)
		if err != nil {
			result = map[string]any{"error": failureOf(err)}
		} else {
			result = map[string]any{"ok": result}
		}
		if err := results.Encode(result); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func answer(client **quittance.Client, line []byte) (any, error) {
	var one request
	if err := json.Unmarshal(line, &one); err != nil {
		return nil, err
	}
	switch one.Call {
	case "client":
		made, err := newClient(one)
		*client = made
		return nil, err
	case "verify_webhook":
		return verify(one)
	}
	if *client == nil {
		return nil, errors.New("no client was made")
	}
	return call(*client, one)
}

func newClient(one request) (*quittance.Client, error) {
	options := []quittance.Option{
		quittance.WithTimeout(time.Duration(one.TimeoutMS) * time.Millisecond),
		quittance.WithRetries(one.MaxRetries),
	}
	if one.BackoffMS != nil {
		options = append(options, quittance.WithBackoff(time.Duration(*one.BackoffMS)*time.Millisecond))
	}
	return quittance.New(one.URL, one.Token, options...)
}

func call(client *quittance.Client, one request) (any, error) {
	ctx := context.Background()
	switch one.Call {
	case "create_invoice":
		var body quittance.CreateInvoiceBody
		if err := json.Unmarshal(one.Body, &body); err != nil {
			return nil, err
		}
		return client.CreateInvoice(ctx, body, quittance.WithIdempotencyKey(one.IdempotencyKey))
	case "get_invoice":
		return client.GetInvoice(ctx, one.ID)
	case "cancel_invoice":
		return client.CancelInvoice(ctx, one.ID)
	case "list_invoices":
		ids := []string{}
		invoices := client.ListInvoices(ctx, one.Query.typed())
		for invoices.Next() {
			ids = append(ids, invoices.Value().ID)
		}
		return map[string]any{"ids": ids}, invoices.Err()
	}
	return nil, fmt.Errorf("the call %q is not known", one.Call)
}

func verify(one request) (any, error) {
	header := http.Header{}
	for name, value := range one.Headers {
		header.Set(name, value)
	}
	var body string
	if err := json.Unmarshal(one.Body, &body); err != nil {
		return nil, err
	}
	verifier := quittance.WebhookVerifier{
		Secrets:   one.Secrets,
		Tolerance: time.Duration(one.Tolerance) * time.Second,
		Now:       func() time.Time { return time.Unix(one.Now, 0) },
	}
	delivery, err := verifier.Verify([]byte(body), header)
	if err != nil {
		return nil, err
	}
	return map[string]any{"id": delivery.ID, "type": delivery.Event.Type, "data_id": idOf(delivery.Event.Data)}, nil
}

// idOf returns nil for data without an id.
func idOf(data any) any {
	switch data := data.(type) {
	case *quittance.InvoiceEventData:
		return data.ID
	case *quittance.TransactionEventData:
		return data.ID
	case *quittance.RefundEventData:
		return data.ID
	case *quittance.UnmatchedPaymentEventData:
		return data.ID
	case *quittance.WebhookEventData:
		return data.ID
	case map[string]any:
		return data["id"]
	}
	return nil
}

func failureOf(err error) failure {
	var problem *quittance.Problem
	var unreachable *quittance.Unreachable
	var refused *quittance.WebhookRefused
	switch {
	case errors.As(err, &problem):
		return problemOf(problem)
	case errors.As(err, &unreachable):
		return failure{Kind: "unreachable", Message: err.Error(), IdempotencyKey: orNil(unreachable.IdempotencyKey)}
	case errors.As(err, &refused):
		return failure{Kind: "webhook_refused", Message: err.Error()}
	}
	return failure{Kind: "usage", Message: err.Error()}
}

func problemOf(problem *quittance.Problem) failure {
	one := failure{
		Kind:      "problem",
		Message:   problem.Error(),
		Status:    problem.Status,
		Code:      string(problem.Code),
		RequestID: orNil(problem.RequestID),
		Errors:    []field{},
	}
	for _, sent := range problem.Errors {
		one.Errors = append(one.Errors, field{sent.Field, sent.Message})
	}
	if problem.RetryAfter != nil {
		seconds := problem.RetryAfter.Seconds()
		one.RetryAfter = &seconds
	}
	return one
}

func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
