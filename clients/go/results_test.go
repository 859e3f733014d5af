package keyward_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"

	keyward "github.com/keyward/keyward/clients/go"
)

func TestResultsHaveWhatWasSent(t *testing.T) {
	client := newClient(t)
	meta := map[string]any{"planName": "pro", "nested_map": map[string]any{"aKey": []any{1.0, nil}}}
	created := newKey(t, client, keyward.CreateKeyInput{
		ExternalID: keyward.Ptr("go_1"),
		Meta:       meta,
		Credits: &keyward.CreditsInput{
			Remaining: keyward.Int(5),
			Refill:    &keyward.NewKeyRefillInput{Interval: keyward.RefillIntervalMonthly, Amount: 10, RefillDay: keyward.Int(31)},
		},
	})
	key := must[*keyward.Key](t)(client.Keys.GetKey(ctx, keyward.GetKeyInput{KeyID: created.KeyID}))
	equal(t, key.Identity.ExternalID, "go_1")
	equal(t, key.Credits.Refill.Interval, keyward.RefillIntervalMonthly)
	equal(t, *key.Credits.Refill.RefillDay, 31)
	if !reflect.DeepEqual(key.Meta, meta) {
		t.Fatal(key.Meta)
	}
}

func TestAFieldIsLeftOutSetOrRemoved(t *testing.T) {
	client := newClient(t)
	id := newKey(t, client, keyward.CreateKeyInput{
		Name: keyward.Ptr("Before"), Permissions: []string{"a"}, ExternalID: keyward.Ptr("go_2"),
	}).KeyID
	update := func(input keyward.UpdateKeyInput) *keyward.Key {
		t.Helper()
		input.KeyID = id
		if err := client.Keys.UpdateKey(ctx, input); err != nil {
			t.Fatal(err)
		}
		return must[*keyward.Key](t)(client.Keys.GetKey(ctx, keyward.GetKeyInput{KeyID: id}))
	}
	key := update(keyward.UpdateKeyInput{Enabled: keyward.Ptr(false)})
	equal(t, fmt.Sprintln(key.Name, key.Enabled, key.Permissions), "Before false [a]\n")
	equal(t, update(keyward.UpdateKeyInput{Name: keyward.Value("After")}).Name, "After")
	equal(t, update(keyward.UpdateKeyInput{Name: keyward.Null[string]()}).Name, "")
	key = update(keyward.UpdateKeyInput{Permissions: []string{}})
	equal(t, len(key.Permissions), 0)
	equal(t, key.Identity.ExternalID, "go_2")
}

func TestInputsAreWrittenAsTheyAreMeant(t *testing.T) {
	for expected, input := range map[string]any{
		`{"keyId":""}`: keyward.UpdateKeyInput{},
		`{"keyId":"k","meta":null,"permissions":[],"expires":5}`: keyward.UpdateKeyInput{
			KeyID: "k", Meta: keyward.Null[map[string]any](), Permissions: []string{}, Expires: keyward.Value[int64](5),
		},
		`{"keyId":"k","credits":{"refill":null}}`: keyward.UpdateKeyInput{
			KeyID:   "k",
			Credits: keyward.Value(keyward.CreditsPatch{Refill: keyward.Null[keyward.RefillInput]()}),
		},
		`{"remaining":null}`: keyward.CreditsInput{},
	} {
		text, err := json.Marshal(keyward.Plain(input))
		if err != nil || !reflect.DeepEqual(decoded(text), decoded([]byte(expected))) {
			t.Fatalf("%s, %v instead of %s", text, err, expected)
		}
	}
	var name keyward.Nullable[string]
	if _, ok := name.Get(); ok || !name.IsZero() {
		t.Fatal("the zero value has a value")
	}
	if err := json.Unmarshal([]byte("null"), &name); err != nil || name.IsZero() {
		t.Fatal(name, err)
	}
}

func TestPrintingHidesSecrets(t *testing.T) {
	client := newClient(t)
	created := newKey(t, client, keyward.CreateKeyInput{})
	input := keyward.VerifyKeyInput{Key: created.Key}
	many := keyward.CreateKeysResult{Keys: []keyward.MintedKey{*created}}
	for _, printed := range []string{fmt.Sprint(created), fmt.Sprintf("%+v %v", *created, input), fmt.Sprintf("%+v", many)} {
		if strings.Contains(printed, created.Key) || !strings.Contains(printed, "[hidden]") {
			t.Fatal(printed)
		}
	}
	if printed := fmt.Sprintf("%+v", client); strings.Contains(printed, "kw_root") {
		t.Fatal(printed)
	}
}

func TestARefusedKeyIsAResult(t *testing.T) {
	verdict := must[*keyward.Verdict](t)(newClient(t).Keys.VerifyKey(ctx, keyward.VerifyKeyInput{Key: "nobody"}))
	equal(t, verdict.Valid, false)
	equal(t, verdict.Code, keyward.VerdictCodeNotFound)
	equal(t, verdict.Identity, nil)
}

func TestListsOfStructsAreSentAndReturned(t *testing.T) {
	limits := must[*keyward.MultiLimitResult](t)(newClient(t).Ratelimit.MultiLimit(ctx, []keyward.MultiLimitInput{
		{Namespace: "go", Identifier: "a", Limit: 3, Duration: 60_000, Cost: keyward.Int(2)},
		{Namespace: "go", Identifier: "b", Limit: 3, Duration: 60_000},
	}))
	equal(t, fmt.Sprint(limits.Limits[0].Remaining, limits.Limits[1].Remaining), "1 2")
}

func TestALoopReadsAllPages(t *testing.T) {
	client := newClient(t)
	api := newAPI(t, client)
	names := []string{}
	for index := range 5 {
		names = append(names, fmt.Sprint("key ", index))
		newKey(t, client, keyward.CreateKeyInput{APIID: api, Name: &names[index]})
	}
	input := keyward.ListKeysInput{APIID: &api, Limit: keyward.Int(2), Count: keyward.Ptr(true)}
	first := must[*keyward.Page[keyward.Key]](t)(client.Keys.ListKeys(ctx, input))
	equal(t, fmt.Sprint(len(first.Items), first.HasMore, *first.Total), "2 true 5")
	second := must[*keyward.Page[keyward.Key]](t)(first.Next(ctx))
	equal(t, second.Items[0].Name, names[2])
	last := must[*keyward.Page[keyward.Key]](t)(second.Next(ctx))
	equal(t, last.HasMore, false)
	if none, err := last.Next(ctx); none != nil || err != nil {
		t.Fatal(none, err)
	}
	found := []string{}
	for key, err := range client.Keys.AllKeys(ctx, input) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, key.Name)
	}
	equal(t, strings.Join(found, " "), strings.Join(names, " "))
}

func TestALoopEndsWithABreakOrAnError(t *testing.T) {
	client := newClient(t)
	api := newAPI(t, client)
	for range 3 {
		newKey(t, client, keyward.CreateKeyInput{APIID: api})
	}
	input := keyward.ListKeysInput{APIID: &api, Limit: keyward.Int(1)}
	proxy := newFaults(t)
	for _, err := range newClient(t, keyward.WithURL(proxy.URL)).Keys.AllKeys(ctx, input) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	equal(t, len(proxy.requests()), 1)

	canceled, cancel := context.WithCancel(ctx)
	defer cancel()
	var codes []string
	for _, err := range client.Keys.AllKeys(canceled, input) {
		if err != nil {
			refused(t, err, keyward.ErrCanceled)
		}
		codes = append(codes, fmt.Sprint(err == nil))
		cancel()
	}
	equal(t, strings.Join(codes, " "), "true false")
}

func TestGoroutinesShareAClient(t *testing.T) {
	client := newClient(t)
	key := newKey(t, client, keyward.CreateKeyInput{Credits: credits(40)}).Key
	var group sync.WaitGroup
	codes := make([]keyward.VerdictCode, 64)
	for index := range codes {
		group.Add(1)
		go func() {
			defer group.Done()
			if verdict, err := client.Keys.VerifyKey(ctx, keyward.VerifyKeyInput{Key: key}); err == nil {
				codes[index] = verdict.Code
			}
		}()
	}
	group.Wait()
	count := map[keyward.VerdictCode]int{}
	for _, code := range codes {
		count[code]++
	}
	equal(t, fmt.Sprint(count), "map[USAGE_EXCEEDED:24 VALID:40]")
}

type roundTripper func(*http.Request) (*http.Response, error)

func (r roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return r(request) }

func TestYourOwnHTTPClientIsUsed(t *testing.T) {
	var agents []string
	own := &http.Client{Transport: roundTripper(func(request *http.Request) (*http.Response, error) {
		agents = append(agents, request.URL.Path+" "+request.UserAgent())
		return http.DefaultTransport.RoundTrip(request)
	})}
	must[*keyward.Verdict](t)(newClient(t, keyward.WithHTTPClient(own)).Keys.VerifyKey(ctx, keyward.VerifyKeyInput{Key: "nobody"}))
	equal(t, strings.Join(agents, ", "), "/v2/keys.verifyKey keyward-go/"+keyward.Version)
	if own.CheckRedirect != nil {
		t.Fatal("the client was changed")
	}
}

type spanKey struct{}

func TestHeadersContinueTheTraceOfTheContext(t *testing.T) {
	proxy := newFaults(t, busy)
	client := newClient(t, keyward.WithURL(proxy.URL), keyward.WithHeaders(func(ctx context.Context, header http.Header) {
		header.Set("Traceparent", fmt.Sprint(ctx.Value(spanKey{})))
		header.Set("Authorization", "Bearer of another service")
	}))
	trace := "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	must[*keyward.Verdict](t)(client.Keys.VerifyKey(context.WithValue(ctx, spanKey{}, trace), keyward.VerifyKeyInput{Key: "nobody"}))
	for _, request := range proxy.requests() {
		equal(t, request.header.Get("Traceparent"), trace)
	}
	equal(t, len(proxy.requests()), 2)
}
