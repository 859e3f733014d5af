package keyward_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"

	keyward "github.com/keyward/keyward/clients/go"
)

// The list of cases in test/cases of the repository comes to the same through all clients. A case
// names fields as they are on the wire.

type caseCall struct {
	URL            string          `json:"url"`
	Key            string          `json:"key"`
	Operation      string          `json:"operation"`
	Input          json.RawMessage `json:"input"`
	IdempotencyKey *string         `json:"idempotencyKey"`
}

type outcome struct {
	Status     string   `json:"status"`
	Data       any      `json:"data,omitempty"`
	Pagination any      `json:"pagination,omitempty"`
	Detail     string   `json:"detail,omitempty"`
	Violations []string `json:"violations,omitempty"`
}

// refusalOutcome has its violations, also if there are none.
type refusalOutcome struct {
	Status     string   `json:"status"`
	Detail     string   `json:"detail"`
	Violations []string `json:"violations"`
}

// recorder keeps the last response, with which the result of a method is compared.
type recorder struct {
	last []byte
}

func (r *recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	r.last, err = io.ReadAll(response.Body)
	response.Body = io.NopCloser(bytes.NewReader(r.last))
	return response, err
}

var (
	record      recorder
	caseClients = map[string]*keyward.Client{}
)

func answerTo(line []byte) string {
	var call caseCall
	if err := json.Unmarshal(line, &call); err != nil {
		panic(err)
	}
	if string(call.Input) == "null" || call.Input == nil {
		call.Input = json.RawMessage("{}")
	}
	text, err := json.Marshal(outcomeOf(call))
	if err != nil {
		panic(err)
	}
	return string(text)
}

func outcomeOf(call caseCall) any {
	client := clientFor(call)
	method := methodOf(client, call.Operation)
	options := []keyward.CallOption{}
	if call.IdempotencyKey != nil {
		options = append(options, keyward.WithIdempotencyKey(*call.IdempotencyKey))
	}
	arguments, err := argumentsOf(method.Type(), call.Input)
	if err != nil {
		_, err := keyward.SendRaw(context.Background(), client, call.Operation, call.Input, options...)
		if err == nil {
			panic(fmt.Sprintf("%s accepts input that %s cannot express: %s", call.Operation, method.Type(), call.Input))
		}
		return refusalOf(err)
	}
	for _, option := range options {
		arguments = append(arguments, reflect.ValueOf(option))
	}
	results := method.Call(arguments)
	if err, _ := results[len(results)-1].Interface().(error); err != nil {
		return refusalOf(err)
	}
	return successOf(results[:len(results)-1])
}

func clientFor(call caseCall) *keyward.Client {
	name := call.URL + " " + call.Key
	if caseClients[name] == nil {
		client, err := keyward.New(
			keyward.WithURL(call.URL), keyward.WithKey(call.Key), keyward.WithRetries(0),
			keyward.WithTimeout(patience), keyward.WithTotalTimeout(patience),
			keyward.WithHTTPClient(&http.Client{Transport: &record}),
		)
		if err != nil {
			panic(err)
		}
		caseClients[name] = client
	}
	return caseClients[name]
}

// methodOf finds client.APIs.CreateAPI for apis.createApi.
func methodOf(client *keyward.Client, operation string) reflect.Value {
	resource, name, _ := strings.Cut(operation, ".")
	isNamed := func(wire string) func(string) bool {
		return func(found string) bool { return strings.EqualFold(found, wire) }
	}
	service := reflect.ValueOf(client).Elem().FieldByNameFunc(isNamed(resource))
	for index := range service.NumMethod() {
		if isNamed(name)(service.Type().Method(index).Name) {
			return service.Method(index)
		}
	}
	panic("there is no method for " + operation)
}

// argumentsOf fails if the types of the method cannot express the input.
func argumentsOf(method reflect.Type, input json.RawMessage) ([]reflect.Value, error) {
	arguments := []reflect.Value{reflect.ValueOf(context.Background())}
	sent := any(map[string]any{})
	// The context is the first argument, and options are the last.
	if method.NumIn() == 3 {
		value := reflect.New(method.In(1))
		if err := json.Unmarshal(input, value.Interface()); err != nil {
			return nil, err
		}
		arguments = append(arguments, value.Elem())
		sent = keyward.Plain(value.Elem().Interface())
	}
	text, err := json.Marshal(sent)
	if err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(decoded(text), decoded(input)) {
		return nil, errors.New("the client would send " + string(text))
	}
	return arguments, nil
}

func decoded(text []byte) any {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		panic(err)
	}
	return value
}

func refusalOf(err error) any {
	var refusal *keyward.Error
	if !errors.As(err, &refusal) || refusal.RequestID == "" {
		panic(fmt.Sprintf("a refusal has its request ID: %v", err))
	}
	locations := []string{}
	for _, violation := range refusal.Violations {
		locations = append(locations, violation.Location)
	}
	slices.Sort(locations)
	status := fmt.Sprintf("%d %s", refusal.Status, refusal.Code)
	return refusalOutcome{Status: status, Detail: refusal.Detail, Violations: locations}
}

// successOf returns what was sent, if the result says the same.
func successOf(results []reflect.Value) outcome {
	envelope, _ := decoded(record.last).(map[string]any)
	data := envelope["data"]
	if len(results) == 0 {
		requireAgreement("data", data, reflect.ValueOf(struct{}{}))
		return outcome{Status: "200", Data: data}
	}
	result := results[0]
	if envelope["pagination"] != nil {
		page := result.Elem()
		requireAgreement("data", data, page.FieldByName("Items"))
		requireAgreement("pagination", envelope["pagination"], page.FieldByName("Pagination"))
		return outcome{Status: "200", Data: data, Pagination: envelope["pagination"]}
	}
	requireAgreement("data", data, result)
	return outcome{Status: "200", Data: data}
}

// requireAgreement panics if a value of Go does not say what was on the wire.
func requireAgreement(path string, wire any, value reflect.Value) {
	disagree := func() { panic(fmt.Sprintf("%s is %v, and on the wire %v", path, value, wire)) }
	if wire == nil {
		if !value.IsZero() {
			disagree()
		}
		return
	}
	switch value.Kind() {
	case reflect.Pointer:
		if value.IsNil() {
			disagree()
		}
		requireAgreement(path, wire, value.Elem())
	case reflect.Slice:
		items, ok := wire.([]any)
		if !ok || value.IsNil() || len(items) != value.Len() {
			disagree()
		}
		for index, item := range items {
			requireAgreement(fmt.Sprintf("%s[%d]", path, index), item, value.Index(index))
		}
	case reflect.Struct:
		fields, ok := wire.(map[string]any)
		if !ok {
			disagree()
		}
		requireFields(path, fields, value)
	default:
		text, err := json.Marshal(value.Interface())
		if err != nil || !reflect.DeepEqual(decoded(text), wire) {
			disagree()
		}
	}
}

func requireFields(path string, wire map[string]any, value reflect.Value) {
	known := map[string]bool{}
	for index := range value.NumField() {
		name, _, _ := strings.Cut(value.Type().Field(index).Tag.Get("json"), ",")
		known[name] = true
		requireAgreement(path+"."+name, wire[name], value.Field(index))
	}
	for name := range wire {
		if !known[name] {
			panic(fmt.Sprintf("%s has the unknown field %s", path, name))
		}
	}
}
