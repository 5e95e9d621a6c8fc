package process

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func directory(t *testing.T) string {
	t.Helper()
	path := t.TempDir()
	for _, part := range []string{"run", "logs"} {
		if err := os.Mkdir(filepath.Join(path, part), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func TestAProcessIsFoundAgainAndStoppedWithItsChildren(t *testing.T) {
	at := directory(t)
	started, err := Start(at, "sleeper", "sh", "-c", "sleep 1000 & echo $!; wait")
	if err != nil {
		t.Fatal(err)
	}
	found, err := Find(at, "sleeper")
	if err != nil || found == nil || !found.IsAlive() {
		t.Fatalf("found %+v, %v", found, err)
	}
	for len(family(found.ID)) < 2 || Tail(started.Log, 1) == "" {
		time.Sleep(5 * time.Millisecond) // until the shell has started its child
	}
	child := family(found.ID)[1]
	if err := found.Stop(at, 5*time.Second); err != nil {
		t.Fatal(err)
	}
	<-started.Exited()
	if found.IsAlive() || len(Names(at)) != 0 {
		t.Errorf("still alive or recorded: %v", Names(at))
	}
	if stat, err := readStat(child); err == nil && stat.state != "Z" {
		t.Errorf("the child %d is alive: %+v", child, stat)
	}
}

func TestAnotherProcessWithTheSameIdIsNotOurs(t *testing.T) {
	at := directory(t)
	started, err := Start(at, "sleeper", "sleep", "1000")
	if err != nil {
		t.Fatal(err)
	}
	defer started.Kill(at)
	impostor := *started
	impostor.StartTicks++
	if impostor.IsAlive() {
		t.Error("a later process with the id of ours counts as ours")
	}
	if err := impostor.Stop(at, time.Second); err != nil {
		t.Fatal(err)
	}
	if !started.IsAlive() {
		t.Error("a process was stopped that is not the recorded one")
	}
}

func TestTailGivesTheLastLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(path, []byte(strings.Repeat("x\n", 100)+"a\nb\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if tail := Tail(path, 2); tail != "a\nb" {
		t.Errorf("got %q", tail)
	}
}

func TestProxiesStayOutside(t *testing.T) {
	left := withoutProxies([]string{"https_proxy=x", "HTTP_PROXY=y", "HOME=/h", "ALL_PROXY=z"})
	if len(left) != 1 || left[0] != "HOME=/h" {
		t.Errorf("left %v", left)
	}
}
