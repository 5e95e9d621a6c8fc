// Package scenario plays our JUnit scenarios by the Java program that conformance/run has built.
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

// Stage is where scenarios play.
type Stage string

// The stages, by the names the Java side knows; results go to folders of these names.
const (
	Embedded Stage = "embedded"
	Real     Stage = "real"
	Go       Stage = "go"
)

const mainClass = "dev.kcm.conformance.run.ScenarioRun"

// ErrFailed says that some scenario failed or differs; the program has said which.
var ErrFailed = errors.New("some scenarios failed")

// Player runs the Java program.
type Player struct {
	java      string
	home      string // where a build would run them, so that the files they name are found
	classPath string
	directory string
	focus     string
	parallel  int
}

// PlayerFromVariables reads what conformance/run exports.
func PlayerFromVariables(directory, home, focus string, parallel int) (Player, error) {
	player := Player{java: os.Getenv("KCM_JAVA"), home: home, classPath: os.Getenv("KCM_SCENARIO_CLASS_PATH"),
		directory: directory, focus: focus, parallel: parallel}
	if player.java == "" || player.classPath == "" {
		return player, fmt.Errorf("start me by conformance/run, which says where Java and the scenarios are")
	}
	return player, nil
}

// Casts are the sets of controllers that scenarios name, each as flags of a manager.
func (p Player) Casts(ctx context.Context) ([]string, error) {
	var output bytes.Buffer
	command := p.command(ctx, nil, "casts", p.focus)
	command.Stdout = &output
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("listing the scenarios: %w", err)
	}
	var casts []string
	for line := range strings.Lines(output.String()) {
		casts = append(casts, strings.TrimSpace(line))
	}
	return casts, nil
}

// Play plays the scenarios on a stage, those of one cast if it is not empty.
func (p Player) Play(ctx context.Context, stage Stage, kubeconfig, cast string) error {
	parallel := p.parallel
	if stage == Embedded {
		parallel = 2 // they keep a processor busy
	}
	properties := []string{"-Dkcm.scenario.stage=" + string(stage), "-Dkcm.scenario.kubeconfig=" + kubeconfig}
	arguments := []string{"play", filepath.Join(p.directory, string(stage)), strconv.Itoa(parallel), p.focus}
	if cast != "" {
		arguments = append(arguments, cast)
	}
	return failure(ctx, p.command(ctx, properties, arguments...).Run())
}

// Report prints the table and, if document is not empty, writes it there.
func (p Player) Report(ctx context.Context, differences, document string) error {
	arguments := []string{"report", p.directory, differences}
	if document != "" {
		arguments = append(arguments, document)
	}
	return failure(ctx, p.command(ctx, nil, arguments...).Run())
}

func (p Player) command(ctx context.Context, properties []string, arguments ...string) *exec.Cmd {
	all := append([]string{"-XX:+UseCompactObjectHeaders", "--enable-native-access=ALL-UNNAMED", "-cp", p.classPath}, properties...)
	command := exec.CommandContext(ctx, p.java, append(append(all, mainClass), arguments...)...)
	command.Dir = p.home
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
		return fmt.Errorf("the scenarios could not be played: %w", err)
	}
}
