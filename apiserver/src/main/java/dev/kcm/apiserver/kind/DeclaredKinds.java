package dev.kcm.apiserver.kind;

import dev.kcm.model.Resource;
import org.jspecify.annotations.Nullable;

/// The kinds with rules of their own. A lookup loads the one declaration it finds.
final class DeclaredKinds {
    private DeclaredKinds() {}

    static @Nullable Strategy<?> of(Resource<?> resource) {
        return switch (resource.apiVersion() + "/" + resource.plural()) {
            case "v1/pods" -> PodRules.PODS;
            case "v1/podtemplates" -> PodRules.POD_TEMPLATES;
            case "v1/replicationcontrollers" -> WorkloadRules.REPLICATION_CONTROLLERS;
            case "apps/v1/replicasets" -> WorkloadRules.REPLICA_SETS;
            case "apps/v1/deployments" -> WorkloadRules.DEPLOYMENTS;
            case "apps/v1/statefulsets" -> WorkloadRules.STATEFUL_SETS;
            case "apps/v1/daemonsets" -> WorkloadRules.DAEMON_SETS;
            case "batch/v1/jobs" -> JobRules.JOBS;
            case "batch/v1/cronjobs" -> CronJobRules.CRON_JOBS;
            case "v1/services" -> ServiceRules.SERVICES;
            case "v1/endpoints" -> ServiceRules.ENDPOINTS;
            case "discovery.k8s.io/v1/endpointslices" -> ServiceRules.ENDPOINT_SLICES;
            case "v1/namespaces" -> ClusterRules.NAMESPACES;
            case "v1/nodes" -> ClusterRules.NODES;
            case "v1/configmaps" -> ClusterRules.CONFIG_MAPS;
            case "v1/secrets" -> ClusterRules.SECRETS;
            case "v1/serviceaccounts" -> ClusterRules.SERVICE_ACCOUNTS;
            case "v1/events" -> ClusterRules.EVENTS;
            case "v1/persistentvolumes" -> ClusterRules.PERSISTENT_VOLUMES;
            case "v1/persistentvolumeclaims" -> ClusterRules.PERSISTENT_VOLUME_CLAIMS;
            case "v1/limitranges" -> ClusterRules.LIMIT_RANGES;
            case "scheduling.k8s.io/v1/priorityclasses" -> ClusterRules.PRIORITY_CLASSES;
            case "storage.k8s.io/v1/storageclasses" -> ClusterRules.STORAGE_CLASSES;
            case "autoscaling/v2/horizontalpodautoscalers" -> AutoscalerRules.HORIZONTAL_POD_AUTOSCALERS;
            case "coordination.k8s.io/v1/leases" -> ClusterRules.LEASES;
            case "policy/v1/poddisruptionbudgets" -> ClusterRules.POD_DISRUPTION_BUDGETS;
            case "certificates.k8s.io/v1/certificatesigningrequests" -> CertificateRules.CERTIFICATE_SIGNING_REQUESTS;
            case "rbac.authorization.k8s.io/v1/roles" -> RoleRules.ROLES;
            case "rbac.authorization.k8s.io/v1/clusterroles" -> RoleRules.CLUSTER_ROLES;
            case "rbac.authorization.k8s.io/v1/rolebindings" -> RoleRules.ROLE_BINDINGS;
            case "rbac.authorization.k8s.io/v1/clusterrolebindings" -> RoleRules.CLUSTER_ROLE_BINDINGS;
            default -> null;
        };
    }
}
