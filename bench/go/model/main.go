// Command model measures upstream's Go types on a PodList as the API server sends it: retained heap per pod and time to
// decode the list once warm. The Java side, dev.kcm.bench.ModelBench, measures the same.
//
//	go run . FILE ROUNDS
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
	kruntime "k8s.io/apimachinery/pkg/runtime"
)

func main() {
	if len(os.Args) != 3 {
		fail("usage: model FILE ROUNDS")
	}
	rounds, err := strconv.Atoi(os.Args[2])
	check(err)
	raw := content(os.Args[1])

	before := heapInUse()
	pods := decode(raw)
	retained := heapInUse() - before
	count := len(pods.Items)
	runtime.KeepAlive(pods)

	for range rounds { // warm up, as the Java side does
		pods = decode(raw)
	}
	var times []time.Duration
	for range rounds {
		start := time.Now()
		pods = decode(raw)
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	fmt.Printf("%d %.0f %.1f\n", count, float64(retained)/float64(count), float64(times[rounds/2].Microseconds())/1000)
	runtime.KeepAlive(pods)
}

// decode does what an informer's client does, and drops managedFields as the manager's caches do.
func decode(raw []byte) *corev1.PodList {
	pods := &corev1.PodList{}
	check(pods.Unmarshal(raw))
	for i := range pods.Items {
		pods.Items[i].ManagedFields = nil
	}
	return pods
}

func content(path string) []byte {
	data, err := os.ReadFile(path)
	check(err)
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		zipped, err := gzip.NewReader(bytes.NewReader(data))
		check(err)
		data, err = io.ReadAll(zipped)
		check(err)
	}
	if !bytes.HasPrefix(data, []byte("k8s\x00")) {
		fail(path + " is not Kubernetes protobuf: it does not start with k8s\\0")
	}
	var envelope kruntime.Unknown
	check(envelope.Unmarshal(data[4:]))
	return envelope.Raw
}

func heapInUse() int64 {
	for range 3 {
		runtime.GC()
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

func check(err error) {
	if err != nil {
		fail(err.Error())
	}
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(1)
}
