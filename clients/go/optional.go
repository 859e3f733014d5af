package keyward

import (
	"encoding/json"
	"reflect"
	"strings"
)

// hidden is what is printed instead of a secret.
const hidden = "[hidden]"

// Ptr returns a pointer to a value, for optional fields of inputs.
func Ptr[T any](value T) *T { return &value }

// Int returns a pointer to a number, for optional fields of inputs.
func Int(value int64) *int64 { return &value }

// Nullable is a field that a request can leave out, set, or remove with null. Its zero value leaves
// the field out. [Value] and [Null] make the others.
type Nullable[T any] struct {
	value   T
	isGiven bool
	isNull  bool
}

// Value sets a field.
func Value[T any](value T) Nullable[T] { return Nullable[T]{value: value, isGiven: true} }

// Null removes the value of a field.
func Null[T any]() Nullable[T] { return Nullable[T]{isGiven: true, isNull: true} }

// Get returns the value, and whether there is one.
func (n Nullable[T]) Get() (T, bool) { return n.value, n.isGiven && !n.isNull }

// IsZero says whether a request leaves the field out.
func (n Nullable[T]) IsZero() bool { return !n.isGiven }

// MarshalJSON writes the value or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if value, ok := n.Get(); ok {
		return json.Marshal(plain(value))
	}
	return []byte("null"), nil
}

// UnmarshalJSON reads the value or null.
func (n *Nullable[T]) UnmarshalJSON(text []byte) error {
	*n = Nullable[T]{isGiven: true, isNull: string(text) == "null"}
	if n.isNull {
		return nil
	}
	return json.Unmarshal(text, &n.value)
}

// plain is an input without the fields that it leaves out. The package encoding/json does the same
// for omitzero, but only since Go 1.24.
func plain(input any) any {
	value := reflect.ValueOf(input)
	switch value.Kind() {
	case reflect.Pointer:
		if value.IsNil() {
			return nil
		}
		return plain(value.Elem().Interface())
	case reflect.Slice:
		items := make([]any, value.Len())
		for index := range items {
			items[index] = plain(value.Index(index).Interface())
		}
		return items
	case reflect.Struct:
		if _, ok := input.(json.Marshaler); ok {
			return input
		}
		return plainFields(value)
	default:
		return input
	}
}

func plainFields(value reflect.Value) map[string]any {
	fields := make(map[string]any, value.NumField())
	for index := range value.NumField() {
		name, option, _ := strings.Cut(value.Type().Field(index).Tag.Get("json"), ",")
		if field := value.Field(index); option != "omitzero" || !field.IsZero() {
			fields[name] = plain(field.Interface())
		}
	}
	return fields
}
