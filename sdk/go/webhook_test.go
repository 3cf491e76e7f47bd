package quittance

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	secretText   = "0123456789abcdef0123456789abcdef"
	otherText    = "fedcba9876543210fedcba9876543210"
	deliveryBody = `{"type":"invoice.paid","timestamp":"2026-01-15T09:29:59.000Z","data":{"id":"1","note":"ünïcode"}}`
)

var deliveredAt = time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)

func whsec(text string) string {
	return "whsec_" + base64.StdEncoding.EncodeToString([]byte(text))
}

// signed returns the headers of a delivery with one signature for each secret.
func signed(id, body string, texts ...string) http.Header {
	seconds := strconv.FormatInt(deliveredAt.Unix(), 10)
	var signatures []string
	for _, text := range texts {
		mac := hmac.New(sha256.New, []byte(text))
		mac.Write([]byte(id + "." + seconds + "." + body))
		signatures = append(signatures, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	header := http.Header{}
	header.Set("webhook-id", id)
	header.Set("webhook-timestamp", seconds)
	header.Set("webhook-signature", strings.Join(signatures, " "))
	return header
}

func verifier(secrets ...string) WebhookVerifier {
	return WebhookVerifier{Secrets: secrets, Now: func() time.Time { return deliveredAt }}
}

func changed(name, value string) http.Header {
	header := signed("event-1", deliveryBody, secretText)
	header.Set(name, value)
	return header
}

func TestGenuineDeliveriesAreAccepted(t *testing.T) {
	delivery, err := verifier(whsec(secretText)).Verify([]byte(deliveryBody), signed("event-1", deliveryBody, secretText))
	if err != nil || delivery.ID != "event-1" || delivery.Event.Type != "invoice.paid" {
		t.Errorf("%+v, %v", delivery, err)
	}
}

func TestAVectorOfStandardWebhooksIsAccepted(t *testing.T) {
	header := http.Header{}
	header.Set("Webhook-Id", "msg_p5jXN8AQM9LWM0D4loKWxJek")
	header.Set("Webhook-Timestamp", "1614265330")
	header.Set("Webhook-Signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
	at := func() time.Time { return time.Unix(1614265330, 0) }
	one := WebhookVerifier{Secrets: []string{"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}, Now: at}
	if _, err := one.Verify([]byte(`{"test": 2432232314}`), header); err != nil {
		t.Error(err)
	}
}

func TestDuringARotationEitherSecretIsEnough(t *testing.T) {
	both := signed("event-1", deliveryBody, otherText, secretText)
	for _, known := range [][]string{{whsec(secretText)}, {whsec(otherText)}, {whsec(otherText), whsec(secretText)}} {
		if _, err := verifier(known...).Verify([]byte(deliveryBody), both); err != nil {
			t.Error(err)
		}
	}
	old := signed("event-1", deliveryBody, secretText)
	if _, err := verifier(whsec(otherText), whsec(secretText)).Verify([]byte(deliveryBody), old); err != nil {
		t.Error(err)
	}
}

func TestEd25519SignaturesAreVerifiedWithThePublicKey(t *testing.T) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	header := signed("event-1", deliveryBody, secretText)
	text := "event-1." + header.Get("webhook-timestamp") + "." + deliveryBody
	signature := base64.StdEncoding.EncodeToString(ed25519.Sign(private, []byte(text)))
	key := "whpk_" + base64.StdEncoding.EncodeToString(public)
	header.Set("webhook-signature", "v1a,"+signature)
	if _, err := verifier(key).Verify([]byte(deliveryBody), header); err != nil {
		t.Error(err)
	}
	header.Set("webhook-signature", "v1,"+signature)
	if _, err := verifier(key).Verify([]byte(deliveryBody), header); err == nil {
		t.Error("the scheme must match the key")
	}
}

func TestOtherSignaturesAreRefused(t *testing.T) {
	signature := signed("event-1", deliveryBody, secretText).Get("webhook-signature")
	genuine := signed("event-1", deliveryBody, secretText)
	cases := map[string]struct {
		body   string
		header http.Header
	}{
		"another secret signed it":  {deliveryBody, signed("event-1", deliveryBody, otherText)},
		"the body was formatted":    {strings.ReplaceAll(deliveryBody, ":", ": "), genuine},
		"one byte differs":          {strings.Replace(deliveryBody, "1", "2", 1), genuine},
		"another id":                {deliveryBody, changed("webhook-id", "event-9")},
		"another time":              {deliveryBody, changed("webhook-timestamp", strconv.FormatInt(deliveredAt.Unix()+1, 10))},
		"no signature":              {deliveryBody, changed("webhook-signature", "")},
		"another version":           {deliveryBody, changed("webhook-signature", strings.Replace(signature, "v1,", "v2,", 1))},
		"a cut signature":           {deliveryBody, changed("webhook-signature", signature[:len(signature)-8])},
		"no base64":                 {deliveryBody, changed("webhook-signature", "v1,*")},
		"an empty one":              {deliveryBody, changed("webhook-signature", "v1,")},
		"fifty signatures":          {deliveryBody, changed("webhook-signature", strings.Repeat(signature+" ", 50))},
		"no time":                   {deliveryBody, changed("webhook-timestamp", "")},
		"a time that is none":       {deliveryBody, changed("webhook-timestamp", "1e9")},
		"a time before 1970":        {deliveryBody, changed("webhook-timestamp", "-1768469400")},
		"a time with leading signs": {deliveryBody, changed("webhook-timestamp", "+1768469400")},
		"no event":                  {"[]", signed("event-1", "[]", secretText)},
	}
	for name, one := range cases {
		_, err := verifier(whsec(secretText)).Verify([]byte(one.body), one.header)
		var refused *WebhookRefused
		if !errors.As(err, &refused) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestADeliveryMayBeFiveMinutesOff(t *testing.T) {
	header := signed("event-1", deliveryBody, secretText)
	for seconds, isAccepted := range map[int]bool{-301: false, -300: true, 300: true, 301: false} {
		one := verifier(whsec(secretText))
		one.Now = func() time.Time { return deliveredAt.Add(time.Duration(seconds) * time.Second) }
		if _, err := one.Verify([]byte(deliveryBody), header); (err == nil) != isAccepted {
			t.Errorf("%d seconds: %v", seconds, err)
		}
		one.Tolerance = 301 * time.Second
		if _, err := one.Verify([]byte(deliveryBody), header); err != nil {
			t.Errorf("%d seconds with a longer tolerance: %v", seconds, err)
		}
	}
	if _, err := VerifyWebhook([]byte(deliveryBody), header, whsec(secretText)); err == nil {
		t.Error("the delivery of January is old")
	}
}

func TestAnInvalidSecretIsTheCallersOwnError(t *testing.T) {
	header := signed("event-1", deliveryBody, secretText)
	for _, secrets := range [][]string{{}, {""}, {"secret"}, {"whsec_"}, {"whsec_*"}, {"whpk_AAAA"}} {
		_, err := verifier(secrets...).Verify([]byte(deliveryBody), header)
		var refused *WebhookRefused
		if err == nil || errors.As(err, &refused) {
			t.Errorf("%q: %v", secrets, err)
		}
	}
}
