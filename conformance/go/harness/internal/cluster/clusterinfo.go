package cluster

import (
	"context"
	"encoding/base64"
	"os"
	"strings"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

const clusterInfo = "cluster-info"

// publishClusterInfo makes what kubeadm makes for joining nodes: a ConfigMap in kube-public that anyone may read, which the
// bootstrap-signer controller signs for each bootstrap token.
func (c *Cluster) publishClusterInfo(ctx context.Context, client kubernetes.Interface) error {
	authority, err := os.ReadFile(c.pki("ca.crt"))
	if err != nil {
		return err
	}
	var text strings.Builder
	err = kubeconfigTemplate.Execute(&text, kubeconfig{Cluster: c.Name, Server: c.server(),
		Authority: base64.StdEncoding.EncodeToString(authority)})
	if err != nil {
		return err
	}
	public := metav1.ObjectMeta{Namespace: metav1.NamespacePublic, Name: clusterInfo}
	_, err = client.CoreV1().ConfigMaps(public.Namespace).Create(ctx,
		&corev1.ConfigMap{ObjectMeta: public, Data: map[string]string{"kubeconfig": text.String()}}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	public.Name = "kubeadm:bootstrap-signer-clusterinfo"
	_, err = client.RbacV1().Roles(public.Namespace).Create(ctx, &rbacv1.Role{ObjectMeta: public, Rules: []rbacv1.PolicyRule{{
		Verbs: []string{"get"}, APIGroups: []string{""}, Resources: []string{"configmaps"}, ResourceNames: []string{clusterInfo}}},
	}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	_, err = client.RbacV1().RoleBindings(public.Namespace).Create(ctx, &rbacv1.RoleBinding{ObjectMeta: public,
		RoleRef:  rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: public.Name},
		Subjects: []rbacv1.Subject{{APIGroup: rbacv1.GroupName, Kind: rbacv1.UserKind, Name: "system:anonymous"}},
	}, metav1.CreateOptions{})
	return err
}
