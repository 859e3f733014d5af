package keyward

import (
	"context"
	"iter"
	"maps"
)

// Page is a part of a list.
type Page[T any] struct {
	// Items are those of this page.
	Items []T

	// Pagination says where the next page begins, and how many items match if you asked for that.
	Pagination

	fetch func(ctx context.Context, cursor string) (*Page[T], error)
}

// Next requests the next page. It returns nil after the last one.
func (p *Page[T]) Next(ctx context.Context) (*Page[T], error) {
	if p.Cursor == "" {
		return nil, nil
	}
	return p.fetch(ctx, p.Cursor)
}

// All loops over the items of this page and of all later pages. After an error, the loop ends.
func (p *Page[T]) All(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for page := p; page != nil; {
			for _, item := range page.Items {
				if !yield(item, nil) {
					return
				}
			}
			next, err := page.Next(ctx)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			page = next
		}
	}
}

func firstPage[T any](ctx context.Context, t *transport, operation string, input any, options []CallOption) (*Page[T], error) {
	body, ok := plain(input).(map[string]any)
	if !ok {
		body = map[string]any{}
	}
	var fetch func(context.Context, string) (*Page[T], error)
	fetch = func(ctx context.Context, cursor string) (*Page[T], error) {
		body := maps.Clone(body)
		if cursor != "" {
			body["cursor"] = cursor
		}
		answer, err := t.send(ctx, operation, query, body, options)
		if err != nil {
			return nil, err
		}
		page := &Page[T]{Pagination: answer.Pagination, fetch: fetch}
		if err := t.read(operation, answer, &page.Items); err != nil {
			return nil, err
		}
		return page, nil
	}
	return fetch(ctx, "")
}

func allItems[T any](ctx context.Context, t *transport, operation string, input any, options []CallOption) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		page, err := firstPage[T](ctx, t, operation, input, options)
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		page.All(ctx)(yield)
	}
}
