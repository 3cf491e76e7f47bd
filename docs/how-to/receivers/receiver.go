// Receives webhooks: verifies each over its raw body and keeps it once, in order.
package main

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	tolerance    = 5 * time.Minute
	maxBodyBytes = 1 << 20
)

var (
	anID        = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)
	aTimestamp  = regexp.MustCompile(`^[0-9]{1,12}$`)
	whitespaces = strings.NewReplacer("\t", " ", "\r", " ", "\n", " ")
)

// keyOf fails where the secret is none: nothing must be verified with an empty key.
func keyOf(secret string) ([]byte, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || !strings.HasPrefix(secret, "whsec_") || len(key) < 16 {
		return nil, fmt.Errorf("WEBHOOK_SECRET is missing or no webhook secret")
	}
	return key, nil
}

// verify takes the raw body.
func verify(key []byte, header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	if !anID.MatchString(id) || !aTimestamp.MatchString(timestamp) {
		return false
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	isGenuine := false
	for _, given := range strings.Fields(header.Get("webhook-signature")) {
		isGenuine = hmac.Equal([]byte(given), expected) || isGenuine
	}
	return isGenuine
}

type event struct {
	Sequence *int64 `json:"sequence"`
	Data     struct {
		ID        string `json:"id"`
		InvoiceID string `json:"invoice_id"`
	} `json:"data"`
}

// keep appends the event to the inbox, one line each: id, invoice, sequence, body. It leaves out an event that is there,
// and one that is older than another of its invoice. A table of your database does the same, with a unique key on the id.
func keep(path, id string, body []byte) error {
	var told event
	if err := json.Unmarshal(body, &told); err != nil {
		return err
	}
	invoice, number := "", ""
	if told.Sequence != nil {
		number = strconv.FormatInt(*told.Sequence, 10)
		if invoice = told.Data.InvoiceID; invoice == "" {
			invoice = told.Data.ID
		}
	}
	inbox, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer inbox.Close()
	if err := syscall.Flock(int(inbox.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	lines, torn := bufio.NewReader(inbox), ""
	for {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			if line != "" {
				torn = "\n"
			}
			break
		}
		if err != nil {
			return err
		}
		fields := strings.Split(line, "\t")
		if len(fields) < 4 {
			continue
		}
		seen, _ := strconv.ParseInt(fields[2], 10, 64)
		if fields[0] == id || (invoice != "" && fields[1] == invoice && seen >= *told.Sequence) {
			return nil
		}
	}
	line := strings.Join([]string{id, invoice, number, whitespaces.Replace(string(body))}, "\t")
	if _, err := inbox.WriteString(torn + line + "\n"); err != nil {
		return err
	}
	return inbox.Sync()
}

func main() {
	key, err := keyOf(os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	receive := func(answer http.ResponseWriter, request *http.Request) {
		if request.Method != http.MethodPost {
			answer.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(answer, request.Body, maxBodyBytes))
		if err != nil || !verify(key, request.Header, body) {
			answer.WriteHeader(http.StatusBadRequest)
			return
		}
		if err := keep(os.Getenv("WEBHOOK_INBOX"), request.Header.Get("webhook-id"), body); err != nil {
			log.Print(err)
			answer.WriteHeader(http.StatusInternalServerError)
			return
		}
		answer.WriteHeader(http.StatusNoContent)
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), http.HandlerFunc(receive)))
}
