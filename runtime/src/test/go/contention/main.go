// Lets candidates on client-go's elector and on ours contend for one Lease on a real API server, and kills, pauses and stops them
// at random. Then it reads the audit log: after the first write of a new holder to the Lease, the old holder must write no more.
// LeaseContentionTest runs it.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"sort"
	"strings"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

const namespace = "contention"

var (
	kubeconfig = flag.String("kubeconfig", "", "")
	audit      = flag.String("audit", "", "the API server's audit log")
	goProgram  = flag.String("go", "", "the command that starts a candidate on client-go's elector")
	javaStart  = flag.String("java", "", "the command that starts a candidate on ours")
	each       = flag.Int("each", 2, "candidates of each sort")
	rounds     = flag.Int("rounds", 50, "how often one of ours is killed or paused; others are, too, in between")
	lease      = flag.Duration("lease", 15*time.Second, "")
	renew      = flag.Duration("renew", 10*time.Second, "")
	retry      = flag.Duration("retry", 2*time.Second, "")
	seed       = flag.Int64("seed", 1, "")
)

type candidate struct {
	sort    string
	number  int
	process *exec.Cmd
	exited  chan struct{}
	resume  time.Time
}

func main() {
	flag.Parse()
	random := rand.New(rand.NewSource(*seed))
	start := time.Now()
	prepare()
	born := 0
	var candidates []*candidate
	for i := 0; i < *each; i++ {
		candidates = append(candidates, &candidate{sort: "go"}, &candidate{sort: "java"})
	}
	done := map[string]int{}
	struck := func() int { return done["java killed"] + done["java paused"] }
	next := time.Now().Add(2 * *lease)
	for struck() < *rounds || time.Now().Before(next.Add(2**lease)) {
		for _, one := range candidates {
			one.revive(&born)
		}
		if struck() < *rounds && time.Now().After(next) {
			done[trouble(random, candidates)]++
			next = time.Now().Add(time.Duration(random.Int63n(int64(*lease))))
		}
		time.Sleep(100 * time.Millisecond)
	}
	for _, one := range candidates {
		one.process.Process.Kill()
		one.process.Process.Signal(syscall.SIGCONT)
		<-one.exited
	}
	fmt.Printf("seed %d, %s, troubles: %v\n", *seed, time.Since(start).Round(time.Second), done)
	time.Sleep(2 * time.Second)
	if !check(start) {
		os.Exit(1)
	}
}

func prepare() {
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	must(err)
	client := kubernetes.NewForConfigOrDie(config)
	ctx := context.Background()
	client.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}, metav1.CreateOptions{})
	client.CoordinationV1().Leases(namespace).Delete(ctx, "contention", metav1.DeleteOptions{})
	client.CoreV1().ConfigMaps(namespace).Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "work"}}, metav1.CreateOptions{})
	_, err = client.CoreV1().ConfigMaps(namespace).Get(ctx, "work", metav1.GetOptions{})
	must(err)
}

// revive starts a candidate that has ended, and wakes one that has slept enough.
func (c *candidate) revive(born *int) {
	if c.process != nil {
		select {
		case <-c.exited:
		default:
			if !c.resume.IsZero() && time.Now().After(c.resume) {
				c.process.Process.Signal(syscall.SIGCONT)
				c.resume = time.Time{}
			}
			return
		}
	}
	*born++
	c.number = *born
	command := strings.Fields(*goProgram)
	if c.sort == "java" {
		command = strings.Fields(*javaStart)
	}
	command = append(command, "--kubeconfig", *kubeconfig, "--identity", c.identity(), "--namespace", namespace,
		"--lease", lease.String(), "--renew", renew.String(), "--retry", retry.String())
	c.process = exec.Command(command[0], command[1:]...)
	c.process.Stderr = os.Stderr
	must(c.process.Start())
	c.resume = time.Time{}
	exited := make(chan struct{})
	c.exited = exited
	process := c.process
	go func() { process.Wait(); close(exited) }()
}

func (c *candidate) identity() string { return fmt.Sprintf("%s-%d", c.sort, c.number) }

// trouble strikes the present leader more often than others: that is where it hurts.
func trouble(random *rand.Rand, candidates []*candidate) string {
	victim := candidates[random.Intn(len(candidates))]
	if leader := holder(); random.Intn(4) > 0 {
		for _, one := range candidates {
			if one.identity() == leader {
				victim = one
			}
		}
	}
	switch random.Intn(5) {
	case 0:
		victim.process.Process.Kill()
		return victim.sort + " killed"
	case 1:
		victim.process.Process.Signal(syscall.SIGTERM)
		return victim.sort + " stopped"
	default:
		victim.process.Process.Signal(syscall.SIGSTOP)
		victim.resume = time.Now().Add(time.Duration(random.Int63n(int64(2 * *lease))))
		return victim.sort + " paused"
	}
}

func holder() string {
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	must(err)
	lease, err := kubernetes.NewForConfigOrDie(config).CoordinationV1().Leases(namespace).Get(context.Background(), "contention", metav1.GetOptions{})
	if err != nil || lease.Spec.HolderIdentity == nil {
		return ""
	}
	return *lease.Spec.HolderIdentity
}

type event struct {
	Stage                    string
	Verb                     string
	UserAgent                string
	ObjectRef                struct{ Namespace, Name, Resource string }
	ResponseStatus           struct{ Code int }
	RequestReceivedTimestamp metav1.MicroTime
	StageTimestamp           metav1.MicroTime
	RequestObject            struct {
		Spec struct{ HolderIdentity string }
	}
}

// check walks through all writes that the server accepted, in the order it answered them.
func check(start time.Time) bool {
	events := read(start)
	holder := ""
	transitions, late, writes := map[string]int{}, map[string]int{}, map[string]int{}
	var since time.Time
	led := map[string]time.Duration{}
	reported := map[string]bool{}
	for _, one := range events {
		sort := strings.Split(one.UserAgent, "-")[0]
		if one.ObjectRef.Resource == "leases" {
			if next := one.RequestObject.Spec.HolderIdentity; next != holder {
				if holder != "" {
					led[strings.Split(holder, "-")[0]] += one.RequestReceivedTimestamp.Sub(since)
				}
				if next != "" {
					transitions[strings.Split(next, "-")[0]]++
				}
				holder, since = next, one.RequestReceivedTimestamp.Time
			}
			continue
		}
		writes[sort]++
		// A write that came in before the change of holders did belongs to the time before.
		if one.UserAgent != holder && one.RequestReceivedTimestamp.After(since) {
			late[sort]++
			if reported[one.UserAgent+holder] {
				continue
			}
			reported[one.UserAgent+holder] = true
			fmt.Printf("late: %s wrote at %s, %s after %q took over\n", one.UserAgent,
				one.RequestReceivedTimestamp.Format("15:04:05.000000"), one.RequestReceivedTimestamp.Sub(since), holder)
		}
	}
	fmt.Printf("terms: %v, led: %v, writes: %v, late writes: %v\n", transitions, led, writes, late)
	enough := transitions["java"] > 2 && transitions["go"] > 2 && writes["java"] > 100
	if !enough {
		fmt.Println("too little happened to prove anything")
	}
	return enough && late["java"] == 0
}

func read(start time.Time) []event {
	file, err := os.Open(*audit)
	must(err)
	defer file.Close()
	var events []event
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var one event
		must(json.Unmarshal(lines.Bytes(), &one))
		// client-go puts a user agent of its own on requests for the Lease, so those are told apart by what they wrote.
		isLease := one.ObjectRef.Resource == "leases"
		isWork := strings.HasPrefix(one.UserAgent, "go-") || strings.HasPrefix(one.UserAgent, "java-")
		if (isLease || isWork) && one.ObjectRef.Namespace == namespace && one.Stage == "ResponseComplete" && one.ResponseStatus.Code < 300 && one.StageTimestamp.After(start) {
			events = append(events, one)
		}
	}
	must(lines.Err())
	sort.SliceStable(events, func(i, j int) bool { return events[i].StageTimestamp.Before(&events[j].StageTimestamp) })
	return events
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
