package keyward_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	keyward "github.com/keyward/keyward/clients/go"
)

// ask sends a request to a handler behind a guard that returns the external ID of its caller.
func ask(guard func(http.Handler) http.Handler, header http.Header) *http.Response {
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		verdict := keyward.VerdictFrom(r.Context())
		if verdict.Identity == nil {
			_, _ = io.WriteString(w, string(verdict.Code))
			return
		}
		_, _ = io.WriteString(w, verdict.Identity.ExternalID)
	})
	request := httptest.NewRequest(http.MethodGet, "/documents", nil)
	request.Header = header
	recorder := httptest.NewRecorder()
	guard(handler).ServeHTTP(recorder, request)
	return recorder.Result()
}

func bearer(key string) http.Header { return http.Header{"Authorization": {"Bearer " + key}} }

// refusal is the status and the code of a response.
func refusal(t *testing.T, response *http.Response) string {
	t.Helper()
	var body struct {
		Error struct{ Code, Title, Detail string }
	}
	if err := json.NewDecoder(response.Body).Decode(&body); err != nil {
		t.Fatal(err)
	}
	if body.Error.Title == "" || body.Error.Detail == "" || response.Header.Get("Cache-Control") != "no-store" {
		t.Fatal(body, response.Header)
	}
	return fmt.Sprint(response.StatusCode, " ", body.Error.Code)
}

func text(t *testing.T, response *http.Response) string {
	t.Helper()
	return string(must[[]byte](t)(io.ReadAll(response.Body)))
}

func TestAGuardAcceptsOnlyValidKeys(t *testing.T) {
	client := newClient(t)
	guard := client.Guard(keyward.GuardOptions{Permissions: "go.read"})
	minted := newKey(t, client, keyward.CreateKeyInput{
		ExternalID:  keyward.Ptr("guarded"),
		Permissions: []string{"go.read"},
		Ratelimits:  []keyward.RatelimitInput{{Name: "requests", Limit: 2, Duration: 3_600_000, AutoApply: keyward.Ptr(true)}},
	})
	passed := ask(guard, bearer(minted.Key))
	equal(t, text(t, passed), "guarded")
	equal(t, passed.Header.Get("RateLimit-Limit")+passed.Header.Get("RateLimit-Remaining"), "21")
	ask(guard, http.Header{"Authorization": {" bearer  " + minted.Key + " "}})
	limited := ask(guard, bearer(minted.Key))
	equal(t, refusal(t, limited), "429 RATE_LIMITED")
	equal(t, limited.Header.Get("RateLimit-Remaining"), "0")
	if wait := must[int](t)(strconv.Atoi(limited.Header.Get("Retry-After"))); wait < 1 || wait > 3600 {
		t.Fatal(wait)
	}

	missing := ask(guard, http.Header{})
	equal(t, refusal(t, missing), "401 MISSING")
	equal(t, missing.Header.Get("WWW-Authenticate"), "Bearer")
	equal(t, refusal(t, ask(guard, http.Header{"Authorization": {"Basic abc"}})), "401 MISSING")
	equal(t, refusal(t, ask(guard, http.Header{"Authorization": {"Bearer a", "Bearer b"}})), "401 MISSING")
	for _, key := range []string{"nobody", strings.Repeat("x", 600)} {
		equal(t, refusal(t, ask(guard, bearer(key))), "401 NOT_FOUND")
	}
	weak := newKey(t, client, keyward.CreateKeyInput{})
	equal(t, refusal(t, ask(guard, bearer(weak.Key))), "403 INSUFFICIENT_PERMISSIONS")
	if err := client.Keys.UpdateKey(ctx, keyward.UpdateKeyInput{KeyID: minted.KeyID, Enabled: keyward.Ptr(false)}); err != nil {
		t.Fatal(err)
	}
	equal(t, refusal(t, ask(guard, bearer(minted.Key))), "403 DISABLED")
}

func TestAnOutageRefusesOrLetsRequestsPass(t *testing.T) {
	outage := refuses(http.StatusServiceUnavailable, "application/service_unavailable", 7)
	var reported []keyward.ErrorCode
	options := keyward.GuardOptions{OnError: func(r *http.Request, err *keyward.Error) {
		reported = append(reported, err.Code)
	}}
	guardBehind := func(f fault) func(http.Handler) http.Handler {
		return newClient(t, keyward.WithURL(newFaults(t, f).URL)).Guard(options)
	}
	refusing := ask(guardBehind(outage), bearer("some-key"))
	equal(t, refusal(t, refusing), "503 UNVERIFIED")
	equal(t, refusing.Header.Get("Retry-After"), "7")

	options.AllowWhenUnavailable = true
	guard := guardBehind(outage)
	equal(t, refusal(t, ask(guard, http.Header{})), "401 MISSING")
	equal(t, text(t, ask(guard, bearer("some-key"))), "UNVERIFIED")

	// A refused root key lets no request pass.
	forbidden := refuses(http.StatusForbidden, "authorization/insufficient_permissions", 0)
	equal(t, refusal(t, ask(guardBehind(forbidden), bearer("some-key"))), "503 UNVERIFIED")
	equal(t, fmt.Sprint(reported), "[application/service_unavailable application/service_unavailable authorization/insufficient_permissions]")
}

func TestEachRequestMayHaveItsOwnChecks(t *testing.T) {
	client := newClient(t)
	key := newKey(t, client, keyward.CreateKeyInput{Permissions: []string{"a"}, Credits: credits(9)}).Key
	guard := client.Guard(keyward.GuardOptions{
		Permissions: "b",
		Credits:     &keyward.VerifyKeyCreditsInput{Cost: 4},
		Key:         func(*http.Request) string { return key },
		PerRequest: func(r *http.Request, input *keyward.VerifyKeyInput) {
			input.Permissions = keyward.Ptr(r.Header.Get("Permission"))
		},
		RefusalBody: func(refusal keyward.Refusal) any { return map[string]string{"why": refusal.Code} },
	})
	equal(t, text(t, ask(guard, http.Header{"Permission": {"a"}})), "VALID")
	equal(t, left(t, client, key), 5)
	equal(t, text(t, ask(guard, http.Header{"Permission": {"c"}})), `{"why":"INSUFFICIENT_PERMISSIONS"}`)
}

func TestUsedUpCreditsMayBe402(t *testing.T) {
	client := newClient(t)
	key := newKey(t, client, keyward.CreateKeyInput{Credits: credits(1)}).Key
	guard := client.Guard(keyward.GuardOptions{Exhausted: http.StatusPaymentRequired})
	equal(t, text(t, ask(guard, bearer(key))), "VALID")
	equal(t, refusal(t, ask(guard, bearer(key))), "402 USAGE_EXCEEDED")
	equal(t, refusal(t, ask(client.Guard(keyward.GuardOptions{}), bearer(key))), "429 USAGE_EXCEEDED")
	equal(t, refusal(t, ask(guard, bearer("nobody"))), "401 NOT_FOUND")
}

func TestAFieldThatPerRequestSetsToNilStays(t *testing.T) {
	proxy := newFaults(t)
	client := newClient(t, keyward.WithURL(proxy.URL))
	api := newAPI(t, client)
	reader := newKey(t, client, keyward.CreateKeyInput{APIID: api, Permissions: []string{"go.read"}})
	other := newKey(t, client, keyward.CreateKeyInput{APIID: api})
	options := keyward.GuardOptions{
		Permissions: "go.read",
		Credits:     &keyward.VerifyKeyCreditsInput{Cost: 4},
		Ratelimits:  []keyward.VerifyKeyRatelimitInput{{Name: "requests", Limit: keyward.Int(9), Duration: keyward.Int(3_600_000)}},
		Tags:        []string{"a"},
		Keyspaces:   []string{api},
		PerRequest: func(r *http.Request, input *keyward.VerifyKeyInput) {
			*input = keyward.VerifyKeyInput{Key: input.Key}
		},
	}
	guard := client.Guard(options)
	equal(t, text(t, ask(guard, bearer(reader.Key))), "VALID")
	equal(t, refusal(t, ask(guard, bearer(other.Key))), "403 INSUFFICIENT_PERMISSIONS")

	options.MigrationID = "acme"
	ask(client.Guard(options), bearer(other.Key))
	seen := proxy.requests()
	equal(t, seen[len(seen)-1].body, fmt.Sprintf(`{"credits":{"cost":4},"key":%q,"keyspaces":[%q],"migrationId":"acme",`+
		`"permissions":"go.read","ratelimits":[{"duration":3600000,"limit":9,"name":"requests"}],"tags":["a"]}`, other.Key, api))
}

func TestAGuardContinuesTheTraceOfARequest(t *testing.T) {
	proxy := newFaults(t)
	client := newClient(t, keyward.WithURL(proxy.URL))
	key := newKey(t, client, keyward.CreateKeyInput{}).Key
	guard := client.Guard(keyward.GuardOptions{})
	handler := guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = client.APIs.ListAPIs(r.Context(), keyward.ListAPIsInput{})
	}))
	request := httptest.NewRequest(http.MethodGet, "/", nil)
	trace := "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	request.Header = http.Header{"Authorization": {"Bearer " + key}, "Traceparent": {trace}, "Tracestate": {"a=b"}}
	handler.ServeHTTP(httptest.NewRecorder(), request)
	seen := proxy.requests()
	for _, one := range seen[len(seen)-2:] {
		equal(t, one.header.Get("Traceparent")+" "+one.header.Get("Tracestate"), trace+" a=b")
	}
	equal(t, seen[0].header.Get("Traceparent"), "")
	equal(t, keyward.VerdictFrom(ctx), nil)
}
