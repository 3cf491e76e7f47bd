package quittance

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Version is the version of this package, as sent in the User-Agent header.
const Version = "0.1.0"

const (
	// The longest wait before a retry. If the service asks for a longer one, the call fails instead.
	longestRetryAfter = 60 * time.Second
	// The longest pause before a retry that the service has set no time for.
	longestBackoff = 8 * time.Second
	// The largest JSON response that is read, in bytes. It protects the memory of this program.
	largestBody = 64 << 20
)

// call is one call of an operation, with all its attempts.
type call struct {
	method string
	// The path below the API's URL, with parameters filled in.
	path string
	// A struct of query parameters, or nil.
	query any
	// Set for one page of a list.
	cursor string
	// The body, or nil.
	body any
	// The Idempotency-Key of a change. Empty for GET.
	key string
	// The media type of the response.
	accept string
}

// object makes a call whose response is an object.
func object[T any](ctx context.Context, client *Client, one call, options []CallOption) (*T, error) {
	var into T
	if _, err := client.read(ctx, one, options, &into); err != nil {
		return nil, err
	}
	return &into, nil
}

// value makes a call whose response is a list or a map.
func value[T any](ctx context.Context, client *Client, one call, options []CallOption) (T, error) {
	var into T
	_, err := client.read(ctx, one, options, &into)
	return into, err
}

// read makes a call, reads its JSON response into `into`, and returns the headers of the response.
func (c *Client) read(ctx context.Context, one call, options []CallOption, into any) (http.Header, error) {
	one.accept = "application/json"
	answer, err := c.open(ctx, one, options)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(answer.body, into); err != nil {
		problem := problemOf(answer.response, nil, c.now())
		problem.Detail = "The response cannot be read: " + err.Error()
		return nil, problem
	}
	return answer.response.Header, nil
}

// answer is a successful response. Its body was read if it is JSON, and is still open if it is a stream.
type answer struct {
	response *http.Response
	body     []byte
}

// open makes a call, with retries where they can help. It returns a *Problem, an *Unreachable, or an error of the
// caller's own input.
func (c *Client) open(ctx context.Context, one call, options []CallOption) (*answer, error) {
	if one.method != http.MethodGet {
		for _, option := range options {
			option(&one)
		}
		if one.key == "" {
			one.key = newUUID()
		}
	}
	address, err := c.address(one)
	if err != nil {
		return nil, err
	}
	var body []byte
	if one.body != nil {
		if body, err = json.Marshal(one.body); err != nil {
			return nil, fmt.Errorf("quittance: the body cannot be written as JSON: %w", err)
		}
	}
	for attempt := 0; ; attempt++ {
		answer, err := c.attempt(ctx, one, address, body)
		if err == nil {
			return answer, nil
		}
		if ctx.Err() != nil || attempt >= c.retries || !mayHelp(err) {
			return nil, err
		}
		if !pause(ctx, c.waitBefore(attempt, err)) {
			return nil, &Unreachable{IdempotencyKey: one.key, Err: ctx.Err()}
		}
	}
}

func (c *Client) attempt(ctx context.Context, one call, address string, body []byte) (*answer, error) {
	isStream := one.accept != "application/json"
	if !isStream && c.timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, c.timeout)
		defer cancel()
		ctx = limited
	}
	request, err := http.NewRequestWithContext(ctx, one.method, address, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("quittance: the request cannot be made: %w", err)
	}
	if body != nil {
		// Otherwise net/http repeats a change by itself if a kept connection was cut, beyond the number of retries.
		request.GetBody = nil
	}
	request.Header.Set("Accept", one.accept)
	request.Header.Set("User-Agent", "quittance-go/"+Version)
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	if one.key != "" {
		request.Header.Set("Idempotency-Key", one.key)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, &Unreachable{IdempotencyKey: one.key, Err: err}
	}
	isSuccess := response.StatusCode >= 200 && response.StatusCode < 300
	if isSuccess && isStream {
		return &answer{response: response}, nil
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, largestBody+1))
	if err != nil {
		return nil, &Unreachable{IdempotencyKey: one.key, Err: err}
	}
	if len(text) > largestBody {
		return nil, fmt.Errorf("quittance: the response is larger than %d bytes", largestBody)
	}
	if !isSuccess {
		return nil, problemOf(response, text, c.now())
	}
	return &answer{response: response, body: text}, nil
}

// pathPart escapes a parameter of a path, so that it remains one part of it.
func pathPart(parameter string) string {
	return strings.ReplaceAll(url.QueryEscape(parameter), "+", "%20")
}

func (c *Client) address(one call) (string, error) {
	values, err := queryValues(one.query)
	if err != nil {
		return "", err
	}
	if one.cursor != "" {
		values.Set("cursor", one.cursor)
	}
	values.Set("v", "1")
	return c.base + one.path + "?" + values.Encode(), nil
}

// queryValues writes a struct of query parameters. Several values repeat the name, pairs become name[key], and absent
// values are left out.
func queryValues(query any) (url.Values, error) {
	values := url.Values{}
	if query == nil {
		return values, nil
	}
	text, err := json.Marshal(query)
	if err != nil {
		return nil, fmt.Errorf("quittance: the query cannot be written: %w", err)
	}
	var members map[string]any
	decoder := json.NewDecoder(bytes.NewReader(text))
	// Keeps the digits of numbers.
	decoder.UseNumber()
	if err := decoder.Decode(&members); err != nil {
		return nil, fmt.Errorf("quittance: the query is not an object: %w", err)
	}
	for name, value := range members {
		addValues(values, name, value)
	}
	return values, nil
}

func addValues(values url.Values, name string, value any) {
	switch value := value.(type) {
	case nil:
	case []any:
		for _, one := range value {
			addValues(values, name, one)
		}
	case map[string]any:
		for key, one := range value {
			addValues(values, name+"["+key+"]", one)
		}
	default:
		values.Add(name, fmt.Sprint(value))
	}
}

func mayHelp(err error) bool {
	var problem *Problem
	if !errors.As(err, &problem) {
		var unreachable *Unreachable
		return errors.As(err, &unreachable)
	}
	if problem.RetryAfter != nil && *problem.RetryAfter > longestRetryAfter {
		return false
	}
	switch problem.Status {
	case 429, 500, 502, 503, 504:
		return true
	}
	return problem.Code == ProblemRequestInProgress
}

// waitBefore returns the time that the service asks for. Otherwise the pause doubles for each attempt, less a random
// part, so that clients do not retry at the same moment.
func (c *Client) waitBefore(attempt int, err error) time.Duration {
	var problem *Problem
	if errors.As(err, &problem) && problem.RetryAfter != nil {
		return *problem.RetryAfter
	}
	wait := c.backoff
	for ; attempt > 0 && wait < longestBackoff; attempt-- {
		wait *= 2
	}
	if wait > longestBackoff {
		wait = longestBackoff
	}
	// Before Go 1.20, math/rand gives every program the same numbers.
	var random [8]byte
	fill(random[:])
	part := float64(binary.BigEndian.Uint64(random[:])>>11) / (1 << 53)
	return time.Duration(float64(wait) * (0.5 + part/2))
}

// pause returns false if the context ended first.
func pause(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// newUUID returns a UUIDv4 (RFC 9562 §5.4).
func newUUID() string {
	var bytes [16]byte
	fill(bytes[:])
	bytes[6] = bytes[6]&0x0f | 0x40
	bytes[8] = bytes[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", bytes[:4], bytes[4:6], bytes[6:8], bytes[8:10], bytes[10:])
}

// fill fills a slice with random bytes of the system.
func fill(bytes []byte) {
	if _, err := rand.Read(bytes); err != nil {
		panic("quittance: the system has no random numbers: " + err.Error())
	}
}
