package main

import (
	"fmt"
	"os"
	"sort"
	"strings"

	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
	logsapi "k8s.io/component-base/logs/api/v1"
	metricsfeatures "k8s.io/component-base/metrics/features"
	_ "k8s.io/controller-manager/pkg/features/register"
	_ "k8s.io/kubernetes/pkg/features"
)

func main() {
	gate := utilfeature.DefaultMutableFeatureGate
	if err := logsapi.AddFeatureGates(gate); err != nil {
		panic(err)
	}
	if err := metricsfeatures.AddFeatureGates(gate); err != nil {
		panic(err)
	}
	all := gate.GetAllVersioned()
	dependencies := gate.Dependencies()
	names := []string{}
	for name := range all {
		names = append(names, string(name))
	}
	sort.Strings(names)
	fmt.Println("gate\tsince\tstage\tdefault\tlocked\tmin_compatibility\tdepends_on")
	for _, name := range names {
		needs := []string{}
		for _, dependency := range dependencies[featuregate.Feature(name)] {
			needs = append(needs, string(dependency))
		}
		sort.Strings(needs)
		for _, spec := range all[featuregate.Feature(name)] {
			stage := string(spec.PreRelease)
			if stage == "" {
				stage = "GA"
			}
			locked, minimum := "", ""
			if spec.LockToDefault {
				locked = "locked"
			}
			if spec.MinCompatibilityVersion != nil {
				minimum = spec.MinCompatibilityVersion.String()
			}
			fmt.Fprintf(os.Stdout, "%s\t%s\t%s\t%t\t%s\t%s\t%s\n", name, spec.Version, stage, spec.Default, locked, minimum, strings.Join(needs, ","))
		}
	}
}
