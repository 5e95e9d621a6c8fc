package main

import (
	"context"
	"time"

	"github.com/spf13/pflag"

	"dev.kcm/conformance/harness/internal/cluster"
	"dev.kcm/conformance/harness/internal/tour"
)

func kubectlTour(flags *pflag.FlagSet) runner {
	clients := flags.StringSlice("kubectl", []string{"kubectl", "kubectl-1.32"}, "which kubectl programs to take along")
	sections := flags.StringSlice("section", nil, "only these sections of the script")
	reuse := flags.Bool("reuse", false, "take what the real server showed last time instead of asking it again")
	return func(ctx context.Context, environment cluster.Environment, arguments []string) error {
		if err := noArguments(arguments); err != nil {
			return err
		}
		begin := time.Now()
		summary, err := tour.Tour{Environment: environment, Clients: *clients, Sections: *sections, Nodes: 2, Reuse: *reuse, Say: say}.Run(ctx)
		if err != nil {
			return err
		}
		say("kubectl tour, %.0f s: %d the same, %d different, %d different for a known reason, %d wait for a controller",
			time.Since(begin).Seconds(), summary.Same, summary.Different, summary.Known, summary.Waiting)
		if summary.Different > 0 || summary.Stale > 0 {
			return errQuiet
		}
		return nil
	}
}
