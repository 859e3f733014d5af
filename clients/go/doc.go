// Package keyward is the Go client of Keyward, the self-hosted API-key service.
//
// A [Client] has one field per resource, and every operation is a method:
//
//	client, err := keyward.New() // reads KEYWARD_URL and KEYWARD_KEY
//	...
//	verdict, err := client.Keys.VerifyKey(ctx, keyward.VerifyKeyInput{Key: key})
//
// [Client.Guard] is a middleware for net/http that accepts only requests with a valid key.
//
// # Optional fields
//
// In inputs, a field that may be absent is a pointer, a slice or a map, and nil leaves it out:
// [Ptr] and [Int] make pointers. An empty slice that is not nil is sent, and replaces a list by an
// empty one. A field of type [Nullable] can also be null, which removes a value.
//
// In results, numbers and structs that may be absent are pointers. Strings, booleans, slices and
// maps that are absent are empty. Times are Unix milliseconds, for [time.UnixMilli].
//
// # Errors
//
// Methods return an [*Error]. Compare its code with [errors.Is], or get more of it with
// [errors.As]:
//
//	if errors.Is(err, keyward.ErrKeyNotFound) {
//
// # Retries
//
// A call that failed because the service was busy or unreachable is repeated up to two times, if
// that is safe: changes carry an idempotency key, and a verification that may have charged credits
// is not repeated.
package keyward
