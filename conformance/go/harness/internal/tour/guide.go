package tour

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Guide takes one kubectl through the script on one cluster.
type Guide struct {
	Kubectl    string // the program
	Kubeconfig string
	Inputs     string   // where the script's files are
	Has        []string // controllers this cluster has; nil means all

	backgrounds map[string]*background
	kept        map[string]string
}

type background struct {
	line    Line
	command *exec.Cmd
	out     *bytes.Buffer
	err     *bytes.Buffer
}

const (
	patience      = 8 * time.Second
	betweenLooks  = 250 * time.Millisecond
	commandLimit  = 60 * time.Second
	watchWarmUp   = 1500 * time.Millisecond
	watchCoolDown = 1500 * time.Millisecond
)

// lacks names a controller the line needs and this cluster has not, or is empty.
func (g *Guide) lacks(line Line) string {
	if g.Has == nil {
		return ""
	}
	for _, needed := range line.Needs {
		found := false
		for _, has := range g.Has {
			found = found || has == needed
		}
		if !found {
			return needed
		}
	}
	return ""
}

// Prepare makes the namespace of a section, with the account its pods need.
func (g *Guide) Prepare(ctx context.Context, section string) error {
	line := Line{Section: section, Words: []string{"create", "namespace", namespace(section)}}
	if result := g.once(ctx, line); !strings.Contains(result, "exit 0") {
		return fmt.Errorf("cannot create the namespace of section %s: %s", section, result)
	}
	line.Words = []string{"get", "serviceaccount", "default"}
	for deadline := time.Now().Add(patience); ; time.Sleep(betweenLooks) {
		result := g.once(ctx, line)
		if strings.Contains(result, "exit 0") {
			return nil
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			return fmt.Errorf("no service account in section %s: %s", section, result)
		}
	}
}

func namespace(section string) string { return "tour-" + section }

// See runs a line and returns what there was to see, normalised. With an expectation, a line that is marked `eventually` is
// read again until it is met; without one until it stays the same.
func (g *Guide) See(ctx context.Context, line Line, expected *string) string {
	switch {
	case line.End != "":
		return g.end(line.End)
	case line.Background != "":
		return g.start(ctx, line)
	case !line.Eventually:
		return g.once(ctx, line)
	}
	seen := g.once(ctx, line)
	for deadline := time.Now().Add(patience); time.Now().Before(deadline) && ctx.Err() == nil; {
		if expected != nil && seen == *expected {
			break
		}
		time.Sleep(betweenLooks)
		again := g.once(ctx, line)
		if expected == nil && again == seen && time.Until(deadline) < patience-time.Second {
			break
		}
		seen = again
	}
	return seen
}

func (g *Guide) once(ctx context.Context, line Line) string {
	limit := commandLimit
	if line.For > 0 {
		limit = line.For
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	command := g.command(ctx, line)
	var out, problems bytes.Buffer
	command.Stdout, command.Stderr = &out, &problems
	err := command.Run()
	if line.For > 0 && ctx.Err() != nil {
		err = nil
	}
	if line.Keep != "" {
		g.keep(line.Keep, out.String())
	}
	return g.seen(line, out.String(), problems.String(), err)
}

func (g *Guide) keep(name, out string) {
	if g.kept == nil {
		g.kept = map[string]string{}
	}
	g.kept["{"+name+"}"] = strings.TrimSpace(out)
}

// filled has what was kept in place of its names.
func (g *Guide) filled(text string) string {
	for name, value := range g.kept {
		text = strings.ReplaceAll(text, name, value)
	}
	return text
}

func (g *Guide) command(ctx context.Context, line Line) *exec.Cmd {
	arguments := []string{"--kubeconfig", g.Kubeconfig, "--namespace", namespace(line.Section)}
	for _, word := range line.Words {
		arguments = append(arguments, g.filled(word))
	}
	command := exec.CommandContext(ctx, g.Kubectl, arguments...)
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGINT) }
	command.WaitDelay = 2 * time.Second
	command.Dir = g.Inputs
	command.Env = append(os.Environ(), "KUBE_EDITOR=sed -i -e '"+line.Editor+"'", "KUBECTL_EXTERNAL_DIFF=", "TZ=UTC", "HOME="+filepath.Dir(g.Kubeconfig))
	if line.Input != "" {
		if content, err := os.ReadFile(filepath.Join(g.Inputs, line.Input)); err == nil {
			command.Stdin = strings.NewReader(g.filled(string(content)))
		}
	}
	return command
}

func (g *Guide) seen(line Line, out, problems string, err error) string {
	code := 0
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		code = ended.ExitCode()
	} else if err != nil {
		return "cannot run: " + err.Error()
	}
	var seen strings.Builder
	if text := normal(line, out); text != "" {
		seen.WriteString(text + "\n")
	}
	if text := normal(line, problems); text != "" {
		seen.WriteString("stderr: " + text + "\n")
	}
	fmt.Fprintf(&seen, "exit %d", code)
	return seen.String()
}

// start lets a watch run beside the lines that follow.
func (g *Guide) start(ctx context.Context, line Line) string {
	command := g.command(ctx, line)
	watch := &background{line: line, command: command, out: &bytes.Buffer{}, err: &bytes.Buffer{}}
	command.Stdout, command.Stderr = watch.out, watch.err
	if err := command.Start(); err != nil {
		return "cannot run: " + err.Error()
	}
	if g.backgrounds == nil {
		g.backgrounds = map[string]*background{}
	}
	g.backgrounds[line.Background] = watch
	time.Sleep(watchWarmUp)
	return "started"
}

func (g *Guide) end(name string) string {
	watch := g.backgrounds[name]
	if watch == nil {
		return "no watch is called " + name
	}
	delete(g.backgrounds, name)
	time.Sleep(watchCoolDown)
	_ = watch.command.Process.Signal(syscall.SIGINT)
	_ = watch.command.Wait()
	return g.seen(watch.line, watch.out.String(), watch.err.String(), nil)
}
