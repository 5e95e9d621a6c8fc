package tour

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"dev.kcm/conformance/harness/internal/cluster"
)

// Embedded is a running `kcm up`, in memory.
type Embedded struct {
	Kubeconfig  string
	Controllers []string

	directory string
	command   *exec.Cmd
}

// StartEmbedded starts our own cluster and waits until it says that it is ready.
func StartEmbedded(ctx context.Context, environment cluster.Environment, nodes int) (*Embedded, error) {
	directory, err := os.MkdirTemp("", "kcm-tour-")
	if err != nil {
		return nil, err
	}
	data := filepath.Join(directory, "data")
	command := exec.CommandContext(ctx, filepath.Join(environment.Repository, "kcm"), "up", "--in-memory", "--port=0",
		fmt.Sprintf("--nodes=%d", nodes), "--data-dir="+data)
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = 5 * time.Second
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	problems := &errorOutput{}
	command.Stderr = problems
	if err := command.Start(); err != nil {
		return nil, err
	}
	embedded := &Embedded{Kubeconfig: filepath.Join(data, "kubeconfig"), directory: directory, command: command}
	scanner := bufio.NewScanner(out)
	inList := false // of controllers, over several lines
	for scanner.Scan() {
		text := strings.TrimSpace(scanner.Text())
		names, begins := strings.CutPrefix(text, "controllers ")
		inList = begins || inList && text != ""
		if inList && !strings.HasPrefix(text, "(") {
			if !begins {
				names = text
			}
			for _, name := range strings.Split(names, ",") {
				if name = strings.TrimSpace(name); name != "" {
					embedded.Controllers = append(embedded.Controllers, name)
				}
			}
		}
		if strings.HasPrefix(text, "Ctrl-C") {
			go func() {
				for scanner.Scan() {
				}
			}()
			return embedded, nil
		}
	}
	_ = command.Wait()
	return nil, fmt.Errorf("kcm up did not start: %s", problems.text())
}

// Close stops it and removes its directory.
func (e *Embedded) Close() error {
	_ = e.command.Process.Signal(syscall.SIGTERM)
	_ = e.command.Wait()
	return os.RemoveAll(e.directory)
}

// errorOutput keeps the error output of a process.
type errorOutput struct {
	lock   sync.Mutex
	buffer bytes.Buffer
}

func (l *errorOutput) Write(text []byte) (int, error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.buffer.Len() < 16384 {
		l.buffer.Write(text)
	}
	return len(text), nil
}

func (l *errorOutput) text() string {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.buffer.String()
}
