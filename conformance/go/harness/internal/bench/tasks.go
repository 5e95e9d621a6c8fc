package bench

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
)

// taskLimit is enough for the slowest: a CronJob's next minute, and the pod collector's 40 s of doubt about a node that is not there.
const taskLimit = 3 * time.Minute

// task is a piece of work for one or two controllers; it is done when what they should write can be seen.
type task struct {
	name string
	run  func(ctx context.Context, s *Subject, space string) error
}

var tasks = []task{
	{"service account and root certificate of a namespace", namespaceTask},
	{"token of a service account", tokenTask},
	{"endpoints and slices of a Service", serviceTask},
	{"slices of endpoints made by hand", mirrorTask},
	{"pods of a ReplicationController", replicationTask},
	{"usage of a ResourceQuota", quotaTask},
	{"a CronJob's next Job", cronTask},
	{"a certificate for a node that joins", nodeCertificateTask},
	{"the signature of a bootstrap token, and the end of one that expired", bootstrapTask},
	{"rules of an aggregated ClusterRole", aggregationTask},
	{"a pod on a node that is not there", orphanTask},
}

// runTasks gives every controller something to do in a namespace of its own, and waits until all of it is done and gone.
func (s *Subject) runTasks(ctx context.Context, space string) error {
	ctx, cancel := context.WithTimeout(ctx, taskLimit)
	defer cancel()
	_, err := s.Client.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: space}}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	err = forEach(ctx, len(tasks), func(ctx context.Context, number int) error {
		if err := tasks[number].run(ctx, s, space); err != nil {
			return fmt.Errorf("%s: %w", tasks[number].name, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := s.Client.CoreV1().Namespaces().Delete(ctx, space, metav1.DeleteOptions{}); err != nil {
		return err
	}
	return untilGone(ctx, "namespace "+space, func(ctx context.Context) error {
		_, err := s.Client.CoreV1().Namespaces().Get(ctx, space, metav1.GetOptions{})
		return err
	})
}

func untilGone(ctx context.Context, what string, get func(context.Context) error) error {
	return until(ctx, "the end of "+what, func(ctx context.Context) (bool, error) {
		err := get(ctx)
		if errors.IsNotFound(err) {
			return true, nil
		}
		return false, err
	})
}

func untilThere(ctx context.Context, what string, get func(context.Context) error) error {
	return until(ctx, what, func(ctx context.Context) (bool, error) {
		err := get(ctx)
		if errors.IsNotFound(err) {
			return false, nil
		}
		return err == nil, err
	})
}

func namespaceTask(ctx context.Context, s *Subject, space string) error {
	err := untilThere(ctx, "a service account", func(ctx context.Context) error {
		_, err := s.Client.CoreV1().ServiceAccounts(space).Get(ctx, "default", metav1.GetOptions{})
		return err
	})
	if err != nil {
		return err
	}
	return untilThere(ctx, "a root certificate", func(ctx context.Context) error {
		_, err := s.Client.CoreV1().ConfigMaps(space).Get(ctx, "kube-root-ca.crt", metav1.GetOptions{})
		return err
	})
}

func tokenTask(ctx context.Context, s *Subject, space string) error {
	_, err := s.Client.CoreV1().ServiceAccounts(space).Create(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "clerk"}}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	_, err = s.Client.CoreV1().Secrets(space).Create(ctx, &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Name: "clerk", Annotations: map[string]string{corev1.ServiceAccountNameKey: "clerk"}},
		Type:       corev1.SecretTypeServiceAccountToken,
	}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	return until(ctx, "a token", func(ctx context.Context) (bool, error) {
		secret, err := s.Client.CoreV1().Secrets(space).Get(ctx, "clerk", metav1.GetOptions{})
		return err == nil && len(secret.Data[corev1.ServiceAccountTokenKey]) > 0, err
	})
}

func serviceTask(ctx context.Context, s *Subject, space string) error {
	_, err := s.Client.CoreV1().Services(space).Create(ctx, &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Name: "web"},
		Spec:       corev1.ServiceSpec{Selector: map[string]string{"app": "web"}, Ports: []corev1.ServicePort{{Port: 80}}},
	}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	err = untilThere(ctx, "endpoints", func(ctx context.Context) error {
		_, err := s.Client.CoreV1().Endpoints(space).Get(ctx, "web", metav1.GetOptions{}) //nolint:staticcheck // deprecated, and still written
		return err
	})
	if err != nil {
		return err
	}
	return s.untilSliced(ctx, space, "web")
}

func (s *Subject) untilSliced(ctx context.Context, space, service string) error {
	return until(ctx, "slices", func(ctx context.Context) (bool, error) {
		slices, err := s.Client.DiscoveryV1().EndpointSlices(space).List(ctx, metav1.ListOptions{LabelSelector: discoveryv1.LabelServiceName + "=" + service})
		return err == nil && len(slices.Items) > 0, err
	})
}

func mirrorTask(ctx context.Context, s *Subject, space string) error {
	outside := metav1.ObjectMeta{Name: "outside"}
	_, err := s.Client.CoreV1().Services(space).Create(ctx, &corev1.Service{ObjectMeta: outside,
		Spec: corev1.ServiceSpec{Ports: []corev1.ServicePort{{Port: 80}}}}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	_, err = s.Client.CoreV1().Endpoints(space).Create(ctx, &corev1.Endpoints{ObjectMeta: outside, Subsets: []corev1.EndpointSubset{{ //nolint:staticcheck
		Addresses: []corev1.EndpointAddress{{IP: "192.0.2.1"}}, Ports: []corev1.EndpointPort{{Port: 80}}}}}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	return s.untilSliced(ctx, space, outside.Name)
}

func replicationTask(ctx context.Context, s *Subject, space string) error {
	template := podTemplate("web")
	_, err := s.Client.CoreV1().ReplicationControllers(space).Create(ctx, &corev1.ReplicationController{
		ObjectMeta: metav1.ObjectMeta{Name: "web"},
		Spec:       corev1.ReplicationControllerSpec{Replicas: ptr.To[int32](1), Selector: template.Labels, Template: &template},
	}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	return until(ctx, "a ready pod", func(ctx context.Context) (bool, error) {
		controller, err := s.Client.CoreV1().ReplicationControllers(space).Get(ctx, "web", metav1.GetOptions{})
		return err == nil && controller.Status.ReadyReplicas == 1, err
	})
}

func quotaTask(ctx context.Context, s *Subject, space string) error {
	_, err := s.Client.CoreV1().ResourceQuotas(space).Create(ctx, &corev1.ResourceQuota{
		ObjectMeta: metav1.ObjectMeta{Name: "all"},
		Spec: corev1.ResourceQuotaSpec{Hard: corev1.ResourceList{
			corev1.ResourcePods:                resource.MustParse("100"),
			"count/configmaps":                 resource.MustParse("100"),
			"count/leases.coordination.k8s.io": resource.MustParse("100"),
		}},
	}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	return until(ctx, "what is used", func(ctx context.Context) (bool, error) {
		quota, err := s.Client.CoreV1().ResourceQuotas(space).Get(ctx, "all", metav1.GetOptions{})
		return err == nil && len(quota.Status.Used) == 3 && quota.Status.Used.Pods().Value() > 0, err
	})
}

func cronTask(ctx context.Context, s *Subject, space string) error {
	template := podTemplate("tick")
	template.Spec.RestartPolicy = corev1.RestartPolicyNever
	template.Spec.Containers[0].Command = []string{"/bin/true"}
	_, err := s.Client.BatchV1().CronJobs(space).Create(ctx, &batchv1.CronJob{
		ObjectMeta: metav1.ObjectMeta{Name: "tick"},
		Spec:       batchv1.CronJobSpec{Schedule: "* * * * *", JobTemplate: batchv1.JobTemplateSpec{Spec: batchv1.JobSpec{Template: template}}},
	}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	return until(ctx, "a Job that succeeded", func(ctx context.Context) (bool, error) {
		cron, err := s.Client.BatchV1().CronJobs(space).Get(ctx, "tick", metav1.GetOptions{})
		return err == nil && cron.Status.LastSuccessfulTime != nil, err
	})
}

// nodeCertificateTask asks as a kubelet that has nothing but a bootstrap token: approved and signed without a human.
func nodeCertificateTask(ctx context.Context, s *Subject, space string) error {
	_, err := s.Client.RbacV1().ClusterRoleBindings().Create(ctx, &rbacv1.ClusterRoleBinding{
		ObjectMeta: metav1.ObjectMeta{Name: space},
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: "system:certificates.k8s.io:certificatesigningrequests:nodeclient"},
		Subjects:   []rbacv1.Subject{{APIGroup: rbacv1.GroupName, Kind: rbacv1.GroupKind, Name: "system:bootstrappers"}},
	}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	_, err = s.Client.RbacV1().ClusterRoleBindings().Create(ctx, &rbacv1.ClusterRoleBinding{
		ObjectMeta: metav1.ObjectMeta{Name: space + "-ask"},
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: "system:node-bootstrapper"},
		Subjects:   []rbacv1.Subject{{APIGroup: rbacv1.GroupName, Kind: rbacv1.GroupKind, Name: "system:bootstrappers"}},
	}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	config, err := s.Cluster.RESTConfig()
	if err != nil {
		return err
	}
	config.Impersonate = rest.ImpersonationConfig{UserName: "system:bootstrap:abcdef", Groups: []string{"system:bootstrappers", "system:authenticated"}}
	joining, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	request, err := certificateRequest(pkix.Name{Organization: []string{"system:nodes"}, CommonName: "system:node:" + space})
	if err != nil {
		return err
	}
	err = until(ctx, "leave to ask for a certificate", func(ctx context.Context) (bool, error) {
		_, err := joining.CertificatesV1().CertificateSigningRequests().Create(ctx, &certificatesv1.CertificateSigningRequest{
			ObjectMeta: metav1.ObjectMeta{Name: space},
			Spec: certificatesv1.CertificateSigningRequestSpec{Request: request, SignerName: certificatesv1.KubeAPIServerClientKubeletSignerName,
				Usages: []certificatesv1.KeyUsage{certificatesv1.UsageDigitalSignature, certificatesv1.UsageClientAuth}},
		}, metav1.CreateOptions{})
		if errors.IsForbidden(err) { // the bindings above take a moment to be known
			return false, nil
		}
		return err == nil, err
	})
	if err != nil {
		return err
	}
	return until(ctx, "a certificate", func(ctx context.Context) (bool, error) {
		signed, err := s.Client.CertificatesV1().CertificateSigningRequests().Get(ctx, space, metav1.GetOptions{})
		return err == nil && len(signed.Status.Certificate) > 0, err
	})
}

func certificateRequest(subject pkix.Name) ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	request, err := x509.CreateCertificateRequest(rand.Reader, &x509.CertificateRequest{Subject: subject}, key)
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE REQUEST", Bytes: request}), err
}

func bootstrapTask(ctx context.Context, s *Subject, space string) error {
	secrets := s.Client.CoreV1().Secrets(metav1.NamespaceSystem)
	good, expired := "go"+space[len(space)-1:]+"d00", "ol"+space[len(space)-1:]+"d00"
	for id, expiry := range map[string]string{good: "2099-01-01T00:00:00Z", expired: "2020-01-01T00:00:00Z"} {
		_, err := secrets.Create(ctx, &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Name: "bootstrap-token-" + id},
			Type:       corev1.SecretTypeBootstrapToken,
			StringData: map[string]string{"token-id": id, "token-secret": "0123456789abcdef", "expiration": expiry, "usage-bootstrap-signing": "true"},
		}, metav1.CreateOptions{})
		if err != nil {
			return err
		}
	}
	err := until(ctx, "a signature", func(ctx context.Context) (bool, error) {
		info, err := s.Client.CoreV1().ConfigMaps(metav1.NamespacePublic).Get(ctx, "cluster-info", metav1.GetOptions{})
		return err == nil && info.Data["jws-kubeconfig-"+good] != "", err
	})
	if err != nil {
		return err
	}
	return untilGone(ctx, "the expired token", func(ctx context.Context) error {
		_, err := secrets.Get(ctx, "bootstrap-token-"+expired, metav1.GetOptions{})
		return err
	})
}

func aggregationTask(ctx context.Context, s *Subject, space string) error {
	label := map[string]string{"part-of": space}
	roles := s.Client.RbacV1().ClusterRoles()
	_, err := roles.Create(ctx, &rbacv1.ClusterRole{ObjectMeta: metav1.ObjectMeta{Name: space + "-all"},
		AggregationRule: &rbacv1.AggregationRule{ClusterRoleSelectors: []metav1.LabelSelector{{MatchLabels: label}}}}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	_, err = roles.Create(ctx, &rbacv1.ClusterRole{ObjectMeta: metav1.ObjectMeta{Name: space + "-part", Labels: label},
		Rules: []rbacv1.PolicyRule{{Verbs: []string{"get"}, APIGroups: []string{""}, Resources: []string{"pods"}}}}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	return until(ctx, "its rules", func(ctx context.Context) (bool, error) {
		role, err := roles.Get(ctx, space+"-all", metav1.GetOptions{})
		return err == nil && len(role.Rules) == 1, err
	})
}

func orphanTask(ctx context.Context, s *Subject, space string) error {
	template := podTemplate("lost")
	template.Spec.NodeName = "no-such-node"
	pods := s.Client.CoreV1().Pods(space)
	err := untilThere(ctx, "leave to create pods", func(ctx context.Context) error {
		_, err := s.Client.CoreV1().ServiceAccounts(space).Get(ctx, "default", metav1.GetOptions{})
		return err
	})
	if err != nil {
		return err
	}
	_, err = pods.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "lost"}, Spec: template.Spec}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	return untilGone(ctx, "the pod", func(ctx context.Context) error {
		_, err := pods.Get(ctx, "lost", metav1.GetOptions{})
		return err
	})
}
