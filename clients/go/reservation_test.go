package keyward_test

import (
	"context"
	"net/http"
	"testing"

	keyward "github.com/keyward/keyward/clients/go"
)

func reserve(t *testing.T, client *keyward.Client) (string, *keyward.Verdict) {
	t.Helper()
	key := newKey(t, client, keyward.CreateKeyInput{Credits: credits(100)}).Key
	cost := &keyward.VerifyKeyCreditsInput{Cost: 60, Reserve: keyward.Ptr(true)}
	verdict, err := client.Keys.VerifyKey(ctx, keyward.VerifyKeyInput{Key: key, Credits: cost})
	return key, must[*keyward.Verdict](t)(verdict, err)
}

func TestACommitChargesWhatWasUsed(t *testing.T) {
	client := newClient(t)
	key, verdict := reserve(t, client)
	equal(t, left(t, client, key), 40)
	reservation := client.Reservation(verdict)
	for range 7 {
		reservation.Add(1)
	}
	equal(t, must[*keyward.CommitResult](t)(reservation.Commit(ctx)).Amount, 7)
	equal(t, left(t, client, key), 93)
}

func TestACommitChargesAlthoughTheCallerHasHungUp(t *testing.T) {
	client := newClient(t)
	key, verdict := reserve(t, client)
	reservation := client.Reservation(verdict)
	reservation.Add(11)
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	must[*keyward.CommitResult](t)(reservation.Commit(canceled))
	equal(t, left(t, client, key), 89)
}

func TestALostAnswerChargesOnce(t *testing.T) {
	direct := newClient(t)
	key, verdict := reserve(t, direct)
	proxy := newFaults(t, losesTheAnswer)
	reservation := newClient(t, keyward.WithURL(proxy.URL)).Reservation(verdict)
	reservation.Add(9)
	must[*keyward.CommitResult](t)(reservation.Commit(ctx))
	equal(t, len(proxy.requests()), 2)
	equal(t, left(t, direct, key), 91)
}

func TestAFailedCommitIsToldAndCanBeRepeated(t *testing.T) {
	direct := newClient(t)
	key, verdict := reserve(t, direct)
	proxy := newFaults(t, refuses(http.StatusInternalServerError, "application/unexpected_error", 0))
	reservation := newClient(t, keyward.WithURL(proxy.URL)).Reservation(verdict)
	_, err := reservation.Commit(ctx)
	refused(t, err, keyward.ErrUnexpectedError)
	must[*keyward.CommitResult](t)(reservation.Commit(ctx))
	equal(t, left(t, direct, key), 100)
}

func TestNothingIsChargedIfNothingWasReserved(t *testing.T) {
	proxy := newFaults(t)
	reservation := newClient(t, keyward.WithURL(proxy.URL)).Reservation(&keyward.Verdict{})
	reservation.Add(5)
	equal(t, must[*keyward.CommitResult](t)(reservation.Commit(ctx)), nil)
	equal(t, len(proxy.requests()), 0)
}
