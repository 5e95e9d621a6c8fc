# Builds the pinned upstream programs, and our harness over them, into a cache outside the repository. Sourced by
# conformance/run and bench/run, which set $here to this directory.
#
# A component is one `go build` from one of the modules in go/. Its stamp holds a digest of what went into it, so that a
# second call is instant and a changed pin rebuilds just that component.

kubernetes_version=v1.36.3
older_kubectl_version=v1.32.13
cache=${XDG_CACHE_HOME:-$HOME/.cache}/kcm/conformance/$kubernetes_version
bin=$cache/bin

# The linker flags that make a Kubernetes program report version $1.
version_flags() {
  local package=k8s.io/component-base/version major=${1#v}
  local minor=${major#*.}
  echo "-s -w -X $package.gitVersion=$1 -X $package.gitMajor=${major%%.*} -X $package.gitMinor=${minor%%.*} -X $package.gitTreeState=clean"
}

# component NAME MODULE COMMAND...: runs COMMAND in go/MODULE unless the stamp of NAME says it has been done.
component() {
  local name=$1 module=$2 stamp digest started=$SECONDS
  shift 2
  stamp=$cache/.$name.stamp
  digest=$(cat "$here/go/$module"/* <(echo "$go_version" "$@") | sha256sum)
  if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$digest" ]; then return; fi
  printf 'building %-42s ' "$name"
  if ! (cd "$here/go/$module" && "$@") >"$cache/.$name.log" 2>&1; then
    printf 'FAILED\n'
    tail -n 20 "$cache/.$name.log" >&2
    echo "The build of $name failed; the whole output is in $cache/.$name.log" >&2
    exit 1
  fi
  echo "$digest" >"$stamp"
  printf '%4d s\n' $((SECONDS - started))
}

require_go() {
  if ! command -v go >/dev/null; then
    echo "conformance needs Go 1.26 or newer and found none: install it (for example the package golang-go) and put it on the PATH." >&2
    exit 1
  fi
  mkdir -p "$bin"
  go_version=$(go env GOVERSION)
  export CGO_ENABLED=0
}

# What a cluster consists of, and the clients for it.
build_cluster() {
  require_go
  local program
  component etcd etcd go build -trimpath -ldflags "-s -w" -o "$bin/etcd" .
  component kwok kwok go build -trimpath -ldflags "-s -w" -o "$bin/kwok" sigs.k8s.io/kwok/cmd/kwok
  for program in kube-apiserver kube-controller-manager kube-scheduler kubectl; do
    component "$program" kubernetes go build -trimpath -ldflags "$(version_flags $kubernetes_version)" \
      -o "$bin/$program" "k8s.io/kubernetes/cmd/$program"
  done
  component kubectl-older kubectl go build -trimpath -ldflags "$(version_flags $older_kubectl_version)" -o "$bin/kubectl-1.32" .
}

# All of it: the end-to-end suite takes the longest.
build_all() {
  build_cluster
  component ginkgo kubernetes go build -trimpath -ldflags "-s -w" -o "$bin/ginkgo" github.com/onsi/ginkgo/v2/ginkgo
  component e2e.test kubernetes go test -c -trimpath -ldflags "$(version_flags $kubernetes_version)" \
    -o "$bin/e2e.test" k8s.io/kubernetes/test/e2e
}

# Our own program, kept by the digest of its sources so that working trees do not disturb each other.
build_harness() {
  require_go
  local digest
  digest=$(cd "$here/go/harness" && find . -type f | LC_ALL=C sort | xargs sha256sum | cat - <(echo "$go_version") | sha256sum | cut -c1-16)
  harness=$cache/harness-$digest
  [ -x "$harness" ] || (cd "$here/go/harness" && go build -o "$harness.$$" . && mv "$harness.$$" "$harness")
  KCM_REPOSITORY=$(dirname "$here")
  KCM_BINARIES=$bin
  export KCM_REPOSITORY KCM_BINARIES
}

# Our scenarios and all they need, by Maven ($MVN, or mvn), when something is newer than the last build.
build_scenarios() {
  local repository stamp=$here/target/scenarios.stamp
  repository=$(dirname "$here")
  if [ ! -f "$stamp" ] || [ -n "$(find "$repository"/*/src "$repository"/pom.xml "$repository"/*/pom.xml -type f -newer "$stamp" -print -quit)" ]; then
    echo "building the scenarios with Maven"
    mkdir -p "$here/target"
    touch "$stamp.new"
    (cd "$repository" && ${MVN:-mvn} -q -B -Dfast -DskipTests -pl conformance -am package) || {
      echo "The build failed; fix it, or try: mvn -Dfast -DskipTests -pl conformance -am package" >&2
      exit 1
    }
    mv "$stamp.new" "$stamp"
  fi
  KCM_JAVA=$("$repository/tools/jdk25")/bin/java
  KCM_SCENARIO_CLASS_PATH=$here/target/test-classes:$(printf '%s:' "$here"/target/lib/*.jar)
  export KCM_JAVA KCM_SCENARIO_CLASS_PATH
}
