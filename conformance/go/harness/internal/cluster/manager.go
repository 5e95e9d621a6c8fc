package cluster

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"

	"dev.kcm/conformance/harness/internal/process"
)

// stopGrace is how long a component may take to end when asked to.
const stopGrace = 20 * time.Second

// LaunchManager starts a manager as instance (Manager or Standby) and does not wait for it.
func (c *Cluster) LaunchManager(kind Kind, instance string) (*process.Process, error) {
	port := c.Ports.Manager
	if instance == Standby {
		port = c.Ports.Standby
	}
	command, err := c.managerCommand(kind, port, c.ManagerArg)
	if err != nil {
		return nil, err
	}
	return process.Start(c.directory, instance, command...)
}

// StartManager starts a manager and waits until it is healthy, leader or not.
func (c *Cluster) StartManager(ctx context.Context, kind Kind, instance string) (*process.Process, error) {
	started, err := c.LaunchManager(kind, instance)
	if err != nil {
		return nil, err
	}
	port := c.Ports.Manager
	if instance == Standby {
		port = c.Ports.Standby
	}
	return started, probe(ctx, started, healthClient(), loopback("https", port)+"/healthz")
}

// startFirstManager also waits for the first thing a user needs of it: the default service account, without which there are no pods.
func (c *Cluster) startFirstManager(ctx context.Context, client kubernetes.Interface) error {
	started, err := c.StartManager(ctx, c.Kind, Manager)
	if err != nil {
		return err
	}
	err = until(ctx, "the default service account", time.Minute, func(ctx context.Context) (bool, error) {
		_, err := client.CoreV1().ServiceAccounts(corev1.NamespaceDefault).Get(ctx, "default", metav1.GetOptions{})
		if apierrors.IsNotFound(err) {
			return false, nil
		}
		return err == nil, err
	})
	if err != nil {
		return failure(started, "does not work: "+err.Error())
	}
	c.progress("the %s controller manager works", c.Kind)
	return nil
}

// ManagerHealth returns what the manager says of each of its checks; when one of them is not fine, that is an error.
func (c *Cluster) ManagerHealth(ctx context.Context) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, loopback("https", c.Ports.Manager)+"/healthz?verbose", nil)
	if err != nil {
		return "", err
	}
	answer, err := healthClient().Do(request)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("the manager is not healthy:\n%s", text)
	}
	return string(text), err
}

// Process finds a running process of this cluster.
func (c *Cluster) Process(name string) (*process.Process, error) {
	found, err := process.Find(c.directory, name)
	if err != nil {
		return nil, err
	}
	if found == nil || !found.IsAlive() {
		return nil, fmt.Errorf("%s of cluster %q is not running", name, c.Name)
	}
	return found, nil
}

// StopProcess ends a component if it runs: it is asked first and killed when it does not listen.
func (c *Cluster) StopProcess(name string) error {
	found, err := process.Find(c.directory, name)
	if err != nil || found == nil {
		return err
	}
	return found.Stop(c.directory, stopGrace)
}

// Swap stops the manager that runs, if any, and starts the other on the live cluster.
func (c *Cluster) Swap(ctx context.Context, kind Kind) error {
	if kind != None { // before anything is stopped: is there something to start?
		if _, err := c.managerCommand(kind, c.Ports.Manager, nil); err != nil {
			return err
		}
	}
	if err := c.StopProcess(Manager); err != nil {
		return err
	}
	c.Kind = kind
	if err := c.save(); err != nil || kind == None {
		return err
	}
	_, err := c.StartManager(ctx, kind, Manager)
	return err
}
