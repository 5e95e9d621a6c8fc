package cluster

import (
	"context"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// registrations is how many nodes are written at the same time.
const registrations = 16

// AddNodes registers fake nodes the way a kubelet would; KWOK then keeps them ready and renews their leases.
func AddNodes(ctx context.Context, client kubernetes.Interface, count int) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(registrations)
	for number := range count {
		group.Go(func() error {
			_, err := client.CoreV1().Nodes().Create(ctx, fakeNode(number), metav1.CreateOptions{})
			return err
		})
	}
	return group.Wait()
}

// zones is over how many zones the nodes are spread.
const zones = 3

func fakeNode(number int) *corev1.Node {
	name := fmt.Sprintf("node-%d", number)
	resources := corev1.ResourceList{
		corev1.ResourceCPU:              resource.MustParse("32"),
		corev1.ResourceMemory:           resource.MustParse("256Gi"),
		corev1.ResourceEphemeralStorage: resource.MustParse("1Ti"),
		corev1.ResourcePods:             resource.MustParse("110"),
	}
	return &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{
			corev1.LabelHostname: name, corev1.LabelOSStable: "linux", corev1.LabelArchStable: "amd64", "type": "kwok",
			corev1.LabelTopologyRegion: "here", corev1.LabelTopologyZone: fmt.Sprintf("zone-%d", number%zones),
		}},
		Status: corev1.NodeStatus{Capacity: resources, Allocatable: resources, Addresses: []corev1.NodeAddress{
			// Endpoints refuse loopback addresses, but the API server has to find KWOK's kubelet port: it goes by the host name.
			{Type: corev1.NodeInternalIP, Address: fmt.Sprintf("172.30.%d.%d", number/250, number%250+1)},
			{Type: corev1.NodeHostName, Address: "localhost"},
		}},
	}
}

// patience is how long nodes may take to get ready.
func patience(count int) time.Duration { return time.Minute + time.Duration(count)*50*time.Millisecond }

func awaitNodesReady(ctx context.Context, client kubernetes.Interface, count int) error {
	return until(ctx, fmt.Sprintf("%d nodes ready", count), patience(count), func(ctx context.Context) (bool, error) {
		nodes, err := client.CoreV1().Nodes().List(ctx, metav1.ListOptions{ResourceVersion: "0"})
		if err != nil {
			return false, err
		}
		ready := 0
		for _, node := range nodes.Items {
			for _, condition := range node.Status.Conditions {
				if condition.Type == corev1.NodeReady && condition.Status == corev1.ConditionTrue {
					ready++
				}
			}
		}
		return ready >= count, nil
	})
}

// admitPods waits until a node lifecycle controller has taken away the taint that every new node has until it is ready. Where the cluster
// is to have no manager, upstream's runs for as long as that takes.
func (c *Cluster) admitPods(ctx context.Context, client kubernetes.Interface) error {
	if c.Kind == None {
		options := c.ManagerArg
		c.ManagerArg = []string{"--controllers=node-lifecycle-controller", "--leader-elect=false"}
		_, err := c.StartManager(ctx, Go, Manager)
		c.ManagerArg = options
		if err != nil {
			return err
		}
		defer c.StopProcess(Manager)
	}
	return until(ctx, "nodes that take pods", patience(c.Nodes), func(ctx context.Context) (bool, error) {
		nodes, err := client.CoreV1().Nodes().List(ctx, metav1.ListOptions{ResourceVersion: "0"})
		if err != nil {
			return false, err
		}
		return !slices.ContainsFunc(nodes.Items, func(node corev1.Node) bool { return len(node.Spec.Taints) > 0 }), nil
	})
}
