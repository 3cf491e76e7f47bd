package quittance

import (
	"encoding/json"
	"time"
)

// WebhookEvent is the body of a delivery.
//
//	switch data := event.Data.(type) {
//	case *quittance.InvoiceEventData:
//		fmt.Println(event.Type, data.Order.Reference)
//	}
type WebhookEvent struct {
	Type      AnyEventType `json:"type"`
	Timestamp time.Time    `json:"timestamp"`

	// Sequence counts the events of an invoice without a gap, from 1. Nil for an event without an invoice.
	Sequence *int64 `json:"sequence,omitempty"`

	// Data is a pointer to the object of the event, such as *InvoiceEventData. It is a map[string]any for an event that
	// this version does not know.
	Data any `json:"data"`
}

// UnmarshalJSON implements json.Unmarshaler.
func (e *WebhookEvent) UnmarshalJSON(text []byte) error {
	type plain WebhookEvent
	var sent struct {
		*plain
		Data json.RawMessage `json:"data"`
	}
	sent.plain = (*plain)(e)
	if err := json.Unmarshal(text, &sent); err != nil {
		return err
	}
	if e.Data = newEventData(e.Type); e.Data == nil {
		e.Data = &map[string]any{}
		err := json.Unmarshal(orNull(sent.Data), e.Data)
		e.Data = *(e.Data.(*map[string]any))
		return err
	}
	return json.Unmarshal(orNull(sent.Data), e.Data)
}

// orNull keeps an event without data readable.
func orNull(text json.RawMessage) []byte {
	if len(text) == 0 {
		return []byte("null")
	}
	return text
}
