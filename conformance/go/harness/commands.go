package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/pflag"

	"dev.kcm/conformance/harness/internal/bench"
	"dev.kcm/conformance/harness/internal/cluster"
	"dev.kcm/conformance/harness/internal/process"
	"dev.kcm/conformance/harness/internal/smoke"
)

const defaultName = "kcm"

func conformanceCommands() []command {
	return []command{
		{name: "up", summary: "Bring a fresh cluster up", declare: up},
		{name: "down", summary: "Take a cluster down and remove its directory", declare: down},
		{name: "status", summary: "Show the clusters of this machine and their processes", declare: status},
		{name: "logs", argument: "[COMPONENT]", summary: "Show the log of one component, or the end of all", declare: logs},
		{name: "swap", argument: "NAME", summary: "Stop the manager of a live cluster and start another on it", declare: swap},
		{name: "hotswap", summary: "Change the manager of a cluster at work, to ours and back, and see whether anybody notices", declare: hotSwap},
		{name: "e2e", summary: "Run the part of upstream's end-to-end suite that is about the controller manager", declare: e2eSuite},
		{name: "scenarios", summary: "Play our scenarios with ours and with upstream's manager, and compare what they leave behind", declare: scenarios},
		{name: "chaos", summary: "Let random users loose with upstream's manager and with ours, and compare which promises they keep and what they leave behind", declare: chaos},
		{name: "smoke", summary: "Bring a cluster up, run a Deployment and two Jobs on it, take it down", declare: smokeTest},
		{name: "tour", summary: "Compare kubectl on the embedded server with kubectl on a real kube-apiserver", declare: kubectlTour},
	}
}

func up(flags *pflag.FlagSet) runner {
	options := cluster.Options{}
	kind := flags.String("kcm", "go", "the controller manager: go, java or none")
	flags.IntVar(&options.Nodes, "nodes", 3, "how many fake nodes")
	flags.StringVar(&options.Name, "name", defaultName, "name of the cluster; several can run side by side")
	flags.StringArrayVar(&options.APIServerArg, "apiserver-arg", nil, "a further argument for kube-apiserver; may be repeated")
	flags.StringArrayVar(&options.ManagerArg, "kcm-arg", nil, "a further argument for the controller manager; may be repeated")
	flags.BoolVar(&options.Audit, "audit", false, "keep an audit log of the manager's requests (logs/audit.jsonl)")
	return func(ctx context.Context, environment cluster.Environment, arguments []string) (err error) {
		if err := noArguments(arguments); err != nil {
			return err
		}
		if options.Kind, err = cluster.ParseKind(*kind); err != nil {
			return err
		}
		begin := time.Now()
		started, err := cluster.Up(ctx, environment, options, say)
		if err != nil {
			return err
		}
		fmt.Printf("cluster %s is up after %.1f s; talk to it with\n  export KUBECONFIG=%s\n  %s get nodes\n",
			started.Name, time.Since(begin).Seconds(), started.Kubeconfig(), environment.Binary("kubectl"))
		return nil
	}
}

func down(flags *pflag.FlagSet) runner {
	name := flags.String("name", defaultName, "name of the cluster")
	all := flags.Bool("all", false, "all clusters of this user")
	return func(_ context.Context, environment cluster.Environment, arguments []string) error {
		if err := noArguments(arguments); err != nil {
			return err
		}
		var clusters []*cluster.Cluster
		if *all {
			found, err := cluster.List(environment)
			if err != nil {
				return err
			}
			clusters = found
		} else {
			found, err := cluster.Open(environment, *name)
			if err != nil {
				return err
			}
			clusters = append(clusters, found)
		}
		for _, each := range clusters {
			if err := each.Down(); err != nil {
				return err
			}
			say("cluster %s is down", each.Name)
		}
		return nil
	}
}

func status(*pflag.FlagSet) runner {
	return func(_ context.Context, environment cluster.Environment, arguments []string) error {
		if err := noArguments(arguments); err != nil {
			return err
		}
		clusters, err := cluster.List(environment)
		if err != nil {
			return err
		}
		if len(clusters) == 0 {
			say("no clusters; `conformance/run up` brings one up")
		}
		healthy := true
		for _, each := range clusters {
			if err := each.WriteStatus(os.Stdout); err != nil {
				return err
			}
			healthy = healthy && each.IsHealthy()
		}
		if !healthy {
			return errQuiet
		}
		return nil
	}
}

func logs(flags *pflag.FlagSet) runner {
	name := flags.String("name", defaultName, "name of the cluster")
	lines := flags.Int("lines", 15, "how many lines of each log when no component is given")
	return func(_ context.Context, environment cluster.Environment, arguments []string) error {
		found, err := cluster.Open(environment, *name)
		if err != nil {
			return err
		}
		if len(arguments) == 0 {
			for _, component := range process.Names(found.Directory()) {
				if path, err := found.LogPath(component); err == nil {
					fmt.Printf("== %s\n%s\n", path, process.Tail(path, *lines))
				}
			}
			return nil
		}
		path, err := found.LogPath(arguments[0])
		if err != nil {
			return err
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		_, err = io.Copy(os.Stdout, file)
		return err
	}
}

func swap(flags *pflag.FlagSet) runner {
	kind := flags.String("kcm", "", "the controller manager to start: go, java or none")
	return func(ctx context.Context, environment cluster.Environment, arguments []string) error {
		if len(arguments) != 1 {
			return fmt.Errorf("name the cluster: conformance/run swap NAME --kcm go|java")
		}
		chosen, err := cluster.ParseKind(*kind)
		if err != nil {
			return err
		}
		found, err := cluster.Open(environment, arguments[0])
		if err != nil {
			return err
		}
		begin := time.Now()
		if err := found.Swap(ctx, chosen); err != nil {
			return err
		}
		say("cluster %s has the %s manager now (%.1f s); it works as soon as it holds the lease", found.Name, chosen, time.Since(begin).Seconds())
		return nil
	}
}

// patternControllers are those that both managers have had the longest; service accounts are what pods need to be.
const patternControllers = "deployment-controller,replicaset-controller,replicationcontroller-controller,job-controller," +
	"pod-garbage-collector-controller,garbage-collector-controller,namespace-controller,endpoints-controller,endpointslice-controller," +
	"serviceaccount-controller,serviceaccount-token-controller,root-ca-certificate-publisher-controller," +
	"statefulset-controller,disruption-controller"

func hotSwap(flags *pflag.FlagSet) runner {
	controllers := flags.String("controllers", patternControllers, "the controllers that run on both sides; '*,bootstrapsigner,tokencleaner' for kubeadm's")
	tasks := flags.Bool("tasks", false, "have every controller do something in each term (with kubeadm's list of them)")
	bystanders := flags.Int("bystanders", 20, "how many Deployments, Jobs, StatefulSets and budgets look on; with their controllers also five DaemonSets and ten autoscalers")
	return func(ctx context.Context, environment cluster.Environment, arguments []string) error {
		if err := noArguments(arguments); err != nil {
			return err
		}
		swap := bench.HotSwap{Environment: environment, Controllers: *controllers, Bystanders: *bystanders, Tasks: *tasks, Say: say}
		noticed, err := swap.Run(ctx)
		if err != nil {
			return err
		}
		for _, what := range noticed {
			say("NOTICED %s", what)
		}
		if len(noticed) > 0 {
			return errQuiet
		}
		say("nobody noticed: every pod is the one it was, no ReplicaSet, no ControllerRevision and no event came, no budget changed, and nothing was forbidden")
		return nil
	}
}

func smokeTest(flags *pflag.FlagSet) runner {
	kind := flags.String("kcm", "go", "the controller manager: go or java")
	return func(ctx context.Context, environment cluster.Environment, arguments []string) error {
		if err := noArguments(arguments); err != nil {
			return err
		}
		chosen, err := cluster.ParseKind(*kind)
		if err != nil {
			return err
		}
		failed, err := smoke.Run(ctx, environment, chosen, say)
		if err != nil {
			return err
		}
		if failed > 0 {
			return errQuiet
		}
		return nil
	}
}

func say(format string, arguments ...any) { fmt.Printf(format+"\n", arguments...) }
