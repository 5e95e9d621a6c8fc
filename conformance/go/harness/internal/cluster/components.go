package cluster

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// The processes of a cluster, by the names of their logs and records.
const (
	etcd      = "etcd"
	apiServer = "kube-apiserver"
	scheduler = "kube-scheduler"
	kwok      = "kwok"
	// metricsServer is our own: usage as annotations script it.
	metricsServer = "metrics-server"
	// Manager is the controller manager, Standby a second one that measurements of failover start beside it.
	Manager = "kube-controller-manager"
	Standby = "kube-controller-manager-standby"
)

// etcdCommand trades durability for speed: a cluster here lives for minutes.
func (c *Cluster) etcdCommand() []string {
	client, peer := loopback("http", c.Ports.EtcdClient), loopback("http", c.Ports.EtcdPeer)
	return []string{c.environment.Binary(etcd),
		"--name=default", "--data-dir=" + c.path("etcd"),
		"--listen-client-urls=" + client, "--advertise-client-urls=" + client,
		"--listen-peer-urls=" + peer, "--initial-advertise-peer-urls=" + peer, "--initial-cluster=default=" + peer,
		"--unsafe-no-fsync=true", "--quota-backend-bytes=8589934592", "--snapshot-count=10000", "--log-level=warn",
	}
}

// apiServerCommand has kubeadm's flags on our ports.
func (c *Cluster) apiServerCommand() []string {
	command := []string{c.environment.Binary(apiServer),
		"--advertise-address=" + advertised, "--bind-address=127.0.0.1", fmt.Sprintf("--secure-port=%d", c.Ports.APIServer),
		"--allow-privileged=true", "--authorization-mode=Node,RBAC",
		"--client-ca-file=" + c.pki("ca.crt"), "--enable-admission-plugins=NodeRestriction", "--enable-bootstrap-token-auth=true",
		"--etcd-servers=" + loopback("http", c.Ports.EtcdClient),
		"--kubelet-client-certificate=" + c.pki("apiserver-kubelet-client.crt"),
		"--kubelet-client-key=" + c.pki("apiserver-kubelet-client.key"),
		"--kubelet-preferred-address-types=Hostname",
		"--proxy-client-cert-file=" + c.pki("front-proxy-client.crt"), "--proxy-client-key-file=" + c.pki("front-proxy-client.key"),
		"--requestheader-allowed-names=front-proxy-client", "--requestheader-client-ca-file=" + c.pki("front-proxy-ca.crt"),
		"--requestheader-extra-headers-prefix=X-Remote-Extra-", "--requestheader-group-headers=X-Remote-Group",
		"--requestheader-username-headers=X-Remote-User",
		"--service-account-issuer=https://kubernetes.default.svc.cluster.local",
		"--service-account-key-file=" + c.pki("sa.pub"), "--service-account-signing-key-file=" + c.pki("sa.key"),
		"--service-cluster-ip-range=" + serviceNetwork,
		"--tls-cert-file=" + c.pki("apiserver.crt"), "--tls-private-key-file=" + c.pki("apiserver.key"),
		// One client of ours floods the server on purpose; let it, alike for every manager.
		"--max-requests-inflight=2000", "--max-mutating-requests-inflight=1000",
	}
	if c.Audit {
		command = append(command, "--audit-log-path="+c.AuditLog(), "--audit-log-maxsize=2000",
			"--audit-policy-file="+c.path("audit-policy.yaml"))
	}
	return append(command, c.APIServerArg...)
}

// auditPolicy logs who asked for what, of the controller managers alone.
const auditPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: Metadata
  userGroups: ["system:serviceaccounts:kube-system"]
- level: Metadata
  users: ["system:kube-controller-manager"]
- level: None
`

func (c *Cluster) writeAuditPolicy() error {
	return os.WriteFile(c.path("audit-policy.yaml"), []byte(auditPolicy), 0o644)
}

func (c *Cluster) schedulerCommand() []string {
	kubeconfig := c.path("kube-scheduler.kubeconfig")
	return []string{c.environment.Binary(scheduler),
		"--kubeconfig=" + kubeconfig, "--authentication-kubeconfig=" + kubeconfig, "--authorization-kubeconfig=" + kubeconfig,
		"--bind-address=127.0.0.1", fmt.Sprintf("--secure-port=%d", c.Ports.Scheduler), "--leader-elect=false",
		"--kube-api-qps=2000", "--kube-api-burst=4000",
	}
}

// silentNode is the label of a node whose kubelet says and does nothing, as if the machine were off.
const silentNode = "kcm.dev/silent"

func (c *Cluster) kwokCommand() ([]string, error) {
	stages, err := c.environment.Stages()
	if err != nil || len(stages) == 0 {
		return nil, fmt.Errorf("no stages found in conformance/stages: %w", err)
	}
	command := []string{c.environment.Binary(kwok),
		"--kubeconfig=" + c.path("kwok.kubeconfig"), "--manage-nodes-with-label-selector=" + silentNode + "!=true",
		"--node-ip=127.0.0.1", fmt.Sprintf("--node-port=%d", c.Ports.Kwok),
		fmt.Sprintf("--server-address=127.0.0.1:%d", c.Ports.Kwok),
		"--tls-cert-file=" + c.pki("kubelet.crt"), "--tls-private-key-file=" + c.pki("kubelet.key"),
		"--node-lease-duration-seconds=40",
	}
	for _, stage := range stages {
		command = append(command, "--config="+stage)
	}
	return command, nil
}

// managerCommand gives either manager the flags kubeadm gives upstream's; arguments of the user come last and win.
func (c *Cluster) managerCommand(kind Kind, port int, arguments []string) ([]string, error) {
	program := c.environment.Binary(Manager)
	if kind == Java {
		program = c.environment.JavaManager()
		if _, err := os.Stat(program); err != nil {
			return nil, fmt.Errorf("our manager is not built: there is no %s; build it first (README.md says how)", program)
		}
	}
	kubeconfig := c.path("kube-controller-manager.kubeconfig")
	command := []string{program,
		"--allocate-node-cidrs=true", "--authentication-kubeconfig=" + kubeconfig, "--authorization-kubeconfig=" + kubeconfig,
		"--bind-address=127.0.0.1", "--client-ca-file=" + c.pki("ca.crt"), "--cluster-cidr=" + podNetwork, "--cluster-name=kubernetes",
		"--cluster-signing-cert-file=" + c.pki("ca.crt"), "--cluster-signing-key-file=" + c.pki("ca.key"),
		"--kubeconfig=" + kubeconfig, "--leader-elect=true",
		"--requestheader-client-ca-file=" + c.pki("front-proxy-ca.crt"), "--root-ca-file=" + c.pki("ca.crt"),
		"--service-account-private-key-file=" + c.pki("sa.key"), "--service-cluster-ip-range=" + serviceNetwork,
		"--use-service-account-credentials=true", fmt.Sprintf("--secure-port=%d", port),
	}
	// Repeated, this flag adds to itself.
	if !slices.ContainsFunc(arguments, func(argument string) bool { return strings.HasPrefix(argument, "--controllers=") }) {
		command = append(command, "--controllers=*,bootstrapsigner,tokencleaner")
	}
	return append(command, arguments...), nil
}

func (c *Cluster) pki(name string) string { return c.path("pki", name) }

func loopback(scheme string, port int) string { return fmt.Sprintf("%s://127.0.0.1:%d", scheme, port) }
