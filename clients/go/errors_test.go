package keyward_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	keyward "github.com/keyward/keyward/clients/go"
)

func TestAnErrorSaysWhatToDo(t *testing.T) {
	_, err := newClient(t).Keys.GetKey(ctx, keyward.GetKeyInput{KeyID: "key_unknown"})
	refusal := refused(t, fmt.Errorf("wrapped: %w", err), keyward.ErrKeyNotFound)
	equal(t, refusal.Status, http.StatusNotFound)
	equal(t, refusal.Operation, "keys.getKey")
	if !strings.HasPrefix(refusal.RequestID, "req_") || !strings.Contains(refusal.Error(), refusal.RequestID) {
		t.Fatal(refusal)
	}
	if refusal.Hint() == "" || !strings.HasSuffix(refusal.Type, "data/key_not_found") {
		t.Fatal(refusal.Hint(), refusal.Type)
	}
	if errors.Is(err, keyward.ErrAPINotFound) {
		t.Fatal("the error has another code too")
	}
}

func TestAnInvalidRequestNamesEveryViolation(t *testing.T) {
	client := newClient(t)
	input := keyward.CreateKeyInput{APIID: newAPI(t, client), ByteLength: keyward.Int(1), Name: keyward.Ptr("")}
	_, err := client.Keys.CreateKey(ctx, input)
	refusal := refused(t, err, keyward.ErrInvalidInput)
	locations := []string{}
	for _, violation := range refusal.Violations {
		locations = append(locations, violation.Location)
	}
	slices.Sort(locations)
	equal(t, strings.Join(locations, " "), "body.byteLength body.name")
	if !strings.Contains(refusal.Error(), "body.name") {
		t.Fatal(refusal)
	}
}

func TestTheKeyOfTheClientIsRefused(t *testing.T) {
	_, err := newClient(t, keyward.WithKey("nobody")).Users.ListUsers(ctx, keyward.ListUsersInput{})
	refused(t, err, keyward.ErrAuthenticationKeyNotFound)
	// A root key may not list users, which belong to the operator.
	_, err = newClient(t).Users.ListUsers(ctx, keyward.ListUsersInput{})
	refused(t, err, keyward.ErrInsufficientPermissions)
}

func TestAnotherProgramAtTheAddressIsRecognized(t *testing.T) {
	redirect := http.Header{"Location": {"https://elsewhere.example/"}}
	for _, fault := range []fault{
		answers(http.StatusOK, "<html>", nil),
		answers(http.StatusFound, "", redirect),
		answers(http.StatusOK, `{"data":{}}`, nil),
		answers(http.StatusOK, `{"meta":{"requestId":"req_1"},"data":"no page"}`, nil),
	} {
		proxy := newFaults(t, fault)
		_, err := newClient(t, keyward.WithURL(proxy.URL), keyward.WithRetries(0)).APIs.ListAPIs(ctx, keyward.ListAPIsInput{})
		refused(t, err, keyward.ErrUnexpectedAnswer)
		equal(t, len(proxy.requests()), 1)
	}
}

func TestAnInvalidAddressOrKeyIsRefusedAtOnce(t *testing.T) {
	for _, options := range [][]keyward.Option{
		{keyward.WithURL("")},
		{keyward.WithURL("keys.example.com")},
		{keyward.WithURL("ftp://keys.example.com")},
		{keyward.WithKey("")},
		{keyward.WithKey("two words")},
		{keyward.WithKey("kw\n")},
	} {
		client, err := keyward.New(options...)
		if err == nil || client != nil || strings.Contains(err.Error(), "two words") {
			t.Fatal(client, err)
		}
	}
}
