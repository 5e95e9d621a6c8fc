package bench

import (
	"context"
	"time"

	"dev.kcm/conformance/harness/internal/cluster"
)

const idlePhase = "idle"

// Idle watches a manager that has nothing to do on a cluster with pods.
func Idle(pods int, duration time.Duration) Benchmark {
	return Benchmark{Name: "idle", Nodes: nodesFor(pods), Run: func(ctx context.Context, subject *Subject) ([]Phase, error) {
		_, err := subject.measure(ctx, "fill", pods, func(ctx context.Context) error { return subject.createDeployment(ctx, "web", pods) })
		if err != nil {
			return nil, err
		}
		if err := pause(ctx, 30*time.Second); err != nil { // until the first resyncs and the last status writes are through
			return nil, err
		}
		return subject.watchIdle(ctx, duration)
	}}
}

func (s *Subject) watchIdle(ctx context.Context, duration time.Duration) ([]Phase, error) {
	manager, err := s.Process(cluster.Manager)
	if err != nil {
		return nil, err
	}
	audit := newAuditReader(s.AuditLog())
	if _, err := audit.count(); err != nil {
		return nil, err
	}
	manager.ResetPeak()
	before, begin := manager.Usage(), time.Now()
	if err := pause(ctx, duration); err != nil {
		return nil, err
	}
	phase := Phase{Name: idlePhase, Wall: time.Since(begin).Seconds()}
	phase.addUsage(before, manager.Usage())
	phase.Requests, err = audit.count()
	return []Phase{phase}, err
}

func pause(ctx context.Context, duration time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(duration):
		return nil
	}
}
