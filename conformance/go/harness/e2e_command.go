package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/pflag"
	"golang.org/x/sync/errgroup"

	"dev.kcm/conformance/harness/internal/cluster"
	"dev.kcm/conformance/harness/internal/e2e"
)

// e2eNodes is enough for upstream's specs that want several nodes, zones included.
const e2eNodes = 5

func e2eSuite(flags *pflag.FlagSet) runner {
	kind := flags.String("kcm", "go", "the controller manager: go or java")
	focus := flags.String("focus", "", "run the specs that match this regular expression instead of the committed selection")
	skip := flags.String("skip", "", "leave out the specs that match this regular expression, too")
	processes := flags.Int("procs", 10, "how many specs run at the same time; most of them wait most of the time")
	timeout := flags.Duration("timeout", time.Hour, "give up after this time")
	all := flags.Bool("all", false, "run the specs that cannot pass on fake nodes, too; without it the table only gives their reasons")
	compare := flags.Bool("compare", false, "run with the Go and then with the Java manager, and list every spec where they differ")
	return func(ctx context.Context, environment cluster.Environment, arguments []string) error {
		if err := noArguments(arguments); err != nil {
			return err
		}
		selection, err := e2e.CommittedSelection(environment.Repository)
		if err != nil {
			return err
		}
		if *focus != "" {
			selection.Focus = []string{*focus}
		}
		if *skip != "" {
			selection.Skip = append(selection.Skip, *skip)
		}
		known, err := e2e.CommittedKnowledge(environment.Repository)
		if err != nil {
			return err
		}
		suite := e2e.Suite{Environment: environment, Selection: selection, Processes: *processes, Timeout: *timeout, Say: say}
		if !*all {
			if suite.LeftOut, err = known.Cannot(selection); err != nil {
				return err
			}
		}
		if *compare {
			return compareSuites(ctx, suite)
		}
		chosen, err := cluster.ParseKind(*kind)
		if err != nil {
			return err
		}
		results, err := runSuite(ctx, suite, chosen)
		if err != nil {
			return err
		}
		return printVerdict(results, known, suite.LeftOut)
	}
}

// runSuite runs both halves of the suite, each on a cluster of its own. Output and reports stay in the state directory.
func runSuite(ctx context.Context, suite e2e.Suite, kind cluster.Kind) ([]e2e.Result, error) {
	directory := filepath.Join(filepath.Dir(suite.Environment.Clusters), "e2e", fmt.Sprintf("%s-%s", time.Now().Format("20060102-150405"), kind))
	say("running upstream's suite with the %s manager; its output goes to %s", kind, directory)
	halves := suite.Halves()
	results := make([][]e2e.Result, len(halves))
	group, ctx := errgroup.WithContext(ctx)
	for number, half := range halves {
		group.Go(func() (err error) {
			name := fmt.Sprintf("e2e-%s-%d-%d", kind, os.Getpid(), number+1)
			results[number], err = runHalf(ctx, half, kind, name, filepath.Join(directory, name))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return slices.Concat(results...), nil
}

func runHalf(ctx context.Context, suite e2e.Suite, kind cluster.Kind, name, directory string) ([]e2e.Result, error) {
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return nil, err
	}
	guarded, err := cluster.UpGuarded(ctx, suite.Environment, cluster.Options{Name: name, Kind: kind, Nodes: e2eNodes}, func(string, ...any) {})
	if err != nil {
		return nil, err
	}
	defer guarded.Close()
	results, err := suite.Run(ctx, guarded.Cluster, directory)
	if err != nil {
		return nil, err
	}
	return results, guarded.Close()
}

func printVerdict(results []e2e.Result, known e2e.Known, leftOut []string) error {
	verdict := e2e.WriteTable(os.Stdout, results, known)
	for _, name := range leftOut {
		fmt.Printf("%-8s %8s  %s\n%20s %s\n", "left out", "", name, "", known[name])
	}
	fmt.Printf("\n%d left out because they cannot pass on fake nodes, %d skipped themselves, %d failures are news\n%d passed, %d failed\n",
		len(leftOut), verdict.Skipped, len(verdict.Unexpected), verdict.Passed, verdict.Failed)
	if verdict.Passed+verdict.Failed == 0 {
		return fmt.Errorf("no spec matched the selection")
	}
	if len(verdict.Unexpected) > 0 {
		return errQuiet
	}
	return nil
}

func compareSuites(ctx context.Context, suite e2e.Suite) error {
	upstream, err := runSuite(ctx, suite, cluster.Go)
	if err != nil {
		return err
	}
	ours, err := runSuite(ctx, suite, cluster.Java)
	if err != nil {
		return err
	}
	differences := e2e.Compare(upstream, ours)
	for _, difference := range differences {
		fmt.Printf("go: %-12s java: %-12s %s\n", difference.First, difference.Other, difference.Name)
	}
	for _, each := range []struct {
		kind    cluster.Kind
		results []e2e.Result
	}{{cluster.Go, upstream}, {cluster.Java, ours}} {
		verdict := e2e.Judge(each.results, e2e.Known{})
		fmt.Printf("%-4s %d passed, %d failed\n", each.kind, verdict.Passed, verdict.Failed)
	}
	fmt.Printf("%d specs differ\n", len(differences))
	if len(differences) > 0 {
		return errQuiet
	}
	return nil
}
