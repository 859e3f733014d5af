package keyward

import (
	"context"
	"encoding/json"
)

// SendRaw calls an operation with input that its types cannot express.
func SendRaw(ctx context.Context, client *Client, operation string, body any, options ...CallOption) (json.RawMessage, error) {
	kind := query
	if len(options) > 0 {
		kind = mutation
	}
	answer, err := client.t.send(ctx, operation, kind, body, options)
	if err != nil {
		return nil, err
	}
	return answer.Data, nil
}

// Plain is an input as it is sent.
func Plain(input any) any { return plain(input) }
