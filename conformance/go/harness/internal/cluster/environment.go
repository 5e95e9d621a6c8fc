// Package cluster brings real Kubernetes clusters up and down on this machine: etcd, kube-apiserver, kube-scheduler, KWOK
// playing the nodes, and a controller manager of choice, all on loopback ports of their own.
//
// A cluster is a directory: keys, kubeconfigs, data, logs, and a record of every process, which is all that later commands know.
package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// Environment says where things are: our repository, the pinned programs, and the clusters' directories.
type Environment struct {
	Repository string
	Binaries   string
	Clusters   string
}

// EnvironmentFromVariables reads what `conformance/run` and `bench/run` export.
func EnvironmentFromVariables() (Environment, error) {
	environment := Environment{Repository: os.Getenv("KCM_REPOSITORY"), Binaries: os.Getenv("KCM_BINARIES")}
	if environment.Repository == "" || environment.Binaries == "" {
		return environment, fmt.Errorf("start me by conformance/run or bench/run, which say where everything is")
	}
	state := os.Getenv("XDG_STATE_HOME")
	if state == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return environment, err
		}
		state = filepath.Join(home, ".local", "state")
	}
	environment.Clusters = filepath.Join(state, "kcm", "clusters")
	return environment, nil
}

// Binary is the path of a pinned program.
func (e Environment) Binary(name string) string { return filepath.Join(e.Binaries, name) }

// Stages are the files that tell KWOK how nodes and pods behave.
func (e Environment) Stages() ([]string, error) {
	return filepath.Glob(filepath.Join(e.Repository, "conformance", "stages", "*.yaml"))
}

// JavaManager is our own kube-controller-manager.
func (e Environment) JavaManager() string {
	return filepath.Join(e.Repository, "kube-controller-manager")
}

var validName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$`)

func (e Environment) directory(name string) (string, error) {
	if !validName.MatchString(name) {
		return "", fmt.Errorf("%q is no cluster name: use up to 32 lower-case letters, digits and dashes", name)
	}
	return filepath.Join(e.Clusters, name), nil
}
