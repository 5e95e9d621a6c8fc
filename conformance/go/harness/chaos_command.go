package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"dev.kcm/conformance/harness/internal/cluster"
	"dev.kcm/conformance/harness/internal/scenario"
)

// chaosNodes have room for the pods of several seeds at the same time.
const chaosNodes = 10

func chaos(flags *pflag.FlagSet) runner {
	seeds := flags.Int("seeds", 10, "how many seeds")
	first := flags.Int("first", 1, "the first of them")
	managers := flags.String("kcm", "go,java", "the managers they run with, one after the other; with both, what they do is compared")
	parallel := flags.Int("parallel", 3, "how many seeds run at the same time, each in a namespace of its own; they share the manager's client limits")
	return func(ctx context.Context, environment cluster.Environment, arguments []string) error {
		if err := noArguments(arguments); err != nil {
			return err
		}
		directory := filepath.Join(filepath.Dir(environment.Clusters), "chaos", time.Now().Format("20060102-150405"))
		runner, err := scenario.RunnerFromVariables(directory, filepath.Join(environment.Repository, "conformance"), "", *parallel)
		if err != nil {
			return err
		}
		say("end states and broken promises go to %s", directory)
		var failed error
		for name := range strings.SplitSeq(*managers, ",") {
			kind, err := cluster.ParseKind(name)
			if err != nil {
				return err
			}
			if err := chaosWith(ctx, environment, runner, kind, *first, *seeds); errors.Is(err, scenario.ErrFailed) {
				failed = errQuiet
			} else if err != nil {
				return err
			}
		}
		if *managers == "go,java" || *managers == "java,go" {
			say("")
			if err := runner.ReportChaos(ctx); errors.Is(err, scenario.ErrFailed) {
				failed = errQuiet
			} else if err != nil {
				return err
			}
		}
		return failed
	}
}

// chaosWith runs the seeds on a fresh cluster with a manager as kubeadm starts it, client limits included.
func chaosWith(ctx context.Context, environment cluster.Environment, runner scenario.Runner, kind cluster.Kind, first, seeds int) error {
	options := cluster.Options{Name: fmt.Sprintf("chaos-%d", os.Getpid()), Kind: kind, Nodes: chaosNodes}
	guarded, err := cluster.UpGuarded(ctx, environment, options, func(string, ...any) {})
	if err != nil {
		return err
	}
	defer guarded.Close()
	say("\nwith the %s manager", kind)
	if err := runner.RunChaos(ctx, string(kind), guarded.Kubeconfig(), first, seeds); err != nil {
		return err
	}
	return guarded.Close()
}
