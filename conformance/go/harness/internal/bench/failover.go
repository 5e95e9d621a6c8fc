package bench

import (
	"context"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"dev.kcm/conformance/harness/internal/cluster"
	"dev.kcm/conformance/harness/internal/process"
)

// Failover measures from the end of the leader, by kill -9 and by being asked to stop, to the first write of the standby.
func Failover(times int) Benchmark {
	ways := []struct {
		name string
		end  func(leader *process.Process, directory string) error
	}{
		{"leader killed", func(leader *process.Process, directory string) error { return leader.Kill(directory) }},
		{"leader stopped", func(leader *process.Process, _ string) error { leader.Terminate(); return nil }},
	}
	return Benchmark{Name: "failover", Nodes: 2, Run: func(ctx context.Context, subject *Subject) ([]Phase, error) {
		var phases []Phase
		for number := range times {
			for _, way := range ways {
				phase, err := subject.failOver(ctx, way.name, number, way.end)
				if err != nil {
					return nil, err
				}
				phases = append(phases, phase)
			}
		}
		return phases, nil
	}}
}

func (s *Subject) failOver(ctx context.Context, name string, number int, end func(*process.Process, string) error) (Phase, error) {
	leader, err := s.leaderAndStandby(ctx)
	if err != nil {
		return Phase{}, err
	}
	app := fmt.Sprintf("failover-%d-%d", number, time.Now().UnixNano())
	signs, err := s.watchSigns(ctx, app)
	if err != nil {
		return Phase{}, err
	}
	defer signs.stop()
	begin := time.Now()
	if err := end(leader, s.Directory()); err != nil {
		return Phase{}, err
	}
	if err := until(ctx, "the leader gone", func(context.Context) (bool, error) { return !leader.IsAlive(), nil }); err != nil {
		return Phase{}, err
	}
	if _, err := s.Client.AppsV1().Deployments(namespace).Create(ctx, deployment(app, 1), metav1.CreateOptions{}); err != nil {
		return Phase{}, err
	}
	written, err := signs.await(ctx, signs.replicaSets)
	if err != nil {
		return Phase{}, err
	}
	phase := Phase{Name: name, Wall: written.Sub(begin).Seconds()}
	s.Say("%s: first write of the standby after %.2f s", name, phase.Wall)
	return phase, s.deleteDeployment(ctx, app)
}

// leaderAndStandby starts both anew: the leader first, and the standby when the leader has shown that it works.
func (s *Subject) leaderAndStandby(ctx context.Context) (*process.Process, error) {
	for _, instance := range []string{cluster.Manager, cluster.Standby} {
		if err := s.StopProcess(instance); err != nil {
			return nil, err
		}
	}
	if err := s.freeLease(ctx); err != nil {
		return nil, err
	}
	leader, err := s.StartManager(ctx, s.Kind, cluster.Manager)
	if err != nil {
		return nil, err
	}
	if err := s.createDeployment(ctx, "warm-up", 1); err != nil {
		return nil, err
	}
	if err := s.deleteDeployment(ctx, "warm-up"); err != nil {
		return nil, err
	}
	if _, err := s.StartManager(ctx, s.Kind, cluster.Standby); err != nil {
		return nil, err
	}
	return leader, pause(ctx, 5*time.Second) // time for the standby to fill its caches, if it does
}
