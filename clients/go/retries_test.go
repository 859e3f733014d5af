package keyward_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	keyward "github.com/keyward/keyward/clients/go"
)

var ctx = context.Background()

func TestBusyAndLimitedCallsAreRepeated(t *testing.T) {
	proxy := newFaults(t, busy, limited)
	client := newClient(t, keyward.WithURL(proxy.URL))
	must[*keyward.Page[keyward.API]](t)(client.APIs.ListAPIs(ctx, keyward.ListAPIsInput{}))
	equal(t, len(proxy.requests()), 3)
}

func TestRetryAfterIsHonored(t *testing.T) {
	proxy := newFaults(t, refuses(http.StatusServiceUnavailable, "application/service_unavailable", 1))
	client := newClient(t, keyward.WithURL(proxy.URL))
	start := time.Now()
	must[*keyward.Page[keyward.API]](t)(client.APIs.ListAPIs(ctx, keyward.ListAPIsInput{}))
	if time.Since(start) < time.Second {
		t.Fatal("the client did not wait")
	}
	equal(t, len(proxy.requests()), 2)
}

func TestAWaitBeyondTheTotalTimeFailsAtOnce(t *testing.T) {
	proxy := newFaults(t, refuses(http.StatusServiceUnavailable, "application/service_unavailable", 3600))
	client := newClient(t, keyward.WithURL(proxy.URL))
	_, err := client.APIs.ListAPIs(ctx, keyward.ListAPIsInput{})
	equal(t, refused(t, err, keyward.ErrServiceUnavailable).RetryAfter, time.Hour)
	equal(t, len(proxy.requests()), 1)
}

func TestAChangeHappensOnceAlthoughItsAnswerIsLost(t *testing.T) {
	proxy := newFaults(t, losesTheAnswer)
	client := newClient(t, keyward.WithURL(proxy.URL))
	identity := keyward.CreateIdentityInput{ExternalID: "go lost answer"}
	must[*keyward.CreateIdentityResult](t)(client.Identities.CreateIdentity(ctx, identity))
	seen := proxy.requests()
	equal(t, len(seen), 2)
	equal(t, seen[0].body, seen[1].body)
	equal(t, seen[0].header.Get("Idempotency-Key"), seen[1].header.Get("Idempotency-Key"))
}

func TestEveryChangeHasItsOwnIdempotencyKey(t *testing.T) {
	client := newClient(t)
	create := func(options ...keyward.CallOption) string {
		result, err := client.APIs.CreateAPI(ctx, keyward.CreateAPIInput{Name: "Go client"}, options...)
		return must[*keyward.CreateAPIResult](t)(result, err).APIID
	}
	first, second := create(), create()
	if first == second {
		t.Fatal("two changes had the same idempotency key")
	}
	same := keyward.WithIdempotencyKey("go-idempotency-key")
	equal(t, create(same), create(same))
}

func TestReadsHaveNoIdempotencyKey(t *testing.T) {
	proxy := newFaults(t)
	client := newClient(t, keyward.WithURL(proxy.URL))
	must[*keyward.Page[keyward.API]](t)(client.APIs.ListAPIs(ctx, keyward.ListAPIsInput{}))
	must[*keyward.Verdict](t)(client.Keys.VerifyKey(ctx, keyward.VerifyKeyInput{Key: "nobody"}))
	for _, request := range proxy.requests() {
		equal(t, request.header.Get("Idempotency-Key"), "")
	}
}

func TestAVerificationIsChargedOnce(t *testing.T) {
	direct := newClient(t)
	key := newKey(t, direct, keyward.CreateKeyInput{Credits: credits(5)}).Key
	verify := func(of fault) (*faults, error) {
		proxy := newFaults(t, of)
		client := newClient(t, keyward.WithURL(proxy.URL))
		_, err := client.Keys.VerifyKey(ctx, keyward.VerifyKeyInput{Key: key})
		return proxy, err
	}
	// The service refused, so nothing is charged and the call is repeated.
	proxy, err := verify(busy)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, len(proxy.requests()), 2)
	// The answer is lost, so the credit may be charged.
	proxy, err = verify(losesTheAnswer)
	refused(t, err, keyward.ErrUnreachable)
	equal(t, len(proxy.requests()), 1)
	// A proxy may have passed the request on.
	proxy, err = verify(answers(http.StatusServiceUnavailable, "busy", nil))
	refused(t, err, keyward.ErrUnexpectedAnswer)
	equal(t, len(proxy.requests()), 1)
	equal(t, left(t, direct, key), 3)
}

func TestARefusedConnectionIsRepeatedAndThenTold(t *testing.T) {
	proxy := newFaults(t)
	proxy.Close()
	client := newClient(t, keyward.WithURL(proxy.URL), keyward.WithRetries(1))
	_, err := client.Keys.VerifyKey(ctx, keyward.VerifyKeyInput{Key: "nobody"})
	if refusal := refused(t, err, keyward.ErrUnreachable); !strings.Contains(refusal.Detail, proxy.URL) {
		t.Fatal(refusal)
	}
}

func TestErrorsOfTheRequestAreNotRepeated(t *testing.T) {
	proxy := newFaults(t)
	client := newClient(t, keyward.WithURL(proxy.URL))
	_, err := client.Keys.GetKey(ctx, keyward.GetKeyInput{KeyID: "key_unknown"})
	refused(t, err, keyward.ErrKeyNotFound)
	equal(t, len(proxy.requests()), 1)
}

func TestASilentServiceEndsInATimeout(t *testing.T) {
	proxy := newFaults(t, staysSilent, staysSilent)
	client := newClient(t, keyward.WithURL(proxy.URL), keyward.WithTimeout(50*time.Millisecond), keyward.WithRetries(1))
	_, err := client.APIs.ListAPIs(ctx, keyward.ListAPIsInput{})
	refused(t, err, keyward.ErrTimeout)
	// The proxy may be slower than the client gives up.
	<-proxy.arrived
	<-proxy.arrived
	// One call may wait longer than the others.
	_, err = client.APIs.ListAPIs(ctx, keyward.ListAPIsInput{}, keyward.WithTimeout(patience))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, len(proxy.requests()), 3)
}

func TestADeadlineOfTheContextEndsTheCall(t *testing.T) {
	proxy := newFaults(t, staysSilent)
	client := newClient(t, keyward.WithURL(proxy.URL))
	short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	_, err := client.APIs.ListAPIs(short, keyward.ListAPIsInput{})
	refused(t, err, keyward.ErrTimeout)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
}

func TestACanceledContextEndsTheCall(t *testing.T) {
	later := refuses(http.StatusServiceUnavailable, "application/service_unavailable", 60)
	for name, fault := range map[string]fault{"in an attempt": staysSilent, "in a wait": later} {
		t.Run(name, func(t *testing.T) {
			proxy := newFaults(t, fault)
			client := newClient(t, keyward.WithURL(proxy.URL))
			canceled, cancel := context.WithCancel(ctx)
			go func() {
				<-proxy.arrived
				cancel()
			}()
			_, err := client.APIs.ListAPIs(canceled, keyward.ListAPIsInput{})
			refused(t, err, keyward.ErrCanceled)
			if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			equal(t, len(proxy.requests()), 1)
		})
	}
}

func TestOptionsOfACallReplaceThoseOfTheClient(t *testing.T) {
	proxy := newFaults(t, busy)
	client := newClient(t, keyward.WithURL(proxy.URL))
	_, err := client.APIs.ListAPIs(ctx, keyward.ListAPIsInput{}, keyward.WithRetries(0))
	refused(t, err, keyward.ErrServiceUnavailable)
	equal(t, len(proxy.requests()), 1)
}
