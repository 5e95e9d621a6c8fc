// Command live fills a running cluster with one object of every kind it can hold and writes each as the server sends it, in
// protobuf and in JSON, under every version that is served.
//
//	conformance/run up --kcm go --name live --apiserver-arg --runtime-config=api/all=true \
//	  --apiserver-arg --feature-gates=AllAlpha=true,AllBeta=true
//	go run ./live -kubeconfig FILE -resources ../../model/src/main/schema/resources-1.36.3.tsv \
//	  -out ../../model/src/test/resources/codec/live-1.36.3.tsv.gz
//
// One line per resource: group, version, plural, protobuf in base64, JSON.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	_ "embed"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/yaml"
)

//go:embed objects.yaml
var objects string

type resource struct {
	group, version, kind, plural string
	isNamespaced, isListed       bool
}

func (r resource) path() string {
	if r.group == "" {
		return "/api/" + r.version
	}
	return "/apis/" + r.group + "/" + r.version
}

func main() {
	kubeconfig := flag.String("kubeconfig", "", "kubeconfig of the cluster")
	table := flag.String("resources", "", "table of resources")
	out := flag.String("out", "", "file to write")
	flag.Parse()
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	check(err)
	config.NegotiatedSerializer = rawSerializer{}
	client, err := rest.UnversionedRESTClientFor(config)
	check(err)
	resources := readResources(*table)

	create(client, resources)
	time.Sleep(10 * time.Second) // controllers write status
	var file bytes.Buffer
	zipped, err := gzip.NewWriterLevel(&file, gzip.BestCompression)
	check(err)
	missing := 0
	for _, resource := range resources {
		if !resource.isListed {
			continue
		}
		path := firstObject(client, resource)
		if path == "" {
			fmt.Fprintf(os.Stderr, "no %s.%s/%s\n", resource.plural, resource.group, resource.version)
			missing++
			continue
		}
		protobuf, text := sameRevision(client, path)
		_, err = fmt.Fprintln(zipped, strings.Join([]string{resource.group, resource.version, resource.plural,
			base64.StdEncoding.EncodeToString(protobuf), strings.TrimSpace(string(text))}, "\t"))
		check(err)
	}
	check(zipped.Close())
	check(os.WriteFile(*out, file.Bytes(), 0o644))
	if missing > 0 {
		os.Exit(1)
	}
}

func create(client *rest.RESTClient, resources []resource) {
	var refused []string
	for _, document := range strings.Split(fill(client, objects), "\n---\n") {
		var object struct {
			APIVersion, Kind string
			Metadata         struct{ Name, Namespace string }
		}
		check(yaml.Unmarshal([]byte(document), &object))
		body, err := yaml.YAMLToJSON([]byte(document))
		check(err)
		gv, err := schema.ParseGroupVersion(object.APIVersion)
		check(err)
		for _, resource := range resources {
			if resource.group != gv.Group || resource.version != gv.Version || resource.kind != object.Kind {
				continue
			}
			path := resource.path() + "/" + resource.plural
			if resource.isNamespaced {
				path = resource.path() + "/namespaces/" + object.Metadata.Namespace + "/" + resource.plural
			}
			answer, err := client.Post().AbsPath(path).SetHeader("Content-Type", "application/json").Body(body).DoRaw(context.Background())
			if err != nil && !strings.Contains(string(answer), "AlreadyExists") {
				refused = append(refused, fmt.Sprintf("%s %s: %s", object.APIVersion, object.Kind, answer))
			}
		}
	}
	if len(refused) > 0 {
		fmt.Fprintln(os.Stderr, strings.Join(refused, "\n"))
		os.Exit(1)
	}
}

// firstObject is the path of the object made here, or of any the cluster has by itself.
func firstObject(client *rest.RESTClient, resource resource) string {
	data, err := client.Get().AbsPath(resource.path(), resource.plural).SetHeader("Accept", "application/json").DoRaw(context.Background())
	check(err)
	var list struct {
		Items []struct {
			Metadata struct{ Name, Namespace string }
		}
	}
	check(json.Unmarshal(data, &list))
	best := ""
	for _, item := range list.Items {
		path := resource.path() + "/" + resource.plural + "/" + item.Metadata.Name
		if resource.isNamespaced {
			path = resource.path() + "/namespaces/" + item.Metadata.Namespace + "/" + resource.plural + "/" + item.Metadata.Name
		}
		if best == "" || strings.HasPrefix(item.Metadata.Name, "live") {
			best = path
		}
	}
	return best
}

// sameRevision gets an object in both forms, again when it changed in between.
func sameRevision(client *rest.RESTClient, path string) (protobuf, text []byte) {
	get := func(accept string) []byte {
		data, err := client.Get().AbsPath(path).SetHeader("Accept", accept).DoRaw(context.Background())
		check(err)
		return data
	}
	for {
		before := get("application/json")
		protobuf = get("application/vnd.kubernetes.protobuf")
		if bytes.Equal(before, get("application/json")) {
			return protobuf, before
		}
	}
}

func readResources(table string) []resource {
	data, err := os.ReadFile(table)
	check(err)
	var resources []resource
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		resources = append(resources, resource{cells[0], cells[1], cells[2], cells[3], cells[5] == "Namespaced",
			strings.Contains(cells[8], "list") && !strings.HasSuffix(cells[0], "metrics.k8s.io")})
	}
	return resources
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// rawSerializer satisfies the REST client, which here only carries bytes.
type rawSerializer struct{ runtime.NegotiatedSerializer }

func (rawSerializer) SupportedMediaTypes() []runtime.SerializerInfo {
	return []runtime.SerializerInfo{{MediaType: "application/json"}}
}
