package keyward_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	keyward "github.com/keyward/keyward/clients/go"
)

type delivery struct {
	body   []byte
	header http.Header
}

func TestADeliveredEventIsVerifiedAndNothingElse(t *testing.T) {
	deliveries := make(chan delivery, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if body, err := io.ReadAll(r.Body); err == nil {
			deliveries <- delivery{body, r.Header}
		}
	}))
	defer server.Close()
	client := newClient(t)
	webhook := must[*keyward.CreateWebhookResult](t)(client.Webhooks.CreateWebhook(ctx, keyward.CreateWebhookInput{
		URL: server.URL, Types: []string{"identity.created"},
	}))
	identity := keyward.CreateIdentityInput{ExternalID: "go announced"}
	created := must[*keyward.CreateIdentityResult](t)(client.Identities.CreateIdentity(ctx, identity))
	got := <-deliveries
	if err := client.Webhooks.DeleteWebhook(ctx, keyward.DeleteWebhookInput{WebhookID: webhook.WebhookID}); err != nil {
		t.Fatal(err)
	}

	message := must[*keyward.EventMessage](t)(keyward.VerifyWebhook(got.body, got.header, webhook.Secret))
	equal(t, message.Type, "identity.created")
	equal(t, message.Data.Resources[0].ID, created.IdentityID)

	for name, change := range map[string]func(*delivery){
		"body":      func(d *delivery) { d.body = append(d.body[:len(d.body):len(d.body)], ' ') },
		"missing":   func(d *delivery) { d.header = http.Header{} },
		"id":        func(d *delivery) { d.header.Set("Webhook-Id", "evt_other") },
		"time":      func(d *delivery) { d.header.Set("Webhook-Timestamp", strconv.FormatInt(time.Now().Unix()-301, 10)) },
		"no time":   func(d *delivery) { d.header.Set("Webhook-Timestamp", "soon") },
		"signature": func(d *delivery) { d.header.Set("Webhook-Signature", "v1,AAAA v1,ä v2,AAAA") },
	} {
		changed := delivery{got.body, got.header.Clone()}
		change(&changed)
		if _, err := keyward.VerifyWebhook(changed.body, changed.header, webhook.Secret); !errors.Is(err, keyward.ErrWebhookSignature) {
			t.Fatal(name, err)
		}
	}
	rotated := got.header.Clone()
	rotated.Set("Webhook-Signature", "v1,AAAA "+got.header.Get("Webhook-Signature"))
	must[*keyward.EventMessage](t)(keyward.VerifyWebhook(got.body, rotated, webhook.Secret))
	for _, secret := range []string{"", "whsec_", "not a secret"} {
		if _, err := keyward.VerifyWebhook(got.body, got.header, secret); err == nil || errors.Is(err, keyward.ErrWebhookSignature) {
			t.Fatal(secret, err)
		}
	}
}
