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

// scenarioNodes is enough to spread pods and little to simulate.
const scenarioNodes = 3

// offByDefault is what some controllers need of the API server that upstream does not serve by default.
var offByDefault = []string{"--runtime-config=certificates.k8s.io/v1beta1=true", "--feature-gates=ClusterTrustBundle=true,PodCertificateRequest=true"}

func scenarios(flags *pflag.FlagSet) runner {
	focus := flags.String("focus", "", "play only the scenarios that match this regular expression, as in DeploymentScenarioTest.rolls")
	parallel := flags.Int("parallel", 6, "how many scenarios play at the same time; most of them wait most of the time")
	embedded := flags.Bool("embedded", true, "play them on the embedded cluster, too")
	write := flags.Bool("write", false, "write docs/parity.md")
	return func(ctx context.Context, environment cluster.Environment, arguments []string) error {
		if err := noArguments(arguments); err != nil {
			return err
		}
		directory := filepath.Join(filepath.Dir(environment.Clusters), "scenarios", time.Now().Format("20060102-150405"))
		player, err := scenario.PlayerFromVariables(directory, filepath.Join(environment.Repository, "conformance"), *focus, *parallel)
		if err != nil {
			return err
		}
		say("end states and results go to %s", directory)
		if *embedded {
			say("\non the embedded cluster")
			if err := player.Play(ctx, scenario.Embedded, "", ""); err != nil && !errors.Is(err, scenario.ErrFailed) {
				return err
			}
		}
		if err := playOnRealCluster(ctx, environment, player); err != nil {
			return err
		}
		document := ""
		if *write {
			document = filepath.Join(environment.Repository, "docs", "parity.md")
		}
		say("")
		if err := player.Report(ctx, filepath.Join(environment.Repository, "conformance", "scenarios", "differences.tsv"), document); err != nil {
			if errors.Is(err, scenario.ErrFailed) {
				return errQuiet
			}
			return err
		}
		return nil
	}
}

// playOnRealCluster plays them with ours, then with upstream's manager, started once for each set of controllers that scenarios name.
func playOnRealCluster(ctx context.Context, environment cluster.Environment, player scenario.Player) error {
	casts, err := player.Casts(ctx)
	if err != nil {
		return err
	}
	if len(casts) == 0 {
		return fmt.Errorf("no scenario matches")
	}
	name := fmt.Sprintf("scenarios-%d", os.Getpid())
	guarded, err := cluster.UpGuarded(ctx, environment, cluster.Options{Name: name, Kind: cluster.None, Nodes: scenarioNodes, APIServerArg: offByDefault}, func(string, ...any) {})
	if err != nil {
		return err
	}
	defer guarded.Close()
	say("\non a real API server with our controllers")
	if err := player.Play(ctx, scenario.Real, guarded.Kubeconfig(), ""); err != nil && !errors.Is(err, scenario.ErrFailed) {
		return err
	}
	for _, cast := range casts {
		say("\nwith upstream's manager, %s", cast)
		// No lease: the one before may not have given it up.
		guarded.ManagerArg = append([]string{"--leader-elect=false", "--kube-api-qps=500", "--kube-api-burst=1000"}, strings.Fields(cast)...)
		if err := guarded.Swap(ctx, cluster.Go); err != nil {
			return err
		}
		if err := player.Play(ctx, scenario.Go, guarded.Kubeconfig(), cast); err != nil && !errors.Is(err, scenario.ErrFailed) {
			return err
		}
	}
	return guarded.Close()
}
