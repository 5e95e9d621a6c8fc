package cluster

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"dev.kcm/conformance/harness/internal/process"
)

const (
	pollInterval = 50 * time.Millisecond
	startLimit   = 90 * time.Second
	shownLines   = 15
)

// probe asks the health endpoint of a process until it answers 200. It fails at once when the process ends.
func probe(ctx context.Context, started *process.Process, client *http.Client, url string) error {
	deadline := time.After(startLimit)
	last := "no answer yet"
	for {
		answer, err := client.Get(url)
		if err == nil {
			body, _ := io.ReadAll(io.LimitReader(answer.Body, 200))
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
			last = fmt.Sprintf("%s: %s", answer.Status, body)
		} else {
			last = err.Error()
		}
		select {
		case <-started.Exited():
			return failure(started, "ended while it was starting")
		case <-deadline:
			return failure(started, fmt.Sprintf("is not healthy after %s; last answer of %s: %s", startLimit, url, last))
		case <-ctx.Done():
			return ErrInterrupted
		case <-time.After(pollInterval):
		}
	}
}

// ErrInterrupted is the answer to Ctrl-C.
var ErrInterrupted = errors.New("interrupted; nothing keeps running")

// failure names the component and shows the end of its log.
func failure(of *process.Process, what string) error {
	return fmt.Errorf("%s %s\nThe last lines of %s:\n%s", of.Name, what, of.Log, process.Tail(of.Log, shownLines))
}

// healthClient trusts any certificate: components make their own, and only their health is asked.
func healthClient() *http.Client {
	return &http.Client{Timeout: 2 * time.Second,
		Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true}}
}

// until repeats a question until it is answered yes.
func until(parent context.Context, what string, limit time.Duration, question func(context.Context) (bool, error)) error {
	ctx, cancel := context.WithTimeout(parent, limit)
	defer cancel()
	var last error
	for {
		asked := time.Now()
		done, err := question(ctx)
		if err == nil && done {
			return nil
		}
		if err != nil {
			last = err
		}
		select {
		case <-ctx.Done():
			if parent.Err() != nil {
				return ErrInterrupted
			}
			if last != nil {
				return fmt.Errorf("%s: not within %s; last error: %w", what, limit, last)
			}
			return fmt.Errorf("%s: not within %s", what, limit)
		case <-time.After(PauseAfter(asked, pollInterval)):
		}
	}
}

// PauseAfter is how long to wait before a question is asked again: what it cost, several times over, so that asking about thousands of
// objects does not become the load that is waited for.
func PauseAfter(asked time.Time, least time.Duration) time.Duration {
	return max(least, 4*time.Since(asked))
}
