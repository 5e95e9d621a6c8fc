package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// Kind names a controller manager to run.
type Kind string

// The managers a cluster can have.
const (
	Go   Kind = "go"
	Java Kind = "java"
	None Kind = "none"
)

// ParseKind reads what the user gave for --kcm.
func ParseKind(text string) (Kind, error) {
	switch kind := Kind(text); kind {
	case Go, Java, None:
		return kind, nil
	}
	return "", fmt.Errorf("--kcm %q: choose go, java or none", text)
}

// Options are the choices of the one who brings a cluster up.
type Options struct {
	Name         string   `json:"name"`
	Kind         Kind     `json:"kcm"`
	Nodes        int      `json:"nodes"`
	APIServerArg []string `json:"apiserverArgs,omitempty"`
	ManagerArg   []string `json:"kcmArgs,omitempty"`
	Audit        bool     `json:"audit,omitempty"`
}

// Cluster is one cluster of this machine, running or not.
type Cluster struct {
	Options
	Ports Ports `json:"ports"`

	environment Environment
	directory   string
	progress    func(format string, arguments ...any)
}

// Ports are the loopback ports of one cluster.
type Ports struct {
	EtcdClient int `json:"etcdClient"`
	EtcdPeer   int `json:"etcdPeer"`
	APIServer  int `json:"apiserver"`
	Scheduler  int `json:"scheduler"`
	Kwok       int `json:"kwok"`
	Metrics    int `json:"metrics"`
	Manager    int `json:"kcm"`
	Standby    int `json:"kcmStandby"`
}

// Open finds a cluster that was brought up earlier.
func Open(environment Environment, name string) (*Cluster, error) {
	directory, err := environment.directory(name)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(directory, "cluster.json"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no cluster %q: bring it up with `conformance/run up --name %s`", name, name)
	}
	if err != nil {
		return nil, err
	}
	cluster := &Cluster{environment: environment, directory: directory, progress: silent}
	if err := json.Unmarshal(text, cluster); err != nil {
		return nil, fmt.Errorf("%s/cluster.json is damaged, remove the directory: %w", directory, err)
	}
	return cluster, nil
}

// List opens every cluster of this machine.
func List(environment Environment) ([]*Cluster, error) {
	files, err := filepath.Glob(filepath.Join(environment.Clusters, "*", "cluster.json"))
	if err != nil {
		return nil, err
	}
	var clusters []*Cluster
	for _, file := range files {
		cluster, err := Open(environment, filepath.Base(filepath.Dir(file)))
		if err != nil {
			return nil, err
		}
		clusters = append(clusters, cluster)
	}
	return clusters, nil
}

func (c *Cluster) save() error {
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(c.path("cluster.json"), append(text, '\n'), 0o644)
}

func (c *Cluster) path(elements ...string) string {
	return filepath.Join(append([]string{c.directory}, elements...)...)
}

// Directory holds everything of this cluster.
func (c *Cluster) Directory() string { return c.directory }

// Kubeconfig is the path of the administrator's kubeconfig.
func (c *Cluster) Kubeconfig() string { return c.path("admin.kubeconfig") }

// AuditLog is where the API server logs requests when the cluster was brought up with an audit log.
func (c *Cluster) AuditLog() string { return c.path("logs", "audit.jsonl") }

// RESTConfig is an administrator's connection without client-side throttling.
func (c *Cluster) RESTConfig() (*rest.Config, error) {
	config, err := clientcmd.BuildConfigFromFlags("", c.Kubeconfig())
	if err != nil {
		return nil, err
	}
	config.QPS = -1
	config.ContentType = "application/vnd.kubernetes.protobuf"
	config.UserAgent = "kcm-conformance"
	config.WarningHandler = rest.NoWarnings{}
	return config, nil
}

// Client is an administrator's client.
func (c *Cluster) Client() (kubernetes.Interface, error) {
	config, err := c.RESTConfig()
	if err != nil {
		return nil, err
	}
	return kubernetes.NewForConfig(config)
}

func silent(string, ...any) {}
