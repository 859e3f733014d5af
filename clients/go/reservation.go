package keyward

import (
	"context"
	"sync/atomic"
)

// Reservation charges what a request turned out to cost, after a verification with
// [VerifyKeyCreditsInput.Reserve].
type Reservation struct {
	t    *transport
	id   string
	used atomic.Int64
}

// Reservation returns the reservation of a verdict. Count with [Reservation.Add] while a stream
// runs, and end it with [Reservation.Commit].
func (c *Client) Reservation(verdict *Verdict) *Reservation {
	return &Reservation{t: c.t, id: verdict.ReservationID}
}

// Add counts credits that were used.
func (r *Reservation) Add(credits int64) { r.used.Add(credits) }

// Used returns how many credits were counted.
func (r *Reservation) Used() int64 { return r.used.Load() }

// Commit charges the credits that were counted, and gives the rest back. It does so although the
// context is canceled, because the caller of a stream may hang up. It returns nil if nothing was
// reserved. The same amount again charges nothing more, so a commit that failed can be repeated.
func (r *Reservation) Commit(ctx context.Context, options ...CallOption) (*CommitResult, error) {
	if r.id == "" {
		return nil, nil
	}
	input := CommitInput{ReservationID: r.id, Amount: r.Used()}
	// For the same reason, it is repeated like a read.
	return call[CommitResult](context.WithoutCancel(ctx), r.t, "credits.commit", query, input, options)
}
