// Package scenario runs our JUnit scenarios and random users with the Java program that conformance/run has built.
package scenario

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Backend is where scenarios run.
type Backend string

// The backends, by the names the Java side knows; results go to folders of these names.
const (
	Embedded Backend = "embedded"
	Real     Backend = "real"
	Go       Backend = "go"
)

const (
	scenarioCommand = "dev.kcm.conformance.run.ScenarioCommand"
	chaosCommand    = "dev.kcm.conformance.chaos.ChaosCommand"
)

// ErrFailed says that some scenario failed or differs; the program has said which.
var ErrFailed = errors.New("some scenarios failed")

// Runner runs the Java program.
type Runner struct {
	java      string
	home      string // where a build would run them, so that the files they name are found
	classPath string
	directory string
	focus     string
	parallel  int
}

// RunnerFromVariables reads what conformance/run exports.
func RunnerFromVariables(directory, home, focus string, parallel int) (Runner, error) {
	runner := Runner{java: os.Getenv("KCM_JAVA"), home: home, classPath: os.Getenv("KCM_SCENARIO_CLASS_PATH"),
		directory: directory, focus: focus, parallel: parallel}
	if runner.java == "" || runner.classPath == "" {
		return runner, fmt.Errorf("start me by conformance/run, which says where Java and the scenarios are")
	}
	return runner, nil
}

// ManagerFlags are the distinct sets of flags that scenarios need a manager to have.
func (r Runner) ManagerFlags(ctx context.Context) ([]string, error) {
	var output bytes.Buffer
	command := r.command(ctx, nil, scenarioCommand, "manager-flags", r.focus)
	command.Stdout = &output
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("listing the scenarios: %w", err)
	}
	var sets []string
	for line := range strings.Lines(output.String()) {
		sets = append(sets, strings.TrimSpace(line))
	}
	return sets, nil
}

// Run runs the scenarios on a backend, only those that need these manager flags unless they are empty.
func (r Runner) Run(ctx context.Context, backend Backend, kubeconfig, flags string) error {
	parallel := r.parallel
	if backend == Embedded {
		parallel = 2 // they keep a processor busy
	}
	properties := []string{"-Dkcm.scenario.backend=" + string(backend), "-Dkcm.scenario.kubeconfig=" + kubeconfig}
	arguments := []string{"run", filepath.Join(r.directory, string(backend)), strconv.Itoa(parallel), r.focus}
	if flags != "" {
		arguments = append(arguments, flags)
	}
	return failure(ctx, r.command(ctx, properties, scenarioCommand, arguments...).Run())
}

// Report prints the table and, if document is not empty, writes it there.
func (r Runner) Report(ctx context.Context, differences, document string) error {
	arguments := []string{"report", r.directory, differences}
	if document != "" {
		arguments = append(arguments, document)
	}
	return failure(ctx, r.command(ctx, nil, scenarioCommand, arguments...).Run())
}

// RunChaos runs the users of seeds on a cluster with the manager it has; results go to a folder named after that.
func (r Runner) RunChaos(ctx context.Context, manager, kubeconfig string, first, seeds int) error {
	properties := []string{"-Dkcm.scenario.backend=" + string(Go), "-Dkcm.scenario.kubeconfig=" + kubeconfig}
	arguments := []string{"run", filepath.Join(r.directory, manager), strconv.Itoa(first), strconv.Itoa(seeds), strconv.Itoa(r.parallel)}
	return failure(ctx, r.command(ctx, properties, chaosCommand, arguments...).Run())
}

// ReportChaos compares what our manager and upstream's did.
func (r Runner) ReportChaos(ctx context.Context) error {
	return failure(ctx, r.command(ctx, nil, chaosCommand, "report", r.directory).Run())
}

func (r Runner) command(ctx context.Context, properties []string, mainClass string, arguments ...string) *exec.Cmd {
	all := append([]string{"-XX:+UseCompactObjectHeaders", "--enable-native-access=ALL-UNNAMED", "-cp", r.classPath}, properties...)
	command := exec.CommandContext(ctx, r.java, append(append(all, mainClass), arguments...)...)
	command.Dir = r.home
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = 10 * time.Second
	return command
}

// failure tells a scenario that failed, which the program reports by exit code 1, from a program that could not run.
func failure(ctx context.Context, err error) error {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &exit) && exit.ExitCode() == 1:
		return ErrFailed
	default:
		return fmt.Errorf("the scenarios could not be run: %w", err)
	}
}
