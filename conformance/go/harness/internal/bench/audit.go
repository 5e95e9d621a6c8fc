package bench

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
)

// leaseVerb stands for whatever is done to the manager's own lease: it goes on all the time and is no work.
const leaseVerb = "lease"

// auditReader counts the manager's requests by verb in the API server's audit log, which holds nobody else's.
type auditReader struct {
	path   string
	offset int64
}

func newAuditReader(path string) *auditReader { return &auditReader{path: path} }

type auditEvent struct {
	Stage     string `json:"stage"`
	Verb      string `json:"verb"`
	ObjectRef struct {
		Resource string `json:"resource"`
		Name     string `json:"name"`
	} `json:"objectRef"`
}

// count returns the requests logged since the last call.
func (r *auditReader) count() (map[string]int, error) {
	file, err := os.Open(r.path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if _, err := file.Seek(r.offset, io.SeekStart); err != nil {
		return nil, err
	}
	counts := map[string]int{}
	lines := bufio.NewReaderSize(file, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return counts, nil // an unfinished line is read again next time
		}
		if err != nil {
			return nil, err
		}
		r.offset += int64(len(line))
		var event auditEvent
		if err := json.Unmarshal(line, &event); err != nil {
			return nil, err
		}
		if counted, verb := event.classify(); counted {
			counts[verb]++
		}
	}
}

// classify counts a watch when it starts and everything else when it is answered.
func (e auditEvent) classify() (counted bool, verb string) {
	if (e.Verb == "watch") != (e.Stage == "ResponseStarted") {
		return false, ""
	}
	if e.ObjectRef.Resource == "leases" && e.ObjectRef.Name == managerLease {
		return true, leaseVerb
	}
	return true, e.Verb
}
