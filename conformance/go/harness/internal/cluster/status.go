package cluster

import (
	"fmt"
	"io"
	"path/filepath"
	"sort"
	"strings"
	"text/tabwriter"

	"dev.kcm/conformance/harness/internal/process"
)

// WriteStatus prints one line per process, dead ones included.
func (c *Cluster) WriteStatus(output io.Writer) error {
	fmt.Fprintf(output, "cluster %s: kcm=%s nodes=%d kubeconfig=%s\n", c.Name, c.Kind, c.Nodes, c.Kubeconfig())
	table := tabwriter.NewWriter(output, 2, 8, 2, ' ', 0)
	names := process.Names(c.directory)
	if len(names) == 0 {
		fmt.Fprintf(table, "  not running; its logs are in %s\n", c.path("logs"))
	}
	sort.Strings(names)
	for _, name := range names {
		found, err := process.Find(c.directory, name)
		if err != nil {
			return err
		}
		if found == nil || !found.IsAlive() {
			fmt.Fprintf(table, "  %s\tDEAD\tsee `conformance/run logs --name %s %s`\n", name, c.Name, name)
			continue
		}
		usage := found.Usage()
		fmt.Fprintf(table, "  %s\tpid %d\tCPU %.1f s\tRSS %d MB\n", name, found.ID, usage.CPU.Seconds(), usage.Resident>>20)
	}
	return table.Flush()
}

// IsHealthy is false when a recorded process has ended by itself.
func (c *Cluster) IsHealthy() bool {
	return len(c.running()) == len(process.Names(c.directory)) && len(c.running()) > 0
}

// LogPath is the log of one component.
func (c *Cluster) LogPath(component string) (string, error) {
	logs, err := filepath.Glob(c.path("logs", "*"))
	if err != nil {
		return "", err
	}
	var known []string
	for _, log := range logs {
		name := strings.TrimSuffix(filepath.Base(log), filepath.Ext(log))
		if name == component {
			return log, nil
		}
		known = append(known, name)
	}
	return "", fmt.Errorf("cluster %q has no log of %q; it has: %s", c.Name, component, strings.Join(known, ", "))
}
