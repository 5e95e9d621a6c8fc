# Sourced by ./kcm and ./kube-controller-manager, here and in a distribution: builds what is new, then becomes a JVM.
# KCM_JAVA_OPTIONS adds JVM options, after ours, so that they win.
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
lib=$here/lib
[ -e "$here/pom.xml" ] && lib=$here/cli/target/lib
java_home=$("$here/tools/jdk25")

options=(
  # Half of every object's header; a cache of pods is mostly small objects. An AOT cache is only taken for the same setting.
  -XX:+UseCompactObjectHeaders
  # One collecting thread and no regions or remembered sets to keep: the smallest footprint there is, and its pauses
  # over the tens of megabytes that the caches of most clusters hold are a few milliseconds. Nobody waits for us.
  -XX:+UseSerialGC
  # A small nursery: a controller's garbage dies at once, and what it never touches is never resident. The rest of
  # the heap grows by need, gives memory back once the initial lists are digested, and takes no more of a container than
  # leaves room for what lives outside it.
  -Xms24m -Xmn16m -XX:MaxRAMPercentage=50 -XX:MinHeapFreeRatio=10 -XX:MaxHeapFreeRatio=30
  # The quick compiler alone: see docs/decisions/0007-one-compiler.md.
  -XX:TieredStopAtLevel=1
  # Maps the AOT cache where it was made for, so that only the pages in use are loaded and none is copied.
  -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0
  # Workers are virtual threads, whose stacks live in the heap; platform threads are few and call shallowly.
  -Xss512k
  -XX:ReservedCodeCacheSize=64m
  -XX:-UsePerfData
  --enable-native-access=ALL-UNNAMED
)

newest_jar() { ls -t "$lib"/*.jar 2>/dev/null | head -n 1; }

# Whether a source is newer than everything built. Tests do not count.
is_stale() {
  local newest
  newest=$(newest_jar)
  [ -z "$newest" ] || [ ! -e "$lib"/cli-0.1.0-SNAPSHOT.jar ] ||
    [ -n "$(find "$here"/pom.xml "$here"/*/pom.xml "$here"/*/src/main -newer "$newest" -type f -print -quit)" ]
}

build() { # build NAME
  command -v mvn >/dev/null || {
    echo "$1 has to be built and Maven, which builds it, is not there: install the package maven and start it again." >&2
    exit 1
  }
  local log=$here/cli/target/build.log is_first=
  [ -e "$lib"/cli-0.1.0-SNAPSHOT.jar ] || is_first=yes
  mkdir -p "${log%/*}"
  echo "Building $1 with Maven; the first time takes a few minutes (log in $log)" >&2
  if ! (cd "$here" && mvn -B -Dfast -DskipTests -pl cli -am package 2>&1) | tee "$log" |
      sed -un 's/^\[INFO\] Building \([^ ]*\) .*\[\(.*\)\]$/  \2 \1/p' >&2; then
    grep -m 20 -F '[ERROR]' "$log" >&2 || tail -n 20 "$log" >&2
    echo "The build failed; the whole log is in $log" >&2
    exit 1
  fi
  touch "$lib"/cli-0.1.0-SNAPSHOT.jar # a build that changed nothing counts too
  # Whoever builds once gets quick starts; whoever works on kcm does not wait for them after every change.
  if [ "$1" = kcm ] && [ -n "$is_first" ]; then
    echo "Making its starts quick; this takes half a minute, once" >&2
    "$here/tools/train" --cluster >>"$log" 2>&1 || echo "That did not work ($log says why); starts take a little longer" >&2
  fi
}

launch() { # launch NAME MAIN-CLASS ARGUMENT...
  local name=$1 main=$2 cache=$lib/$1.aot
  shift 2
  if [ -e "$here/pom.xml" ] && is_stale; then
    build "$name"
    options+=("-Dkcm.began=$(date +%s%3N)") # a start is told without the build before it
  fi
  # An older cache is for other jars; the JVM would leave it, with a warning nobody needs.
  if [ "$cache" -nt "$(newest_jar)" ]; then
    options+=("-XX:AOTCache=$cache")
  fi
  # Jars in a fixed order and no folders: an AOT cache is only taken for the class path it was made with.
  local class_path
  class_path=$(printf '%s:' "$lib"/*.jar)
  # shellcheck disable=SC2086 # several options in one variable
  exec "$java_home/bin/java" "${options[@]}" ${KCM_JAVA_OPTIONS:-} -cp "${class_path%:}" "$main" "$@"
}
