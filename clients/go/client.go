package keyward

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

const (
	// The service answers 503 before, if its database does not respond.
	defaultTimeout      = 15 * time.Second
	defaultTotalTimeout = 30 * time.Second
	defaultRetries      = 2
)

// New returns a client. Without [WithURL] and [WithKey], it reads the environment variables
// KEYWARD_URL and KEYWARD_KEY.
func New(options ...Option) (*Client, error) {
	t := &transport{
		url: os.Getenv("KEYWARD_URL"),
		key: os.Getenv("KEYWARD_KEY"),
		attemptOptions: attemptOptions{
			timeout:      defaultTimeout,
			totalTimeout: defaultTotalTimeout,
			retries:      defaultRetries,
		},
	}
	for _, option := range options {
		option.applyToClient(t)
	}
	t.url = strings.TrimRight(t.url, "/")
	if err := errors.Join(checkURL(t.url), checkKey(t.key)); err != nil {
		return nil, err
	}
	if t.http == nil {
		t.http = &http.Client{Transport: newHTTPTransport()}
	}
	// A redirect would send the key to another address.
	own := *t.http
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	t.http = &own
	return newClient(t), nil
}

// newHTTPTransport keeps more connections than the default transport, which closes all but two.
func newHTTPTransport() http.RoundTripper {
	usual, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	own := usual.Clone()
	own.MaxIdleConnsPerHost = 64
	own.MaxConnsPerHost = 256
	return own
}

func checkURL(text string) error {
	if text == "" {
		return errors.New("keyward: the address is missing: set KEYWARD_URL, or pass WithURL")
	}
	parsed, err := url.Parse(text)
	if err != nil || parsed.Host == "" || (parsed.Scheme != "http" && parsed.Scheme != "https") {
		return fmt.Errorf("keyward: the URL %q is not the address of a Keyward service, such as https://keys.example.com", text)
	}
	return nil
}

func checkKey(key string) error {
	if key == "" {
		return errors.New("keyward: the key is missing: set KEYWARD_KEY, or pass WithKey")
	}
	for _, letter := range key {
		if letter <= ' ' || letter > '~' {
			return errors.New("keyward: the key contains characters other than visible ASCII: check for spaces and line breaks")
		}
	}
	return nil
}

// Option configures a client.
type Option interface{ applyToClient(*transport) }

// CallOption configures one call.
type CallOption interface{ applyToCall(*callOptions) }

// AttemptOption configures a client or one call.
type AttemptOption func(*attemptOptions)

func (o AttemptOption) applyToClient(t *transport)    { o(&t.attemptOptions) }
func (o AttemptOption) applyToCall(call *callOptions) { o(&call.attemptOptions) }

type clientOption func(*transport)

func (o clientOption) applyToClient(t *transport) { o(t) }

type callOption func(*callOptions)

func (o callOption) applyToCall(call *callOptions) { o(call) }

type attemptOptions struct {
	timeout      time.Duration
	totalTimeout time.Duration
	retries      int
}

type callOptions struct {
	attemptOptions
	idempotencyKey string
}

// WithURL is the address of the service, such as https://keys.example.com.
func WithURL(address string) Option {
	return clientOption(func(t *transport) { t.url = address })
}

// WithKey is a root key, an operator key, or an API key that reads itself.
func WithKey(key string) Option {
	return clientOption(func(t *transport) { t.key = key })
}

// WithHTTPClient is your own HTTP client, for proxies, certificates or instrumentation. It does
// not follow redirects.
func WithHTTPClient(client *http.Client) Option {
	return clientOption(func(t *transport) { t.http = client })
}

// WithHeaders adds headers to every request, before each attempt. The context is that of the call.
// With OpenTelemetry, calls are part of the trace of your application:
//
//	keyward.WithHeaders(func(ctx context.Context, header http.Header) {
//		propagation.TraceContext{}.Inject(ctx, propagation.HeaderCarrier(header))
//	})
func WithHeaders(add func(ctx context.Context, header http.Header)) Option {
	return clientOption(func(t *transport) { t.addHeaders = add })
}

// WithTimeout is how long an attempt may take. Default: 15 seconds, so that the service can return
// 503 if its database does not respond.
func WithTimeout(timeout time.Duration) AttemptOption {
	return func(o *attemptOptions) { o.timeout = timeout }
}

// WithTotalTimeout is how long all attempts of a call and the waits between them may take. Default:
// 30 seconds. The deadline of the context counts too.
func WithTotalTimeout(timeout time.Duration) AttemptOption {
	return func(o *attemptOptions) { o.totalTimeout = timeout }
}

// WithRetries is how often a failed call is repeated at most, if that is safe. Default: 2.
func WithRetries(retries int) AttemptOption {
	return func(o *attemptOptions) { o.retries = retries }
}

// WithIdempotencyKey is for a change that your program may repeat itself: the same key returns the
// same response for 24 hours. Without it, every call has a key of its own.
func WithIdempotencyKey(key string) CallOption {
	return callOption(func(o *callOptions) { o.idempotencyKey = key })
}
