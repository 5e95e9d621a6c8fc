// Prints what upstream's patch packages make of generated objects and patches, one case per line,
// tab-separated JSON:
//
//	strategic   group/version/Kind  object  patch  result     (strategicpatch.StrategicMergePatch)
//	strategicerror  group/version/Kind  object  patch  message
//	diff        group/version/Kind  original  modified  patch (strategicpatch.CreateTwoWayMergePatch)
//	merge       object  patch  result                         (jsonpatch.MergePatch)
//	mergediff   original  modified  patch                     (jsonpatch.CreateMergePatch)
//	json        document  patch  result                       (jsonpatch.Patch.Apply)
//	jsonerror   document  patch  message
//
// Panics of the libraries are left out.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"sort"
	"strings"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

type object = map[string]any
type list = []any

var random = rand.New(rand.NewSource(4))

func pick(from ...string) string { return from[random.Intn(len(from))] }
func chance(percent int) bool    { return random.Intn(100) < percent }

// some picks items of distinct keys.
func some(most int, keys []string, make func(key string) any) list {
	var items list
	for _, at := range random.Perm(len(keys)) {
		if len(items) == most {
			break
		}
		if chance(60) {
			items = append(items, make(keys[at]))
		}
	}
	return items
}

func put(into object, name string, items list) {
	if len(items) > 0 {
		into[name] = items
	}
}

func labels() object {
	set := object{}
	for _, key := range []string{"app", "tier", "example.com/x"} {
		if chance(50) {
			set[key] = pick("a", "b", "<c>")
		}
	}
	return set
}

func metadata() object {
	meta := object{"name": "thing", "namespace": "default", "labels": labels()}
	put(meta, "finalizers", some(3, []string{"c.io/f", "a.io/f", "b.io/f"}, func(key string) any { return key }))
	put(meta, "ownerReferences", some(2, []string{"u1", "u2", "u3"}, func(key string) any {
		return object{"apiVersion": "v1", "kind": "Node", "name": "n" + key, "uid": key, "controller": chance(50)}
	}))
	if chance(40) {
		meta["annotations"] = labels()
	}
	return meta
}

func volume(name string) any {
	source := object{"name": name}
	switch random.Intn(4) {
	case 0:
		source["emptyDir"] = object{}
	case 1:
		source["hostPath"] = object{"path": pick("/a", "/b"), "type": pick("Directory", "File")}
	case 2:
		source["secret"] = object{"secretName": pick("s1", "s2"), "items": list{object{"key": "k", "path": pick("p", "q")}}}
	default:
		source["configMap"] = object{"name": pick("c1", "c2"), "optional": chance(50)}
	}
	return source
}

func container(name string) any {
	one := object{"name": name, "image": pick("nginx:1", "nginx:2", "busybox")}
	put(one, "args", some(2, []string{"x", "y", "z"}, func(key string) any { return key }))
	put(one, "env", some(3, []string{"A", "B", "C"}, func(key string) any { return object{"name": key, "value": pick("1", "2", "3")} }))
	put(one, "volumeMounts", some(2, []string{"/m1", "/m2"}, func(key string) any {
		return object{"name": pick("v1", "v2"), "mountPath": key, "readOnly": chance(50)}
	}))
	if chance(50) {
		var ports list
		for _, port := range []int{80, 443, 8080} {
			if chance(50) {
				ports = append(ports, object{"containerPort": port, "protocol": pick("TCP", "UDP"), "name": pick("p", "q")})
			}
		}
		put(one, "ports", ports)
	}
	if chance(40) {
		one["resources"] = object{"limits": object{"cpu": pick("1", "500m")}, "requests": object{"memory": pick("1Gi", "64Mi")}}
	}
	if chance(30) {
		one["livenessProbe"] = object{"httpGet": object{"path": pick("/a", "/b"), "port": []any{80, "http"}[random.Intn(2)]}, "periodSeconds": random.Intn(9) + 1}
	}
	return one
}

func podSpec() object {
	spec := object{"containers": append(list{container("main")}, some(2, []string{"c1", "c2", "c3"}, container)...)}
	put(spec, "initContainers", some(1, []string{"i1", "i2"}, container))
	put(spec, "volumes", some(3, []string{"v1", "v2", "v3"}, volume))
	put(spec, "imagePullSecrets", some(2, []string{"r1", "r2", "r3"}, func(key string) any { return object{"name": key} }))
	put(spec, "tolerations", some(2, []string{"t1", "t2", "t3"}, func(key string) any {
		return object{"key": key, "operator": "Exists", "effect": pick("NoSchedule", "NoExecute"), "tolerationSeconds": random.Intn(5)}
	}))
	put(spec, "hostAliases", some(2, []string{"10.0.0.1", "10.0.0.2"}, func(key string) any { return object{"ip": key, "hostnames": list{pick("h1", "h2")}} }))
	if chance(40) {
		spec["nodeSelector"] = labels()
	}
	if chance(40) {
		spec["terminationGracePeriodSeconds"] = random.Intn(60)
	}
	if chance(30) {
		spec["securityContext"] = object{"runAsUser": random.Intn(3), "fsGroup": 5}
	}
	return spec
}

func conditions(types ...string) list {
	return some(3, types, func(key string) any {
		return object{"type": key, "status": pick("True", "False"), "reason": pick("R", "S"), "lastTransitionTime": "2026-01-0" + pick("1", "2") + "T00:00:00Z"}
	})
}

type kind struct {
	name   string
	sample func() any
	make   func() object
}

var kinds = []kind{
	{"/v1/Pod", func() any { return &corev1.Pod{} }, func() object {
		status := object{"phase": pick("Running", "Pending")}
		put(status, "conditions", conditions("Ready", "Initialized", "PodScheduled"))
		put(status, "podIPs", some(2, []string{"10.1.0.1", "10.1.0.2"}, func(key string) any { return object{"ip": key} }))
		return object{"metadata": metadata(), "spec": podSpec(), "status": status}
	}},
	{"apps/v1/Deployment", func() any { return &appsv1.Deployment{} }, func() object {
		strategy := object{"type": "Recreate"}
		if chance(60) {
			strategy = object{"type": "RollingUpdate", "rollingUpdate": object{"maxSurge": []any{1, "25%"}[random.Intn(2)]}}
		}
		status := object{"replicas": random.Intn(4)}
		put(status, "conditions", conditions("Available", "Progressing"))
		return object{"metadata": metadata(), "spec": object{"replicas": random.Intn(5), "selector": object{"matchLabels": object{"app": "a"}}, "strategy": strategy,
			"template": object{"metadata": object{"labels": labels()}, "spec": podSpec()}}, "status": status}
	}},
	{"/v1/Service", func() any { return &corev1.Service{} }, func() object {
		var ports list
		for _, port := range []int{80, 443, 8080, 90} {
			if chance(50) {
				ports = append(ports, object{"name": "p" + fmt.Sprint(port), "port": port, "protocol": "TCP", "targetPort": []any{80, "http"}[random.Intn(2)]})
			}
		}
		random.Shuffle(len(ports), func(i, j int) { ports[i], ports[j] = ports[j], ports[i] })
		spec := object{"selector": labels(), "type": pick("ClusterIP", "NodePort")}
		put(spec, "ports", ports)
		put(spec, "externalIPs", some(2, []string{"1.1.1.1", "2.2.2.2", "3.3.3.3"}, func(key string) any { return key }))
		return object{"metadata": metadata(), "spec": spec}
	}},
	{"/v1/Node", func() any { return &corev1.Node{} }, func() object {
		spec := object{"podCIDR": "10.0.0.0/24"}
		put(spec, "podCIDRs", some(2, []string{"10.0.0.0/24", "fd00::/64", "10.9.0.0/24"}, func(key string) any { return key }))
		put(spec, "taints", some(2, []string{"k1", "k2", "k3"}, func(key string) any { return object{"key": key, "effect": pick("NoSchedule", "NoExecute")} }))
		status := object{}
		put(status, "conditions", conditions("Ready", "MemoryPressure", "DiskPressure"))
		put(status, "addresses", some(2, []string{"InternalIP", "Hostname"}, func(key string) any { return object{"type": key, "address": pick("a", "b")} }))
		return object{"metadata": metadata(), "spec": spec, "status": status}
	}},
	{"/v1/ServiceAccount", func() any { return &corev1.ServiceAccount{} }, func() object {
		one := object{"metadata": metadata()}
		put(one, "secrets", some(3, []string{"s1", "s2", "s3"}, func(key string) any { return object{"name": key} }))
		return one
	}},
	{"policy/v1/PodDisruptionBudget", func() any { return &policyv1.PodDisruptionBudget{} }, func() object {
		return object{"metadata": metadata(), "spec": object{"minAvailable": []any{1, "50%"}[random.Intn(2)], "selector": object{"matchLabels": labels()}}}
	}},
	{"storage.k8s.io/v1/CSINode", func() any { return &storagev1.CSINode{} }, func() object {
		return object{"metadata": metadata(), "spec": object{"drivers": some(3, []string{"d1", "d2", "d3"}, func(key string) any {
			return object{"name": key, "nodeID": pick("n1", "n2"), "topologyKeys": list{pick("z", "y"), "x"}}
		})}}
	}},
	{"networking.k8s.io/v1/Ingress", func() any { return &networkingv1.Ingress{} }, func() object {
		return object{"metadata": metadata(), "spec": object{"rules": some(2, []string{"a.example", "b.example"}, func(key string) any { return object{"host": key} })}}
	}},
}

// typed is what Go's type makes of the object.
func typed(of kind, from object) object {
	sample := of.sample()
	if err := json.Unmarshal(bytes(from), sample); err != nil {
		panic(err)
	}
	var result object
	if err := json.Unmarshal(bytes(sample), &result); err != nil {
		panic(err)
	}
	return result
}

func bytes(value any) []byte {
	result, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return result
}

func copied(value any) any {
	var result any
	if err := json.Unmarshal(bytes(value), &result); err != nil {
		panic(err)
	}
	return result
}

// mixed takes parts of one object and parts of the other of the same kind.
func mixed(left, right any, percent int) any {
	switch one := left.(type) {
	case object:
		other, ok := right.(object)
		if !ok {
			return copied(left)
		}
		result := object{}
		for _, key := range keysOf(one, other) {
			a, inOne := one[key]
			b, inOther := other[key]
			switch {
			case inOne && inOther:
				result[key] = mixed(a, b, percent)
			case inOne && !chance(percent):
				result[key] = copied(a)
			case inOther && chance(percent):
				result[key] = copied(b)
			}
		}
		return result
	case list:
		other, ok := right.(list)
		if !ok || len(one) == 0 || len(other) == 0 {
			return copied(left)
		}
		result := list{}
		_, ofObjects := one[0].(object)
		for at, item := range one {
			switch {
			case chance(percent / 2):
			case ofObjects && chance(percent) && at < len(other):
				result = append(result, keepKeys(item, mixed(item, other[at], percent)))
			default:
				result = append(result, copied(item))
			}
		}
		if chance(percent) {
			for _, item := range other {
				if !has(result, item) && chance(50) {
					result = append(result, copied(item))
				}
			}
		}
		if chance(percent) {
			random.Shuffle(len(result), func(i, j int) { result[i], result[j] = result[j], result[i] })
		}
		return result
	default:
		if chance(percent) {
			return right
		}
		return left
	}
}

var mergeKeys = []string{"name", "type", "containerPort", "port", "mountPath", "ip", "uid", "host", "key"}

func keepKeys(from, into any) any {
	for _, key := range mergeKeys {
		if value, ok := from.(object)[key]; ok {
			into.(object)[key] = value
		}
	}
	return into
}

func has(items list, candidate any) bool {
	for _, item := range items {
		one, isObject := item.(object)
		if !isObject {
			if string(bytes(item)) == string(bytes(candidate)) {
				return true
			}
			continue
		}
		for _, key := range mergeKeys {
			if value, ok := one[key]; ok && fmt.Sprint(value) == fmt.Sprint(candidate.(object)[key]) {
				return true
			}
		}
	}
	return false
}

func keysOf(objects ...object) []string {
	seen := map[string]bool{}
	for _, one := range objects {
		for key := range one {
			seen[key] = true
		}
	}
	var keys []string
	for key := range seen {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

var out = bufio.NewWriter(os.Stdout)

func row(cells ...any) {
	for at, cell := range cells {
		if at > 0 {
			out.WriteByte('\t')
		}
		switch one := cell.(type) {
		case string:
			out.WriteString(one)
		case []byte:
			out.Write(one)
		default:
			out.Write(bytes(one))
		}
	}
	out.WriteByte('\n')
}

// quietly leaves out what panics.
func quietly(run func()) {
	defer func() { _ = recover() }()
	run()
}

func strategic(of kind, original object, patch []byte) {
	quietly(func() {
		result, err := strategicpatch.StrategicMergePatch(bytes(original), patch, of.sample())
		if err != nil {
			row("strategicerror", of.name, original, patch, bytes(err.Error()))
			return
		}
		row("strategic", of.name, original, patch, result)
	})
}

func strategicCases() {
	for range 320 {
		of := kinds[random.Intn(len(kinds))]
		original := typed(of, of.make())
		percent := []int{5, 20, 40}[random.Intn(3)]
		modified := typed(of, mixed(original, typed(of, of.make()), percent).(object))
		if chance(3) {
			modified = original
		}
		patch, err := strategicpatch.CreateTwoWayMergePatch(bytes(original), bytes(modified), of.sample())
		if err != nil {
			row("differror", of.name, original, modified, bytes(err.Error()))
			continue
		}
		row("diff", of.name, original, modified, patch)
		current := original
		if chance(70) {
			current = typed(of, mixed(original, typed(of, of.make()), 20).(object))
		}
		strategic(of, current, patch)
	}
	for _, text := range strings.Split(strings.TrimSpace(podPatches), "\n") {
		for range 3 {
			of := kinds[0]
			strategic(of, typed(of, of.make()), bytes(copied(json.RawMessage(text))))
		}
	}
	for _, text := range strings.Split(strings.TrimSpace(deploymentPatches), "\n") {
		for range 3 {
			of := kinds[1]
			strategic(of, typed(of, of.make()), bytes(copied(json.RawMessage(text))))
		}
	}
}

const podPatches = `
{}
{"$patch":"replace","spec":{"nodeName":"x","a":null}}
{"$patch":"delete"}
{"$patch":"unknown"}
{"spec":{"$patch":"replace","containers":[{"name":"only"}]}}
{"spec":{"$patch":"delete"}}
{"spec":{"containers":[{"$patch":"replace"},{"name":"new","image":"i"}]}}
{"spec":{"containers":[{"$patch":"replace"}]}}
{"spec":{"containers":[{"$patch":"delete","name":"main"}]}}
{"spec":{"containers":[{"$patch":"delete"}]}}
{"spec":{"containers":[{"$patch":"merge","name":"main"}]}}
{"spec":{"containers":[{"$patch":"odd","name":"main"}]}}
{"spec":{"containers":[{"image":"nameless"}]}}
{"spec":{"containers":[{"name":"new","image":"i","env":null},{"name":"main","image":null}]}}
{"spec":{"containers":[{"name":"main","env":[{"name":"B","value":"9"},{"name":"Z","value":"1"}]}]}}
{"spec":{"containers":[{"name":"main","env":[{"name":"B","$patch":"delete"}],"ports":[{"containerPort":80,"name":"zzz"}]}]}}
{"spec":{"containers":["text"]}}
{"spec":{"containers":[1,"text"]}}
{"spec":{"containers":"text"}}
{"spec":{"containers":{"name":"x"}}}
{"spec":{"containers":null}}
{"spec":{"containers":[]}}
{"spec":{"tolerations":[{"key":"only"}]}}
{"spec":{"tolerations":[{"$patch":"delete","key":"only"}]}}
{"spec":{"volumes":[{"name":"v1","$retainKeys":["name","emptyDir"],"emptyDir":{}}]}}
{"spec":{"volumes":[{"name":"v2","$retainKeys":["name"],"emptyDir":{}}]}}
{"spec":{"volumes":[{"name":"v1","$retainKeys":"name"}]}}
{"spec":{"$retainKeys":["containers"],"nodeName":null}}
{"spec":{"$setElementOrder/containers":[{"name":"c2"},{"name":"main"},{"name":"c1"}]}}
{"spec":{"$setElementOrder/containers":[{"name":"new"},{"name":"main"}],"containers":[{"name":"new","image":"i"}]}}
{"spec":{"$setElementOrder/containers":[{"name":"main"},{"name":"new"}],"containers":[{"name":"new","image":"i"},{"name":"main","image":"j"}]}}
{"spec":{"$setElementOrder/containers":[{"name":"main"}],"containers":[{"name":"c1","$patch":"delete"},{"name":"c2","$patch":"delete"}]}}
{"spec":{"$setElementOrder/containers":"main"}}
{"spec":{"$setElementOrder":[{"name":"main"}]}}
{"spec":{"$setElementOrder/unknown":[{"name":"main"}]}}
{"spec":{"$setElementOrder/containers":[{"image":"keyless"}]}}
{"spec":{"$setElementOrder/nodeName":["x"]}}
{"metadata":{"$setElementOrder/finalizers":["b.io/f","a.io/f","z.io/f"],"finalizers":["z.io/f"]}}
{"metadata":{"$setElementOrder/finalizers":["a.io/f"]}}
{"metadata":{"$deleteFromPrimitiveList/finalizers":["b.io/f","a.io/f"]}}
{"metadata":{"$deleteFromPrimitiveList/finalizers":["b.io/f"],"$setElementOrder/finalizers":["a.io/f","c.io/f"]}}
{"metadata":{"$deleteFromPrimitiveList/finalizers":null}}
{"metadata":{"$deleteFromPrimitiveList/finalizers":"b.io/f"}}
{"metadata":{"$deleteFromPrimitiveList":["b.io/f"]}}
{"metadata":{"$deleteFromPrimitiveList/unknown":["b.io/f"]}}
{"metadata":{"finalizers":["new.io/f","a.io/f"]}}
{"metadata":{"finalizers":["x","x"]}}
{"metadata":{"finalizers":[["x"]]}}
{"metadata":{"finalizers":[]}}
{"metadata":{"finalizers":null}}
{"metadata":{"labels":{"app":null,"new":"x"}}}
{"metadata":{"labels":{"$patch":"replace","only":"x"}}}
{"metadata":{"labels":{"$patch":"delete"}}}
{"metadata":{"labels":{"app":{"nested":"x"}}}}
{"metadata":{"labels":null}}
{"metadata":{"annotations":{"a":"b","c":null}}}
{"metadata":{"unknown":{"a":{"b":null}}}}
{"metadata":{"ownerReferences":[{"uid":"u1","$patch":"delete"},{"uid":"u9","name":"n","kind":"K","apiVersion":"v1"}]}}
{"metadata":{"ownerReferences":[{"uid":"u2","controller":null}]}}
{"metadata":"text"}
{"metadata":null}
{"status":{"conditions":[{"type":"Ready","status":"Unknown"},{"type":"New","status":"True"}]}}
{"status":{"$setElementOrder/conditions":[{"type":"New"},{"type":"Ready"}],"conditions":[{"type":"Ready","status":"Unknown","reason":null}]}}
{"spec":{"securityContext":{"runAsUser":7,"sysctls":[{"name":"a","value":"b"}]}}}
{"spec":{"nodeSelector":{"$patch":"replace","a":"b"}}}
{"spec":{"hostAliases":[{"ip":"10.0.0.1","hostnames":["only"]}]}}
{"spec":{"terminationGracePeriodSeconds":5,"nodeName":"n","hostNetwork":true}}
{"spec":{"terminationGracePeriodSeconds":"text"}}
{"spec":{"ephemeralContainers":[{"name":"e","image":"i","$setElementOrder/env":[{"name":"A"}]}]}}
{"spec":{"imagePullSecrets":[{"name":"r3"},{"name":"r1"}],"$setElementOrder/imagePullSecrets":[{"name":"r3"},{"name":"r1"}]}}
{"kind":"Pod","apiVersion":"v1","spec":{"containers":[{"name":"main","livenessProbe":{"httpGet":{"port":"x"},"$retainKeys":["httpGet"]}}]}}
`

const deploymentPatches = `
{"spec":{"strategy":{"$retainKeys":["type"],"type":"Recreate"}}}
{"spec":{"strategy":{"$retainKeys":["type","rollingUpdate"],"rollingUpdate":{"maxSurge":2}}}}
{"spec":{"strategy":{"type":"Recreate"}}}
{"spec":{"strategy":{"rollingUpdate":null}}}
{"spec":{"template":{"spec":{"containers":[{"name":"main","image":"new"}]}}}}
{"spec":{"template":{"spec":{"$setElementOrder/containers":[{"name":"side"},{"name":"main"}],"containers":[{"name":"side","image":"i"}]}}}}
{"spec":{"template":{"$patch":"replace","spec":{"containers":[]}}}}
{"spec":{"template":{"metadata":{"annotations":{"kubectl.kubernetes.io/restartedAt":"now"}}}}}
{"spec":{"replicas":null}}
{"spec":{"replicas":9,"paused":true}}
{"status":{"conditions":[{"$patch":"replace"},{"type":"X","status":"True"}]}}
`

func value() any {
	switch random.Intn(9) {
	case 0:
		return nil
	case 1:
		return random.Intn(10)
	case 2:
		return pick("a", "b", "")
	case 3:
		return chance(50)
	case 4:
		return 1.5
	case 5:
		result := list{}
		for range random.Intn(3) {
			result = append(result, value())
		}
		return result
	default:
		return document()
	}
}

func document() object {
	result := object{}
	for range random.Intn(4) {
		result[pick("a", "b", "c", "d/e", "f~g", "0")] = value()
	}
	return result
}

func mergeCases() {
	for range 250 {
		doc, patch := document(), document()
		result, err := jsonpatch.MergePatch(bytes(doc), bytes(patch))
		if err != nil {
			panic(err)
		}
		row("merge", doc, patch, result)
		modified := mixed(doc, document(), 40)
		made, err := jsonpatch.CreateMergePatch(bytes(doc), bytes(modified))
		if err != nil {
			panic(err)
		}
		row("mergediff", doc, modified, made)
	}
}

func path(from any) string {
	if chance(4) {
		return pick("", "a", "a/b", "/", "//", "/~", "/a/-")
	}
	key := ""
	switch one := from.(type) {
	case object:
		keys := keysOf(one)
		if len(keys) == 0 || chance(10) {
			key = pick("a", "new")
		} else {
			key = keys[random.Intn(len(keys))]
		}
		next := one[key]
		key = "/" + strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
		if chance(60) && next != nil {
			return key + path(next)
		}
		return key
	case list:
		at := random.Intn(len(one) + 1)
		key = "/" + fmt.Sprint(at)
		if chance(25) {
			key = "/" + pick("-", "-1", "-2", "9", "x", "01", "+1", "-9")
		} else if at < len(one) && chance(50) {
			return key + path(one[at])
		}
		return key
	default:
		return pick("", "/a", "/0")
	}
}

func operation(doc any) any {
	one := object{"op": pick("add", "add", "remove", "replace", "replace", "move", "copy", "test"), "path": path(doc)}
	switch one["op"] {
	case "move", "copy":
		one["from"] = path(doc)
	case "remove":
	default:
		if !chance(3) {
			one["value"] = value()
		}
	}
	if one["op"] == "test" && chance(70) {
		one["value"] = at(doc, one["path"].(string))
	}
	if chance(2) {
		one["op"] = pick("unknown", "")
	}
	if chance(2) {
		delete(one, pick("op", "path", "from"))
	}
	return one
}

func at(doc any, path string) any {
	for _, part := range strings.Split(path, "/")[min(1, strings.Count(path, "/")):] {
		part = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
		switch one := doc.(type) {
		case object:
			doc = one[part]
		case list:
			index := -1
			fmt.Sscan(part, &index)
			if index < 0 || index >= len(one) {
				return nil
			}
			doc = one[index]
		}
	}
	return doc
}

func jsonCases() {
	for range 700 {
		doc := document()
		patch := list{}
		for range 1 + random.Intn(3) {
			patch = append(patch, operation(copied(doc)))
		}
		quietly(func() {
			decoded, err := jsonpatch.DecodePatch(bytes(patch))
			if err != nil {
				panic(err)
			}
			result, err := decoded.Apply(bytes(doc))
			if err != nil {
				row("jsonerror", doc, patch, bytes(err.Error()))
				return
			}
			row("json", doc, patch, result)
		})
	}
}

func main() {
	defer out.Flush()
	strategicCases()
	mergeCases()
	jsonCases()
}
