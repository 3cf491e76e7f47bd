package quittance

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// CodeUnexpectedAnswer is the code of a [Problem] whose response is not from the service, such as a proxy's page.
const CodeUnexpectedAnswer ProblemCode = "unexpected_answer"

// Problem is an error response: the service refused the call and gave a reason.
type Problem struct {
	// Status is the HTTP status of the response.
	Status int
	// Code is the stable code of the problem, for use in conditions.
	Code ProblemCode
	// Title is a short text about the code.
	Title string
	// Detail is advice on how to resolve it.
	Detail string
	// Errors are the refused fields, for the code validation_failed.
	Errors []FieldProblem
	// RequestID is the id of the request in the log of the instance. Empty if the response has none.
	RequestID string
	// RetryAfter is the time to wait before the next call. Nil if the response does not name one.
	RetryAfter *time.Duration
}

// FieldProblem is one refused field.
type FieldProblem struct {
	// Field is the path of the field, as in order.items.0.price.
	Field   string `json:"field"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (p *Problem) Error() string {
	parts := make([]string, 0, 1+len(p.Errors))
	if p.Detail != "" {
		parts = append(parts, p.Detail)
	}
	for _, one := range p.Errors {
		parts = append(parts, one.Field+": "+one.Message)
	}
	text := fmt.Sprintf("quittance: %d %s: %s", p.Status, p.Code, strings.Join(parts, " "))
	if p.RequestID == "" {
		return text
	}
	return text + " (request " + p.RequestID + ")"
}

// Unreachable says that no complete answer came: the network failed, or the call timed out. It is unknown whether a
// change was made. Repeating the call with the same key is safe.
type Unreachable struct {
	// IdempotencyKey is the key for the next attempt at the same change. Empty for a call that changes nothing.
	IdempotencyKey string
	// Err is the cause. If the context of the caller ended, errors.Is finds context.Canceled or
	// context.DeadlineExceeded.
	Err error
}

func (u *Unreachable) Error() string {
	return "quittance: the service could not be reached: " + u.Err.Error()
}

func (u *Unreachable) Unwrap() error {
	return u.Err
}

// problemOf reads an error response. A proxy may have sent it instead of the service, so its format is not certain.
func problemOf(response *http.Response, body []byte, now time.Time) *Problem {
	var sent struct {
		Code      ProblemCode    `json:"code"`
		Title     string         `json:"title"`
		Detail    string         `json:"detail"`
		RequestID string         `json:"request_id"`
		Errors    []FieldProblem `json:"errors"`
	}
	// A member of another type leaves the others readable.
	_ = json.Unmarshal(body, &sent)
	problem := &Problem{
		Status:     response.StatusCode,
		Code:       sent.Code,
		Title:      sent.Title,
		Detail:     sent.Detail,
		Errors:     sent.Errors,
		RequestID:  response.Header.Get("X-Request-Id"),
		RetryAfter: waitOf(response.Header.Get("Retry-After"), now),
	}
	if problem.RequestID == "" {
		problem.RequestID = sent.RequestID
	}
	if problem.Code == "" {
		problem.Code = CodeUnexpectedAnswer
		problem.Detail = beginningOf(body)
	}
	return problem
}

// beginningOf returns at most 200 bytes, for an error message.
func beginningOf(body []byte) string {
	if len(body) > 200 {
		body = body[:200]
	}
	return strings.ToValidUTF8(string(body), "")
}

// longestWaitSeconds keeps the conversion to a time.Duration in range: 100 years.
const longestWaitSeconds = 100 * 365 * 24 * 3600

// waitOf parses Retry-After (RFC 9110 §10.2.3): seconds, or a date. Nil if it is neither.
func waitOf(header string, now time.Time) *time.Duration {
	header = strings.TrimSpace(header)
	if header == "" {
		return nil
	}
	seconds, err := strconv.ParseUint(header, 10, 64)
	if err != nil {
		at, err := http.ParseTime(header)
		if err != nil {
			return nil
		}
		seconds = uint64(math.Max(0, math.Ceil(at.Sub(now).Seconds())))
	}
	if seconds > longestWaitSeconds {
		seconds = longestWaitSeconds
	}
	wait := time.Duration(seconds) * time.Second
	return &wait
}
