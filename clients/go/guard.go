package keyward

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"time"
)

// VerdictCodeUnverified is the code of a verdict if Keyward was unreachable and
// [GuardOptions.AllowWhenUnavailable] accepted the request.
const VerdictCodeUnverified VerdictCode = "UNVERIFIED"

// Your own customer waits for it, so it is much shorter than the timeout of other calls.
const defaultGuardTimeout = 2 * time.Second

// GuardOptions says what a guard checks and how it refuses.
type GuardOptions struct {
	// Permissions that every key must hold, as a query such as "a AND (b OR c)".
	Permissions string

	// Credits are what a request costs. Default: 1 credit, if the key has credits.
	Credits *VerifyKeyCreditsInput

	// Ratelimits to check, besides those of the key that apply to every verification.
	Ratelimits []VerifyKeyRatelimitInput

	// Tags are labels to count requests under.
	Tags []string

	// Keyspaces are the IDs of the APIs whose keys you accept.
	Keyspaces []string

	// MigrationID finds keys that were imported as prefixed_api_key only in this migration.
	MigrationID string

	// PerRequest changes the input of the verification for this request, such as its IP. A field
	// that it sets to nil stays as in the guard.
	PerRequest func(request *http.Request, input *VerifyKeyInput)

	// Key returns the key of a request. Default: the bearer token of Authorization.
	Key func(request *http.Request) string

	// Timeout is how long a request waits for Keyward, over all attempts. Default: 2 seconds.
	Timeout time.Duration

	// AllowWhenUnavailable lets every request with a key pass while Keyward is unreachable. By
	// default, they get 503.
	AllowWhenUnavailable bool

	// Exhausted is the status of the response if credits or a quota are used up. Default: 429;
	// another is [http.StatusPaymentRequired].
	Exhausted int

	// OnError receives the reason if a key cannot be verified. Default: writes to [slog.Default].
	OnError func(request *http.Request, err *Error)

	// RefusalBody returns the body of a refusal, which is written as JSON. Default: an object
	// "error" with code, status, title and detail.
	RefusalBody func(refusal Refusal) any
}

type verdictKey struct{}

// VerdictFrom returns the verdict on the key of a request, from its context. It returns nil if the
// handler is not behind a guard.
func VerdictFrom(ctx context.Context) *Verdict {
	verdict, _ := ctx.Value(verdictKey{}).(*Verdict)
	return verdict
}

// Guard returns a middleware that accepts only requests with a valid key. Their handler gets the
// verdict with [VerdictFrom]. Other requests get 401 (no key, or an unknown one), 403 (disabled,
// expired, address or permission), 429 (limit or credits) or 503 (Keyward is unreachable).
func (c *Client) Guard(options GuardOptions) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r = r.WithContext(withTrace(r.Context(), r.Header))
			verdict, refusal := options.verify(c, r)
			if refusal != nil {
				options.refuse(w, *refusal)
				return
			}
			setLimits(w.Header(), verdict.Ratelimits)
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), verdictKey{}, verdict)))
		})
	}
}

func (o *GuardOptions) verify(c *Client, r *http.Request) (*Verdict, *Refusal) {
	key := o.keyOf(r)
	if key == "" {
		return nil, newRefusal("MISSING")
	}
	verdict, err := c.Keys.VerifyKey(r.Context(), o.inputFor(r, key), WithTotalTimeout(o.timeout()))
	if err != nil {
		return o.withoutVerdict(r, err)
	}
	if verdict.Valid {
		return verdict, nil
	}
	refusal := newRefusal(string(verdict.Code))
	if verdict.Code == VerdictCodeUsageExceeded && o.Exhausted != 0 {
		refusal.Status, refusal.Title = o.Exhausted, http.StatusText(o.Exhausted)
	}
	setLimits(refusal.Header, verdict.Ratelimits)
	if wait := untilReset(verdict.Ratelimits); wait > 0 {
		refusal.retryAfter(wait)
	}
	return nil, refusal
}

func (o *GuardOptions) keyOf(r *http.Request) string {
	if o.Key != nil {
		return o.Key(r)
	}
	values := r.Header.Values("Authorization")
	if len(values) != 1 {
		return ""
	}
	return bearerIn(values[0])
}

var bearer = regexp.MustCompile(`(?i)^\s*bearer +(\S+)\s*$`)

func bearerIn(authorization string) string {
	if match := bearer.FindStringSubmatch(authorization); match != nil {
		return match[1]
	}
	return ""
}

func (o *GuardOptions) inputFor(r *http.Request, key string) VerifyKeyInput {
	input := VerifyKeyInput{
		Key:        key,
		Credits:    o.Credits,
		Ratelimits: o.Ratelimits,
		Tags:       o.Tags,
		Keyspaces:  o.Keyspaces,
	}
	if o.Permissions != "" {
		input.Permissions = Ptr(o.Permissions)
	}
	if o.MigrationID != "" {
		input.MigrationID = Ptr(o.MigrationID)
	}
	if o.PerRequest != nil {
		usual := input
		o.PerRequest(r, &input)
		keepChecks(&input, usual)
	}
	return input
}

// keepChecks restores what became nil: a table without an entry for the request must not remove a
// check of the guard.
func keepChecks(input *VerifyKeyInput, usual VerifyKeyInput) {
	input.Permissions = cmp.Or(input.Permissions, usual.Permissions)
	input.Credits = cmp.Or(input.Credits, usual.Credits)
	input.MigrationID = cmp.Or(input.MigrationID, usual.MigrationID)
	if input.Ratelimits == nil {
		input.Ratelimits = usual.Ratelimits
	}
	if input.Tags == nil {
		input.Tags = usual.Tags
	}
	if input.Keyspaces == nil {
		input.Keyspaces = usual.Keyspaces
	}
}

func (o *GuardOptions) timeout() time.Duration {
	if o.Timeout > 0 {
		return o.Timeout
	}
	return defaultGuardTimeout
}

func (o *GuardOptions) withoutVerdict(r *http.Request, cause error) (*Verdict, *Refusal) {
	var err *Error
	if !errors.As(cause, &err) {
		err = &Error{Operation: "keys.verifyKey", Detail: cause.Error(), cause: cause}
	}
	if isAboutKey(err) {
		return nil, newRefusal("NOT_FOUND")
	}
	// The caller has hung up, so nobody reads the refusal.
	if err.Code == ErrCanceled {
		return nil, newRefusal("UNVERIFIED")
	}
	if o.OnError != nil {
		o.OnError(r, err)
	} else {
		slog.ErrorContext(r.Context(), "A key could not be verified.", "error", err)
	}
	// Anyone could cause the refusals of the service, so only an outage lets requests pass.
	if isOutage := err.Status == 0 || err.Status >= 500; isOutage && o.AllowWhenUnavailable {
		return &Verdict{Code: VerdictCodeUnverified}, nil
	}
	refusal := newRefusal("UNVERIFIED")
	refusal.retryAfter(max(err.RetryAfter, time.Second))
	return nil, refusal
}

// isAboutKey says that the text cannot be a key, for example because of its length. This is the
// caller's fault.
func isAboutKey(err *Error) bool {
	isOther := func(one Violation) bool { return one.Location != "body.key" }
	return len(err.Violations) > 0 && !slices.ContainsFunc(err.Violations, isOther)
}

func (o *GuardOptions) refuse(w http.ResponseWriter, refusal Refusal) {
	var body any = refusal
	if o.RefusalBody != nil {
		body = o.RefusalBody(refusal)
	}
	text, err := json.Marshal(body)
	if err != nil {
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return
	}
	header := w.Header()
	for name, values := range refusal.Header {
		header[name] = values
	}
	header.Set("Content-Type", "application/json")
	w.WriteHeader(refusal.Status)
	// An error means that the caller has hung up.
	_, _ = w.Write(text)
}
