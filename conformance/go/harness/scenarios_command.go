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
var offByDefault = []string{
	"--runtime-config=certificates.k8s.io/v1beta1=true,resource.k8s.io/v1alpha3=true,resource.k8s.io/v1beta2=true,scheduling.k8s.io/v1alpha2=true",
	"--feature-gates=ClusterTrustBundle=true,PodCertificateRequest=true,DRADeviceTaints=true,DRADeviceTaintRules=true,DRAResourcePoolStatus=true,GenericWorkload=true",
}

func scenarios(flags *pflag.FlagSet) runner {
	focus := flags.String("focus", "", "run only the scenarios that match this regular expression, as in DeploymentScenarioTest.rolls")
	parallel := flags.Int("parallel", 6, "how many scenarios run at the same time; most of them wait most of the time")
	embedded := flags.Bool("embedded", true, "run them on the embedded cluster, too")
	write := flags.Bool("write", false, "write docs/parity.md")
	return func(ctx context.Context, environment cluster.Environment, arguments []string) error {
		if err := noArguments(arguments); err != nil {
			return err
		}
		directory := filepath.Join(filepath.Dir(environment.Clusters), "scenarios", time.Now().Format("20060102-150405"))
		runner, err := scenario.RunnerFromVariables(directory, filepath.Join(environment.Repository, "conformance"), *focus, *parallel)
		if err != nil {
			return err
		}
		say("end states and results go to %s", directory)
		if *embedded {
			say("\non the embedded cluster")
			if err := runner.Run(ctx, scenario.Embedded, "", ""); err != nil && !errors.Is(err, scenario.ErrFailed) {
				return err
			}
		}
		if err := runOnRealCluster(ctx, environment, runner); err != nil {
			return err
		}
		document := ""
		if *write {
			document = filepath.Join(environment.Repository, "docs", "parity.md")
		}
		say("")
		if err := runner.Report(ctx, filepath.Join(environment.Repository, "conformance", "scenarios", "differences.tsv"), document); err != nil {
			if errors.Is(err, scenario.ErrFailed) {
				return errQuiet
			}
			return err
		}
		return nil
	}
}

// runOnRealCluster runs them with ours, then with upstream's manager, started once for each set of flags that scenarios need.
func runOnRealCluster(ctx context.Context, environment cluster.Environment, runner scenario.Runner) error {
	sets, err := runner.ManagerFlags(ctx)
	if err != nil {
		return err
	}
	if len(sets) == 0 {
		return fmt.Errorf("no scenario matches")
	}
	name := fmt.Sprintf("scenarios-%d", os.Getpid())
	guarded, err := cluster.UpGuarded(ctx, environment, cluster.Options{Name: name, Kind: cluster.None, Nodes: scenarioNodes, APIServerArg: offByDefault}, func(string, ...any) {})
	if err != nil {
		return err
	}
	defer guarded.Close()
	say("\non a real API server with our controllers")
	if err := runner.Run(ctx, scenario.Real, guarded.Kubeconfig(), ""); err != nil && !errors.Is(err, scenario.ErrFailed) {
		return err
	}
	for _, flags := range sets {
		say("\nwith upstream's manager, %s", flags)
		// No lease: the one before may not have given it up.
		guarded.ManagerArg = append([]string{"--leader-elect=false", "--kube-api-qps=500", "--kube-api-burst=1000"}, strings.Fields(flags)...)
		if strings.Contains(flags, "taint-eviction-controller") {
			// It finds the pods of a node by an index that it does not make itself.
			guarded.ManagerArg = append(guarded.ManagerArg, "--controllers=daemonset-controller")
		}
		if err := guarded.Swap(ctx, cluster.Go); err != nil {
			return err
		}
		if err := runner.Run(ctx, scenario.Go, guarded.Kubeconfig(), flags); err != nil && !errors.Is(err, scenario.ErrFailed) {
			return err
		}
	}
	return guarded.Close()
}
