// Package kubernetes keeps upstream's end-to-end suite in the module graph, which `go test -c` builds; the commands are
// tools of the go.mod.
package kubernetes

import _ "k8s.io/kubernetes/test/e2e"
