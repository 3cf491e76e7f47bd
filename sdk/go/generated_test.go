package quittance

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"testing"
)

func TestCallsAreWrittenAsTheApiNamesThem(t *testing.T) {
	answer := gives(201, `{"id":"1","status":"a_later_status","total":"25.00","metadata":{"order":"7"},"later":{"a":[1]}}`)
	rig := startRig(t, []http.HandlerFunc{answer, gives(200, `{"id":"1"}`), gives(200, `[]`)})
	ctx := context.Background()
	invoice, err := rig.CreateInvoice(ctx, CreateInvoiceBody{
		Total: "25.00", Currency: "USD", Metadata: &MetadataBody{"order": "7"}, ExpiresIn: Null[int64](),
		Order: &OrderBody{Reference: Set("order-1042"), Items: Set([]OrderBodyItem{})},
	})
	if err != nil {
		t.Fatal(err)
	}
	expected := `{"total":"25.00","currency":"USD","order":{"reference":"order-1042","items":[]},` +
		`"metadata":{"order":"7"},"expires_in":null}`
	if rig.made()[0].body != expected {
		t.Error(rig.made()[0].body)
	}
	if invoice.Status != "a_later_status" || invoice.Total != "25.00" || invoice.Metadata["order"] != "7" {
		t.Errorf("%+v", invoice)
	}
	if _, err := rig.GetInvoice(ctx, "a/b?c"); err != nil || rig.made()[1].path != "/api/invoice/a/b?c" {
		t.Error(err, rig.made()[1].path)
	}
	list := rig.ListInvoices(ctx, ListInvoicesQuery{Status: []InvoiceStatus{InvoiceStatusOpen, InvoiceStatusPaid}})
	if list.Next() || list.Err() != nil || rig.made()[2].query != "status=open&status=paid&v=1" {
		t.Error(list.Err(), rig.made()[2].query)
	}
}

func TestEventsHaveTheirData(t *testing.T) {
	cases := map[string]any{
		`{"type":"invoice.paid","sequence":5,"data":{"id":"1","later":1}}`: &InvoiceEventData{Invoice: Invoice{ID: "1"}},
		`{"type":"refund.sent","data":{"id":"1","reference":"r"}}`: &RefundEventData{
			Refund: Refund{ID: "1"}, Reference: Ptr("r"),
		},
		`{"type":"a.later.event","data":{"id":"1"}}`: map[string]any{"id": "1"},
		`{"type":"a.later.event"}`:                   map[string]any(nil),
	}
	for text, expected := range cases {
		var event WebhookEvent
		if err := json.Unmarshal([]byte(text), &event); err != nil || !reflect.DeepEqual(event.Data, expected) {
			t.Errorf("%s gives %#v, %v", text, event.Data, err)
		}
	}
}

func TestAWatchYieldsEachState(t *testing.T) {
	stream := ": hello\n\nevent: invoice\ndata: {\"invoice\":{\"id\":\"1\",\"status\":\"open\"},\"transactions\":[]}\n\n" +
		"event: heartbeat\ndata: {}\n\nevent: invoice\ndata: {\"invoice\":{\"id\":\"1\",\"status\":\"paid\"}}\n\n"
	rig := startRig(t, []http.HandlerFunc{gives(503, ``), gives(200, stream)})
	watch, err := rig.WatchInvoice(context.Background(), "1")
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	var got []InvoiceStatus
	for watch.Next() {
		got = append(got, watch.Value().Invoice.Status)
	}
	if watch.Err() != nil || !reflect.DeepEqual(got, []InvoiceStatus{InvoiceStatusOpen, InvoiceStatusPaid}) {
		t.Error(got, watch.Err())
	}
	if rig.made()[1].header.Get("Accept") != "text/event-stream" {
		t.Error(rig.made()[1].header)
	}
}
