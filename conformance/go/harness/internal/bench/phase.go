package bench

import (
	"context"
	"math"
	"time"

	"dev.kcm/conformance/harness/internal/cluster"
	"dev.kcm/conformance/harness/internal/process"
)

// Phase is what one part of a benchmark took of the manager.
type Phase struct {
	Kind     cluster.Kind   `json:"kcm"`
	Name     string         `json:"phase"`
	Objects  int            `json:"objects,omitempty"`
	Wall     float64        `json:"wallSeconds"`
	CPU      float64        `json:"cpuSeconds,omitempty"`
	Resident float64        `json:"rssMB,omitempty"`
	Peak     float64        `json:"peakRssMB,omitempty"`
	Requests map[string]int `json:"requests,omitempty"`
}

// CPUPerThousand is the CPU time for a thousand objects.
func (p Phase) CPUPerThousand() float64 {
	if p.Objects == 0 {
		return 0
	}
	return p.CPU * 1000 / float64(p.Objects)
}

// quiet is how long the manager must have written nothing to count as settled.
const quiet = 2 * time.Second

// measure runs work until its goal is reached, lets the manager settle, and reports what it used from beginning to end.
// Wall is the time to the goal; CPU and requests include what the manager does afterwards.
func (s *Subject) measure(ctx context.Context, name string, objects int, work func(context.Context) error) (Phase, error) {
	manager, err := s.Process(cluster.Manager)
	if err != nil {
		return Phase{}, err
	}
	manager.ResetPeak()
	audit := newAuditReader(s.AuditLog())
	if _, err := audit.count(); err != nil {
		return Phase{}, err
	}
	before := manager.Usage()
	begin := time.Now()
	if err := work(ctx); err != nil {
		return Phase{}, err
	}
	phase := Phase{Name: name, Objects: objects, Wall: time.Since(begin).Seconds()}
	if phase.Requests, err = s.settle(ctx, audit); err != nil {
		return Phase{}, err
	}
	phase.addUsage(before, manager.Usage())
	s.Say("%-16s %7.1f s, CPU %6.2f s, RSS %4.0f MB, %d requests", name, phase.Wall, phase.CPU, phase.Resident, total(phase.Requests))
	return phase, nil
}

func (p *Phase) addUsage(before, after process.Usage) {
	const megabyte = 1 << 20
	p.CPU = (after.CPU - before.CPU).Seconds()
	p.Resident = float64(after.Resident) / megabyte
	p.Peak = float64(after.PeakBytes) / megabyte
}

// rounded keeps the digits that mean something.
func (p Phase) rounded() Phase {
	p.Wall, p.CPU = math.Round(p.Wall*1000)/1000, math.Round(p.CPU*1000)/1000
	p.Resident, p.Peak = math.Round(p.Resident*10)/10, math.Round(p.Peak*10)/10
	return p
}

// settle waits until the manager has written nothing but its lease for a while; it returns all requests since the reader's last look.
func (s *Subject) settle(ctx context.Context, audit *auditReader) (map[string]int, error) {
	all := map[string]int{}
	last := time.Now()
	for time.Since(last) < quiet {
		counted, err := audit.count()
		if err != nil {
			return nil, err
		}
		for verb, count := range counted {
			all[verb] += count
		}
		if writes(counted) > 0 {
			last = time.Now()
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
	return all, nil
}

// writes leaves out reads and what keeps the lease.
func writes(requests map[string]int) int {
	return total(requests) - requests["get"] - requests["list"] - requests["watch"] - requests[leaseVerb]
}

func total(requests map[string]int) int {
	sum := 0
	for _, count := range requests {
		sum += count
	}
	return sum
}
