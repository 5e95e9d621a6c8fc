package cluster

import (
	"encoding/base64"
	"fmt"
	"net"
	"os"
	"text/template"

	"dev.kcm/conformance/harness/internal/pki"
)

// serviceNetwork, podNetwork and the first service address are kubeadm's habits; a /24 of the pod network goes to each node.
const (
	serviceNetwork = "10.96.0.0/12"
	podNetwork     = "10.128.0.0/9"
	firstService   = "10.96.0.1"
	// advertised is where the API server says it is; the kubernetes service refuses loopback addresses.
	advertised = "192.0.2.1"
)

// identities are the users with a kubeconfig of their own: file name, user, group.
var identities = []struct{ file, user, group string }{
	{"admin", "kubernetes-admin", "system:masters"},
	{"kube-controller-manager", "system:kube-controller-manager", ""},
	{"kube-scheduler", "system:kube-scheduler", ""},
	{"kwok", "kwok", "system:masters"},
	{metricsServer, metricsServer, "system:masters"},
}

// issueCredentials makes both authorities, all certificates, the service account keys and the kubeconfigs.
func (c *Cluster) issueCredentials() error {
	authority, err := pki.NewAuthority("kubernetes")
	if err != nil {
		return err
	}
	frontProxy, err := pki.NewAuthority("front-proxy-ca")
	if err != nil {
		return err
	}
	names := []string{"localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc", "kubernetes.default.svc.cluster.local"}
	metricsNames := []string{metricsService + "." + metricsNamespace + ".svc"}
	addresses := []net.IP{net.ParseIP("127.0.0.1"), net.ParseIP(firstService), net.ParseIP(advertised)}
	pairs := map[string]func() (pki.Pair, error){
		"apiserver":                func() (pki.Pair, error) { return authority.Server("kube-apiserver", names, addresses) },
		"kubelet":                  func() (pki.Pair, error) { return authority.Server("kwok", names[:1], addresses[:1]) },
		metricsServer:              func() (pki.Pair, error) { return authority.Server(metricsServer, metricsNames, nil) },
		"apiserver-kubelet-client": func() (pki.Pair, error) { return authority.Client("kube-apiserver-kubelet-client", "system:masters") },
		"front-proxy-client":       func() (pki.Pair, error) { return frontProxy.Client("front-proxy-client") },
		"ca":                       func() (pki.Pair, error) { return authority.Pair, nil },
		"front-proxy-ca":           func() (pki.Pair, error) { return frontProxy.Pair, nil },
	}
	for name, issue := range pairs {
		pair, err := issue()
		if err != nil {
			return err
		}
		if err := pair.Save(c.path("pki"), name); err != nil {
			return err
		}
	}
	if err := c.issueServiceAccountKeys(); err != nil {
		return err
	}
	return c.writeKubeconfigs(authority)
}

func (c *Cluster) issueServiceAccountKeys() error {
	private, public, err := pki.NewServiceAccountKeys()
	if err != nil {
		return err
	}
	if err := os.WriteFile(c.path("pki", "sa.key"), private, 0o600); err != nil {
		return err
	}
	return os.WriteFile(c.path("pki", "sa.pub"), public, 0o644)
}

func (c *Cluster) writeKubeconfigs(authority *pki.Authority) error {
	for _, identity := range identities {
		var groups []string
		if identity.group != "" {
			groups = []string{identity.group}
		}
		pair, err := authority.Client(identity.user, groups...)
		if err != nil {
			return err
		}
		if err := c.writeKubeconfig(identity.file, identity.user, authority.Certificate, pair); err != nil {
			return err
		}
	}
	return nil
}

var kubeconfigTemplate = template.Must(template.New("kubeconfig").Parse(`apiVersion: v1
kind: Config
clusters:
- name: {{.Cluster}}
  cluster:
    server: {{.Server}}
    certificate-authority-data: {{.Authority}}
{{- if .User}}
users:
- name: {{.User}}
  user:
    client-certificate-data: {{.Certificate}}
    client-key-data: {{.Key}}
contexts:
- name: {{.Cluster}}
  context:
    cluster: {{.Cluster}}
    user: {{.User}}
current-context: {{.Cluster}}
{{- end}}
`))

type kubeconfig struct{ Cluster, Server, Authority, User, Certificate, Key string }

func (c *Cluster) writeKubeconfig(file, user string, authority []byte, pair pki.Pair) error {
	output, err := os.OpenFile(c.path(file+".kubeconfig"), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer output.Close()
	encode := base64.StdEncoding.EncodeToString
	return kubeconfigTemplate.Execute(output, kubeconfig{Cluster: c.Name, Server: c.server(), Authority: encode(authority),
		User: user, Certificate: encode(pair.Certificate), Key: encode(pair.Key)})
}

func (c *Cluster) server() string { return fmt.Sprintf("https://127.0.0.1:%d", c.Ports.APIServer) }
