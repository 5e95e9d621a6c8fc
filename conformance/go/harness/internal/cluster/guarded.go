package cluster

import (
	"context"
	"sync"
)

// Guarded is a cluster that lives no longer than the command that brought it up, whichever way that ends.
type Guarded struct {
	*Cluster
	guard *Guard
	close func() error
}

// UpGuarded brings a cluster up for the time until Close.
func UpGuarded(ctx context.Context, environment Environment, options Options, progress func(string, ...any)) (*Guarded, error) {
	cluster, guard, err := up(ctx, environment, options, progress)
	if err != nil {
		return nil, err
	}
	guarded := &Guarded{Cluster: cluster, guard: guard}
	guarded.close = sync.OnceValue(guarded.takeDown)
	return guarded, nil
}

// Close takes the cluster down; only the first call does something.
func (g *Guarded) Close() error { return g.close() }

func (g *Guarded) takeDown() error {
	err := g.Down()
	g.guard.Release()
	return err
}
