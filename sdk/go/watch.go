package quittance

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// InvoiceNow is an invoice as its customer sees it, with the newest attempts to pay it.
type InvoiceNow struct {
	Invoice      Invoice       `json:"invoice"`
	Transactions []Transaction `json:"transactions"`
}

// InvoiceWatch follows one invoice. Close it at the end.
type InvoiceWatch struct {
	body   io.ReadCloser
	reader *bufio.Reader
	value  InvoiceNow
	err    error
}

// WatchInvoice yields the invoice as it is now, and again after each change. It ends with the connection: call it again
// to continue, since the first value is always complete. The context ends it early.
func (c *Client) WatchInvoice(ctx context.Context, id string) (*InvoiceWatch, error) {
	one := call{method: http.MethodGet, path: "/invoice/" + pathPart(id) + "/events", accept: "text/event-stream"}
	answer, err := c.open(ctx, one, nil)
	if err != nil {
		return nil, err
	}
	return &InvoiceWatch{body: answer.response.Body, reader: bufio.NewReader(answer.response.Body)}, nil
}

// Next waits for the next state. It returns false after the end of the connection.
func (w *InvoiceWatch) Next() bool {
	isInvoice, data := false, ""
	for w.err == nil {
		line, err := w.reader.ReadString('\n')
		if err != nil {
			if err != io.EOF {
				w.err = &Unreachable{Err: err}
			}
			return false
		}
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line == "event: invoice":
			isInvoice = true
		case strings.HasPrefix(line, "data: "):
			data += strings.TrimPrefix(line, "data: ")
		case line == "" && isInvoice && data != "":
			w.value = InvoiceNow{}
			w.err = json.Unmarshal([]byte(data), &w.value)
			return w.err == nil
		case line == "":
			// The stream also contains heartbeats, which only keep the connection open.
			isInvoice, data = false, ""
		}
	}
	return false
}

// Value returns the state that the last call of Next read.
func (w *InvoiceWatch) Value() InvoiceNow {
	return w.value
}

// Err returns the error that ended the watch. Nil if the service ended the connection.
func (w *InvoiceWatch) Err() error {
	return w.err
}

// Close ends the watch.
func (w *InvoiceWatch) Close() error {
	return w.body.Close()
}

// ExportQuery is the period of the exported credits, from From (inclusive) to To (exclusive) in RFC 3339.
type ExportQuery struct {
	// AppID is implied by an app token.
	AppID *string `json:"app_id,omitempty"`
	From  *string `json:"from,omitempty"`
	To    *string `json:"to,omitempty"`
	// Format is csv (the default) or jsonl.
	Format *string `json:"format,omitempty"`
}

// ExportCredits streams all credits of a period as lines of CSV or JSON. Reading fails if the service could not finish:
// the data read so far is then incomplete. Close the reader at the end.
func (c *Client) ExportCredits(ctx context.Context, query ExportQuery) (io.ReadCloser, error) {
	one := call{method: http.MethodGet, path: "/exports", query: query, accept: "text/csv"}
	if query.Format != nil && *query.Format == "jsonl" {
		one.accept = "application/x-ndjson"
	}
	answer, err := c.open(ctx, one, nil)
	if err != nil {
		return nil, err
	}
	return answer.response.Body, nil
}
