package quittance

import "encoding/json"

// Ptr returns a pointer to a value, for optional members of input.
func Ptr[T any](value T) *T {
	return &value
}

// Nullable is an optional member that also accepts null. Use [Set] or [Null]; a nil *Nullable is not sent.
type Nullable[T any] struct {
	value *T
}

// Set returns a member with a value.
func Set[T any](value T) *Nullable[T] {
	return &Nullable[T]{value: &value}
}

// Null returns a member that is sent as null, which mostly removes a value.
func Null[T any]() *Nullable[T] {
	return &Nullable[T]{}
}

// MarshalJSON implements json.Marshaler.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal(n.value)
}

// UnmarshalJSON implements json.Unmarshaler. A null never gets here: it leaves the pointer of the member nil.
func (n *Nullable[T]) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &n.value)
}
