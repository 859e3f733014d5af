package keyward

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"time"
)

const (
	firstWait   = 200 * time.Millisecond
	longestWait = 5 * time.Second
)

var (
	passingStatuses = []int{
		http.StatusRequestTimeout, http.StatusTooManyRequests,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout,
	}
	// With the last one, the previous attempt is still running, and the next one gets its response.
	passingCodes = []ErrorCode{ErrTimeout, ErrUnreachable, ErrIdempotencyInProgress}
)

// failedAttempt is an attempt that failed, and whether it cannot have taken effect.
type failedAttempt struct {
	err             *Error
	isWithoutEffect bool
}

// waitBefore says whether the call may be repeated, and how long to wait before.
func (f *failedAttempt) waitBefore(ctx context.Context, count int, k kind, settings callOptions) (time.Duration, bool) {
	isPassing := slices.Contains(passingCodes, f.err.Code) || slices.Contains(passingStatuses, f.err.Status)
	isSafe := f.isWithoutEffect || k == query || k == mutation
	if count >= settings.retries || !isPassing || !isSafe {
		return 0, false
	}
	// Full jitter, so that clients that failed together do not retry together.
	ceiling := min(longestWait, firstWait<<min(count, 10))
	wait := f.err.RetryAfter + rand.N(ceiling)
	deadline, _ := ctx.Deadline()
	return wait, time.Now().Add(wait).Before(deadline)
}

func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// failedToSend is an attempt without a response. The context is that of the call.
func failedToSend(ctx context.Context, operation, address string, cause error) *failedAttempt {
	if ctx.Err() != nil {
		return &failedAttempt{err: interrupted(ctx, operation, address, cause)}
	}
	var timeout net.Error
	if errors.As(cause, &timeout) && timeout.Timeout() {
		return &failedAttempt{err: late(operation, address, cause), isWithoutEffect: isNeverSent(cause)}
	}
	detail := address + " cannot be reached: " + reasonOf(cause) + "."
	err := &Error{Operation: operation, Code: ErrUnreachable, Detail: detail, cause: cause}
	return &failedAttempt{err: err, isWithoutEffect: isNeverSent(cause)}
}

// interrupted is the error of a call whose context has ended.
func interrupted(ctx context.Context, operation, address string, cause error) *Error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return &Error{Operation: operation, Code: ErrCanceled, Detail: "The context of the call was canceled.", cause: context.Canceled}
	}
	return late(operation, address, cause)
}

func late(operation, address string, cause error) *Error {
	return &Error{Operation: operation, Code: ErrTimeout, Detail: address + " did not answer in time.", cause: cause}
}

// isNeverSent says that there was no connection, so nothing can have happened.
func isNeverSent(cause error) bool {
	var failed *net.OpError
	return errors.As(cause, &failed) && failed.Op == "dial"
}

// reasonOf leaves out the address, which the detail of the error says.
func reasonOf(cause error) string {
	if inner := errors.Unwrap(cause); inner != nil {
		return inner.Error()
	}
	return cause.Error()
}
