package keyward

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
)

// transport sends calls, and repeats them while that is safe and time remains.
type transport struct {
	url        string
	key        string
	http       *http.Client
	addHeaders func(context.Context, http.Header)
	attemptOptions
}

// kind says when a call may be repeated.
type kind int

const (
	// A query changes nothing.
	query kind = iota
	// A mutation carries an idempotency key, so it happens once however often it is sent.
	mutation
	// A change that stores no idempotency key.
	once
	// A consumption takes credits each time.
	consumption
)

// noInput is for operations without fields.
type noInput struct{}

func send(ctx context.Context, t *transport, operation string, k kind, input any, options []CallOption) error {
	_, err := t.send(ctx, operation, k, plain(input), options)
	return err
}

func call[T any](ctx context.Context, t *transport, operation string, k kind, input any, options []CallOption) (*T, error) {
	answer, err := t.send(ctx, operation, k, plain(input), options)
	if err != nil {
		return nil, err
	}
	result := new(T)
	if err := t.read(operation, answer, result); err != nil {
		return nil, err
	}
	return result, nil
}

func callList[T any](ctx context.Context, t *transport, operation string, k kind, input any, options []CallOption) ([]T, error) {
	result, err := call[[]T](ctx, t, operation, k, input, options)
	if err != nil {
		return nil, err
	}
	return *result, nil
}

func (t *transport) send(ctx context.Context, operation string, k kind, body any, options []CallOption) (*envelope, error) {
	settings := callOptions{attemptOptions: t.attemptOptions}
	for _, option := range options {
		option.applyToCall(&settings)
	}
	if k == mutation && settings.idempotencyKey == "" {
		settings.idempotencyKey = newIdempotencyKey()
	}
	content, err := json.Marshal(body)
	if err != nil {
		return nil, &Error{Operation: operation, Code: ErrInvalidInput, Detail: "The input cannot be written as JSON: " + err.Error(), cause: err}
	}
	ctx, cancel := context.WithTimeout(ctx, settings.totalTimeout)
	defer cancel()
	for count := 0; ; count++ {
		answer, failed := t.attempt(ctx, operation, k, content, settings)
		if failed == nil {
			return answer, nil
		}
		wait, mayRepeat := failed.waitBefore(ctx, count, k, settings)
		if !mayRepeat {
			return nil, failed.err
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, interrupted(ctx, operation, t.url, err)
		}
	}
}

func (t *transport) attempt(ctx context.Context, operation string, k kind, content []byte, settings callOptions) (*envelope, *failedAttempt) {
	attemptCtx, cancel := context.WithTimeout(ctx, settings.timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(attemptCtx, http.MethodPost, t.url+"/v2/"+operation, bytes.NewReader(content))
	if err != nil {
		return nil, failedToSend(ctx, operation, t.url, err)
	}
	passTrace(ctx, request.Header)
	if t.addHeaders != nil {
		t.addHeaders(ctx, request.Header)
	}
	request.Header.Set("Authorization", "Bearer "+t.key)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "keyward-go/"+Version)
	if k == mutation {
		request.Header.Set("Idempotency-Key", settings.idempotencyKey)
	}
	response, err := t.http.Do(request)
	if err != nil {
		return nil, failedToSend(ctx, operation, t.url, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, failedToSend(ctx, operation, t.url, err)
	}
	return readAnswer(operation, t.url, response, text)
}

func (t *transport) read(operation string, answer *envelope, result any) error {
	if err := json.Unmarshal(answer.Data, result); err != nil {
		detail := "What answers at " + t.url + " is not this version of Keyward: " + err.Error() + "."
		return &Error{Operation: operation, Code: ErrUnexpectedAnswer, Detail: detail, RequestID: answer.Meta.RequestID, cause: err}
	}
	return nil
}

func newIdempotencyKey() string {
	random := make([]byte, 16)
	// It never fails on the systems that Go supports.
	_, _ = rand.Read(random)
	return hex.EncodeToString(random)
}
