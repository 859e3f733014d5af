package keyward

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// envelope is what every response of the service consists of.
type envelope struct {
	Meta struct {
		RequestID string `json:"requestId"`
	} `json:"meta"`
	Data       json.RawMessage `json:"data"`
	Pagination Pagination      `json:"pagination"`
	Error      *problem        `json:"error"`
}

type problem struct {
	Type   string      `json:"type"`
	Detail string      `json:"detail"`
	Errors []Violation `json:"errors"`
}

func readAnswer(operation, address string, response *http.Response, text []byte) (*envelope, *failedAttempt) {
	var found envelope
	isEnvelope := json.Unmarshal(text, &found) == nil && found.Meta.RequestID != ""
	if isEnvelope && found.Error != nil && found.Error.Type != "" {
		return nil, &failedAttempt{err: refusal(operation, response, &found), isWithoutEffect: true}
	}
	isOK := response.StatusCode >= 200 && response.StatusCode < 300
	if isEnvelope && isOK && found.Error == nil && found.Data != nil {
		return &found, nil
	}
	return nil, &failedAttempt{err: foreign(operation, address, response)}
}

// refusal is an error that the service has sent, which changes nothing.
func refusal(operation string, response *http.Response, found *envelope) *Error {
	parts := strings.Split(found.Error.Type, "/")
	return &Error{
		Operation:  operation,
		Code:       ErrorCode(strings.Join(parts[max(0, len(parts)-2):], "/")),
		Detail:     found.Error.Detail,
		Status:     response.StatusCode,
		RequestID:  found.Meta.RequestID,
		Type:       found.Error.Type,
		Violations: found.Error.Errors,
		RetryAfter: retryAfter(response),
	}
}

// foreign is the error for a response that is not from Keyward.
func foreign(operation, address string, response *http.Response) *Error {
	points := ""
	if target := response.Header.Get("Location"); target != "" {
		points = " and points to " + target
	}
	return &Error{
		Operation:  operation,
		Code:       ErrUnexpectedAnswer,
		Detail:     fmt.Sprintf("What answers at %s is not Keyward: it sent status %d%s.", address, response.StatusCode, points),
		Status:     response.StatusCode,
		RetryAfter: retryAfter(response),
	}
}

// retryAfter ignores a date, which a proxy may send.
func retryAfter(response *http.Response) time.Duration {
	seconds, err := strconv.ParseUint(response.Header.Get("Retry-After"), 10, 31)
	if err != nil {
		return 0
	}
	return time.Duration(seconds) * time.Second
}
