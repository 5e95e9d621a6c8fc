// Creates ConfigMaps with client-go and reports the CPU this process spent per request, round by round.
// Usage: client KUBECONFIG REQUESTS ROUND WORKERS PREFIX; prints one JSON line.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

type round struct {
	CPUMicros float64 `json:"cpuMicros"`
	PerSecond float64 `json:"perSecond"`
}

func main() {
	if len(os.Args) != 6 {
		fail(fmt.Errorf("usage: client KUBECONFIG REQUESTS ROUND WORKERS PREFIX"))
	}
	requests, perRound, workers := number(os.Args[2]), number(os.Args[3]), number(os.Args[4])
	config, err := clientcmd.BuildConfigFromFlags("", os.Args[1])
	if err != nil {
		fail(err)
	}
	config.QPS, config.Burst = -1, 0 // the rate limit is not what is measured
	config.ContentType = "application/vnd.kubernetes.protobuf"
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		fail(err)
	}
	var rounds []round
	for first := 0; first < requests; first += perRound {
		rounds = append(rounds, create(clients, os.Args[5], first, min(perRound, requests-first), workers))
	}
	out, _ := json.Marshal(map[string]any{"rounds": rounds, "totalMicros": cpuMicros()})
	fmt.Println(string(out))
}

func create(clients kubernetes.Interface, prefix string, first, count, workers int) round {
	var next atomic.Int64
	var done sync.WaitGroup
	cpu, start := cpuMicros(), time.Now()
	for range workers {
		done.Go(func() {
			for i := int(next.Add(1)) - 1; i < count; i = int(next.Add(1)) - 1 {
				name := prefix + strconv.Itoa(first+i)
				object := &corev1.ConfigMap{
					ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default", Labels: map[string]string{"bench": "client"}},
					Data:       map[string]string{"key": "value of " + name},
				}
				if _, err := clients.CoreV1().ConfigMaps("default").Create(context.Background(), object, metav1.CreateOptions{}); err != nil {
					fail(err)
				}
			}
		})
	}
	done.Wait()
	return round{float64(cpuMicros()-cpu) / float64(count), float64(count) / time.Since(start).Seconds()}
}

func cpuMicros() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		fail(err)
	}
	return (usage.Utime.Sec+usage.Stime.Sec)*1_000_000 + usage.Utime.Usec + usage.Stime.Usec
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		fail(err)
	}
	return n
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
