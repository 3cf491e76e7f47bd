package quittance

import (
	"context"
	"net/url"
	"regexp"
)

// Iterator reads a list while it is iterated: each page is requested only when it is needed.
//
//	invoices := client.ListInvoices(ctx, quittance.ListInvoicesQuery{})
//	for invoices.Next() {
//		fmt.Println(invoices.Value().ID)
//	}
//	if err := invoices.Err(); err != nil {
//		return err
//	}
//
// It is not safe for concurrent use.
type Iterator[T any] struct {
	fetch   func(cursor string) (items []T, next string, err error)
	items   []T
	value   T
	cursor  string
	hasMore bool
	err     error
}

func newIterator[T any](ctx context.Context, client *Client, one call) *Iterator[T] {
	fetch := func(cursor string) ([]T, string, error) {
		one.cursor = cursor
		var items []T
		header, err := client.read(ctx, one, nil, &items)
		if err != nil {
			return nil, "", err
		}
		return items, cursorOf(header.Get("Link")), nil
	}
	return &Iterator[T]{fetch: fetch, hasMore: true}
}

// Next moves to the next entry. It returns false at the end of the list, and after an error.
func (i *Iterator[T]) Next() bool {
	if len(i.items) == 0 && !i.load() {
		return false
	}
	i.value, i.items = i.items[0], i.items[1:]
	return true
}

// Value returns the entry that the last call of Next moved to.
func (i *Iterator[T]) Value() T {
	return i.value
}

// Err returns the error that ended the iteration. Nil after the last entry.
func (i *Iterator[T]) Err() error {
	return i.err
}

// NextPage returns the next page, or what is left of the current one. It returns false at the end of the list, and
// after an error.
func (i *Iterator[T]) NextPage() ([]T, bool) {
	if len(i.items) == 0 && !i.load() {
		return nil, false
	}
	page := i.items
	i.items = nil
	return page, true
}

// Cursor returns the place after the current page, for the Cursor of a later query. Empty if there is none.
func (i *Iterator[T]) Cursor() string {
	return i.cursor
}

// All returns the entries for `for invoice, err := range iterator.All()`, with Go 1.23 or newer. After an error, the
// iteration ends.
func (i *Iterator[T]) All() func(yield func(T, error) bool) {
	return func(yield func(T, error) bool) {
		for i.Next() {
			if !yield(i.value, nil) {
				return
			}
		}
		if i.err != nil {
			var none T
			yield(none, i.err)
		}
	}
}

// load requests pages until one has entries. The list of events links from its last page to later events: an empty page
// that links to itself ends a list.
func (i *Iterator[T]) load() bool {
	for i.hasMore && i.err == nil {
		items, next, err := i.fetch(i.cursor)
		if err != nil {
			i.err = err
			return false
		}
		i.hasMore = next != "" && (len(items) > 0 || next != i.cursor)
		if next != "" {
			i.cursor = next
		}
		if i.items = items; len(items) > 0 {
			return true
		}
	}
	return false
}

var nextLink = regexp.MustCompile(`<([^>]*)>\s*;\s*rel="next"`)

// cursorOf returns the cursor of a Link header (RFC 8288). The URL itself is never used, so that the token is sent to
// the configured instance only.
func cursorOf(link string) string {
	found := nextLink.FindStringSubmatch(link)
	if found == nil {
		return ""
	}
	address, err := url.Parse(found[1])
	if err != nil {
		return ""
	}
	return address.Query().Get("cursor")
}
