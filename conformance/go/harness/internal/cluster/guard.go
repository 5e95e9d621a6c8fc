package cluster

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"syscall"
)

// GuardCommand is the hidden subcommand a guard runs as.
const GuardCommand = "guard"

const released = "released"

// Guard is a small process beside us that takes a cluster down when we end without having released it, however we ended.
type Guard struct {
	pipe    io.WriteCloser
	process *exec.Cmd
}

// StartGuard starts the guard of a cluster. It sits in a session of its own: Ctrl-C does not reach it.
func StartGuard(name string) (*Guard, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	command := exec.Command(self, GuardCommand, name)
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	pipe, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	return &Guard{pipe: pipe, process: command}, command.Start()
}

// Release ends the guard and leaves the cluster as it is.
func (g *Guard) Release() {
	_, _ = io.WriteString(g.pipe, released+"\n")
	_ = g.pipe.Close()
	_ = g.process.Wait()
}

// RunGuard waits for the end of its input, which comes with the end of the process it guards for.
func RunGuard(environment Environment, name string, input io.Reader) error {
	lines := bufio.NewScanner(input)
	for lines.Scan() {
		if lines.Text() == released {
			return nil
		}
	}
	cluster, err := Open(environment, name)
	if err != nil {
		return err
	}
	return cluster.stopAll()
}
