package cluster

import (
	"errors"
	"os"
	"slices"
	"sync"

	"dev.kcm/conformance/harness/internal/process"
)

// Down stops every process of the cluster and removes its directory.
func (c *Cluster) Down() error {
	if err := c.stopAll(); err != nil {
		return err
	}
	return os.RemoveAll(c.directory)
}

// stopAll ends clients before the servers they talk to, so that none complains about a lost server.
func (c *Cluster) stopAll() error {
	known := [][]string{{Standby, Manager, scheduler, kwok, metricsServer}, {apiServer}, {etcd}}
	var others []string // what runs on the cluster, such as upstream's suite
	for _, name := range process.Names(c.directory) {
		if !slices.Contains(slices.Concat(known...), name) {
			others = append(others, name)
		}
	}
	errs := []error{c.stopTogether(others)}
	for _, together := range known {
		errs = append(errs, c.stopTogether(together))
	}
	return errors.Join(errs...)
}

func (c *Cluster) stopTogether(names []string) error {
	errs := make([]error, len(names))
	var group sync.WaitGroup
	for index, name := range names {
		group.Go(func() { errs[index] = c.StopProcess(name) })
	}
	group.Wait()
	return errors.Join(errs...)
}

// running lists the processes of this cluster that are alive.
func (c *Cluster) running() []*process.Process {
	var alive []*process.Process
	for _, name := range process.Names(c.directory) {
		if found, err := process.Find(c.directory, name); err == nil && found != nil && found.IsAlive() {
			alive = append(alive, found)
		}
	}
	return alive
}
