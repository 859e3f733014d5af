package keyward

import (
	"context"
	"net/http"
)

type traceKey struct{}

// withTrace stores the trace of an incoming request, which the calls of its handler continue.
func withTrace(ctx context.Context, header http.Header) context.Context {
	if header.Get("Traceparent") == "" {
		return ctx
	}
	trace := http.Header{}
	for _, name := range []string{"Traceparent", "Tracestate"} {
		if values := header.Values(name); len(values) > 0 {
			trace[name] = values
		}
	}
	return context.WithValue(ctx, traceKey{}, trace)
}

// passTrace adds the trace of the context to an outgoing request. Headers of [WithHeaders] replace
// it, because they name the span of the call.
func passTrace(ctx context.Context, header http.Header) {
	trace, _ := ctx.Value(traceKey{}).(http.Header)
	for name, values := range trace {
		header[name] = values
	}
}
