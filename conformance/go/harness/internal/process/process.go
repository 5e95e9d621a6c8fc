// Package process starts, finds again and stops long-running programs that outlive the command that started them.
//
// A process is known by its id and its start time, so that an id the kernel has given to somebody else is never signalled.
package process

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Process is a started program. Its record on disk is what later commands find it by.
type Process struct {
	Name       string   `json:"name"`
	ID         int      `json:"pid"`
	StartTicks uint64   `json:"startTicks"`
	Log        string   `json:"log"`
	Command    []string `json:"command"`

	exited chan struct{}
}

// Start runs command in a session of its own with its output going to logs/NAME.log, and records it as run/NAME.json.
func Start(directory, name string, command ...string) (*Process, error) {
	return StartLogging(directory, name, filepath.Join(directory, "logs", name+".log"), command...)
}

// StartLogging is Start with the log elsewhere.
func StartLogging(directory, name, logPath string, command ...string) (*Process, error) {
	log, err := os.OpenFile(logPath, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	started := exec.Command(command[0], command[1:]...)
	started.Stdout, started.Stderr = log, log
	started.Env = withoutProxies(os.Environ())
	started.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := started.Start(); err != nil {
		return nil, fmt.Errorf("%s does not start: %w", name, err)
	}
	stat, err := readStat(started.Process.Pid)
	if err != nil {
		return nil, fmt.Errorf("%s ended at once; see %s", name, logPath)
	}
	process := &Process{Name: name, ID: started.Process.Pid, StartTicks: stat.startTicks, Log: logPath, Command: command,
		exited: make(chan struct{})}
	go func() {
		_ = started.Wait()
		close(process.exited)
	}()
	return process, process.record(directory)
}

// withoutProxies keeps the cluster to this machine: nothing in it has business with a proxy.
func withoutProxies(environment []string) []string {
	return slices.DeleteFunc(environment, func(variable string) bool {
		name, _, _ := strings.Cut(strings.ToUpper(variable), "=")
		return name == "HTTP_PROXY" || name == "HTTPS_PROXY" || name == "ALL_PROXY"
	})
}

func (p *Process) record(directory string) error {
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(recordPath(directory, p.Name), text, 0o644)
}

// Find reads the record of a process started earlier; nil when there is none.
func Find(directory, name string) (*Process, error) {
	text, err := os.ReadFile(recordPath(directory, name))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	process := &Process{}
	if err := json.Unmarshal(text, process); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", recordPath(directory, name), err)
	}
	return process, nil
}

// Names lists the processes recorded in directory.
func Names(directory string) []string {
	var names []string
	records, _ := filepath.Glob(recordPath(directory, "*"))
	for _, path := range records {
		names = append(names, strings.TrimSuffix(filepath.Base(path), ".json"))
	}
	return names
}

// IsAlive tells whether this very process, and not a later one with its id, is running.
func (p *Process) IsAlive() bool {
	stat, err := readStat(p.ID)
	return err == nil && stat.startTicks == p.StartTicks && stat.state != "Z"
}

// Exited is closed when a process started by this program has ended; nil for one found by its record.
func (p *Process) Exited() <-chan struct{} { return p.exited }

// Stop asks the process and its children to end, kills them after grace, and forgets the record.
func (p *Process) Stop(directory string, grace time.Duration) error {
	p.signal(syscall.SIGTERM)
	if !p.waitGone(grace) {
		p.signal(syscall.SIGKILL)
		if !p.waitGone(10 * time.Second) {
			return fmt.Errorf("%s (pid %d) does not end", p.Name, p.ID)
		}
	}
	return p.forget(directory)
}

// Kill ends the process without warning, as a crash would.
func (p *Process) Kill(directory string) error {
	p.signal(syscall.SIGKILL)
	if !p.waitGone(10 * time.Second) {
		return fmt.Errorf("%s (pid %d) does not end", p.Name, p.ID)
	}
	return p.forget(directory)
}

// Terminate asks the process to end and does not wait for it.
func (p *Process) Terminate() { p.signal(syscall.SIGTERM) }

func (p *Process) forget(directory string) error {
	err := os.Remove(recordPath(directory, p.Name))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// signal reaches the whole session's group: a launcher script and the program it started end together.
func (p *Process) signal(signal syscall.Signal) {
	if p.IsAlive() {
		_ = syscall.Kill(-p.ID, signal)
	}
}

func (p *Process) waitGone(limit time.Duration) bool {
	for deadline := time.Now().Add(limit); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if !p.IsAlive() {
			return true
		}
	}
	return !p.IsAlive()
}

func recordPath(directory, name string) string { return filepath.Join(directory, "run", name+".json") }

type stat struct {
	state      string
	parent     int
	userTicks  uint64
	kernelTick uint64
	startTicks uint64
}

// readStat reads the fields after the command name, which may itself hold spaces and brackets.
func readStat(id int) (stat, error) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(id) + "/stat")
	if err != nil {
		return stat{}, err
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 20 {
		return stat{}, fmt.Errorf("unexpected /proc/%d/stat", id)
	}
	number := func(index int) uint64 {
		value, _ := strconv.ParseUint(fields[index], 10, 64)
		return value
	}
	return stat{state: fields[0], parent: int(number(1)), userTicks: number(11), kernelTick: number(12), startTicks: number(19)}, nil
}
