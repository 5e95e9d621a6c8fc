package cluster

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"golang.org/x/sync/errgroup"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"

	"dev.kcm/conformance/harness/internal/process"
)

// Up brings a fresh cluster up and returns when it is usable. When it fails, or ctx ends, nothing of it keeps running; its
// directory stays for its logs.
func Up(ctx context.Context, environment Environment, options Options, progress func(string, ...any)) (*Cluster, error) {
	cluster, guard, err := up(ctx, environment, options, progress)
	if err != nil {
		return nil, err
	}
	guard.Release()
	return cluster, nil
}

// up leaves the guard on duty when it succeeds.
func up(ctx context.Context, environment Environment, options Options, progress func(string, ...any)) (*Cluster, *Guard, error) {
	cluster, err := prepare(environment, options, progress)
	if err != nil {
		return nil, nil, err
	}
	guard, err := StartGuard(cluster.Name)
	if err != nil {
		return nil, nil, err
	}
	err = cluster.start(ctx)
	if err == nil {
		return cluster, guard, nil
	}
	if ctx.Err() != nil {
		err = ErrInterrupted
	}
	stopped := cluster.stopAll()
	guard.Release()
	if stopped != nil {
		return nil, nil, fmt.Errorf("%w\nand then: %w", err, stopped)
	}
	return nil, nil, err
}

// prepare makes the directory of a new cluster, in place of one with that name that no longer runs.
func prepare(environment Environment, options Options, progress func(string, ...any)) (*Cluster, error) {
	directory, err := environment.directory(options.Name)
	if err != nil {
		return nil, err
	}
	cluster := &Cluster{Options: options, environment: environment, directory: directory, progress: progress}
	if options.Kind != None {
		if _, err := cluster.managerCommand(options.Kind, 0, nil); err != nil {
			return nil, err
		}
	}
	if running := cluster.running(); len(running) > 0 {
		return nil, fmt.Errorf("cluster %q is up already: take it down with `conformance/run down --name %s`, or give another --name",
			options.Name, options.Name)
	}
	if err := os.RemoveAll(directory); err != nil {
		return nil, err
	}
	for _, part := range []string{"pki", "logs", "run"} {
		if err := os.MkdirAll(cluster.path(part), 0o700); err != nil {
			return nil, err
		}
	}
	if cluster.Ports, err = freePorts(); err != nil {
		return nil, err
	}
	if err := cluster.writeAuditPolicy(); err != nil {
		return nil, err
	}
	return cluster, cluster.save()
}

func (c *Cluster) start(ctx context.Context) error {
	if err := c.startControlPlane(ctx); err != nil {
		return err
	}
	client, err := c.Client()
	if err != nil {
		return err
	}
	group, groupContext := errgroup.WithContext(ctx)
	group.Go(func() error { return c.startScheduler(groupContext) })
	group.Go(func() error { return c.startNodes(groupContext, client) })
	group.Go(func() error { return c.retryClusterInfo(groupContext, client) })
	group.Go(func() error { return c.startMetrics(groupContext, client) })
	group.Go(func() error { return addDefaultStorageClass(groupContext, client) })
	if c.Kind != None {
		group.Go(func() error { return c.startFirstManager(groupContext, client) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// startControlPlane starts etcd while the keys are made, then the API server.
func (c *Cluster) startControlPlane(ctx context.Context) error {
	begin := time.Now()
	store, err := process.Start(c.directory, etcd, c.etcdCommand()...)
	if err != nil {
		return err
	}
	if err := c.issueCredentials(); err != nil {
		return err
	}
	if err := probe(ctx, store, http.DefaultClient, loopback("http", c.Ports.EtcdClient)+"/health"); err != nil {
		return err
	}
	c.progress("etcd is up (%.1f s)", time.Since(begin).Seconds())
	server, err := process.Start(c.directory, apiServer, c.apiServerCommand()...)
	if err != nil {
		return err
	}
	config, err := c.RESTConfig()
	if err != nil {
		return err
	}
	authenticated, err := rest.HTTPClientFor(config)
	if err != nil {
		return err
	}
	if err := probe(ctx, server, authenticated, c.server()+"/readyz"); err != nil {
		return err
	}
	c.progress("kube-apiserver is up (%.1f s)", time.Since(begin).Seconds())
	return nil
}

func (c *Cluster) startScheduler(ctx context.Context) error {
	started, err := process.Start(c.directory, scheduler, c.schedulerCommand()...)
	if err != nil {
		return err
	}
	return probe(ctx, started, healthClient(), loopback("https", c.Ports.Scheduler)+"/healthz")
}

func (c *Cluster) startNodes(ctx context.Context, client kubernetes.Interface) error {
	command, err := c.kwokCommand()
	if err != nil {
		return err
	}
	started, err := process.Start(c.directory, kwok, command...)
	if err != nil {
		return err
	}
	if err := probe(ctx, started, healthClient(), loopback("http", c.Ports.Kwok)+"/healthz"); err != nil {
		return err
	}
	if err := AddNodes(ctx, client, c.Nodes); err != nil {
		return fmt.Errorf("adding nodes: %w", err)
	}
	if err := awaitNodesReady(ctx, client, c.Nodes); err != nil {
		return failure(started, "does not bring the nodes up: "+err.Error())
	}
	if err := c.admitPods(ctx, client); err != nil {
		return fmt.Errorf("waiting for nodes to take pods: %w", err)
	}
	c.progress("%d nodes are ready", c.Nodes)
	return nil
}

// retryClusterInfo waits for the kube-public namespace, which the API server makes shortly after it is ready.
func (c *Cluster) retryClusterInfo(ctx context.Context, client kubernetes.Interface) error {
	return until(ctx, "publishing cluster-info", time.Minute, func(ctx context.Context) (bool, error) {
		err := c.publishClusterInfo(ctx, client)
		return err == nil, err
	})
}
