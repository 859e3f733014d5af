package keyward_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"sync"
	"testing"
)

// faults is a proxy before the real service that answers the first requests itself, or not at all.
type faults struct {
	*httptest.Server

	mutex   sync.Mutex
	faults  []fault
	seen    []seenRequest
	release chan struct{}
	arrived chan struct{}
}

type seenRequest struct {
	header http.Header
	body   string
}

// fault answers a request. It gets the request as it would be passed on.
type fault func(f *faults, w http.ResponseWriter, passOn func() (int, []byte))

func newFaults(t *testing.T, list ...fault) *faults {
	f := &faults{faults: list, release: make(chan struct{}), arrived: make(chan struct{}, 100)}
	f.Server = httptest.NewServer(f)
	t.Cleanup(func() {
		close(f.release)
		f.Close()
	})
	return f
}

func (f *faults) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	passOn := func() (int, []byte) {
		request, err := http.NewRequest(http.MethodPost, os.Getenv("KEYWARD_URL")+r.URL.Path, bytes.NewReader(body))
		if err != nil {
			panic(err)
		}
		request.Header = r.Header.Clone()
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			panic(err)
		}
		defer response.Body.Close()
		content, err := io.ReadAll(response.Body)
		if err != nil {
			panic(err)
		}
		return response.StatusCode, content
	}
	next := f.next(seenRequest{r.Header.Clone(), string(body)})
	f.arrived <- struct{}{}
	if next != nil {
		next(f, w, passOn)
		return
	}
	status, content := passOn()
	w.WriteHeader(status)
	_, _ = w.Write(content)
}

func (f *faults) next(seen seenRequest) fault {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.seen = append(f.seen, seen)
	if len(f.faults) == 0 {
		return nil
	}
	first := f.faults[0]
	f.faults = f.faults[1:]
	return first
}

func (f *faults) requests() []seenRequest {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return append([]seenRequest(nil), f.seen...)
}

// refuses answers as the service does.
func refuses(status int, code string, retryAfter int) fault {
	text := `{"meta":{"requestId":"req_fault"},"error":{"type":"https://keys.example.com/errors/%s","detail":"Not now.","status":%d}}`
	header := http.Header{"Retry-After": {strconv.Itoa(retryAfter)}}
	return answers(status, fmt.Sprintf(text, code, status), header)
}

// answers answers as another program does.
func answers(status int, content string, header http.Header) fault {
	return func(_ *faults, w http.ResponseWriter, _ func() (int, []byte)) {
		for name, values := range header {
			w.Header()[name] = values
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, content)
	}
}

// losesTheAnswer passes the request on, and breaks the connection before the answer.
func losesTheAnswer(_ *faults, _ http.ResponseWriter, passOn func() (int, []byte)) {
	passOn()
	panic(http.ErrAbortHandler)
}

// staysSilent holds the request until the end of the test.
func staysSilent(f *faults, _ http.ResponseWriter, _ func() (int, []byte)) {
	<-f.release
	panic(http.ErrAbortHandler)
}

var (
	busy    = refuses(http.StatusServiceUnavailable, "application/service_unavailable", 0)
	limited = refuses(http.StatusTooManyRequests, "limits/workspace_rate_limited", 0)
)
