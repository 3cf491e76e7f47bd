package quittance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

type seen struct {
	method, path, query, body string
	header                    http.Header
}

// rig is a service that gives one answer after the other, and remembers the requests.
type rig struct {
	*Client
	mutex    sync.Mutex
	requests []seen
}

// made returns the requests so far.
func (r *rig) made() []seen {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return append([]seen(nil), r.requests...)
}

type thing struct {
	ID string `json:"id"`
}

func startRig(t *testing.T, answers []http.HandlerFunc, options ...Option) *rig {
	t.Helper()
	one := &rig{}
	server := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		one.mutex.Lock()
		number := len(one.requests)
		one.requests = append(one.requests, seen{
			request.Method, request.URL.Path, request.URL.RawQuery, string(body), request.Header.Clone(),
		})
		one.mutex.Unlock()
		if number >= len(answers) {
			t.Errorf("request %d was not expected", number+1)
			return
		}
		answers[number](writer, request)
	}))
	t.Cleanup(server.Close)
	client, err := New(server.URL+"/", "token-1", append([]Option{WithBackoff(time.Millisecond)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	one.Client = client
	return one
}

func gives(status int, body string, headers ...string) http.HandlerFunc {
	return func(writer http.ResponseWriter, _ *http.Request) {
		for at := 0; at < len(headers); at += 2 {
			writer.Header().Set(headers[at], headers[at+1])
		}
		writer.WriteHeader(status)
		_, _ = io.WriteString(writer, body)
	}
}

// cuts ends the connection without a response.
func cuts(writer http.ResponseWriter, _ *http.Request) {
	connection, _, err := writer.(http.Hijacker).Hijack()
	if err == nil {
		connection.Close()
	}
}

// cutsBody ends the connection in the middle of a response.
func cutsBody(writer http.ResponseWriter, _ *http.Request) {
	writer.Header().Set("Content-Length", "1000")
	_, _ = io.WriteString(writer, `{"id":`)
}

func (r *rig) post(t *testing.T, options ...CallOption) (thing, error) {
	t.Helper()
	one := call{method: http.MethodPost, path: "/thing", body: map[string]string{"total": "25.00"}}
	return value[thing](context.Background(), r.Client, one, options)
}

func (r *rig) get(t *testing.T) (thing, error) {
	t.Helper()
	return value[thing](context.Background(), r.Client, call{method: http.MethodGet, path: "/thing/1"}, nil)
}

var uuid4 = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

func TestChangesHaveAKeyForAllAttempts(t *testing.T) {
	rig := startRig(t, []http.HandlerFunc{cuts, gives(503, "busy"), cutsBody, gives(201, `{"id":"1"}`)})
	if _, err := rig.post(t); err != nil {
		t.Fatal(err)
	}
	first := rig.made()[0]
	if key := first.header.Get("Idempotency-Key"); !uuid4.MatchString(key) {
		t.Errorf("the key %q is not a UUIDv4", key)
	}
	if first.header.Get("Authorization") != "Bearer token-1" || first.path != "/api/thing" || first.query != "v=1" {
		t.Errorf("unexpected request: %+v", first)
	}
	for _, other := range rig.made()[1:] {
		if other.header.Get("Idempotency-Key") != first.header.Get("Idempotency-Key") || other.body != first.body {
			t.Errorf("a retry differs: %+v", other)
		}
	}
}

func TestTheKeyOfTheCallerIsUsed(t *testing.T) {
	rig := startRig(t, []http.HandlerFunc{gives(201, `{}`), gives(201, `{}`)})
	key := "5f0d4dd0-6d2c-4d4e-8a52-1f4a5f0e7a11"
	if _, err := rig.post(t, WithIdempotencyKey(key)); err != nil {
		t.Fatal(err)
	}
	if _, err := rig.post(t, WithIdempotencyKey("")); err != nil {
		t.Fatal(err)
	}
	if rig.made()[0].header.Get("Idempotency-Key") != key {
		t.Error("the key was not sent")
	}
	if !uuid4.MatchString(rig.made()[1].header.Get("Idempotency-Key")) {
		t.Error("an empty key must be replaced")
	}
}

func TestReadsHaveNoKeyAndNoBody(t *testing.T) {
	rig := startRig(t, []http.HandlerFunc{gives(502, "<html>"), gives(200, `{"id":"1","new_member":{"a":[1]}}`)})
	read, err := rig.get(t)
	if err != nil || read.ID != "1" {
		t.Fatalf("%+v, %v", read, err)
	}
	header := rig.made()[0].header
	if header.Get("Idempotency-Key") != "" || header.Get("Content-Type") != "" || rig.made()[0].body != "" {
		t.Errorf("unexpected headers: %v", header)
	}
}

func TestAProblemHasEverythingOfTheResponse(t *testing.T) {
	body := `{"code":"validation_failed","title":"Some fields are not valid.","detail":"See errors.",
		"request_id":"req-1","errors":[{"field":"total","code":"too_small","message":"It must be positive."}]}`
	rig := startRig(t, []http.HandlerFunc{gives(422, body, "X-Request-Id", "req-1")})
	_, err := rig.post(t)
	var problem *Problem
	if !errors.As(err, &problem) {
		t.Fatalf("%T is no problem", err)
	}
	if problem.Status != 422 || problem.Code != "validation_failed" || problem.RequestID != "req-1" {
		t.Errorf("unexpected problem: %+v", problem)
	}
	if len(problem.Errors) != 1 || problem.Errors[0].Field != "total" || problem.RetryAfter != nil {
		t.Errorf("unexpected fields: %+v", problem.Errors)
	}
	if text := err.Error(); !strings.Contains(text, "total: It must be positive.") || !strings.Contains(text, "req-1") {
		t.Errorf("unexpected text: %s", text)
	}
}

func TestRefusedCallsAreNotRetried(t *testing.T) {
	for _, status := range []int{302, 400, 401, 403, 404, 409, 422} {
		rig := startRig(t, []http.HandlerFunc{gives(status, "<h1>no</h1>", "Location", "https://thief.example")})
		_, err := rig.post(t)
		var problem *Problem
		if !errors.As(err, &problem) || problem.Code != CodeUnexpectedAnswer || problem.Detail != "<h1>no</h1>" {
			t.Errorf("%d gave %v", status, err)
		}
	}
}

func TestRetriesWaitAsTheServiceAsks(t *testing.T) {
	rig := startRig(t, []http.HandlerFunc{gives(429, `{"code":"rate_limited"}`, "Retry-After", "0"), gives(201, `{}`)},
		WithBackoff(time.Hour))
	if _, err := rig.post(t); err != nil {
		t.Fatal(err)
	}
	rig = startRig(t, []http.HandlerFunc{gives(409, `{"code":"request_in_progress"}`, "Retry-After", "0"), gives(201, `{}`)},
		WithBackoff(time.Hour))
	if _, err := rig.post(t); err != nil {
		t.Fatal(err)
	}
	rig = startRig(t, []http.HandlerFunc{gives(503, `{"code":"temporarily_unavailable"}`, "Retry-After", "3600")})
	_, err := rig.post(t)
	var problem *Problem
	if !errors.As(err, &problem) || problem.RetryAfter == nil || *problem.RetryAfter != time.Hour {
		t.Errorf("a longer wait must end the call: %v", err)
	}
}

func TestTheNumberOfRetriesIsLimited(t *testing.T) {
	rig := startRig(t, []http.HandlerFunc{gives(500, ``), gives(500, ``), gives(500, ``)}, WithRetries(2))
	_, err := rig.get(t)
	var problem *Problem
	if !errors.As(err, &problem) || problem.Status != 500 || len(rig.made()) != 3 {
		t.Errorf("%v after %d requests", err, len(rig.made()))
	}
}

func TestWithoutAnAnswerTheKeyIsReturned(t *testing.T) {
	rig := startRig(t, []http.HandlerFunc{cuts, cuts}, WithRetries(1))
	_, err := rig.post(t)
	var unreachable *Unreachable
	if !errors.As(err, &unreachable) {
		t.Fatalf("%T", err)
	}
	if unreachable.IdempotencyKey == "" || unreachable.IdempotencyKey != rig.made()[0].header.Get("Idempotency-Key") {
		t.Errorf("unexpected key %q", unreachable.IdempotencyKey)
	}
}

func TestTheContextEndsACall(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	ends := func(http.ResponseWriter, *http.Request) { cancel() }
	rig := startRig(t, []http.HandlerFunc{ends})
	_, err := object[thing](ctx, rig.Client, call{method: http.MethodGet, path: "/thing"}, nil)
	if !errors.Is(err, context.Canceled) || len(rig.made()) != 1 {
		t.Errorf("%v after %d requests", err, len(rig.made()))
	}
}

func TestAnAttemptHasATimeLimit(t *testing.T) {
	waits := func(_ http.ResponseWriter, request *http.Request) { <-request.Context().Done() }
	rig := startRig(t, []http.HandlerFunc{waits, gives(200, `{"id":"1"}`)}, WithTimeout(50*time.Millisecond))
	if read, err := rig.get(t); err != nil || read.ID != "1" {
		t.Errorf("%+v, %v", read, err)
	}
}

func TestAnUnreadableAnswerIsAProblem(t *testing.T) {
	rig := startRig(t, []http.HandlerFunc{gives(200, `<html>`, "X-Request-Id", "req-2")})
	_, err := rig.get(t)
	var problem *Problem
	if !errors.As(err, &problem) || problem.Code != CodeUnexpectedAnswer || problem.RequestID != "req-2" {
		t.Errorf("%v", err)
	}
}

func TestOnlyUrlsOfInstancesAreAccepted(t *testing.T) {
	for _, wrong := range []string{"", "pay.shop.example", "ftp://shop.example", "https://", "https://a:b@shop.example",
		"https://shop.example?x=1"} {
		if _, err := New(wrong, ""); err == nil {
			t.Errorf("%q must be refused", wrong)
		}
	}
}

func TestAClientThatIsPrintedHidesItsToken(t *testing.T) {
	client, err := New("https://pay.shop.example/", "token-1")
	if text := fmt.Sprintf("%v %+v", client, client); err != nil || strings.Contains(text, "token-1") {
		t.Error(text, err)
	}
}

func TestRetryAfterIsSecondsOrADate(t *testing.T) {
	now := time.Date(2026, 1, 15, 9, 30, 0, 500, time.UTC)
	cases := map[string]time.Duration{
		"0":                             0,
		" 12 ":                          12 * time.Second,
		"Thu, 15 Jan 2026 09:30:10 GMT": 10 * time.Second,
		"Thu, 15 Jan 2026 09:00:00 GMT": 0,
		"18446744073709551615":          longestWaitSeconds * time.Second,
	}
	for header, expected := range cases {
		if wait := waitOf(header, now); wait == nil || *wait != expected {
			t.Errorf("%q gives %v", header, wait)
		}
	}
	for _, header := range []string{"", "soon", "-1", "1.5"} {
		if wait := waitOf(header, now); wait != nil {
			t.Errorf("%q gives %v", header, *wait)
		}
	}
}

func TestPausesGrowAndDiffer(t *testing.T) {
	client, err := New("https://pay.shop.example", "")
	if err != nil {
		t.Fatal(err)
	}
	for attempt, most := range []time.Duration{500, 1000, 2000, 4000, 8000, 8000} {
		most *= time.Millisecond
		if wait := client.waitBefore(attempt, &Unreachable{}); wait < most/2 || wait > most {
			t.Errorf("attempt %d waits %v", attempt, wait)
		}
	}
	if client.waitBefore(4, &Unreachable{}) == client.waitBefore(4, &Unreachable{}) {
		t.Error("pauses must have a random part")
	}
}

func TestQueriesRepeatNamesAndNestPairs(t *testing.T) {
	query := struct {
		Status   []string       `json:"status,omitempty"`
		Metadata map[string]any `json:"metadata,omitempty"`
		Limit    *int64         `json:"limit,omitempty"`
		Counts   *bool          `json:"counts,omitempty"`
		Q        *string        `json:"q,omitempty"`
	}{
		Status: []string{"open", "paid"}, Metadata: map[string]any{"order": 1042}, Limit: Ptr[int64](9007199254740993),
		Counts: Ptr(false),
	}
	values, err := queryValues(query)
	if err != nil {
		t.Fatal(err)
	}
	expected := "counts=false&limit=9007199254740993&metadata%5Border%5D=1042&status=open&status=paid"
	if values.Encode() != expected {
		t.Error(values.Encode())
	}
}
