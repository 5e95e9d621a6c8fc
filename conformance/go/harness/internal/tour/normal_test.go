package tour

import "testing"

func TestABuildIsLeftOutButNotItsVersion(t *testing.T) {
	text := "serverVersion:\n  buildDate: \"2026-01-01T00:00:00Z\"\n  compiler: gc\n  gitCommit: abc\n  gitTreeState: clean\n" +
		"  gitVersion: v1.36.3\n  goVersion: go1.26\n  major: \"1\"\n  minor: \"36\"\n  platform: linux/amd64\n"
	want := "serverVersion:\n  buildDate: BUILD\n  compiler: BUILD\n  gitCommit: BUILD\n  gitTreeState: BUILD\n" +
		"  gitVersion: v1.36.3\n  goVersion: BUILD\n  major: \"1\"\n  minor: \"36\"\n  platform: BUILD"
	expect(t, Line{Machine: true}, text, want)
}

func TestOnlyTheTargetPortIsLeftOut(t *testing.T) {
	text := "  ports:\n  - name: https\n    port: 443\n    targetPort: 31443\n    protocol: TCP\n"
	expect(t, Line{Machine: true}, text, "  ports:\n  - name: https\n  port: 443\n  targetPort: PORT\n  protocol: TCP")
}

func TestOnlyTheSoftwareOfNodesIsLeftOut(t *testing.T) {
	text := "NAME     STATUS   ROLES    AGE   VERSION   INTERNAL-IP   EXTERNAL-IP   OS-IMAGE   KERNEL-VERSION   CONTAINER-RUNTIME\n" +
		"node-1   Ready    <none>   5s    fake      10.0.0.1      <none>        <unknown>  <unknown>        kwok-v0.7\n"
	want := "NAME  STATUS  ROLES  AGE  VERSION  INTERNAL-IP  EXTERNAL-IP  OS-IMAGE  KERNEL-VERSION  CONTAINER-RUNTIME\n" +
		"NODE  Ready  <none>  AGE  SOFTWARE  IP  <none>  SOFTWARE  SOFTWARE  SOFTWARE"
	expect(t, Line{Machine: true}, text, want)
}

func TestAllOfItCountsWithoutTheMark(t *testing.T) {
	text := "  goVersion: go1.26\n  targetPort: 6443"
	expect(t, Line{}, text, text)
}

func TestAnObjectInsideAnErrorLosesItsManagers(t *testing.T) {
	text := `Invalid value: "{\"data\":[1],\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"257\",\"managedFields\":[{\"manager\":\"kubectl\",\"fieldsV1\":{\"f:data\":{}}}]},\"status\":{\"conditions\":[{\"type\":\"b\"}]}}"`
	want := `Invalid value: "{\"data\":[1],\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"RV\"},\"status\":{\"conditions\":[{\"type\":\"b\"}]}}"`
	expect(t, Line{}, text, want)
}

func expect(t *testing.T, line Line, text, want string) {
	t.Helper()
	if got := normal(line, text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
