package quittance

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// WebhookRefused says that a delivery is not authentic. Respond with 400 and ignore it.
type WebhookRefused struct {
	Reason string
}

func (w *WebhookRefused) Error() string {
	return "quittance: the delivery was refused: " + w.Reason
}

// Delivery is a verified delivery of an event.
type Delivery struct {
	// ID is the id of the event. It is the same at every attempt: store it, and skip events that you have seen.
	ID string
	// Event is the body of the delivery.
	Event WebhookEvent
}

// DefaultTolerance is how far the time of a delivery may be from ours.
const DefaultTolerance = 300 * time.Second

// More signatures than any rotation needs. The limit bounds the work for one request.
const mostSignatures = 10

// WebhookVerifier verifies deliveries, with more settings than [VerifyWebhook].
type WebhookVerifier struct {
	// Secrets are the secrets (whsec_…) or public keys (whpk_…) of the endpoint: several during a rotation.
	Secrets []string
	// Tolerance is how far the time of a delivery may be from ours. Zero means [DefaultTolerance].
	Tolerance time.Duration
	// Now returns the current time, for tests. Nil means time.Now.
	Now func() time.Time
}

// VerifyWebhook verifies a delivery by the rules of Standard Webhooks. `body` is the raw request body, not parsed and
// written again. The secrets are those of the endpoint: two while one is replaced. It returns a [*WebhookRefused] if the
// delivery is not authentic, and another error if a secret is not valid.
func VerifyWebhook(body []byte, header http.Header, secrets ...string) (*Delivery, error) {
	return WebhookVerifier{Secrets: secrets}.Verify(body, header)
}

// Verify verifies a delivery. See [VerifyWebhook].
func (v WebhookVerifier) Verify(body []byte, header http.Header) (*Delivery, error) {
	keys, err := readKeys(v.Secrets)
	if err != nil {
		return nil, err
	}
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	signatures := strings.Fields(header.Get("webhook-signature"))
	if id == "" || timestamp == "" || len(signatures) == 0 {
		return nil, &WebhookRefused{"A header is missing: webhook-id, webhook-timestamp or webhook-signature."}
	}
	if err := v.checkTime(timestamp); err != nil {
		return nil, err
	}
	if len(signatures) > mostSignatures {
		return nil, &WebhookRefused{"There are too many signatures."}
	}
	signed := append([]byte(id+"."+timestamp+"."), body...)
	isGenuine := false
	// All keys are tried, so that timing does not reveal which one matched.
	for _, key := range keys {
		for _, signature := range signatures {
			isGenuine = key.verifies(signed, signature) || isGenuine
		}
	}
	if !isGenuine {
		return nil, &WebhookRefused{"No signature matches: another secret was used, or the body was changed."}
	}
	delivery := &Delivery{ID: id}
	if err := json.Unmarshal(body, &delivery.Event); err != nil {
		return nil, &WebhookRefused{"The body is not an event: " + err.Error()}
	}
	return delivery, nil
}

func (v WebhookVerifier) checkTime(timestamp string) error {
	seconds, err := strconv.ParseUint(timestamp, 10, 63)
	if err != nil || len(timestamp) > 12 {
		return &WebhookRefused{"webhook-timestamp is not a time."}
	}
	now, tolerance := time.Now, v.Tolerance
	if v.Now != nil {
		now = v.Now
	}
	if tolerance == 0 {
		tolerance = DefaultTolerance
	}
	if now().Sub(time.Unix(int64(seconds), 0)).Abs() > tolerance {
		return &WebhookRefused{"The delivery is too old, or one of the two clocks is wrong."}
	}
	return nil
}

// webhookKey has either a shared secret (v1) or a public key (v1a).
type webhookKey struct {
	secret    []byte
	publicKey ed25519.PublicKey
}

func readKeys(secrets []string) ([]webhookKey, error) {
	if len(secrets) == 0 {
		return nil, errors.New("quittance: a webhook is verified with at least one secret")
	}
	keys := make([]webhookKey, 0, len(secrets))
	for _, secret := range secrets {
		key, err := readKey(secret)
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, nil
}

func readKey(secret string) (webhookKey, error) {
	switch {
	case strings.HasPrefix(secret, "whsec_"):
		bytes, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err == nil && len(bytes) >= 16 {
			return webhookKey{secret: bytes}, nil
		}
	case strings.HasPrefix(secret, "whpk_"):
		bytes, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whpk_"))
		if err == nil && len(bytes) == ed25519.PublicKeySize {
			return webhookKey{publicKey: bytes}, nil
		}
	}
	return webhookKey{}, errors.New("quittance: a webhook secret is whsec_ or whpk_ and base64")
}

// verifies compares one signature, such as "v1,…", in constant time.
func (k webhookKey) verifies(signed []byte, signature string) bool {
	scheme, text, _ := strings.Cut(signature, ",")
	given, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return false
	}
	if k.publicKey != nil {
		return scheme == "v1a" && ed25519.Verify(k.publicKey, signed, given)
	}
	mac := hmac.New(sha256.New, k.secret)
	mac.Write(signed)
	return scheme == "v1" && hmac.Equal(given, mac.Sum(nil))
}
