// Package bench measures controller managers on real clusters: the same work, on clusters alike, for each manager in turn.
package bench

import (
	"context"
	"fmt"
	"os"
	"time"

	"k8s.io/client-go/kubernetes"

	"dev.kcm/conformance/harness/internal/cluster"
)

// Benchmark is one kind of measurement.
type Benchmark struct {
	Name string
	// Nodes is how many the cluster needs.
	Nodes int
	// Prepare makes what the work needs and is not measured.
	Prepare func(ctx context.Context, subject *Subject) error
	// Run does the work on a cluster whose manager is up, and returns what each part of it took.
	Run func(ctx context.Context, subject *Subject) ([]Phase, error)
}

// Subject is the manager under measurement and its cluster.
type Subject struct {
	*cluster.Cluster
	Kind   cluster.Kind
	Client kubernetes.Interface
	Say    func(string, ...any)
}

// Series is a benchmark run several times for several managers in alternation.
type Series struct {
	Environment cluster.Environment
	Kinds       []cluster.Kind
	Rounds      int
	// Passes is how often the work is done on each cluster; what is measured after the first is warm.
	Passes     int
	ManagerArg []string
	Say        func(string, ...any)
}

// Run runs every round of every manager on a fresh cluster.
func (s Series) Run(ctx context.Context, benchmark Benchmark) ([]Phase, error) {
	var phases []Phase
	for round := range s.Rounds {
		for _, kind := range s.Kinds {
			s.Say("== %s, %s manager, round %d of %d", benchmark.Name, kind, round+1, s.Rounds)
			measured, err := s.runOnce(ctx, benchmark, kind)
			if err != nil {
				return nil, err
			}
			for _, phase := range measured {
				phase.Kind = kind
				phases = append(phases, phase.rounded())
			}
		}
	}
	return phases, nil
}

func (s Series) runOnce(ctx context.Context, benchmark Benchmark, kind cluster.Kind) ([]Phase, error) {
	options := cluster.Options{Name: fmt.Sprintf("bench-%s-%d", kind, os.Getpid()), Kind: kind, Nodes: benchmark.Nodes,
		ManagerArg: s.ManagerArg, Audit: true}
	guarded, err := cluster.UpGuarded(ctx, s.Environment, options, func(string, ...any) {})
	if err != nil {
		return nil, err
	}
	defer guarded.Close()
	client, err := guarded.Client()
	if err != nil {
		return nil, err
	}
	subject := &Subject{Cluster: guarded.Cluster, Kind: kind, Client: client, Say: s.Say}
	if _, err := subject.settle(ctx, newAuditReader(guarded.AuditLog())); err != nil { // what starting took is not counted
		return nil, err
	}
	if benchmark.Prepare != nil {
		if err := benchmark.Prepare(ctx, subject); err != nil {
			return nil, err
		}
	}
	var phases []Phase
	for pass := range s.Passes {
		measured, err := benchmark.Run(ctx, subject)
		if err != nil {
			return nil, fmt.Errorf("%s, %s manager: %w", benchmark.Name, kind, err)
		}
		for _, phase := range measured {
			if pass > 0 {
				phase.Name += " (warm)"
			}
			phases = append(phases, phase)
		}
	}
	return phases, guarded.Close()
}

// goalLimit is how long any part of a benchmark may take.
const goalLimit = 30 * time.Minute

// until asks every 100 ms whether a goal is reached.
func until(ctx context.Context, goal string, reached func(context.Context) (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, goalLimit)
	defer cancel()
	for {
		asked := time.Now()
		done, err := reached(ctx)
		if err != nil && ctx.Err() == nil {
			return fmt.Errorf("%s: %w", goal, err)
		}
		if done {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", goal, ctx.Err())
		case <-time.After(cluster.PauseAfter(asked, 100*time.Millisecond)):
		}
	}
}
