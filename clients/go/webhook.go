package keyward

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// A request that somebody repeats later is refused. Clocks may differ.
	webhookTolerance = 5 * time.Minute
	mostSignatures   = 10
)

// ErrWebhookSignature means that Keyward has not sent this request, or not now. Answer 400 to it.
var ErrWebhookSignature = errors.New("keyward: the signature does not fit the request")

// VerifyWebhook verifies the signature of a request that a webhook received, and returns its
// message. Pass the body as it arrived, because parsed JSON has other bytes.
func VerifyWebhook(body []byte, header http.Header, secret string) (*EventMessage, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) == 0 {
		return nil, errors.New("keyward: the secret of a webhook begins with whsec_")
	}
	id, sent := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	if id == "" || !isRecent(sent) {
		return nil, ErrWebhookSignature
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, sent, body)
	if !hasSignature(header.Get("Webhook-Signature"), mac.Sum(nil)) {
		return nil, ErrWebhookSignature
	}
	message := new(EventMessage)
	if err := json.Unmarshal(body, message); err != nil {
		return nil, fmt.Errorf("keyward: the message cannot be read: %w", err)
	}
	return message, nil
}

func isRecent(sent string) bool {
	seconds, err := strconv.ParseInt(sent, 10, 64)
	return err == nil && time.Since(time.Unix(seconds, 0)).Abs() <= webhookTolerance
}

func hasSignature(signatures string, expected []byte) bool {
	for index, signature := range strings.Fields(signatures) {
		version, encoded, _ := strings.Cut(signature, ",")
		found, err := base64.StdEncoding.DecodeString(encoded)
		if index < mostSignatures && version == "v1" && err == nil && hmac.Equal(found, expected) {
			return true
		}
	}
	return false
}
