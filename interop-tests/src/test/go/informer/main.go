// Follows config maps with client-go's shared informer and runs commands, for GoInformerTest:
//
//	informer KUBECONFIG json|protobuf
//
// It prints a line when its cache is filled (`synced`), a line per notification (`added NAME`, `updated NAME COLOUR`,
// `deleted NAME`) and takes one command per line on its standard input, each answered by a line of its own:
//
//	create NAME, update NAME COLOUR, delete NAME   by the typed client: `done` or `refused REASON`
//	cut                                            closes all connections and opens none: `done`
//	mend                                           connections are possible again: `done`
//	list                                           what the cache holds: `cache NAME=COLOUR ...`, by name
//
// It ends with its input.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sort"
	"strings"
	"sync"
	"syscall"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

const namespace = "default"

var mark = map[string]string{"app": "client-go"}

// network is the way to the server; it can be cut.
type network struct {
	lock  sync.Mutex
	isCut bool
	open  map[net.Conn]bool
}

func (n *network) dial(ctx context.Context, kind, address string) (net.Conn, error) {
	n.lock.Lock()
	defer n.lock.Unlock()
	if n.isCut {
		// What a reflector takes as a server that is away for a while: it watches on instead of listing again.
		return nil, &net.OpError{Op: "dial", Net: kind, Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	}
	connection, err := (&net.Dialer{Timeout: 5 * time.Second}).DialContext(ctx, kind, address)
	if err == nil {
		n.open[connection] = true
	}
	return connection, err
}

func (n *network) setCut(isCut bool) {
	n.lock.Lock()
	defer n.lock.Unlock()
	n.isCut = isCut
	if isCut {
		for connection := range n.open {
			_ = connection.Close()
		}
		clear(n.open)
	}
}

var saying sync.Mutex

func say(format string, values ...any) {
	saying.Lock()
	defer saying.Unlock()
	fmt.Printf(format+"\n", values...)
}

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(kubeconfig, encoding string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	way := &network{open: map[net.Conn]bool{}}
	config.Dial = way.dial
	if encoding == "protobuf" {
		config.ContentType = "application/vnd.kubernetes.protobuf"
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace),
		informers.WithTweakListOptions(func(options *metav1.ListOptions) {
			options.LabelSelector = labels.SelectorFromSet(mark).String()
		}))
	maps := factory.Core().V1().ConfigMaps()
	if _, err := maps.Informer().AddEventHandler(reporting()); err != nil {
		return err
	}
	stop := make(chan struct{})
	defer close(stop)
	factory.Start(stop)
	if !cache.WaitForCacheSync(stop, maps.Informer().HasSynced) {
		return errors.New("the cache was not filled")
	}
	say("synced")
	commands := bufio.NewScanner(os.Stdin)
	for commands.Scan() {
		obey(strings.Fields(commands.Text()), client, maps.Lister(), way)
	}
	return commands.Err()
}

func reporting() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(object any) { say("added %s", object.(*v1.ConfigMap).Name) },
		UpdateFunc: func(_, object any) {
			changed := object.(*v1.ConfigMap)
			say("updated %s %s", changed.Name, changed.Data["colour"])
		},
		DeleteFunc: func(object any) {
			if last, isUnknown := object.(cache.DeletedFinalStateUnknown); isUnknown {
				object = last.Obj
			}
			say("deleted %s", object.(*v1.ConfigMap).Name)
		},
	}
}

func obey(words []string, client kubernetes.Interface, lister listers.ConfigMapLister, way *network) {
	ctx := context.Background()
	maps := client.CoreV1().ConfigMaps(namespace)
	var err error
	switch words[0] {
	case "create":
		_, err = maps.Create(ctx, &v1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: words[1], Labels: mark}}, metav1.CreateOptions{})
	case "update":
		var found *v1.ConfigMap
		if found, err = maps.Get(ctx, words[1], metav1.GetOptions{}); err == nil {
			found.Data = map[string]string{"colour": words[2]}
			_, err = maps.Update(ctx, found, metav1.UpdateOptions{})
		}
	case "delete":
		err = maps.Delete(ctx, words[1], metav1.DeleteOptions{})
	case "cut", "mend":
		way.setCut(words[0] == "cut")
	case "list":
		printCache(lister)
		return
	default:
		err = fmt.Errorf("unknown command %q", words[0])
	}
	if err != nil {
		say("refused %s", apierrors.ReasonForError(err))
		return
	}
	say("done")
}

func printCache(lister listers.ConfigMapLister) {
	all, err := lister.List(labels.Everything())
	if err != nil {
		say("refused %s", err)
		return
	}
	var held []string
	for _, each := range all {
		held = append(held, each.Name+"="+each.Data["colour"])
	}
	sort.Strings(held)
	say("cache %s", strings.Join(held, " "))
}
