package keyward_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	keyward "github.com/keyward/keyward/clients/go"
)

// The tests run against a real service: KEYWARD_URL and KEYWARD_KEY say which. With KEYWARD_CASES,
// the program makes the calls of standard input instead.
func TestMain(m *testing.M) {
	if os.Getenv("KEYWARD_CASES") == "" {
		os.Exit(m.Run())
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		fmt.Println(answerTo(lines.Bytes()))
	}
}

// patience is far more than any call needs on a slow machine.
const patience = 5 * time.Minute

func newClient(t *testing.T, options ...keyward.Option) *keyward.Client {
	t.Helper()
	patient := []keyward.Option{keyward.WithTimeout(patience), keyward.WithTotalTimeout(patience)}
	client, err := keyward.New(append(patient, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// must returns the result of a call that has to succeed.
func must[T any](t *testing.T) func(T, error) T {
	return func(result T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
}

// refused returns the error of a call that has to fail with this code.
func refused(t *testing.T, err error, code keyward.ErrorCode) *keyward.Error {
	t.Helper()
	var refusal *keyward.Error
	if !errors.Is(err, code) || !errors.As(err, &refusal) {
		t.Fatalf("got the error %v instead of %s", err, code)
	}
	return refusal
}

func newAPI(t *testing.T, client *keyward.Client) string {
	t.Helper()
	return must[*keyward.CreateAPIResult](t)(client.APIs.CreateAPI(context.Background(), keyward.CreateAPIInput{Name: t.Name()})).APIID
}

func newKey(t *testing.T, client *keyward.Client, input keyward.CreateKeyInput) *keyward.MintedKey {
	t.Helper()
	if input.APIID == "" {
		input.APIID = newAPI(t, client)
	}
	return must[*keyward.MintedKey](t)(client.Keys.CreateKey(context.Background(), input))
}

func credits(remaining int64) *keyward.CreditsInput {
	return &keyward.CreditsInput{Remaining: keyward.Int(remaining)}
}

// left is what a key has, without a charge.
func left(t *testing.T, client *keyward.Client, key string) int64 {
	t.Helper()
	input := keyward.VerifyKeyInput{Key: key, Credits: &keyward.VerifyKeyCreditsInput{Cost: 0}}
	verdict := must[*keyward.Verdict](t)(client.Keys.VerifyKey(context.Background(), input))
	if verdict.Credits == nil {
		t.Fatalf("the key has no credits: %v", verdict)
	}
	return *verdict.Credits
}

func equal[T comparable](t *testing.T, got, expected T) {
	t.Helper()
	if got != expected {
		t.Fatalf("got %v instead of %v", got, expected)
	}
}
