package keyward

import (
	"fmt"
	"strings"
	"time"
)

// ErrorCode says what went wrong, as category/code. It is an error, so that [errors.Is] finds it:
//
//	if errors.Is(err, keyward.ErrKeyNotFound) {
//
// A newer service may send codes that this client does not know.
type ErrorCode string

// Error returns the code.
func (c ErrorCode) Error() string { return string(c) }

// Failures before a response of Keyward arrived.
const (
	// The context of the call was canceled.
	ErrCanceled ErrorCode = "client/canceled"

	// No response in time. The call may have taken effect.
	ErrTimeout ErrorCode = "client/timeout"

	// No connection, or the connection broke.
	ErrUnreachable ErrorCode = "client/unreachable"

	// The response is not from Keyward: a proxy or another service uses the address.
	ErrUnexpectedAnswer ErrorCode = "client/unexpected_answer"
)

// Error is what all methods of a [Client] return if they fail.
type Error struct {
	// Operation is the name of the operation, such as keys.verifyKey.
	Operation string
	// Code says what went wrong.
	Code ErrorCode
	// Detail says what happened, in plain English. It never contains a secret.
	Detail string
	// Status is the HTTP status of the response, or 0 without a response.
	Status int
	// RequestID is the request ID in the log of the service. It is empty if Keyward did not respond.
	RequestID string
	// Type is the URL of a page about the code.
	Type string
	// Violations are all invalid parts of the request.
	Violations []Violation
	// RetryAfter is how long the service asks you to wait before the next attempt.
	RetryAfter time.Duration

	cause error
}

// Violation is one invalid part of a request.
type Violation struct {
	// Location is body.<field> or header.<Name>, with the names of the wire.
	Location string `json:"location"`
	Message  string `json:"message"`
	// Fix says how to correct it, if that is not obvious.
	Fix string `json:"fix"`
}

// Error says what happened, with the request ID.
func (e *Error) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s (%s): %s", e.Operation, e.Code, e.Detail)
	for _, one := range e.Violations {
		fmt.Fprintf(&text, " %s %s.", one.Location, one.Message)
	}
	if e.RequestID != "" {
		fmt.Fprintf(&text, " [%s]", e.RequestID)
	}
	return text.String()
}

// Hint says what to do about it.
func (e *Error) Hint() string {
	for _, one := range e.Violations {
		if one.Fix != "" {
			return one.Fix
		}
	}
	return hintOf(e.Code)
}

// Is says whether the target is the code of the error.
func (e *Error) Is(target error) bool {
	return target == error(e.Code)
}

// Unwrap returns the cause, such as [context.Canceled].
func (e *Error) Unwrap() error { return e.cause }
