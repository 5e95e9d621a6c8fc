package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"dev.kcm/conformance/harness/internal/bench"
	"dev.kcm/conformance/harness/internal/cluster"
)

func benchCommands() []command {
	return []command{
		{name: "scale", summary: "One Deployment from 0 to many pods, a rolling update, and its deletion", declare: func(flags *pflag.FlagSet) runner {
			pods := flags.Int("pods", 1000, "how many pods")
			return benchmark(flags, func() bench.Benchmark { return bench.Scale(*pods) })
		}},
		{name: "start", summary: "From the start of the process, with the lease free, to the first reconciled write", declare: func(flags *pflag.FlagSet) runner {
			times := flags.Int("times", 3, "how many starts on each cluster")
			return benchmark(flags, func() bench.Benchmark { return bench.Start(*times) })
		}},
		{name: "failover", summary: "From the end of the leader, killed or stopped, to the first write of the standby", declare: func(flags *pflag.FlagSet) runner {
			times := flags.Int("times", 2, "how many times on each cluster")
			return benchmark(flags, func() bench.Benchmark { return bench.Failover(*times) })
		}},
		{name: "idle", summary: "CPU and requests on a quiet cluster", declare: func(flags *pflag.FlagSet) runner {
			pods := flags.Int("pods", 1000, "how many pods the cluster has")
			duration := flags.Duration("duration", time.Minute, "how long to watch")
			return benchmark(flags, func() bench.Benchmark { return bench.Idle(*pods, *duration) })
		}},
		{name: "nodes", summary: "CPU and requests with many nodes: at rest, and while a tenth loses readiness and gets it back", declare: func(flags *pflag.FlagSet) runner {
			count := flags.Int("count", 1000, "how many nodes")
			duration := flags.Duration("duration", 2*time.Minute, "how long to watch them at rest")
			return benchmark(flags, func() bench.Benchmark { return bench.Nodes(*count, *duration) })
		}},
		{name: "hpas", summary: "CPU and requests with many autoscalers, at rest: each is evaluated every 15 s and leaves its target as it is", declare: func(flags *pflag.FlagSet) runner {
			count := flags.Int("count", 300, "how many autoscalers, each of a Deployment of two pods")
			duration := flags.Duration("duration", 5*time.Minute, "how long to watch them at rest")
			return benchmark(flags, func() bench.Benchmark { return bench.HorizontalPodAutoscalers(*count, *duration) })
		}},
		many("jobs", "Jobs of one short pod each, to completion, and their deletion", bench.Jobs),
		{name: "statefulsets", summary: "StatefulSets of some pods each, one after the other until available, a rolling update, and their deletion", declare: func(flags *pflag.FlagSet) runner {
			count := flags.Int("count", 200, "how many StatefulSets")
			replicas := flags.Int("replicas", 5, "how many pods each has")
			return benchmark(flags, func() bench.Benchmark { return bench.StatefulSets(*count, *replicas) })
		}},
		{name: "daemonsets", summary: "One DaemonSet on many nodes, a rolling update, and its deletion", declare: func(flags *pflag.FlagSet) runner {
			nodes := flags.Int("nodes", 500, "how many nodes")
			return benchmark(flags, func() bench.Benchmark { return bench.DaemonSets(*nodes) })
		}},
		many("services", "Services over ten pods, until their slices are complete, and their deletion", bench.Services),
		many("namespaces", "Namespaces, until they have service account and certificate, and their deletion", bench.Namespaces),
	}
}

func many(name, summary string, of func(count int) bench.Benchmark) command {
	return command{name: name, summary: summary, declare: func(flags *pflag.FlagSet) runner {
		count := flags.Int("count", 1000, "how many objects")
		return benchmark(flags, func() bench.Benchmark { return of(*count) })
	}}
}

// benchmark adds the flags that all measurements share.
func benchmark(flags *pflag.FlagSet, chosen func() bench.Benchmark) runner {
	kinds := flags.String("kcm", "go", "the managers to measure in alternation, such as go,java")
	rounds := flags.Int("rounds", 1, "how many rounds, each on a fresh cluster")
	passes := flags.Int("passes", 1, "how often the work is done on each cluster; from the second time on the manager is warm")
	keep := flags.Bool("keep", false, "keep the figures in bench/results")
	managerArg := flags.StringArray("kcm-arg", []string{"--kube-api-qps=2000", "--kube-api-burst=4000"},
		"argument for the managers, in place of the raised limits; may be repeated")
	return func(ctx context.Context, environment cluster.Environment, arguments []string) error {
		if err := noArguments(arguments); err != nil {
			return err
		}
		series := bench.Series{Environment: environment, Rounds: *rounds, Passes: *passes, ManagerArg: *managerArg, Say: say}
		for _, text := range strings.Split(*kinds, ",") {
			kind, err := cluster.ParseKind(text)
			if err != nil || kind == cluster.None {
				return fmt.Errorf("--kcm %q: name go, java or both", *kinds)
			}
			series.Kinds = append(series.Kinds, kind)
		}
		parameters := map[string]any{}
		flags.VisitAll(func(flag *pflag.Flag) {
			if flag.Name != "keep" {
				parameters[flag.Name] = flag.Value.String()
			}
		})
		machine, benchmark := bench.ThisMachine(), chosen()
		runs, err := series.Run(ctx, benchmark)
		if err != nil {
			return err
		}
		report := bench.NewReport(benchmark.Name, os.Getenv("KCM_COMMIT"), machine, parameters, runs)
		if *keep {
			path, err := report.Keep(environment.Repository)
			if err != nil {
				return err
			}
			say("kept in %s", path)
		}
		return report.Write(os.Stdout)
	}
}
