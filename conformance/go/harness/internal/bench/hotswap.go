package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"dev.kcm/conformance/harness/internal/cluster"
)

// HotSwap changes the manager of a cluster that is at work, from upstream's to ours and back, and looks at the
// workloads and budgets that have nothing to do with that work: they must not notice.
type HotSwap struct {
	Environment cluster.Environment
	// Controllers that run on both sides, as --controllers takes them.
	Controllers string
	// Bystanders is how many Deployments, Jobs, and, where their controllers run, StatefulSets and budgets only look on.
	Bystanders int
	// Tasks has every controller do something in each term, so that what one may not do comes out.
	Tasks bool
	Say   func(string, ...any)
}

const roundsATerm = 5 // of work, which each manager has to do before the next one takes over

// Run returns what the bystanders noticed.
func (h HotSwap) Run(ctx context.Context) ([]string, error) {
	lookers := audienceOf(h.Controllers, h.Bystanders)
	guarded, err := cluster.UpGuarded(ctx, h.Environment, cluster.Options{Name: fmt.Sprintf("hotswap-%d", os.Getpid()), Kind: cluster.Go,
		Nodes: nodesFor(lookers.pods() + 100), ManagerArg: []string{"--controllers=" + h.Controllers}, Audit: true}, func(string, ...any) {})
	if err != nil {
		return nil, err
	}
	defer guarded.Close()
	client, err := guarded.Client()
	if err != nil {
		return nil, err
	}
	subject := &Subject{Cluster: guarded.Cluster, Kind: cluster.Go, Client: client, Say: h.Say}
	if err := subject.createBystanders(ctx, lookers); err != nil {
		return nil, err
	}
	before, err := subject.quietBystanders(ctx)
	if err != nil {
		return nil, err
	}
	h.Say("%v with %d pods look on", lookers, len(before["pod"]))
	if err := subject.workThroughSwaps(ctx, h.Tasks); err != nil {
		return nil, err
	}
	after, err := subject.observeBystanders(ctx)
	if err != nil {
		return nil, err
	}
	noticed := after.since(before)
	conduct, err := readConduct(guarded.AuditLog())
	if err != nil {
		return nil, err
	}
	for _, whose := range slices.Sorted(maps.Keys(conduct.writers)) {
		accounts := slices.Sorted(maps.Keys(conduct.writers[whose]))
		h.Say("%s manager wrote as %d accounts: %s", whose, len(accounts), strings.Join(accounts, ", "))
	}
	return append(noticed, conduct.refusals()...), guarded.Close()
}

// workThroughSwaps keeps rollouts and Jobs going while managers come and go; each has to get some of them done.
func (s *Subject) workThroughSwaps(ctx context.Context, withTasks bool) error {
	working, stop := context.WithCancel(ctx)
	defer stop()
	var rounds atomic.Int64
	broken := make(chan error, 1)
	go func() {
		for working.Err() == nil {
			if err := s.roundOfWork(working, rounds.Load()); err != nil {
				if working.Err() == nil {
					broken <- err
				}
				return
			}
			rounds.Add(1)
		}
	}()
	for term, kind := range []cluster.Kind{cluster.Go, cluster.Java, cluster.Go} {
		if term > 0 {
			begin := time.Now()
			if err := s.Swap(ctx, kind); err != nil {
				return err
			}
			s.Say("the %s manager is up after %.1f s", kind, time.Since(begin).Seconds())
		}
		goal := rounds.Load() + roundsATerm
		err := until(ctx, "work under the "+string(kind)+" manager", func(context.Context) (bool, error) {
			select {
			case err := <-broken:
				return false, err
			default:
				return rounds.Load() >= goal, nil
			}
		})
		if err != nil {
			return err
		}
		if withTasks {
			if err := s.runTasks(ctx, fmt.Sprintf("tasks-%d", term)); err != nil {
				return err
			}
			s.Say("the %s manager ran %d tasks", kind, len(tasks))
		}
		health, err := s.ManagerHealth(ctx)
		if err != nil {
			return err
		}
		s.Say("the %s manager did %d rounds of work; all of its %d health checks are fine", kind, roundsATerm, strings.Count(health, "[+]"))
	}
	return nil
}

// roundOfWork is a Deployment that grows, rolls and goes, and a few Jobs.
func (s *Subject) roundOfWork(ctx context.Context, number int64) error {
	name := fmt.Sprintf("work-%d", number)
	if err := s.createDeployment(ctx, name, 10); err != nil {
		return err
	}
	if err := s.rollOver(ctx, name, 10); err != nil {
		return err
	}
	err := forEach(ctx, 5, func(ctx context.Context, job int) error {
		return s.createJob(ctx, fmt.Sprintf("%s-%d", name, job), name, []string{"/bin/true"}, 1)
	})
	if err != nil {
		return err
	}
	ofThisRound := metav1.ListOptions{LabelSelector: "app=" + name}
	err = until(ctx, "the Jobs of "+name, func(ctx context.Context) (bool, error) {
		jobs, err := s.Client.BatchV1().Jobs(namespace).List(ctx, ofThisRound)
		if err != nil {
			return false, err
		}
		return !slices.ContainsFunc(jobs.Items, func(job batchv1.Job) bool { return job.Status.CompletionTime == nil }), nil
	})
	if err != nil {
		return err
	}
	if err := s.Client.BatchV1().Jobs(namespace).DeleteCollection(ctx, inBackground, ofThisRound); err != nil {
		return err
	}
	return s.deleteDeployment(ctx, name)
}

// createJob makes one whose pods go on for ever without a command.
func (s *Subject) createJob(ctx context.Context, name, app string, command []string, pods int32) error {
	template := podTemplate(app)
	template.Labels[app] = ""
	template.Spec.RestartPolicy = corev1.RestartPolicyNever
	template.Spec.Containers[0].Command = command
	_, err := s.Client.BatchV1().Jobs(namespace).Create(ctx, &batchv1.Job{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"app": app, app: ""}},
		Spec:       batchv1.JobSpec{Parallelism: ptr.To(pods), Completions: ptr.To(pods), Template: template},
	}, metav1.CreateOptions{})
	return err
}

// conduct is what the audit log says of the managers.
type conduct struct {
	requests int
	refused  map[string]int
	// writers are the accounts each manager wrote under.
	writers map[string]map[string]bool
}

func readConduct(audit string) (conduct, error) {
	seen := conduct{refused: map[string]int{}, writers: map[string]map[string]bool{"our": {}, "upstream's": {}}}
	file, err := os.Open(audit)
	if err != nil {
		return seen, err
	}
	defer file.Close()
	for lines := json.NewDecoder(bufio.NewReaderSize(file, 1<<20)); ; {
		var event struct {
			Verb      string
			UserAgent string
			User      struct{ Username string }
			ObjectRef struct{ Resource, Subresource string }
			Status    struct{ Code int } `json:"responseStatus"`
			// Annotations tell a missing permission from a refusal by admission, which has the same code: a namespace that ends,
			// a service account that is yet to come.
			Annotations map[string]string
		}
		if err := lines.Decode(&event); err == io.EOF {
			return seen, nil
		} else if err != nil {
			return seen, err
		}
		whose := "upstream's"
		if strings.Contains(event.UserAgent, "kubernetes/kcm") {
			whose = "our"
		}
		seen.requests++
		switch {
		case event.Annotations["authorization.k8s.io/decision"] == "forbid":
			seen.refused[fmt.Sprintf("%s manager as %s may not %s %s %s", whose, event.User.Username, event.Verb, event.ObjectRef.Resource, event.ObjectRef.Subresource)]++
		case event.Status.Code < 300 && !slices.Contains([]string{"get", "list", "watch"}, event.Verb):
			seen.writers[whose][strings.TrimPrefix(event.User.Username, "system:serviceaccount:kube-system:")] = true
		}
	}
}

func (c conduct) refusals() []string {
	var forbidden []string
	for _, what := range slices.Sorted(maps.Keys(c.refused)) {
		forbidden = append(forbidden, fmt.Sprintf("forbidden %d times of %d requests: %s", c.refused[what], c.requests, what))
	}
	return forbidden
}
