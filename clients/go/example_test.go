package keyward_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	keyward "github.com/keyward/keyward/clients/go"
)

func Example() {
	client, err := keyward.New() // reads KEYWARD_URL and KEYWARD_KEY
	if err != nil {
		log.Fatal(err)
	}
	verdict, err := client.Keys.VerifyKey(context.Background(), keyward.VerifyKeyInput{
		Key:         "acme_live_4f2c",
		Permissions: keyward.Ptr("documents.read"),
	})
	if err != nil {
		log.Fatal(err)
	}
	if verdict.Valid {
		fmt.Println("welcome", verdict.KeyID)
	} else {
		fmt.Println("refused:", verdict.Code)
	}
	// Output: refused: NOT_FOUND
}

func ExampleClient() {
	ctx := context.Background()
	client, err := keyward.New()
	if err != nil {
		log.Fatal(err)
	}
	api, err := client.APIs.CreateAPI(ctx, keyward.CreateAPIInput{Name: "Payments in Go"})
	if err != nil {
		log.Fatal(err)
	}
	created, err := client.Keys.CreateKey(ctx, keyward.CreateKeyInput{
		APIID:      api.APIID,
		ExternalID: keyward.Ptr("go_user_42"),
		Meta:       map[string]any{"plan": "pro"},
		Credits: &keyward.CreditsInput{
			Remaining: keyward.Int(100),
			Refill: &keyward.NewKeyRefillInput{
				Interval:  keyward.RefillIntervalMonthly,
				Amount:    100,
				RefillDay: keyward.Int(1),
			},
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	key, err := client.Keys.GetKey(ctx, keyward.GetKeyInput{KeyID: created.KeyID})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(key.Identity.ExternalID, *key.Credits.Remaining, key.Meta["plan"])
	// Output: go_user_42 100 pro
}

func ExampleNullable() {
	change := keyward.UpdateKeyInput{
		KeyID:       "key_1CAiZx1YPnJZtcPxTdBGPS",
		Enabled:     keyward.Ptr(false),
		Name:        keyward.Null[string](),              // removes the name
		Expires:     keyward.Value[int64](1893456000000), // sets the expiry
		Permissions: []string{},                          // takes all permissions away
		Roles:       nil,                                 // keeps the roles
	}
	fmt.Println(change.Roles == nil, change.ExternalID.IsZero())
	// Output: true true
}

func ExamplePage() {
	ctx := context.Background()
	client, err := keyward.New()
	if err != nil {
		log.Fatal(err)
	}
	page, err := client.Keys.ListKeys(ctx, keyward.ListKeysInput{Limit: keyward.Int(2)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(page.Items) <= 2)

	for key, err := range client.Keys.AllKeys(ctx, keyward.ListKeysInput{}) {
		if err != nil {
			log.Fatal(err)
		}
		if key.KeyID == "" {
			log.Fatal("a key without ID")
		}
	}
	// Output: true
}

func ExampleError() {
	client, err := keyward.New()
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.Identities.GetIdentity(context.Background(), keyward.GetIdentityInput{
		ExternalID: keyward.Ptr("nobody"),
	})
	var problem *keyward.Error
	switch {
	case errors.Is(err, keyward.ErrIdentityNotFound):
		fmt.Println("there is no such customer")
	case errors.As(err, &problem):
		fmt.Println(problem.Code, problem.Status, problem.RequestID, problem.Hint())
	}
	// Output: there is no such customer
}

func ExampleNew() {
	client, err := keyward.New(
		keyward.WithTimeout(5*time.Second),
		keyward.WithTotalTimeout(10*time.Second),
		keyward.WithRetries(1),
	)
	if err != nil {
		log.Fatal(err)
	}
	order := keyward.WithIdempotencyKey("go-order-4711")
	input := keyward.CreateAPIInput{Name: "Orders in Go"}
	first, err := client.APIs.CreateAPI(context.Background(), input, order)
	if err != nil {
		log.Fatal(err)
	}
	second, err := client.APIs.CreateAPI(context.Background(), input, order)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(first.APIID == second.APIID)
	// Output: true
}

func ExampleClient_Guard() {
	client, err := keyward.New()
	if err != nil {
		log.Fatal(err)
	}
	guard := client.Guard(keyward.GuardOptions{Permissions: "documents.read"})
	http.Handle("GET /documents", guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, "hello", keyward.VerdictFrom(r.Context()).KeyID)
	})))

	response := httptest.NewRecorder()
	http.DefaultServeMux.ServeHTTP(response, httptest.NewRequest(http.MethodGet, "/documents", nil))
	fmt.Println(response.Code)
	// Output: 401
}

func ExampleReservation() {
	ctx := context.Background()
	client, err := keyward.New()
	if err != nil {
		log.Fatal(err)
	}
	key := keyWithCredits(client, 1_000)

	verdict, err := client.Keys.VerifyKey(ctx, keyward.VerifyKeyInput{
		Key:     key,
		Credits: &keyward.VerifyKeyCreditsInput{Cost: 400, Reserve: keyward.Ptr(true)},
	})
	if err != nil || !verdict.Valid {
		log.Fatal(verdict, err)
	}
	reservation := client.Reservation(verdict)
	defer func() {
		charged, err := reservation.Commit(ctx)
		if err != nil {
			log.Print(err)
			return
		}
		fmt.Println(charged.Amount, *charged.Balances.Key)
	}()
	for _, word := range strings.Fields("a stream of words") {
		reservation.Add(1)
		fmt.Println(word)
	}
	// Output:
	// a
	// stream
	// of
	// words
	// 4 996
}

func keyWithCredits(client *keyward.Client, remaining int64) string {
	ctx := context.Background()
	api, err := client.APIs.CreateAPI(ctx, keyward.CreateAPIInput{Name: "Answers in Go"})
	if err != nil {
		log.Fatal(err)
	}
	key, err := client.Keys.CreateKey(ctx, keyward.CreateKeyInput{APIID: api.APIID, Credits: credits(remaining)})
	if err != nil {
		log.Fatal(err)
	}
	return key.Key
}

func ExampleVerifyWebhook() {
	http.HandleFunc("POST /keyward", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			http.Error(w, "too large", http.StatusRequestEntityTooLarge)
			return
		}
		message, err := keyward.VerifyWebhook(body, r.Header, os.Getenv("WEBHOOK_SECRET"))
		if err != nil {
			http.Error(w, "not from Keyward", http.StatusBadRequest)
			return
		}
		log.Println(message.Type, message.Data.EventID)
		w.WriteHeader(http.StatusNoContent)
	})

	response := httptest.NewRecorder()
	http.DefaultServeMux.ServeHTTP(response, httptest.NewRequest(http.MethodPost, "/keyward", strings.NewReader("{}")))
	fmt.Println(response.Code)
	// Output: 400
}

func ExampleWithHeaders() {
	inject := func(ctx context.Context, header http.Header) {
		// With OpenTelemetry: propagation.TraceContext{}.Inject(ctx, propagation.HeaderCarrier(header))
		header.Set("Traceparent", traceOf(ctx))
	}
	client, err := keyward.New(keyward.WithHeaders(inject))
	if err != nil {
		log.Fatal(err)
	}

	verdict, err := client.Keys.VerifyKey(context.Background(), keyward.VerifyKeyInput{Key: "acme_live_4f2c"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(verdict.Code)
	// Output: NOT_FOUND
}

// traceOf stands for what an application knows about the span of a context.
func traceOf(context.Context) string {
	return "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
}
