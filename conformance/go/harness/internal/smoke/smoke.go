// Package smoke is the shortest proof that a cluster works: a Deployment, a Job that succeeds and a Job that fails, through kubectl.
package smoke

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"dev.kcm/conformance/harness/internal/cluster"
)

type check struct {
	name   string
	client string
	run    func(kubectl kubectl) error
}

// kubectl runs one kubectl command on the cluster and returns what it printed.
type kubectl func(arguments ...string) (string, error)

var checks = []check{
	{"a Deployment gets three ready pods", "kubectl", func(kubectl kubectl) error {
		if _, err := kubectl("create", "deployment", "web", "--image=registry.k8s.io/pause:3.10", "--replicas=3"); err != nil {
			return err
		}
		_, err := kubectl("rollout", "status", "deployment/web", "--timeout=30s")
		if err != nil {
			return err
		}
		phases, err := kubectl("get", "pods", "-l", "app=web", "-o", "jsonpath={.items[*].status.phase}")
		return expect(phases, "Running Running Running", err)
	}},
	{"a Job of /bin/true completes", "kubectl", func(kubectl kubectl) error {
		if _, err := kubectl("create", "job", "good", "--image=busybox", "--", "/bin/true"); err != nil {
			return err
		}
		_, err := kubectl("wait", "--for=condition=complete", "job/good", "--timeout=30s")
		return err
	}},
	{"a Job of exit 3 fails with that code", "kubectl", func(kubectl kubectl) error {
		if _, err := kubectl("create", "-f", "-"); err != nil {
			return err
		}
		if _, err := kubectl("wait", "--for=condition=failed", "job/bad", "--timeout=30s"); err != nil {
			return err
		}
		code, err := kubectl("get", "pods", "-l", "job-name=bad", "-o",
			"jsonpath={.items[0].status.containerStatuses[0].state.terminated.exitCode}")
		return expect(code, "3", err)
	}},
	{"kubectl 1.32 restarts the Deployment", "kubectl-1.32", func(kubectl kubectl) error {
		if _, err := kubectl("rollout", "restart", "deployment/web"); err != nil {
			return err
		}
		_, err := kubectl("rollout", "status", "deployment/web", "--timeout=30s")
		return err
	}},
	{"deleting the Deployment takes its pods along", "kubectl", func(kubectl kubectl) error {
		if _, err := kubectl("delete", "deployment", "web"); err != nil {
			return err
		}
		_, err := kubectl("wait", "--for=delete", "pod", "-l", "app=web", "--timeout=30s")
		return err
	}},
}

// badJob fails at its first pod; it is the input of every `kubectl create -f -`.
const badJob = `apiVersion: batch/v1
kind: Job
metadata: {name: bad}
spec:
  backoffLimit: 0
  template:
    spec:
      restartPolicy: Never
      containers: [{name: main, image: busybox, command: [sh, -c, "exit 3"]}]
`

// Run brings a cluster up, runs the checks on it and takes it down; it returns how many failed.
func Run(ctx context.Context, environment cluster.Environment, kind cluster.Kind, say func(string, ...any)) (failed int, err error) {
	begin := time.Now()
	guarded, err := cluster.UpGuarded(ctx, environment, cluster.Options{Name: fmt.Sprintf("smoke-%d", os.Getpid()), Kind: kind, Nodes: 2}, say)
	if err != nil {
		return 0, err
	}
	defer guarded.Close()
	for _, check := range checks {
		if err := check.run(kubectlOf(ctx, environment, check.client, guarded.Cluster)); err != nil {
			failed++
			say("FAILED %s\n  %v", check.name, err)
		} else {
			say("passed %s", check.name)
		}
	}
	if err := guarded.Close(); err != nil {
		return failed, err
	}
	say("conformance smoke, %s manager, %.0f s: %d passed, %d failed", kind, time.Since(begin).Seconds(), len(checks)-failed, failed)
	return failed, ctx.Err()
}

func kubectlOf(ctx context.Context, environment cluster.Environment, program string, on *cluster.Cluster) kubectl {
	return func(arguments ...string) (string, error) {
		command := exec.CommandContext(ctx, environment.Binary(program), append([]string{"--kubeconfig", on.Kubeconfig()}, arguments...)...)
		command.Stdin = strings.NewReader(badJob)
		output, err := command.CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("%s %s: %w: %s", program, strings.Join(arguments, " "), err, output)
		}
		return strings.TrimSpace(string(output)), nil
	}
}

func expect(got, want string, err error) error {
	if err == nil && got != want {
		return fmt.Errorf("got %q, want %q", got, want)
	}
	return err
}
