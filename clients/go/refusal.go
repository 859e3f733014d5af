package keyward

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// Refusal says why a guard refused a request: its key is missing, invalid or cannot be verified.
type Refusal struct {
	// Code is MISSING, UNVERIFIED or the code of a verdict.
	Code   string
	Status int
	Title  string
	Detail string
	Header http.Header
}

// MarshalJSON writes the body of the response, unless the application has its own.
func (r Refusal) MarshalJSON() ([]byte, error) {
	fields := map[string]any{"code": r.Code, "status": r.Status, "title": r.Title, "detail": r.Detail}
	return json.Marshal(map[string]any{"error": fields})
}

func newRefusal(code string) *Refusal {
	status, title, detail, challenge := refusalTexts(code)
	header := http.Header{"Cache-Control": {"no-store"}}
	if challenge != "" {
		header.Set("WWW-Authenticate", challenge)
	}
	return &Refusal{Code: code, Status: status, Title: title, Detail: detail, Header: header}
}

func (r *Refusal) retryAfter(wait time.Duration) {
	r.Header.Set("Retry-After", strconv.FormatInt(wholeSeconds(wait), 10))
}

// untilReset is the time until the last exceeded limit resets, or 0 if none is exceeded.
func untilReset(limits []EvaluatedRatelimit) time.Duration {
	var longest time.Duration
	for _, limit := range limits {
		if limit.Exceeded {
			longest = max(longest, waitFor(limit))
		}
	}
	return longest
}

// setLimits tells the caller of an application about the limit that will refuse first.
func setLimits(header http.Header, limits []EvaluatedRatelimit) {
	if len(limits) == 0 {
		return
	}
	tightest := slices.MinFunc(limits, func(one, other EvaluatedRatelimit) int {
		return cmp.Or(
			exceededFirst(one, other),
			cmp.Compare(one.Remaining, other.Remaining),
			cmp.Compare(other.Reset, one.Reset),
		)
	})
	header.Set("RateLimit-Limit", strconv.FormatInt(tightest.Limit, 10))
	header.Set("RateLimit-Remaining", strconv.FormatInt(tightest.Remaining, 10))
	header.Set("RateLimit-Reset", strconv.FormatInt(wholeSeconds(waitFor(tightest)), 10))
}

func exceededFirst(one, other EvaluatedRatelimit) int {
	switch {
	case one.Exceeded == other.Exceeded:
		return 0
	case one.Exceeded:
		return -1
	default:
		return 1
	}
}

// waitFor is one second to one window, because the clocks of application and Keyward may differ.
func waitFor(limit EvaluatedRatelimit) time.Duration {
	window := time.Duration(limit.Duration) * time.Millisecond
	return max(time.Second, min(time.Until(time.UnixMilli(limit.Reset)), window))
}

func wholeSeconds(wait time.Duration) int64 {
	return int64((wait + time.Second - 1) / time.Second)
}
