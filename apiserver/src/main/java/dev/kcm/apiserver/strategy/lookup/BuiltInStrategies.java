package dev.kcm.apiserver.strategy.lookup;

import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.apiserver.strategy.apps.DaemonSetStrategy;
import dev.kcm.apiserver.strategy.apps.DeploymentStrategy;
import dev.kcm.apiserver.strategy.apps.ReplicaSetStrategy;
import dev.kcm.apiserver.strategy.apps.StatefulSetStrategy;
import dev.kcm.apiserver.strategy.autoscaling.HorizontalPodAutoscalerStrategy;
import dev.kcm.apiserver.strategy.batch.CronJobStrategy;
import dev.kcm.apiserver.strategy.batch.JobStrategy;
import dev.kcm.apiserver.strategy.certificates.CertificateSigningRequestStrategy;
import dev.kcm.apiserver.strategy.coordination.LeaseStrategy;
import dev.kcm.apiserver.strategy.core.ConfigMapStrategy;
import dev.kcm.apiserver.strategy.core.EndpointsStrategy;
import dev.kcm.apiserver.strategy.core.EventStrategy;
import dev.kcm.apiserver.strategy.core.LimitRangeStrategy;
import dev.kcm.apiserver.strategy.core.NamespaceStrategy;
import dev.kcm.apiserver.strategy.core.NodeStrategy;
import dev.kcm.apiserver.strategy.core.PersistentVolumeClaimStrategy;
import dev.kcm.apiserver.strategy.core.PersistentVolumeStrategy;
import dev.kcm.apiserver.strategy.core.PodStrategy;
import dev.kcm.apiserver.strategy.core.PodTemplateStrategy;
import dev.kcm.apiserver.strategy.core.ReplicationControllerStrategy;
import dev.kcm.apiserver.strategy.core.SecretStrategy;
import dev.kcm.apiserver.strategy.core.ServiceAccountStrategy;
import dev.kcm.apiserver.strategy.core.ServiceStrategy;
import dev.kcm.apiserver.strategy.discovery.EndpointSliceStrategy;
import dev.kcm.apiserver.strategy.policy.PodDisruptionBudgetStrategy;
import dev.kcm.apiserver.strategy.rbac.ClusterRoleBindingStrategy;
import dev.kcm.apiserver.strategy.rbac.ClusterRoleStrategy;
import dev.kcm.apiserver.strategy.rbac.RoleBindingStrategy;
import dev.kcm.apiserver.strategy.rbac.RoleStrategy;
import dev.kcm.apiserver.strategy.resource.ResourceClaimStrategy;
import dev.kcm.apiserver.strategy.resource.ResourceClaimTemplateStrategy;
import dev.kcm.apiserver.strategy.scheduling.PriorityClassStrategy;
import dev.kcm.apiserver.strategy.storage.CSIDriverStrategy;
import dev.kcm.apiserver.strategy.storage.CSINodeStrategy;
import dev.kcm.apiserver.strategy.storage.StorageClassStrategy;
import dev.kcm.apiserver.strategy.storage.VolumeAttachmentStrategy;
import dev.kcm.apiserver.strategy.storage.VolumeAttributesClassStrategy;
import dev.kcm.model.Resource;
import org.jspecify.annotations.Nullable;

/// The kinds with a strategy class of their own. A lookup loads the one class it finds and no other, which
/// keeps start-up short.
final class BuiltInStrategies {
    private BuiltInStrategies() {}

    static @Nullable Strategy<?> of(Resource<?> resource) {
        return switch (resource.apiVersion() + "/" + resource.plural()) {
            case "v1/pods" -> PodStrategy.STRATEGY;
            case "v1/podtemplates" -> PodTemplateStrategy.STRATEGY;
            case "v1/replicationcontrollers" -> ReplicationControllerStrategy.STRATEGY;
            case "apps/v1/replicasets" -> ReplicaSetStrategy.STRATEGY;
            case "apps/v1/deployments" -> DeploymentStrategy.STRATEGY;
            case "apps/v1/statefulsets" -> StatefulSetStrategy.STRATEGY;
            case "apps/v1/daemonsets" -> DaemonSetStrategy.STRATEGY;
            case "batch/v1/jobs" -> JobStrategy.STRATEGY;
            case "batch/v1/cronjobs" -> CronJobStrategy.STRATEGY;
            case "v1/services" -> ServiceStrategy.STRATEGY;
            case "v1/endpoints" -> EndpointsStrategy.STRATEGY;
            case "discovery.k8s.io/v1/endpointslices" -> EndpointSliceStrategy.STRATEGY;
            case "v1/namespaces" -> NamespaceStrategy.STRATEGY;
            case "v1/nodes" -> NodeStrategy.STRATEGY;
            case "v1/configmaps" -> ConfigMapStrategy.STRATEGY;
            case "v1/secrets" -> SecretStrategy.STRATEGY;
            case "v1/serviceaccounts" -> ServiceAccountStrategy.STRATEGY;
            case "v1/events" -> EventStrategy.STRATEGY;
            case "v1/persistentvolumes" -> PersistentVolumeStrategy.STRATEGY;
            case "v1/persistentvolumeclaims" -> PersistentVolumeClaimStrategy.STRATEGY;
            case "v1/limitranges" -> LimitRangeStrategy.STRATEGY;
            case "scheduling.k8s.io/v1/priorityclasses" -> PriorityClassStrategy.STRATEGY;
            case "storage.k8s.io/v1/storageclasses" -> StorageClassStrategy.STRATEGY;
            case "storage.k8s.io/v1/volumeattributesclasses" -> VolumeAttributesClassStrategy.STRATEGY;
            case "storage.k8s.io/v1/volumeattachments" -> VolumeAttachmentStrategy.STRATEGY;
            case "storage.k8s.io/v1/csinodes" -> CSINodeStrategy.STRATEGY;
            case "storage.k8s.io/v1/csidrivers" -> CSIDriverStrategy.STRATEGY;
            case "autoscaling/v2/horizontalpodautoscalers" -> HorizontalPodAutoscalerStrategy.STRATEGY;
            case "coordination.k8s.io/v1/leases" -> LeaseStrategy.STRATEGY;
            case "policy/v1/poddisruptionbudgets" -> PodDisruptionBudgetStrategy.STRATEGY;
            case "certificates.k8s.io/v1/certificatesigningrequests" -> CertificateSigningRequestStrategy.STRATEGY;
            case "resource.k8s.io/v1/resourceclaims" -> ResourceClaimStrategy.STRATEGY;
            case "resource.k8s.io/v1/resourceclaimtemplates" -> ResourceClaimTemplateStrategy.STRATEGY;
            case "rbac.authorization.k8s.io/v1/roles" -> RoleStrategy.STRATEGY;
            case "rbac.authorization.k8s.io/v1/clusterroles" -> ClusterRoleStrategy.STRATEGY;
            case "rbac.authorization.k8s.io/v1/rolebindings" -> RoleBindingStrategy.STRATEGY;
            case "rbac.authorization.k8s.io/v1/clusterrolebindings" -> ClusterRoleBindingStrategy.STRATEGY;
            default -> null;
        };
    }
}
