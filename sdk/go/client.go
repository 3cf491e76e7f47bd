package quittance

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Client calls one instance of Quittance. It is safe for concurrent use.
type Client struct {
	base    string
	token   string
	http    *http.Client
	timeout time.Duration
	retries int
	// The first pause before a retry. It doubles for each attempt.
	backoff time.Duration
	now     func() time.Time
}

const (
	defaultTimeout = 30 * time.Second
	defaultRetries = 3
	defaultBackoff = 500 * time.Millisecond
)

// Option changes a [Client] while [New] makes it.
type Option func(*Client)

// WithTimeout sets the longest time for one attempt. The default is 30 seconds. Streams have no limit.
func WithTimeout(limit time.Duration) Option {
	return func(client *Client) { client.timeout = limit }
}

// WithRetries sets how often a failed call is retried. The default is 3.
func WithRetries(number int) Option {
	return func(client *Client) { client.retries = number }
}

// WithBackoff sets the first pause before a retry. The default is half a second. It doubles for each attempt, up to
// 8 seconds, less a random part. Retry-After of the service has precedence.
func WithBackoff(first time.Duration) Option {
	return func(client *Client) { client.backoff = first }
}

// WithHTTPClient replaces the HTTP client, for a proxy, own certificates, or tests. Redirects are never followed, so
// that the token is sent to the configured instance only.
func WithHTTPClient(replacement *http.Client) Option {
	return func(client *Client) { client.http = replacement }
}

// New returns a client of the instance at a URL, as in https://pay.shop.example. The token is a personal access token,
// an app token or an OAuth 2 access token, and empty for public operations. It fails if the URL is not one of http or
// https.
func New(instance, token string, options ...Option) (*Client, error) {
	address, err := url.Parse(strings.TrimRight(instance, "/"))
	if err != nil {
		return nil, errors.New("quittance: the URL of the instance cannot be read")
	}
	if (address.Scheme != "http" && address.Scheme != "https") || address.Host == "" {
		return nil, errors.New("quittance: the URL of the instance must begin with https:// or http://")
	}
	if address.RawQuery != "" || address.Fragment != "" || address.User != nil {
		return nil, errors.New("quittance: the URL of the instance must have no query, fragment or password")
	}
	client := &Client{
		base:    address.String() + "/api",
		token:   token,
		http:    http.DefaultClient,
		timeout: defaultTimeout,
		retries: defaultRetries,
		backoff: defaultBackoff,
		now:     time.Now,
	}
	for _, option := range options {
		option(client)
	}
	replacement := *client.http
	replacement.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client.http = &replacement
	return client, nil
}

// String names the instance, and keeps the token out of logs.
func (c *Client) String() string {
	return "quittance.Client(" + strings.TrimSuffix(c.base, "/api") + ")"
}

// CallOption changes one call.
type CallOption func(*call)

// WithIdempotencyKey sets the key of a change that must happen only once even if this program restarts. Store a UUIDv4
// together with the change. Without this option, each call has a new key for all of its attempts.
func WithIdempotencyKey(key string) CallOption {
	return func(one *call) { one.key = key }
}
